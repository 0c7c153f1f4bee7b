import type { LogEvent } from "../../shared/log";
import type { LogExport, LogExportHead } from "../../shared/log-export";
import { formatOffset } from "../../shared/time-zones";
import { channelColumns, deviceNameOf, type ExportRow } from "./export-rows";
import { createRowClock, formatShownTime, type RowClock, zoneInWords } from "./row-clock";

/** A time as the row's clock shows it; a format that has times of its own writes `wallMs` (as if it were UTC). */
export type ShownTime = { text: string; wallMs: number };

export type Cell = string | number | ShownTime | null;

/** The columns of an export, and a row's cells in their order. */
export type ExportTable = { titles: string[]; cellsOf: (row: ExportRow) => Cell[] };

const minuteMs = 60_000;

export function exportTable(query: LogExport, head: LogExportHead): ExportTable {
	const clock = createRowClock(head, query.clock);
	const columns = query.form === "wide" ? channelColumns(head) : ["Channel", "Value", "Unit"];
	const noMeasures: null[] = Array(columns.length).fill(null);
	return {
		titles: [
			"UTC",
			query.clock === "device" ? "Time (device clock)" : `Time (${zoneInWords(head.zone)})`,
			"Offset",
			"Device",
			"Serial number",
			...columns,
			"Received (UTC)",
			"Kind",
			"Level",
			"Text",
			"Author",
		],
		cellsOf: (row) => [...placeCells(row, clock), ...(measureCells(row) ?? noMeasures), ...factCells(row)],
	};
}

function placeCells(row: ExportRow, clock: RowClock): Cell[] {
	const offsetMinutes = clock(row);
	const { at, device } = row;
	const shown = { text: formatShownTime(at, offsetMinutes), wallMs: at + offsetMinutes * minuteMs };
	return [
		new Date(at).toISOString(),
		shown,
		formatOffset(offsetMinutes),
		deviceNameOf(row),
		device?.serialNumber ?? null,
	];
}

function measureCells(row: ExportRow): Cell[] | null {
	if (row.kind === "readings") return row.values;
	return row.kind === "reading" ? [row.channel.name, row.value, row.channel.unit] : null;
}

function factCells(row: ExportRow): Cell[] {
	if (row.kind === "event") return [null, ...eventCells(row.event)];
	return [new Date(row.receivedAt).toISOString(), "reading", null, null, null];
}

function eventCells({ kind, level, text, author }: LogEvent): Cell[] {
	return [kind, level, text, author];
}
