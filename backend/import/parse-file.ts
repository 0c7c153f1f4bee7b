import { limits, serverLimits } from "../../shared/base/limits";
import { openEncoding, possibleEncodings } from "../../shared/log/file-encoding";
import type { FileEncoding, FileFormat, ImportOptions } from "../../shared/log/reading-import";
import { detectDateOrder } from "./date-order";
import { detectLayout, type Layout } from "./detect-layout";
import { possibleDividers } from "./dividers";
import { type FileHeading, readHeading } from "./file-heading";
import { seenInstead } from "./no-readings";
import { isEmptyCell } from "./no-value";
import { findOpenItems, proposedParts } from "./open-items";
import { monthNameIn } from "./parse-date";
import { parseNumber } from "./parse-number";
import { maxCells, maxColumns, type OpenItems, type ParsedFile, type UnreadableFile } from "./parsed-file";
import { cellText, linesOf, type ReadRows, type RowsPlan, readRows } from "./read-rows";
import { decodeBytes, decodeText, joinQuoted, splitLines, unquotedLines } from "./split-text";
import { timeText } from "./time-columns";
import { languagesWith } from "./time-words";
import { isOfUnitedStates } from "./zone-names";

const lineLength = 60_000;
const mostHeaderRows = 200;
const sampleLines = 400;
const sampleCharacters = 100_000;
const samplesPerColumn = 3;

/** The pattern takes quadratic time on a long cell. */
const numberLength = 60;
const numberLike = /^[<>≤≥~±]?\s?[+\-−]?\d+(?:[.,]\d+)?(?!.*[-/:]\d)/;

type Wanted = Pick<ImportOptions, "format" | "columns" | "timePattern" | "encoding">;

/** Yields every few milliseconds: half a million rows take seconds. */
export function* parseFile(bytes: Uint8Array, wanted: Wanted): Generator<void, ParsedFile | UnreadableFile> {
	if (bytes.byteLength === 0) return { problem: "empty" };
	if (bytes.byteLength > limits.importFileBytes) return { problem: "too-large" };
	const possible = possibleEncodings(bytes, decodeBytes);
	const chosen = wanted.format?.encoding ?? wanted.encoding;
	let first: ParsedFile | UnreadableFile | null = null;
	// With the wrong encoding, month names may be unreadable.
	for (const encoding of chosen ? [chosen] : possible) {
		const text = decodeText(bytes, encoding);
		const read =
			text === "binary" || text === "workbook" ? ({ problem: text } as const) : yield* parseText(text, wanted);
		if ("problem" in read) first ??= read;
		else return withEncoding(read, encoding, openEncoding(bytes, { possible, used: encoding }, decodeBytes));
	}
	return first ?? { problem: "no-readings" };
}

function withEncoding(file: TextFile, encoding: FileEncoding, open: OpenItems["encoding"]): ParsedFile {
	return { ...file, format: { ...file.format, encoding }, open: { ...file.open, encoding: open } };
}

type TextFile = Omit<ParsedFile, "open"> & { open: Omit<OpenItems, "encoding"> };

