import Papa from "papaparse";
import { unguardedCell } from "../../shared/base/csv-cell";
import type { FileEncoding, FileFormat } from "../../shared/log/reading-import";

const linesPerBlock = 1_000;
const charactersPerBlock = 100_000;
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

type Separator = FileFormat["separator"];

/** Each line is a row, so an unclosed quote spoils one line only. */
export function splitCells(lines: readonly string[], separator: Separator): string[][] {
	return [...splitBlocks(lines, separator)].flat();
}

export function* splitBlocks(lines: readonly string[], separator: Separator): Generator<string[][]> {
	for (let from = 0, to = 0; from < lines.length; from = to) {
		for (let characters = 0; to < lines.length && to < from + linesPerBlock && characters < charactersPerBlock; to += 1)
			characters += lines[to]?.length ?? 0;
		const block = lines.slice(from, to);
		const rows = parse(block.join("\n"), separator);
		yield rows.length === block.length ? rows : block.map((line) => parse(line, separator)[0] ?? []);
	}
}

function parse(text: string, delimiter: Separator): string[][] {
	const { data } = Papa.parse<string[]>(text, { delimiter, newline: "\n" });
	return data.map((row) => row.map((cell) => cellOf(cell, delimiter)));
}

function cellOf(text: string, delimiter: Separator): string {
	const trimmed = text.trim();
	return unguardedCell(trimmed.length > longestCell ? `${trimmed.slice(0, longestCell - 1)}…` : trimmed, delimiter);
}

export function usedCells(cells: readonly string[]): number {
	let used = cells.length;
	while (used > 0 && (cells[used - 1] ?? "").trim() === "") used -= 1;
	return used;
}
