import { largestOf } from "../../shared/base/lists";
import type { FileFormat } from "../../shared/log/reading-import";
import { headerNames } from "./header-names";
import { isEmptyCell } from "./no-value";
import { parseClock } from "./parse-clock";
import { dayInOrder, readDate, type WrittenDate } from "./parse-date";
import { parseNumber } from "./parse-number";
import { parseNumberedTime, readWritten, type WrittenTime } from "./parse-time";
import { splitCells } from "./split-text";
import { type CellKind, isTimeWord, openTimeColumns, possibleTimeColumns, timeText } from "./time-columns";
import { createPatternReader } from "./time-pattern";

type Separator = FileFormat["separator"];

export type Layout = Pick<FileFormat, "separator" | "headerRows" | "timeColumns"> & {
	/** The possible time columns; several need the user's choice. The first is `timeColumns`. */
	candidates: number[][];
};

const clockLike = /^\P{L}{0,3}\d{1,2}:\d\d(?:\D|$)/u;
const separators = [",", ";", "\t", "|"] as const;

type Wanted = Pick<FileFormat, "timePattern"> & { separator?: Separator };

/** Detects the layout from a file's first lines. Null without rows with a time and a number. */
export function detectLayout(lines: readonly string[], { timePattern, separator }: Wanted): Layout | null {
	const tables = (separator === undefined ? separators : [separator]).map(
		(each) => new Table(lines, each, timePattern),
	);
	const found = tables.flatMap((table) => {
		const candidates = table.timeColumns();
		const score = Math.max(0, largestOf(candidates.map((columns) => table.scoreOf(columns))));
		return score > 0 ? [{ table, candidates, score }] : [];
	});
	const [best] = found.toSorted((a, b) => b.score - a.score);
	const layout = best?.table.layoutOf(best.candidates) ?? null;
	return layout !== null && best?.table.hasUnreadClock(layout) ? null : layout;
}

class Table {
	readonly #separator: Separator;
	readonly #rows: string[][];
	readonly #kinds: (CellKind | null)[][];
	readonly #pattern: ((text: string) => WrittenTime | null) | null;

	constructor(lines: readonly string[], separator: Separator, timePattern: string | null) {
		this.#separator = separator;
		this.#rows = splitCells(lines, separator);
		this.#pattern = timePattern === null ? null : createPatternReader(timePattern);
		this.#kinds = this.#rows.map((cells) => cells.map((cell) => this.#kindOf(cell)));
	}

	#kindOf(cell: string): CellKind | null {
		if (this.#pattern) return kindOfWritten(this.#pattern(cell));
		if (cell.length < 4 || !/\d/.test(cell)) return null;
		if (/^[+-]?\d+(?:[.,]\d+)?$/.test(cell)) {
			if (/^20\d{6}(?:\d{4}|\d{6})?$/.test(cell)) return kindOfWritten(readWritten(cell, readAnyDate));
			return parseNumberedTime(cell) === null ? null : "numbered";
		}
		return kindOfWritten(readWritten(cell, readAnyDate)) ?? (parseClock(cell) === null ? null : "clock");
	}

