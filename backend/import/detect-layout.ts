import type { FileFormat } from "../../shared/reading-import";
import { parseDate } from "./parse-date";
import { isEmptyCell, parseNumber } from "./parse-number";
import { parseClock, parseNumberedTime, parseWrittenTime } from "./parse-time";
import { splitCells } from "./split-cells";

type Layout = Pick<FileFormat, "separator" | "headerRows" | "timeColumns">;

const separators = [",", ";", "\t", "|"] as const;

/** Where the readings of a file stand, told from its first lines: what makes times and numbers of most of them. Null: nowhere. */
export function detectLayout(lines: readonly string[]): Layout | null {
	let best: { layout: Layout; score: number } | null = null;
	for (const separator of separators) {
		const rows = [...splitCells(lines, separator)];
		for (const timeColumns of possibleTimeColumns(rows)) {
			const shares = rows.map((cells) => understoodShare(cells, timeColumns));
			const headerRows = shares.findIndex((share) => share > 0);
			const score = shares.reduce((sum, share) => sum + share, 0);
			if (headerRows >= 0 && (best === null || score > best.score))
				best = { layout: { separator, headerRows, timeColumns }, score };
		}
	}
	return best?.layout ?? null;
}

/** Where the time may stand, the likeliest first: a header may hold a time as well, and a counter may look like one. */
function possibleTimeColumns(rows: string[][]): number[][] {
	const whole = fullestColumn(rows, isWritten);
	const date = fullestColumn(rows, isDate);
	const clock = fullestColumn(rows, (cell) => parseClock(cell) !== null);
	const numbered = fullestColumn(rows, (cell) => parseNumberedTime(cell) !== null);
	return [
		whole === null ? [] : [whole],
		date === null || clock === null || date === clock ? [] : [date, clock],
		numbered === null ? [] : [numbered],
	].filter(({ length }) => length > 0);
}

/** The column in which most rows hold such a cell, the first of equals. */
function fullestColumn(rows: string[][], isSuch: (cell: string) => boolean): number | null {
	const counts: number[] = [];
	for (const cells of rows) {
		for (const [column, cell] of cells.entries()) if (isSuch(cell)) counts[column] = (counts[column] ?? 0) + 1;
	}
	let fullest: number | null = null;
	for (const [column, count = 0] of counts.entries()) {
		if (count > (fullest === null ? 0 : (counts[fullest] ?? 0))) fullest = column;
	}
	return fullest;
}

const orders = ["day-first", "month-first", "year-first"] as const;

function isWritten(cell: string): boolean {
	return orders.some((order) => parseWrittenTime(cell, order) !== null);
}

function isDate(cell: string): boolean {
	return orders.some((order) => parseDate(cell, order) !== null);
}

/** How much of a row is a time, a number or left empty; 0 for a row that is no reading. */
function understoodShare(cells: string[], timeColumns: number[]): number {
	const [first = 0, second] = timeColumns;
	const time = cells[first] ?? "";
	const hasTime =
		second === undefined
			? isWritten(time) || parseNumberedTime(time) !== null
			: isDate(time) && parseClock(cells[second] ?? "") !== null;
	if (!hasTime) return 0;
	let numbers = 0;
	let empty = 0;
	for (const [column, cell] of cells.entries()) {
		if (timeColumns.includes(column)) continue;
		if (isEmptyCell(cell)) empty += 1;
		else if (parseNumber(cell, ".") !== null || parseNumber(cell, ",") !== null) numbers += 1;
	}
	return numbers === 0 ? 0 : (timeColumns.length + numbers + empty) / cells.length;
}
