import { minuteMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import { formatValue } from "../../shared/formats/units";
import type { LogEvent } from "../../shared/log/log";
import type { LogExport, LogExportHead } from "../../shared/log/log-export";
import {
	deviceZone,
	formatOffset,
	formatTimestamp,
	parseDeviceZone,
	type Zone,
	zoneOffsetMinutes,
} from "../../shared/time/time-zones";
import {
	channelColumns,
	channelTitle,
	deviceNameOf,
	type ExportRow,
	hasMarks,
	markTextOf,
	qualityOf,
	rawColumns,
} from "./export-rows";

/** `wallMs` is a wall time as if it were UTC. `isPrecise`: shows milliseconds. */
type ShownTime = { text: string; wallMs: number; isPrecise: boolean };

/** `word`: the screen's word for a state. */
type ShownValue = { value: number; word: string | null; decimals: number };

export type Cell = string | number | ShownTime | ShownValue | null;

type Titled = { titles: string[]; cellsOf: (row: ExportRow) => Cell[] };

export type ExportTable = Titled & { notes: Titled };

/** Clocks change only at UTC quarters of an hour. */
const quarterMs = 15 * minuteMs;

export function exportTable(query: LogExport, head: LogExportHead): ExportTable {
	const clock = createRowClock(head, query.clock);
	const measures = query.form === "wide" ? wideMeasures(head) : longMeasures(head);
	const noMeasures: null[] = Array(measures.titles.length).fill(null);
	const place = [
		"UTC",
		query.clock === "device" ? "Time (device clock)" : `Time (${zoneText(head.zone)})`,
		"Offset",
		"Device",
		"Serial number",
	];
	const facts = ["Received (UTC)", "Quality", "Kind", "Level", "Text", "Author"];
	const isMarked = hasMarks(head);
	return {
		titles: [...place, ...measures.titles, ...facts, ...(isMarked ? ["Mark"] : [])],
		cellsOf: (row) => [
			...placeCells(row, clock),
			...(measures.cellsOf(row) ?? noMeasures),
			...factCells(row),
			...(isMarked ? [markTextOf(row)] : []),
		],
		notes: {
			titles: [...place, "Text", "Author", "Until (UTC)", "Group", "Kind", "Corrected", "File"],
			cellsOf: (row) => [...placeCells(row, clock), ...(row.kind === "event" ? noteCells(row.event) : [])],
		},
	};
}

function placeCells(row: ExportRow, clock: RowClock): Cell[] {
	const offsetMinutes = clock(row);
	const { at, device } = row;
	const shown = { text: formatShownTime(at, offsetMinutes), wallMs: at + offsetMinutes * minuteMs, isPrecise: false };
	return [utcTime(at), shown, formatOffset(offsetMinutes), deviceNameOf(row), device?.serialNumber ?? null];
}

function utcTime(at: number): ShownTime {
	return { text: new Date(at).toISOString(), wallMs: at, isPrecise: true };
}

type Measures = { titles: string[]; cellsOf: (row: ExportRow) => Cell[] | null };

function wideMeasures(head: LogExportHead): Measures {
	const raws = rawColumns(head);
	const columns = channelColumns(head).map((title) => ({
		title,
		raw: raws.indexOf(title),
		shown: shownBy(head.channels.filter((channel) => channelTitle(channel) === title)),
	}));
	return {
		titles: columns.flatMap(({ title, raw }) => (raw === -1 ? [title] : [title, `${title} raw`])),
		cellsOf: (row) => {
			if (row.kind !== "readings") return null;
			return columns.flatMap(({ raw, shown }, index) => {
				const value = shown(row.values[index] ?? null);
				return raw === -1 ? [value] : [value, row.raws[raw] ?? null];
			});
		},
	};
}

/** Words only if every channel of the column has them. */
function shownBy(channels: LogExportHead["channels"]): (value: number | null) => ShownValue | null {
	const hasStateNames = channels.every(({ quantity }) => quantity === "door");
	const decimals = largestOf(channels.map((channel) => channel.decimals));
	const [first] = channels;
	return (value) =>
		value === null ? null : { value, decimals, word: hasStateNames && first ? formatValue(value, first) : null };
}

function longMeasures(head: LogExportHead): Measures {
	const hasRaw = rawColumns(head).length > 0;
	return {
		titles: ["Channel", "Value", "Unit", ...(hasRaw ? ["Raw"] : [])],
		cellsOf: (row) => {
			if (row.kind !== "reading") return null;
			return [row.channel.name, shownBy([row.channel])(row.value), row.channel.unit, ...(hasRaw ? [row.raw] : [])];
		},
	};
}

function factCells(row: ExportRow): Cell[] {
	if (row.kind === "event") return [null, null, ...eventCells(row.event)];
	return [utcTime(row.receivedAt), qualityOf(row), "reading", null, null, null];
}

function eventCells({ kind, level, text, author }: LogEvent): Cell[] {
	return [kind, level, text, author];
}

function noteCells(note: LogEvent): Cell[] {
	const { endsAt, groupName, noteKind, text, author, correctedBy, attachmentName } = note;
	const end = endsAt === undefined ? null : utcTime(endsAt);
	const corrected = correctedBy === undefined ? null : "corrected";
	return [text, author, end, groupName ?? null, noteKind ?? null, corrected, attachmentName ?? null];
}

/** Minutes ahead of UTC. */
type RowClock = (row: Pick<ExportRow, "at" | "device">) => number;

export function createRowClock({ zone }: LogExportHead, clock: LogExport["clock"]): RowClock {
	const known = new Map<Zone, { quarter: number; offsetMinutes: number }>();
	return ({ at, device }) => {
		const shown = clock === "device" && device ? deviceZone(device) : zone;
		const quarter = Math.floor(at / quarterMs);
		const last = known.get(shown);
		if (last?.quarter === quarter) return last.offsetMinutes;
		const offsetMinutes = zoneOffsetMinutes(shown, at);
		known.set(shown, { quarter, offsetMinutes });
		return offsetMinutes;
	};
}

export function formatShownTime(at: number, offsetMinutes: number): string {
	const [date, time] = formatTimestamp(at, offsetMinutes).split(", ");
	return `${date}, ${new Date(at + offsetMinutes * minuteMs).getUTCFullYear()}, ${time}`;
}

export function zoneText(zone: Zone): string {
	const clock = parseDeviceZone(zone);
	if (!clock) return zone;
	const standard = formatOffset(clock.timeZoneRule === 0 ? 0 : clock.timezoneOffset);
	return `device clock ${standard}${clock.timeZoneRule === 1 ? `, ${loggerDaylightTime}` : ""}`;
}

/** Named after the loggers' own rule, which has the same dates every year; the law has others. */
const loggerDaylightTime = "logger daylight time (Mar 8 to Nov 6)";