	timeColumns(): number[][] {
		const single = possibleTimeColumns(this.#kinds, this.#rows);
		if (single.length > 0 || !this.#pattern) return single;
		const pairs = (this.#rows[0] ?? []).map((_, column) => [column, column + 1]);
		const most = this.#rows.reduce((widest, { length }) => Math.max(widest, length), pairs.length);
		for (let column = pairs.length; column + 1 < most; column += 1) pairs.push([column, column + 1]);
		return pairs.filter((pair) => this.#rows.some((cells) => this.#hasTime(cells, pair))).slice(0, 1);
	}

	#hasTime(cells: readonly string[], timeColumns: readonly number[]): boolean {
		const text = timeText(cells, timeColumns);
		if (this.#pattern) return this.#pattern(text) !== null;
		const kind = this.#kindOf(text);
		return kind !== null && kind !== "clock";
	}

	scoreOf(timeColumns: number[]): number {
		return this.#rows.reduce((sum, cells) => sum + this.#understoodShare(cells, timeColumns), 0);
	}

	#understoodShare(cells: readonly string[], timeColumns: number[]): number {
		if (!this.#hasTime(cells, timeColumns)) return 0;
		let numbers = 0;
		let empty = 0;
		for (const [column, cell] of cells.entries()) {
			if (timeColumns.includes(column)) continue;
			if (isEmptyCell(cell)) empty += 1;
			else if (parseNumber(cell, ".") !== null || parseNumber(cell, ",") !== null) numbers += 1;
		}
		return numbers === 0 ? 0 : (timeColumns.length + numbers + empty) / cells.length;
	}

	layoutOf(possible: number[][]): Layout {
		const scored = possible.filter((columns) => this.scoreOf(columns) > 0);
		const headerRows = this.#headerRows(scored[0] ?? [0]);
		const header = this.#rows.slice(0, headerRows);
		const width = this.#rows.reduce((widest, { length }) => Math.max(widest, length), 0);
		const { names } = headerNames(header, width, scored[0]?.[0] ?? 0);
		const named = scored.map((columns) => (columns.length === 1 ? this.#withBareClock(columns, names) : columns));
		const heading = { candidates: this.#withoutCopies(named), nameOf: (column: number) => names[column] ?? "" };
		const candidates = openTimeColumns(heading, (columns) => this.#hasOffsets(columns));
		const [timeColumns = [0]] = candidates;
		return { separator: this.#separator, headerRows: this.#headerRows(timeColumns), timeColumns, candidates };
	}

	/** Drops a date and a clock that one column repeats. */
	#withoutCopies(candidates: readonly number[][]): number[][] {
		const seen = new Set<string>();
		return candidates.filter((columns) => {
			const times = this.#rows.map((cells) => {
				const written = readWritten(timeText(cells, columns), readAnyDate);
				const day = written && dayInOrder(written.date, "day-first");
				return written?.clock ? `${day} ${written.clock.sinceMidnightMs} ${written.clock.offsetMinutes}` : "";
			});
			const key = times.join(";");
			const isNew = !seen.has(key) || times.every((time) => time === "");
			seen.add(key);
			return isNew;
		});
	}

	/** Adds a time column of numbers such as 0053 to a date. */
	#withBareClock(columns: number[], names: readonly string[]): number[] {
		const [date = 0] = columns;
		const dated = this.#kinds.flatMap((kinds, row) => (kinds[date] === "date" ? [this.#rows[row] ?? []] : []));
		const isClock = (name: string, column: number) =>
			column !== date && isTimeWord(name) && dated.every((cells) => /^\d{3,4}$/.test(cells[column] ?? ""));
		const clock = dated.length === 0 ? -1 : names.findIndex(isClock);
		return clock < 0 ? columns : [date, clock];
	}

	hasUnreadClock({ headerRows, timeColumns }: Layout): boolean {
		if (timeColumns.length > 1 || this.#pattern) return false;
		const [date = 0] = timeColumns;
		const rows = this.#rows.slice(headerRows).filter((cells) => this.#kindOf(cells[date] ?? "") === "date");
		const isUnread = (cell: string) => clockLike.test(cell) && this.#kindOf(cell) === null;
		return rows.some((cells) => cells.some((cell, column) => column !== date && isUnread(cell)));
	}

	#hasOffsets([column = 0]: readonly number[]): boolean {
		const times = this.#rows.flatMap((cells) => readWritten(cells[column] ?? "") ?? []);
		return times.length > 0 && times.every(({ clock }) => clock !== null && clock.offsetMinutes !== null);
	}

	#headerRows(timeColumns: number[]): number {
		const isTimed = this.#rows.map((cells) => this.#hasTime(cells, timeColumns));
		const firstNumber = this.#rows.findIndex((cells) => this.#understoodShare(cells, timeColumns) > 0);
		const width = commonWidth(this.#rows.filter((_, row) => isTimed[row]));
		const isHeading = (cells: readonly string[], row: number) =>
			!isTimed[row] && cells.filter((cell) => cell !== "").length >= Math.max(2, width * 0.6);
		const lastHeading = this.#rows.slice(0, firstNumber).findLastIndex(isHeading);
		const isRow = (cells: readonly string[], row: number) =>
			row > lastHeading && isTimed[row] === true && cells.length * 2 >= width;
		return this.#rows.findIndex(isRow);
	}
}

function readAnyDate(text: string): WrittenDate | null {
	return readDate(text, "any");
}

function kindOfWritten(written: WrittenTime | null): CellKind | null {
	if (written === null) return null;
	return written.clock === null ? "date" : "whole";
}

export function commonWidth(rows: readonly string[][]): number {
	const counts = new Map<number, number>();
	for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
	const [common] = [...counts].toSorted(([widthA, a], [widthB, b]) => b - a || widthA - widthB);
	return common?.[0] ?? 0;
}
