import { limits } from "../../shared/limits";
import type { FileFormat, ImportOptions } from "../../shared/reading-import";
import { TimezoneOffset, type Zone } from "../../shared/time-zones";
import { detectDateOrder, detectDecimalSign, detectLayout } from "./detect-format";
import { isEmptyCell, parseNumber } from "./parse-number";
import { parseTime } from "./parse-time";
import { type Cell, type FileProblem, maxCells, maxCellText, maxColumns, type ParsedFile } from "./parsed-file";
import { decodeText, splitCells, splitLines } from "./split-text";

const lineLength = 60_000;
const mostHeaderRows = 200;
const sampleLines = 400;
const sampleCharacters = 100_000;
const samplesPerColumn = 3;

const columnNameLength = 100;
const unitForm =
	/^(?:\[.*\]|\(.*\)|°?[cfk]|celsius|fahrenheit|% ?(?:rh)?|ppm|ppb|[hk]?pa|m?bar|psi|[mµ]?v|[mµ]?a|[mk]?w|lu?x|[mc]?m|l\/min|m\/s|w\/m\+?[2²]|dbm|[ymdh:./\-\s]{4,}s*)$/i;
const offsetForm = /\b(?:GMT|UTC)\s?([+\-−])(\d{1,2}):?(\d\d)?/i;

type Wanted = Pick<ImportOptions, "format" | "columns">;
type Problem = { problem: FileProblem };

export function parseFile(bytes: Uint8Array, { format, columns }: Wanted): ParsedFile | Problem {
	if (bytes.byteLength === 0) return { problem: "empty" };
	if (bytes.byteLength > limits.importFileBytes) return { problem: "too-large" };
	const text = decodeText(bytes);
	if (text === "binary" || text === "workbook") return { problem: text };
	const lines = splitLines(text, { lines: limits.importReadings + mostHeaderRows, lineLength });
	if (lines === "too-many-lines") return { problem: "too-many-rows" };
	if (lines === "line-too-long") return { problem: lines };
	if (lines.length === 0) return { problem: "empty" };
	const known = format ? { format, isDateOrderSure: true } : detectFormat(lines);
	if (known === null) return { problem: "no-readings" };
	return readTable(lines, known, columns);
}

type KnownFormat = { format: Omit<FileFormat, "zone"> & { zone: Zone | null }; isDateOrderSure: boolean };

function detectFormat(lines: string[]): KnownFormat | null {
	const layout = detectLayout(firstOf(lines));
	if (layout === null) return null;
	const { separator, headerRows, timeColumns } = layout;
	const rows = [...splitCells(spreadOf(lines.slice(headerRows)), separator)];
	const times = rows.map((cells) => timeText(cells, timeColumns));
	const values = rows.flatMap((cells) => cells.filter((_, column) => !timeColumns.includes(column)));
	const { order, isSure } = detectDateOrder(times);
	const named = [...splitCells(lines.slice(0, headerRows), separator)];
	const names = columnNames(named, Math.max(...timeColumns) + 1);
	return {
		format: {
			...layout,
			decimalSign: detectDecimalSign(values),
			dateOrder: order,
			zone: zoneInHeader(timeColumns.map((column) => names[column]).join(" ")),
			timePattern: null,
			clockMinutes: null,
			divideBy: null,
			noValues: [],
		},
		isDateOrderSure: isSure,
	};
}

function firstOf(lines: string[]): string[] {
	let characters = 0;
	const end = lines.findIndex((line, index) => {
		characters += line.length;
		return index >= sampleLines || characters > sampleCharacters;
	});
	return lines.slice(0, end < 0 ? undefined : end + 1);
}

function spreadOf(lines: string[]): string[] {
	const step = Math.ceil(lines.length / sampleLines);
	return lines.filter((_, index) => index % step === 0);
}

function timeText(cells: string[], timeColumns: number[]): string {
	return timeColumns.map((column) => cells[column] ?? "").join(" ");
}

