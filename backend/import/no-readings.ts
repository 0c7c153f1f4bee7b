import { isEmptyCell } from "./no-value";
import { parseClock } from "./parse-clock";
import { parseNumber } from "./parse-number";
import { readWritten } from "./parse-time";
import type { SeenInstead } from "./parsed-file";
import { cellText } from "./read-rows";
import { splitCells } from "./split-text";

const timeLike =
	/\d{1,2}[:.h]\d\d(?:\D|$)|\d{1,4}[-/.]\s?(?:\d{1,2}|\p{L}{3,})[-/.]\s?\d{1,4}|\d\s\p{L}{3,}\.?\s\d|年|년/u;

export function seenInstead(lines: readonly string[], timePattern: string | null): SeenInstead | null {
	for (const separator of [";", "\t", "|", ","] as const) {
		const rows = splitCells(lines, separator).filter((cells) => cells.filter((cell) => cell !== "").length > 1);
		const timed = timeLikeColumns(rows);
		const isUnread = (text: string) =>
			timePattern !== null || (readWritten(text) === null && parseClock(text) === null);
		for (const column of timed) {
			const cell = rows.map((cells) => cells[column] ?? "").find((text) => timeLike.test(text) && isUnread(text));
			if (cell !== undefined)
				return { rows: countTimed(rows, column), column, text: cellText(cell), why: whyNot(cell) };
		}
		const [time] = timed;
		if (time === undefined) continue;
		const [value, column] = firstUnread(
			rows.filter((cells) => timeLike.test(cells[time] ?? "")),
			timed,
		);
		if (value !== null) return { rows: countTimed(rows, time), column, text: cellText(value), why: "number" };
		const clock = rows.map((cells) => cells[time] ?? "").find((text) => parseClock(text) !== null);
		if (clock !== undefined)
			return { rows: countTimed(rows, time), column: time, text: cellText(clock), why: "no-date" };
	}
	return null;
}

function whyNot(text: string): SeenInstead["why"] {
	const hasClock = /\d:\d\d/.test(text);
	if (!hasClock) return "date";
	return parseClock(text) === null && /^\d{1,2}:\d\d/.test(text) ? "clock" : "time";
}

function countTimed(rows: readonly string[][], column: number): number {
	return rows.filter((cells) => timeLike.test(cells[column] ?? "")).length;
}

function timeLikeColumns(rows: readonly string[][]): number[] {
	const counts = new Map<number, number>();
	for (const cells of rows) {
		for (const [column, cell] of cells.entries())
			if (cell.length <= 60 && timeLike.test(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
	}
	return [...counts].filter(([, count]) => count * 2 >= rows.length).map(([column]) => column);
}

function firstUnread(rows: readonly string[][], timed: readonly number[]): [text: string | null, column: number] {
	const isNumber = (cell: string) => parseNumber(cell, ".") !== null || parseNumber(cell, ",") !== null;
	for (const cells of rows) {
		const column = cells.findIndex((cell, index) => !timed.includes(index) && !isEmptyCell(cell) && !isNumber(cell));
		if (column >= 0) return [cells[column] ?? "", column];
	}
	return [null, 0];
}
