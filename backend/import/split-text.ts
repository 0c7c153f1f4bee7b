import Papa from "papaparse";
import { unguardedCell } from "../../shared/base/csv-cell";
import type { FileEncoding, FileFormat } from "../../shared/log/reading-import";

const linesPerBlock = 1_000;
const charactersPerBlock = 100_000;
const linesPerCell = 100;
/** Some patterns take quadratic time on a long cell. */
const longestCell = 300;

type NoText = "binary" | "workbook";

const workbookMark = [0x50, 0x4b, 0x03, 0x04];

/** The zeros of the scripts that loggers and spreadsheets write numbers in; nine more digits follow each. */
const zeros = [
	0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0xff10,
];
const otherDigits = /[^\P{Nd}0-9]/gu;
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Writes the digits of all scripts as 0 to 9, and the Arabic signs beside them as `.` and `%`. */
export function latinDigits(text: string): string {
	if (!/[\u0660-\uff19]/.test(text)) return text;
	return text
		.replace(otherDigits, (digit) => {
			const code = digit.codePointAt(0) ?? 0;
			const zero = zeros.findLast((each) => each <= code) ?? 0;
			return code - zero > 9 ? digit : String(code - zero);
		})
		.replace(/(?<=\d)٫(?=\d)/g, ".")
		.replace(/(?<=\d)٬(?=\d)/g, "")
		.replaceAll("٪", "%")
		.replace(directionMarks, "");
}

export function decodeBytes(bytes: Uint8Array, encoding: FileEncoding): string {
	return new TextDecoder(encoding).decode(bytes);
}

export function decodeText(bytes: Uint8Array, encoding: FileEncoding): string | NoText {
	if (workbookMark.every((byte, index) => bytes[index] === byte)) return "workbook";
	const text = latinDigits(decodeBytes(bytes, encoding));
	return text.includes("\0") ? withoutPadding(text) : text;
}

/** Removes NUL bytes before a line, which a power failure leaves. Others become U+FFFD, which is not part of a number. */
function withoutPadding(text: string): string | NoText {
	const plain = text.replace(/(^|[\r\n])\0+/g, "$1");
	return /[^\P{Cc}\t\n\v\f\r\0]/u.test(plain) ? "binary" : plain.replace(/\0+/g, "\uFFFD");
}

type LineLimits = { lines: number; lineLength: number };

/** Splits at any line ending. Checks the limits first, so that a hostile file is never split. */
export function splitLines(text: string, limits: LineLimits): string[] | "too-many-lines" | "line-too-long" {
	const plain = text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
	let count = 0;
	for (let from = 0; from <= plain.length; ) {
		const newline = plain.indexOf("\n", from);
		const end = newline < 0 ? plain.length : newline;
		if (end - from > limits.lineLength) return "line-too-long";
		count += 1;
		if (count > limits.lines) return "too-many-lines";
		from = end + 1;
	}
	const lines = plain.split("\n");
	while (lines.at(-1)?.trim() === "") lines.pop();
	return lines;
}

const quotedLine = /^"(?:[^"]|"")*"$/;

/** Removes the quotes of lines that are each quoted as a whole, as spreadsheets save a file that they did not divide. */
export function unquotedLines(lines: string[]): string[] {
	if (!lines.every((line) => line === "" || quotedLine.test(line))) return lines;
	return lines.map((line) => line.slice(1, -1).replaceAll('""', '"'));
}

type Separator = FileFormat["separator"];

/** Joins the lines of each quoted cell. A quote that closes nowhere, or in a line that begins like its own, hides no row. */
export function* joinQuoted(lines: readonly string[], separator: Separator): Generator<void, string[]> {
	const rows: string[] = [];
	for (let from = 0; from < lines.length; ) {
		const row = opensQuote(lines[from] ?? "", separator)
			? joinedFrom(lines, from, separator)
			: lines.slice(from, from + 1);
		rows.push(row.join("\n"));
		from += row.length;
		if (rows.length % linesPerBlock === 0) yield;
	}
	return rows;
}