function readTable(
	lines: string[],
	{ format, isDateOrderSure }: KnownFormat,
	wanted: ImportOptions["columns"],
): ParsedFile | Problem {
	const { separator, decimalSign, timeColumns, dateOrder, headerRows } = format;
	const body = lines.slice(headerRows);
	const header = [...splitCells(lines.slice(0, headerRows), separator)];
	const sample = [...splitCells(spreadOf(body), separator)];
	const width = [...sample, header.at(-1) ?? []].reduce((most, { length }) => Math.max(most, length), 0);
	if (width > maxColumns) return { problem: "too-many-columns" };
	const chosen = wanted
		? [...new Set(wanted.flatMap(({ column, channelId }) => (channelId === null ? [] : [column])))]
		: numericColumns(sample, width, format).slice(0, Math.floor(maxCells / Math.max(body.length, 1)));
	if (chosen.length * body.length > maxCells) return { problem: "too-many-cells" };
	const values = chosen.map((column) => ({ column, cells: [] as Cell[] })); // typed empty columns
	const line: number[] = [];
	const wallAt: (number | string)[] = [];
	const offsetMinutes: (number | null)[] = [];
	let lineNumber = headerRows;
	for (const cells of splitCells(body, separator)) {
		lineNumber += 1;
		if (cells.every((cell) => cell === "")) continue;
		const written = timeText(cells, timeColumns);
		const time = parseTime(written, dateOrder);
		line.push(lineNumber);
		wallAt.push(time?.wallMs ?? cellText(written));
		offsetMinutes.push(time?.offsetMinutes ?? null);
		for (const column of values) column.cells.push(readCell(cells[column.column] ?? "", decimalSign));
	}
	if (line.length > limits.importReadings) return { problem: "too-many-rows" };
	const names = columnNames(header, width);
	return {
		format,
		isDateOrderSure,
		columns: names.map((name, column) => ({ column, name, samples: samplesOf(sample, column) })),
		line,
		wallAt,
		offsetMinutes: offsetMinutes.some((offset) => offset !== null) ? offsetMinutes : null,
		values,
	};
}

function readCell(text: string, decimalSign: FileFormat["decimalSign"]): Cell {
	if (text === "") return null;
	return parseNumber(text, decimalSign) ?? cellText(text);
}

function cellText(text: string): string {
	return text.slice(0, maxCellText).replace(/\p{Cc}/gu, " ");
}

function numericColumns(
	rows: string[][],
	width: number,
	{ timeColumns, decimalSign }: KnownFormat["format"],
): number[] {
	return Array.from({ length: width }, (_, column) => column).filter((column) => {
		if (timeColumns.includes(column)) return false;
		const said = rows.map((cells) => cells[column] ?? "").filter((cell) => !isEmptyCell(cell));
		const numbers = said.filter((cell) => parseNumber(cell, decimalSign) !== null);
		return numbers.length > 0 && numbers.length * 2 >= said.length;
	});
}

function samplesOf(rows: string[][], column: number): string[] {
	return rows
		.map((cells) => cellText(cells[column] ?? ""))
		.filter((cell) => cell !== "")
		.slice(0, samplesPerColumn);
}

function columnNames(headerRows: readonly string[][], width: number): string[] {
	const said = headerRows.filter((cells) => cells.filter((cell) => cell !== "").length > 1);
	const last = said.at(-1) ?? [];
	const above = said.at(-2);
	const hasUnitRow = above !== undefined && isUnitRow(last);
	return Array.from({ length: width }, (_, column) => {
		const name = (hasUnitRow ? above : last)[column] ?? "";
		const unit = (hasUnitRow ? (last[column] ?? "") : "").replace(/^[[(]|[\])]$/g, "");
		const whole = unit === "" ? name : `${name} [${unit}]`;
		return whole.trim() === "" ? `Column ${column + 1}` : whole.trim().slice(0, columnNameLength);
	});
}

function isUnitRow(cells: string[]): boolean {
	const said = cells.filter((cell) => cell !== "");
	return said.length > 0 && said.every((cell) => unitForm.test(cell));
}

function zoneInHeader(name: string): Zone | null {
	const match = offsetForm.exec(name);
	if (!match) return /\b(?:GMT|UTC)\b/i.test(name) ? "UTC" : null;
	const minutes = Number(match[2]) * 60 + Number(match[3] ?? "0");
	const offset = match[1] === "+" ? minutes : 0 - minutes;
	if (offset === 0) return "UTC";
	return TimezoneOffset.safeParse(offset).success ? `device:${offset}:2` : null;
}
