import { useMemo } from "react";
import { deviceOffsetMinutes, formatOffset } from "../../../shared/time-zones";
import { formatValue } from "../../../shared/units";
import { type Column, DataTable } from "../../ui/data-table";
import { TextLink } from "../../ui/link";
import { type ChipTone, StatusChip } from "../../ui/status-chip";
import { TimeStamp } from "../../ui/time-stamp";
import classes from "./log.module.css";
import type { LogClock } from "./log-clock";
import type { LogReadings } from "./log-readings";
import { columnTitles, type LogRow, longRows, wideRows } from "./log-rows";
import type { LogForm } from "./log-view";

type LogTableProps = { log: LogReadings; form: LogForm; clock: LogClock };

export function LogTable({ log, form, clock }: LogTableProps) {
	const rows = useMemo(() => (form === "wide" ? wideRows(log) : longRows(log)), [log, form]);
	const columns = form === "wide" ? wideColumns(log, clock) : longColumns(log, clock);
	return <DataTable key={form} caption="Readings" columns={columns} rows={rows} rowKey={(row) => row.key} />;
}

function timeColumn(clock: LogClock): Column<LogRow> {
	return {
		id: "time",
		header: clock.columnTitle,
		cell: ({ at, device }) => (
			<span className={classes.time}>
				<TimeStamp at={at} clock={device} />
				{clock.isMixed && device && (
					<span className={classes.offset}>{formatOffset(deviceOffsetMinutes(device, at))}</span>
				)}
			</span>
		),
	};
}

const deviceColumn: Column<LogRow> = {
	id: "device",
	header: "Device",
	cell: ({ device }) =>
		device && (
			<TextLink
				to="/log/"
				search={(before) => ({ ...before, device: device.id, channel: undefined })}
				className={classes.name}
			>
				{device.name}
			</TextLink>
		),
};

const kindColumn: Column<LogRow> = {
	id: "kind",
	header: "Kind",
	isMinor: true,
	cell: (row) => <StatusChip tone={toneOf(row)}>{row.kind}</StatusChip>,
};

function toneOf({ kind, level }: LogRow): ChipTone {
	if (kind === "alert" || level === "error") return "bad";
	if (kind === "note" || level === "warning") return "warn";
	return "off";
}

function noteColumn({ events }: LogReadings): Column<LogRow>[] {
	return events.length > 0 ? [{ id: "note", header: "Note", isSoft: true, cell: ({ text }) => text }] : [];
}

function wideColumns(log: LogReadings, clock: LogClock): Column<LogRow>[] {
	const values = columnTitles(log.channels).map(
		(title): Column<LogRow> => ({
			id: title,
			header: title.replace(/ \([^)]*\)$/, ""),
			isNumber: true,
			cell: ({ values: byTitle }) => {
				const found = byTitle.get(title);
				return found ? formatValue(found.value, found.channel) : null;
			},
		}),
	);
	return [timeColumn(clock), deviceColumn, kindColumn, ...values, ...noteColumn(log)];
}

function longColumns(log: LogReadings, clock: LogClock): Column<LogRow>[] {
	return [
		timeColumn(clock),
		deviceColumn,
		kindColumn,
		{ id: "channel", header: "Channel", cell: ({ values }) => values.get("value")?.channel.name },
		{
			id: "value",
			header: "Value",
			isNumber: true,
			cell: ({ values }) => {
				const found = values.get("value");
				return found ? formatValue(found.value, found.channel) : null;
			},
		},
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
