import { byteOrderMark, type CsvLayout, csvCell, csvComment } from "../../shared/base/csv-cell";
import type { LogExport, LogExportHead } from "../../shared/log/log-export";
import { formatOffset } from "../../shared/time/time-zones";
import { channelColumns, deviceNameOf, type ExportRow, qualityOf, rawColumns } from "./export-rows";
import type { ExportSettings } from "./export-settings";
import { type Cell, createRowClock, type ExportTable, formatShownTime } from "./export-table";

type CsvExport = { table: ExportTable; settings: ExportSettings; layout: CsvLayout };

/** RFC 4180, after settings lines with `#`. An apostrophe marks text that a spreadsheet would run as a formula. */
export async function* csvText(
	rows: AsyncIterable<ExportRow[]>,
	{ table: { titles, cellsOf }, settings, layout }: CsvExport,
): AsyncGenerator<string, void> {
	const line = (cells: Cell[]) => `${cells.map((cell) => csvCell(plainCell(cell), layout)).join(layout.separator)}\r\n`;
	const comments = settings.map(([name, value]) => csvComment(`${name}: ${value}`));
	yield `${byteOrderMark}${comments.join("")}${line(titles)}`;
	for await (const batch of rows) {
		if (batch.length > 0) yield batch.map((row) => line(cellsOf(row))).join("");
	}
}

function plainCell(cell: Cell): string | number | null {
	if (typeof cell !== "object" || cell === null) return cell;
	return "value" in cell ? cell.value : cell.text;
}

type JsonExport = { query: LogExport; head: LogExportHead; settings: ExportSettings };

/** `{"export": {…}, "rows": […]}`: a file without its closing bracket is incomplete. */
export async function* jsonText(
	rows: AsyncIterable<ExportRow[]>,
	{ query, head, settings }: JsonExport,
): AsyncGenerator<string, void> {
	const clock = createRowClock(head, query.clock);
	const columns = { all: channelColumns(head), raw: rawColumns(head) };
	const textOf = (row: ExportRow) => JSON.stringify({ ...placeOf(row, clock(row)), ...factsOf(row, columns) });
	yield `{"export":${JSON.stringify(Object.fromEntries(settings))},"rows":[`;
	let separator = "\n";
	for await (const batch of rows) {
		if (batch.length === 0) continue;
		yield separator + batch.map(textOf).join(",\n");
		separator = ",\n";
	}
	yield "\n]}\n";
}

function placeOf(row: ExportRow, offsetMinutes: number) {
	const { at, device } = row;
	return {
		utc: new Date(at).toISOString(),
		time: formatShownTime(at, offsetMinutes),
		offset: formatOffset(offsetMinutes),
		device: deviceNameOf(row),
		serialNumber: device?.serialNumber ?? null,
	};
}

type Columns = { all: string[]; raw: string[] };

function factsOf(row: ExportRow, columns: Columns) {
	if (row.kind === "event") {
		const { kind, level, text, author, authorId } = row.event;
		return { kind, level, text, author, ...(authorId !== undefined && { authorId }) };
	}
	const received = {
		received: new Date(row.receivedAt).toISOString(),
		quality: qualityOf(row),
		kind: "reading",
	};
	const hasRaw = columns.raw.length > 0;
	if (row.kind === "reading") {
		const { channel, value, raw } = row;
		return {
			channel: channel.name,
			value,
			unit: channel.unit,
			...(hasRaw && { raw }),
			...received,
			...(row.mark !== null && { mark: row.mark }),
		};
	}
	return {
		values: named(columns.all, row.values),
		...(hasRaw && { raw: named(columns.raw, row.raws) }),
		...received,
		...(row.marks.length > 0 && { marks: Object.fromEntries(row.marks.map(({ title, mark }) => [title, mark])) }),
	};
}

function named(titles: string[], values: (number | null)[]): Record<string, number> {
	const known = titles.flatMap((title, index) => {
		const value = values[index] ?? null;
		return value === null ? [] : [[title, value] as const];
	});
	return Object.fromEntries(known);
}