function* parseText(text: string, wanted: Wanted): Generator<void, TextFile | UnreadableFile> {
	const split = splitLines(text, { lines: serverLimits.importReadings + mostHeaderRows, lineLength });
	if (split === "too-many-lines") return { problem: "too-many-rows" };
	if (split === "line-too-long") return { problem: split };
	const lines = unquotedLines(split);
	if (lines.length === 0) return { problem: "empty" };
	const timePattern = wanted.format?.timePattern ?? wanted.timePattern ?? null;
	const found = detectLayout(firstOf(lines), {
		timePattern,
		...(wanted.format && { separator: wanted.format.separator }),
	});
	if (found === null && !wanted.format) {
		const seen = seenInstead(firstOf(lines), timePattern);
		return seen ? { problem: "no-readings", seen } : { problem: "no-readings" };
	}
	const { separator, headerRows, timeColumns } = wanted.format ??
		found ?? { separator: ",", headerRows: 0, timeColumns: [0] };
	const layout = { separator, headerRows, timeColumns, candidates: found?.candidates ?? [] };
	return yield* readTable(lines, layout, { ...wanted, ...(timePattern !== null && { timePattern }) });
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

function* readTable(lines: string[], layout: Layout, wanted: Wanted): Generator<void, TextFile | UnreadableFile> {
	const all = yield* joinQuoted(lines, layout.separator);
	const [header, body] = [all.slice(0, layout.headerRows), all.slice(layout.headerRows)];
	const heading = readHeading({ header, sample: spreadOf(body) }, layout);
	if (heading.names.length > maxColumns) return { problem: "too-many-columns" };
	const chosen = wanted.columns
		? [...new Set(wanted.columns.flatMap(({ column, channelId }) => (channelId === null ? [] : [column])))]
		: numericColumns(heading, layout).slice(0, Math.floor(maxCells / Math.max(body.length, 1)));
	if (chosen.length * body.length > maxCells) return { problem: "too-many-cells" };
	const { names, sample } = heading;
	const numeric = wanted.columns ? numericColumns(heading, layout) : chosen;
	const dividers = possibleDividers({ sample, names, timeColumns: layout.timeColumns, numeric });
	const times = sample.map((cells) => timeText(cells, layout.timeColumns));
	const spoken = languagesWith(new Set(times.flatMap((time) => monthNameIn(time) ?? [])));
	const read = yield* readAsDecided(
		body,
		{
			format: firstFormat(layout, wanted),
			zone: wanted.format?.zone ?? heading.zone,
			heading,
			linesAbove: header.reduce((sum, row) => sum + linesOf(row), 0),
			chosen,
			dividers,
			spoken,
		},
		wanted,
	);
	if (read.rows.line.length > serverLimits.importReadings) return { problem: "too-many-rows" };
	return parsedFile(read, { ...heading, zone: wanted.format?.zone ?? heading.zone }, layout);
}

function firstFormat(layout: Layout, { format, timePattern }: Wanted): RowsPlan["format"] {
	if (format) return { ...format, timePattern: timePattern ?? null };
	const { separator, headerRows, timeColumns } = layout;
	return {
		encoding: null,
		separator,
		headerRows,
		timeColumns,
		decimalSign: ".",
		dateOrder: "day-first",
		timePattern: timePattern ?? null,
		clockMinutes: null,
		divideBy: null,
		noValues: [],
	};
}

type AsDecided = { rows: ReadRows; plan: RowsPlan; orders: FileFormat["dateOrder"][] };

/** Reads with the sample's format, and again if all rows have another decimal sign or date order, or are divided. */
function* readAsDecided(body: string[], plan: RowsPlan, wanted: Wanted): Generator<void, AsDecided> {
	const decided = wanted.format ? plan.format : decideFormat(yield* readRows(spreadOf(body), plan), plan);
	let rows = yield* readRows(body, { ...plan, format: decided });
	const dates = orderOf(rows, plan);
	if (wanted.format) return { rows, plan, orders: dates.open };
	const whole = { ...decideFormat(rows, plan), divideBy: proposedParts(rows, plan.heading)[0]?.divideBy ?? null };
	const isAsRead =
		whole.decimalSign === decided.decimalSign && whole.dateOrder === decided.dateOrder && whole.divideBy === null;
	if (!isAsRead) rows = yield* readRows(body, { ...plan, format: whole });
	return { rows, plan: { ...plan, format: whole }, orders: dates.open };
}

function decideFormat(rows: ReadRows, plan: RowsPlan): RowsPlan["format"] {
	return { ...plan.format, decimalSign: rows.decimals.decide().sign, dateOrder: orderOf(rows, plan).order };
}

function orderOf({ times }: ReadRows, { format, heading }: RowsPlan): ReturnType<typeof detectDateOrder> {
	const named = format.timeColumns.map((column) => heading.names[column] ?? "").join(" ");
	const isAmerican = times.hasHalfDays || isOfUnitedStates(heading.zone);
	return detectDateOrder(times.dates, { rows: times.rows, heading: named, isAmerican });
}

function parsedFile({ rows, plan, orders }: AsDecided, heading: FileHeading, layout: Layout): TextFile {
	const hasOffset = rows.offsetMinutes.some((offset) => offset !== null);
	const texts = [...new Set(rows.partOf)];
	const index = new Map(texts.map((text, position) => [text, position]));
	const unitOf = (column: number) => heading.units[column] ?? rows.units.get(column) ?? null;
	const open = findOpenItems({ rows, plan, orders, candidates: layout.candidates });
	return {
		format: { ...plan.format, zone: heading.zone ?? open.zone?.zones[0] ?? null },
		open,
		columns: heading.names.map((name, column) => ({
			column,
			name,
			unit: unitOf(column),
			samples: samplesOf(heading.sample, column),
		})),
		line: rows.line,
		wallAt: rows.wallAt,
		offsetMinutes: hasOffset ? rows.offsetMinutes : null,
		cellCounts: rows.hasOddRows ? rows.cellCounts : null,
		otherHeader: rows.otherHeader.some((header) => header !== null) ? rows.otherHeader : null,
		parts:
			rows.partOf.length > 0 && texts.length <= limits.importParts
				? { texts, ofRow: rows.partOf.map((text) => index.get(text) ?? 0) }
				: null,
		values: rows.values,
	};
}

function numericColumns({ sample, names, millisecondColumn }: FileHeading, { timeColumns }: Layout): number[] {
	const isNumber = (cell: string) => parseNumber(cell, ".") !== null || parseNumber(cell, ",") !== null;
	return names.flatMap((_, column) => {
		if (timeColumns.includes(column) || column === millisecondColumn) return [];
		const texts = sample.map((cells) => cells[column] ?? "").filter((cell) => cell !== "");
		const said = texts.filter((cell) => !isEmptyCell(cell));
		const numbers = said.filter(isNumber);
		const nearly = said.filter((cell) => isNumber(cell) || (cell.length <= numberLength && numberLike.test(cell)));
		const isOfNumbers = numbers.length > 0 && nearly.length * 2 >= said.length;
		return isOfNumbers || (said.length === 0 && texts.length > 0) ? [column] : [];
	});
}

function samplesOf(rows: string[][], column: number): string[] {
	return rows
		.map((cells) => cellText(cells[column] ?? ""))
		.filter((cell) => cell !== "")
		.slice(0, samplesPerColumn);
}
