import { Anchor, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { attachmentUrl } from "../../../../shared/base/attachment";
import { shownFormula } from "../../../../shared/device/derived/formula";
import type { ReadingMark } from "../../../../shared/log/reading-marks";
import type { TimeDisplayMode } from "../../../../shared/time/time-zones";
import { ComputedMark } from "../../../entities/computed-mark";
import { EventLink } from "../../../entities/entity-links";
import { outOfLimits } from "../../../entities/reading-limits";
import { LazyTooltip } from "../../../ui/feedback/lazy-tooltip";
import { type ChipTone, StatusChip } from "../../../ui/feedback/status-chip";
import { TextLink } from "../../../ui/layout/link";
import type { Column } from "../../../ui/table/column";
import { instantText, shownOffsetMinutes, useTimeDisplayMode } from "../../../ui/time/time-display";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { useValueStyle, valueText } from "../../../ui/value-display";
import { t } from "../../../words/made/log";
import classes from "../log.module.css";
import type { LogClock } from "../state/log-clock";
import type { LogForm } from "../state/log-state";
import type { LogReadings } from "./log-readings";
import { columnFormula, columnTitles, gapCell, type LogRow, type LogValue, rawText } from "./log-rows";

export type OffsetOf = (row: LogRow) => string | null;

type LogColumns = {
	form: LogForm;
	clock: LogClock;
	offsetOf: OffsetOf;
	isRaw: boolean;
	isOfOneDevice: boolean;
	/** One column for a row's subject, so that its value fits beside its time. */
	isPhone: boolean;
};

export function logColumns(log: LogReadings, columns: LogColumns): Column<LogRow>[] {
	const { form, clock, offsetOf, isRaw, isOfOneDevice, isPhone } = columns;
	const time = timeColumn(clock, offsetOf, isPhone);
	const values = form === "wide" ? titledColumns(log) : [valueColumn, ...(isRaw ? [rawColumn] : [])];
	// An entry other than a reading shows its kind in this column.
	const isSubjectNeeded = !isOfOneDevice || form === "long" || log.events.length > 0;
	if (isPhone) return [time, ...(isSubjectNeeded ? [subjectColumn] : []), ...gapColumn(log), ...values];
	const long = [channelColumn, ...values, receivedColumn];
	const device = isOfOneDevice ? [] : [deviceColumn];
	return [time, ...device, ...gapColumn(log), ...(form === "wide" ? values : long), ...noteColumn(log)];
}

function timeColumn(clock: LogClock, offsetOf: OffsetOf, isPhone: boolean): Column<LogRow> {
	return {
		id: "time",
		header: clock.columnTitle,
		cell: (row) => {
			const offset = offsetOf(row);
			const offsetMark = offset === null ? null : <span className={classes.offset}>{offset}</span>;
			return (
				<span className={classes.time}>
					<TimeStamp to="seconds" at={row.at} clock={row.device} besideDate={isPhone ? offsetMark : undefined} />
					{!isPhone && offsetMark}
					{row.quality === "late" && row.receivedAt !== null && <LateMark row={row} receivedAt={row.receivedAt} />}
				</span>
			);
		},
	};
}

function LateMark({ row, receivedAt }: { row: LogRow; receivedAt: number }) {
	const mode = useTimeDisplayMode();
	const received = instantText(receivedAt, shownOffsetMinutes(receivedAt, row.device, mode), "seconds");
	return (
		<Tooltip label={t("late.received", { time: received })}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be reachable by keyboard */}
			<span className={classes.late} tabIndex={0}>
				{t("late")}
			</span>
		</Tooltip>
	);
}

const deviceColumn: Column<LogRow> = {
	id: "device",
	header: t("column.device"),
	cell: (row) => <DeviceName row={row} />,
};

function DeviceName({ row: { device, deviceName } }: { row: LogRow }) {
	if (device === null) return deviceName;
	return (
		<TextLink
			to="/log/"
			search={(before) => ({ ...before, device: device.id, channel: undefined })}
			className={classes.name}
		>
			{device.name}
		</TextLink>
	);
}

const subjectColumn: Column<LogRow> = {
	id: "subject",
	header: t("column.device"),
	cell: (row) => (
		<span className={classes.subject}>
			<DeviceName row={row} />
			<span>{row.kind === "reading" ? <ChannelOfRow row={row} /> : noteCell(row)}</span>
			<NoteFile row={row} />
		</span>
	),
};

function gapColumn({ channels }: LogReadings): Column<LogRow>[] {
	if (!channels.some(({ readings }) => readings.some(({ gapMs, silentMs }) => gapMs + silentMs > 0))) return [];
	return [{ id: "gap", header: t("column.gap"), cell: gapCell }];
}

function toneOf({ kind, level }: LogRow): ChipTone {
	if (level === "error") return "bad";
	if (kind === "alert" && level !== "info") return "bad";
	if (kind === "note" || level === "warning") return "warn";
	return "off";
}