function joinedFrom(lines: readonly string[], from: number, separator: Separator): string[] {
	const most = Math.min(lines.length, from + linesPerCell);
	let end = from + 1;
	while (end < most && !hasOddQuotes(lines[end] ?? "")) end += 1;
	const [first = "", ...rest] = lines.slice(from, end + 1);
	const { data, errors } = read([first, ...rest].join("\n"), separator);
	const begin = beginOf(first, separator);
	const isOfRows = /\d/.test(begin) && rest.some((line) => beginOf(line, separator) === begin);
	return data.length === 1 && errors.length === 0 && !isOfRows ? [first, ...rest] : [first];
}

function beginOf(line: string, separator: Separator): string {
	return line.slice(0, longestCell).split(separator, 1)[0]?.replace(/\d+/g, "0") ?? "";
}

function opensQuote(line: string, separator: Separator): boolean {
	return (line.startsWith('"') || line.includes(`${separator}"`)) && hasOddQuotes(line);
}

function hasOddQuotes(line: string): boolean {
	let isOdd = false;
	for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) isOdd = !isOdd;
	return isOdd;
}

export function hasOpenQuote(row: string, separator: Separator): boolean {
	return row.includes('"') && read(row, separator).errors.some(({ code }) => code === "MissingQuotes");
}

export function splitCells(lines: readonly string[], separator: Separator): string[][] {
	const rows = finished(joinQuoted(lines, separator));
	return [...splitBlocks(rows, separator)].flatMap((block) => block.map(({ cells }) => cells));
}

function finished<Result>(work: Generator<void, Result>): Result {
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
	}
}

export function* splitBlocks(
	rows: readonly string[],
	separator: Separator,
): Generator<{ cells: string[]; row: string }[]> {
	for (let from = 0, to = 0; from < rows.length; from = to) {
		for (let characters = 0; to < rows.length && to < from + linesPerBlock && characters < charactersPerBlock; to += 1)
			characters += rows[to]?.length ?? 0;
		const block = rows.slice(from, to);
		const { data, errors } = read(block.join("\n"), separator);
		const isWell = data.length === block.length && errors.length === 0;
		yield block.map((row, index) => ({
			row,
			cells: ((isWell ? data[index] : readRow(row, separator)) ?? []).map((cell) => cellOf(cell, separator)),
		}));
	}
}

/** Text behind a quoted part, such as `"Counter" (moves)`, belongs to the cell. */
function readRow(row: string, separator: Separator): string[] | undefined {
	const { data, errors } = read(row, separator);
	if (!errors.some(({ code }) => code === "InvalidQuotes")) return data[0];
	return read(row.replace(textBehindQuotes[separator], '$1"$2$3"'), separator).data[0];
}

const textBehindQuotes: Record<Separator, RegExp> = {
	",": /(^|,)"((?:[^"]|"")*)"([^,"]+)(?=,|$)/g,
	";": /(^|;)"((?:[^"]|"")*)"([^;"]+)(?=;|$)/g,
	"\t": /(^|\t)"((?:[^"]|"")*)"([^\t"]+)(?=\t|$)/g,
	"|": /(^|\|)"((?:[^"]|"")*)"([^|"]+)(?=\||$)/g,
};

function read(text: string, delimiter: Separator) {
	return Papa.parse<string[]>(text, { delimiter, newline: "\n" });
}

function cellOf(text: string, delimiter: Separator): string {
	const trimmed = text.trim();
	const short = trimmed.length > longestCell ? `${trimmed.slice(0, longestCell - 1)}…` : trimmed;
	return unguardedCell(short.replace(/\s*\n\s*/g, " "), delimiter);
}

export function usedCells(cells: readonly string[]): number {
	let used = cells.length;
	while (used > 0 && (cells[used - 1] ?? "").trim() === "") used -= 1;
	return used;
}
