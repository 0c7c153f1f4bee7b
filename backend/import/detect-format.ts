import type { FileFormat } from "../../shared/reading-import";
import { type DecimalSign, isEmptyCell, parseNumber } from "./parse-number";
import {
	type DateOrder,
	openDateNumbers,
	parseClock,
	parseDate,
	parseNumberedTime,
	parseWrittenTime,
} from "./parse-time";
import { splitCells } from "./split-text";

type Layout = Pick<FileFormat, "separator" | "headerRows" | "timeColumns">;

const separators = [",", ";", "\t", "|"] as const;

export function detectLayout(lines: readonly string[]): Layout | null {
	let best: { layout: Layout; score: number } | null = null;
	for (const separator of separators) {
		const rows = [...splitCells(lines, separator)];
		for (const timeColumns of possibleTimeColumns(rows)) {
			const shares = rows.map((cells) => understoodShare(cells, timeColumns));
			const firstValue = shares.findIndex((share) => share > 0);
			const score = shares.reduce((sum, share) => sum + share, 0);
			if (firstValue < 0 || (best !== null && score <= best.score)) continue;
			const before = rows.slice(0, firstValue);
			const headerRows = before.findLastIndex((cells) => !isTimeAlone(cells, timeColumns)) + 1;
			best = { layout: { separator, headerRows, timeColumns }, score };
		}
	}
	return best?.layout ?? null;
}

/** Likeliest first: a header may hold a time, and a counter may look like one. */
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

function hasTime(cells: string[], [first = 0, second]: number[]): boolean {
	const time = cells[first] ?? "";
	if (second === undefined) return isWritten(time) || parseNumberedTime(time) !== null;
	return isDate(time) && parseClock(cells[second] ?? "") !== null;
}

/** A reading without a value, of which a file may begin with many. */
function isTimeAlone(cells: string[], timeColumns: number[]): boolean {
	return (
		hasTime(cells, timeColumns) && cells.every((cell, column) => timeColumns.includes(column) || isEmptyCell(cell))
	);
}

function understoodShare(cells: string[], timeColumns: number[]): number {
	if (!hasTime(cells, timeColumns)) return 0;
	let numbers = 0;
	let empty = 0;
	for (const [column, cell] of cells.entries()) {
		if (timeColumns.includes(column)) continue;
		if (isEmptyCell(cell)) empty += 1;
		else if (parseNumber(cell, ".") !== null || parseNumber(cell, ",") !== null) numbers += 1;
	}
	return numbers === 0 ? 0 : (timeColumns.length + numbers + empty) / cells.length;
}

type DetectedOrder = { order: DateOrder; isSure: boolean };

/** Detects the order from many dates: by a number above 12, else by the order that puts readings closer together. */
export function detectDateOrder(times: readonly string[]): DetectedOrder {
	const dates = [...new Set(times.map((text) => text.split(/[T\s,]/)[0] ?? ""))];
	const open = dates.flatMap((date) => {
		const numbers = openDateNumbers(date);
		return numbers ? [{ date, numbers }] : [];
	});
	if (open.length === 0) return { order: "year-first", isSure: true };
	const candidates = (["day-first", "month-first", "year-first"] as const).flatMap((order) => {
		const spanMs = spanOf(open, order);
		return spanMs === null ? [] : [{ order, spanMs }];
	});
	const [first, ...others] = candidates.sort((a, b) => a.spanMs - b.spanMs);
	if (!first) return { order: mostlyMonthFirst(open) ? "month-first" : "day-first", isSure: false };
	// A two-digit year in front is accepted only if no other order is as close.
	const asClose = others.filter(({ order, spanMs }) => spanMs === first.spanMs && order !== "year-first");
	if (asClose.length === 0) return { order: first.order, isSure: true };
	if (open.some(({ date }) => date.includes("."))) return { order: "day-first", isSure: true };
	return { order: times.some((text) => /[ap]\.?\s?m\.?$/i.test(text)) ? "month-first" : "day-first", isSure: false };
}

type OpenDate = { date: string; numbers: [number, number, number] };

function spanOf(open: OpenDate[], order: DateOrder): number | null {
	let least = Number.POSITIVE_INFINITY;
	let most = Number.NEGATIVE_INFINITY;
	for (const { date } of open) {
		const day = parseDate(date, order);
		if (day === null) return null;
		const at = Date.UTC(day.year, day.month - 1, day.day);
		least = Math.min(least, at);
		most = Math.max(most, at);
	}
	return most - least;
}

function mostlyMonthFirst(open: OpenDate[]): boolean {
	const fitting = (order: DateOrder) => open.filter(({ date }) => parseDate(date, order) !== null).length;
	return fitting("month-first") > fitting("day-first");
}

export function detectDecimalSign(cells: readonly string[]): DecimalSign {
	let commas = 0;
	let points = 0;
	for (const cell of cells) {
		if (/^[+-]?\d+,\d+\D*$/.test(cell)) commas += 1;
		else if (/^[+-]?\d*\.\d+\D*$/.test(cell)) points += 1;
	}
	return commas > points ? "," : ".";
}
