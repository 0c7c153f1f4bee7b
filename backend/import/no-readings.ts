import { isEmptyCell } from "./no-value";
import { parseClock } from "./parse-clock";
import { readWritten } from "./parse-time";
import type { SeenInstead } from "./parsed-file";
import { cellText } from "./read-rows";
import { splitCells } from "./split-text";

const timeLike =
	/\d{1,2}[:.h]\d\d(?:\D|$)|\d{1,4}[-/.]\s?(?:\d{1,2}|\p{L}{3,})[-/.]\s?\d{1,4}|\d\s\p{L}{3,}\.?\s\d|年|년/u;

/** What was seen where no row has a time and a number. Null: nothing that looks like a time. */
export function seenInstead(lines: readonly string[], timePattern: string | null): SeenInstead | null {
	for (const separator of [";", "\t", "|", ","] as const) {
		const rows = [...splitCells(lines, separator)].filter((cells) => cells.filter((cell) => cell !== "").length > 1);
		const found = fullestColumn(rows);
		if (found === null) continue;
		const timed = rows.filter((cells) => timeLike.test(cells[found] ?? ""));
		const isUnread = (text: string) => timePattern !== null || readWritten(text) === null;
		const unread = timed.find((cells) => isUnread(cells[found] ?? ""));
		if (unread)
			return {
				rows: timed.length,
				column: found,
				text: cellText(unread[found] ?? ""),
				why: whyNot(unread[found] ?? ""),
			};
		const [value, column] = firstValue(timed, found);
		if (value !== null) return { rows: timed.length, column, text: cellText(value), why: "number" };
	}
	return null;
}

function whyNot(text: string): SeenInstead["why"] {
	const hasClock = /\d:\d\d/.test(text);
	if (!hasClock) return "date";
	return parseClock(text) === null && /^\d{1,2}:\d\d/.test(text) ? "clock" : "time";
}

function fullestColumn(rows: readonly string[][]): number | null {
	const counts = new Map<number, number>();
	for (const cells of rows) {
		for (const [column, cell] of cells.entries())
			if (cell.length <= 60 && timeLike.test(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
	}
	const [fullest] = [...counts].toSorted(([, a], [, b]) => b - a);
	return fullest && fullest[1] * 2 >= rows.length ? fullest[0] : null;
}

function firstValue(rows: readonly string[][], time: number): [text: string | null, column: number] {
	for (const cells of rows) {
		const column = cells.findIndex((cell, index) => index !== time && !isEmptyCell(cell));
		if (column >= 0) return [cells[column] ?? "", column];
	}
	return [null, 0];
}