function noteColumn({ events }: LogReadings): Column<LogRow>[] {
	if (events.length === 0) return [];
	return [
		{ id: "note", header: t("column.event"), isSoft: true, isWrapping: true, cell: (row) => <Entry row={row} /> },
	];
}

function Entry({ row }: { row: LogRow }) {
	const mode = useTimeDisplayMode();
	if (row.kind === "reading") return null;
	return (
		<>
			<StatusChip tone={toneOf(row)}>{row.noteKind ?? t("entry.kind", { kind: row.kind })}</StatusChip>{" "}
			<span data-corrected={row.correctedBy !== undefined || undefined} className={classes.entryText}>
				{noteCell(row)}
			</span>{" "}
			<NoteFile row={row} />
			{noteMarks(row, mode).map((mark) => (
				<span key={mark} className={classes.noteMark}>
					{mark}
				</span>
			))}
		</>
	);
}

function NoteFile({ row: { attachmentId, attachmentName } }: { row: LogRow }) {
	if (attachmentId === undefined) return null;
	return <Anchor href={attachmentUrl(attachmentId)}>{attachmentName}</Anchor>;
}

function noteMarks({ endsAt, device, corrects, correctedBy }: LogRow, mode: TimeDisplayMode): string[] {
	const end = endsAt === undefined ? null : instantText(endsAt, shownOffsetMinutes(endsAt, device, mode));
	return [
		...(end === null ? [] : [t("note.until", { time: end })]),
		...(corrects === undefined ? [] : [t("note.corrects")]),
		...(correctedBy === undefined ? [] : [t("note.correctedMark")]),
	];
}

function noteCell(row: LogRow) {
	if (row.alertEventId === undefined) return noteText(row);
	return (
		<EventLink id={row.alertEventId} className={classes.name}>
			{noteText(row)}
		</EventLink>
	);
}

function noteText({ text, author }: LogRow): string {
	return author === null || text.endsWith(` by ${author}`) ? text : `${text} · ${author}`;
}

const readingOf = ({ values }: LogRow) => values.get("value");

const rawColumn: Column<LogRow> = {
	id: "raw",
	header: t("column.raw"),
	isNumber: true,
	isSoft: true,
	cell: (row) => {
		const reading = readingOf(row);
		return reading && rawText(reading);
	},
};

const channelColumn: Column<LogRow> = {
	id: "channel",
	header: t("channel"),
	cell: (row) => <ChannelOfRow row={row} />,
};

function ChannelOfRow({ row }: { row: LogRow }) {
	const channel = readingOf(row)?.channel;
	if (!channel) return null;
	const { name } = channel;
	if (channel.formula === undefined) return name;
	return (
		<>
			{name} <ComputedMark formula={shownFormula(channel)} isFocusable={false} />
		</>
	);
}

const valueColumn: Column<LogRow> = {
	id: "value",
	header: t("column.value"),
	isNumber: true,
	cell: (row) => <ReadingValue reading={readingOf(row)} />,
};

const receivedColumn: Column<LogRow> = {
	id: "received",
	header: t("column.received"),
	isSoft: true,
	isMinor: true,
	cell: ({ receivedAt, device }) => receivedAt !== null && <TimeStamp to="seconds" at={receivedAt} clock={device} />,
};

function titledColumns({ channels }: LogReadings): Column<LogRow>[] {
	return columnTitles(channels).map((title) => {
		const formula = columnFormula(channels, title);
		return {
			id: title,
			header: title.replace(/ \([^)]*\)$/, ""),
			...(formula !== null && { headerMark: <ComputedMark formula={formula} /> }),
			isNumber: true,
			cell: ({ values }) => <ReadingValue reading={values.get(title)} />,
		};
	});
}

function MarkedValue({ text, mark }: { text: ReactNode; mark: ReadingMark }) {
	return (
		<span>
			<span data-mark={mark} className={classes.marked}>
				{text}
			</span>{" "}
			<Tooltip label={t(`mark.${mark}.help`)}>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be reachable by keyboard */}
				<span className={classes.mark} tabIndex={0}>
					{t(`mark.${mark}`)}
				</span>
			</Tooltip>
		</span>
	);
}

function ReadingValue({ reading }: { reading: LogValue | undefined }) {
	useValueStyle();
	if (!reading) return null;
	const { value, channel, mark } = reading;
	const text = valueText(value, channel);
	if (mark === null) return <JudgedValue text={text} reading={reading} />;
	return <MarkedValue text={mark === "saturated" ? <JudgedValue text={text} reading={reading} /> : text} mark={mark} />;
}

function JudgedValue({ text, reading: { value, channel } }: { text: string; reading: LogValue }) {
	const problem = outOfLimits(value, channel);
	if (problem === null) return text;
	const Arrow = value > (channel.max ?? Number.POSITIVE_INFINITY) ? IconArrowUp : IconArrowDown;
	return (
		<LazyTooltip label={problem}>
			<span className={classes.out}>
				<Arrow size={14} aria-label={problem} /> {text}
			</span>
		</LazyTooltip>
	);
}
