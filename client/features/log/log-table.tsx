import { Tooltip } from "@mantine/core";
import { useMemo } from "react";
import { durationWords } from "../../../shared/duration-words";
import { deviceZone, formatOffset, formatTimestamp, type TimeRange } from "../../../shared/time-zones";
import type { Column } from "../../ui/data-table";
import { TextLink } from "../../ui/link";
import { LongTable } from "../../ui/long-table";
import { type ChipTone, StatusChip } from "../../ui/status-chip";
import { shownOffsetMinutes, useTimeDisplayMode, viewerZone } from "../../ui/time-display";
import { TimeStamp } from "../../ui/time-stamp";
import classes from "./log.module.css";
import type { LogClock } from "./log-clock";
import type { LogReadings } from "./log-readings";
import { rawText } from "./log-row-text";
import { columnTitles, type LogRow, longRows, wideRows, withClockMarks } from "./log-rows";
import type { LogForm } from "./log-view";
import { changesAround, isRepeated, type OffsetChange, offsetChanges } from "./offset-changes";
import { ReadingValue } from "./reading-value";
import { type RowActions, RowMenu } from "./row-menu";

type LogTableProps = {
	log: LogReadings;
	span: TimeRange;
	form: LogForm;
	/** Whether the long form also shows what was sent. */
	isRaw?: boolean;
	clock: LogClock;
	actions: RowActions;
};

export function LogTable({ log, span, form, isRaw = false, clock, actions }: LogTableProps) {
	const { zone, isMixed } = clock;
	const { from, to } = span;
	const rows = useMemo(() => {
		const plain = form === "wide" ? wideRows(log) : longRows(log);
		return isMixed ? plain : withClockMarks(plain, offsetChanges(zone, { from, to }));
	}, [log, form, zone, isMixed, from, to]);
	const offsets = useMemo(() => shownOffsets(clock, { from, to }), [clock, from, to]);
	const columns =
		form === "wide" ? wideColumns(log, clock, offsets) : longColumns(log, { clock, offsetOf: offsets, isRaw });
	return (
		<LongTable
			key={form}
			caption="Readings"
			columns={[...columns, menuColumn(actions)]}
			rows={rows}
			rowKey={(row) => row.key}
			bandOf={(row) => row.mark}
		/>
	);
}

/** The offset to say beside a row's time: where rows keep clocks of their own, or an hour comes twice. */
type OffsetOf = (row: LogRow) => string | null;

function shownOffsets({ isMixed, mode }: LogClock, span: TimeRange): OffsetOf {
	const changesIn = new Map<string, OffsetChange[]>();
	return ({ at, device }) => {
		const ownZone = device && mode === "local" ? deviceZone(device) : viewerZone;
		const changes = changesIn.get(ownZone) ?? changesAround(ownZone, span);
		changesIn.set(ownZone, changes);
		if (!(isMixed && device) && !isRepeated(at, changes)) return null;
		return formatOffset(shownOffsetMinutes(at, device, mode));
	};
}

function timeColumn(clock: LogClock, offsetOf: OffsetOf): Column<LogRow> {
	return {
		id: "time",
		header: clock.columnTitle,
		cell: (row) => {
			const offset = offsetOf(row);
			return (
				<span className={classes.time}>
					<TimeStamp at={row.at} clock={row.device} />
					{offset && <span className={classes.offset}>{offset}</span>}
					{row.quality === "late" && row.receivedAt !== null && <LateMark row={row} receivedAt={row.receivedAt} />}
				</span>
			);
		},
	};
}

function LateMark({ row, receivedAt }: { row: LogRow; receivedAt: number }) {
	const mode = useTimeDisplayMode();
	const received = formatTimestamp(receivedAt, shownOffsetMinutes(receivedAt, row.device, mode));
	return (
		<Tooltip label={`Received late: ${received}`}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be reachable by keyboard */}
			<span className={classes.late} tabIndex={0}>
				late
			</span>
		</Tooltip>
	);
}

const deviceColumn: Column<LogRow> = {
	id: "device",
	header: "Device",
	cell: ({ device, deviceName }) =>
		device === null ? (
			deviceName
		) : (
			<TextLink
				to="/log/"
				search={(before) => ({ ...before, device: device.id, channel: undefined })}
				className={classes.name}
			>
				{device.name}
			</TextLink>
		),
};

/** Where gaps are looked for. */
function gapColumn({ channels }: LogReadings): Column<LogRow>[] {
	if (!channels.some(({ gapMs }) => gapMs?.some((gap) => gap > 0))) return [];
	return [{ id: "gap", header: "After a gap of", cell: ({ gapMs }) => (gapMs > 0 ? durationWords(gapMs) : null) }];
}

const kindColumn: Column<LogRow> = {
	id: "kind",
	header: "Kind",
	isMinor: true,
	cell: (row) => <StatusChip tone={toneOf(row)}>{row.kind}</StatusChip>,
};

function toneOf({ kind, level }: LogRow): ChipTone {
	if (level === "error") return "bad";
	if (kind === "alert" && level !== "info") return "bad";
	if (kind === "note" || level === "warning") return "warn";
	return "off";
}

function noteColumn({ events }: LogReadings): Column<LogRow>[] {
	if (events.length === 0) return [];
	return [
		{
			id: "note",
			header: "Note",
			isSoft: true,
			isWrapping: true,
			// Some texts say themselves who did it.
			cell: ({ text, author }) => (author === null || text.endsWith(` by ${author}`) ? text : `${text} · ${author}`),
		},
	];
}

function menuColumn(actions: RowActions): Column<LogRow> {
	return {
		id: "menu",
		header: "Actions",
		isHeaderHidden: true,
		isNumber: true,
		cell: (row) => <RowMenu row={row} actions={actions} />,
	};
}

const rawColumn: Column<LogRow> = {
	id: "raw",
	header: "Raw",
	isNumber: true,
	isSoft: true,
	cell: ({ values }) => {
		const found = values.get("value");
		return found && rawText(found);
	},
};

function wideColumns(log: LogReadings, clock: LogClock, offsetOf: OffsetOf): Column<LogRow>[] {
	const values = columnTitles(log.channels).map(
		(title): Column<LogRow> => ({
			id: title,
			header: title.replace(/ \([^)]*\)$/, ""),
			isNumber: true,
			cell: ({ values: byTitle }) => {
				const found = byTitle.get(title);
				return found ? <ReadingValue {...found} /> : null;
			},
		}),
	);
	return [timeColumn(clock, offsetOf), deviceColumn, ...gapColumn(log), kindColumn, ...values, ...noteColumn(log)];
}

type LongForm = { clock: LogClock; offsetOf: OffsetOf; isRaw: boolean };

function longColumns(log: LogReadings, { clock, offsetOf, isRaw }: LongForm): Column<LogRow>[] {
	return [
		timeColumn(clock, offsetOf),
		deviceColumn,
		...gapColumn(log),
		kindColumn,
		{ id: "channel", header: "Channel", cell: ({ values }) => values.get("value")?.channel.name },
		{
			id: "value",
			header: "Value",
			isNumber: true,
			cell: ({ values }) => {
				const found = values.get("value");
				return found ? <ReadingValue {...found} /> : null;
			},
		},
		...(isRaw ? [rawColumn] : []),
		{
			id: "received",
			header: "Received",
			isSoft: true,
			isMinor: true,
			cell: ({ receivedAt, device }) => receivedAt !== null && <TimeStamp at={receivedAt} clock={device} />,
		},
		...noteColumn(log),
	];
}
