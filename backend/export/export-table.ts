import type { LogEvent } from "../../shared/log";
import type { LogExport, LogExportHead } from "../../shared/log-export";
import { formatOffset } from "../../shared/time-zones";
import { channelColumns, deviceNameOf, type ExportRow, qualityOf, rawColumns } from "./export-rows";
import { createRowClock, formatShownTime, type RowClock, zoneInWords } from "./row-clock";

/** A time as the row's clock shows it; a format that has times of its own writes `wallMs` (as if it were UTC). */
export type ShownTime = { text: string; wallMs: number };

export type Cell = string | number | ShownTime | null;

/** The columns of an export, and a row's cells in their order. */
export type ExportTable = { titles: string[]; cellsOf: (row: ExportRow) => Cell[] };

const minuteMs = 60_000;

export function exportTable(query: LogExport, head: LogExportHead): ExportTable {
	const clock = createRowClock(head, query.clock);
	const measures = query.form === "wide" ? wideMeasures(head) : longMeasures(head);
	const noMeasures: null[] = Array(measures.titles.length).fill(null);
	return {
		titles: [
			"UTC",
			query.clock === "device" ? "Time (device clock)" : `Time (${zoneInWords(head.zone)})`,
			"Offset",
			"Device",
			"Serial number",
			...measures.titles,
			"Received (UTC)",
			"Quality",
			"Kind",
			"Level",
			"Text",
			"Author",
		],
		cellsOf: (row) => [...placeCells(row, clock), ...(measures.cellsOf(row) ?? noMeasures), ...factCells(row)],
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

/** Columns of what was measured; null for a row that measures nothing. */
type Measures = { titles: string[]; cellsOf: (row: ExportRow) => Cell[] | null };

/** What was sent stands beside what it reads. */
function wideMeasures(head: LogExportHead): Measures {
	const raws = rawColumns(head);
	const columns = channelColumns(head).map((title) => ({ title, raw: raws.indexOf(title) }));
	return {
		titles: columns.flatMap(({ title, raw }) => (raw === -1 ? [title] : [title, `${title} raw`])),
		cellsOf: (row) => {
			if (row.kind !== "readings") return null;
			if (raws.length === 0) return row.values;
			return columns.flatMap(({ raw }, index) => {
				const value = row.values[index] ?? null;
				return raw === -1 ? [value] : [value, row.raws[raw] ?? null];
			});
		},
	};
}

function longMeasures(head: LogExportHead): Measures {
	const hasRaw = rawColumns(head).length > 0;
	return {
		titles: ["Channel", "Value", "Unit", ...(hasRaw ? ["Raw"] : [])],
		cellsOf: (row) => {
			if (row.kind !== "reading") return null;
			return [row.channel.name, row.value, row.channel.unit, ...(hasRaw ? [row.raw] : [])];
		},
	};
}

function factCells(row: ExportRow): Cell[] {
	if (row.kind === "event") return [null, null, ...eventCells(row.event)];
	return [new Date(row.receivedAt).toISOString(), qualityOf(row), "reading", null, null, null];
}

function eventCells({ kind, level, text, author }: LogEvent): Cell[] {
	return [kind, level, text, author];
}
