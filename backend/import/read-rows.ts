import { knownUnit, unitKey } from "../../shared/formats/unit-spellings";
import type { FileFormat } from "../../shared/log/reading-import";
import type { Zone } from "../../shared/time/time-zones";
import { DecimalEvidence } from "./decimal-sign";
import { type Divider, DividerTexts, partOfRow } from "./dividers";
import { type FileHeading, lineText } from "./file-heading";
import { isEmptyCell, isWord } from "./no-value";
import { NoValueSearch } from "./no-value-search";
import { readNumber } from "./parse-number";
import { type Cell, maxCellText, type ParsedFile } from "./parsed-file";
import { hasOpenQuote, splitBlocks, usedCells } from "./split-text";
import { timeText } from "./time-columns";
import { TimeReader } from "./time-reader";
import { createOffsetsOfNames, offsetOfText } from "./zone-names";

type KnownFormat = Omit<FileFormat, "zone">;

export type RowsPlan = {
	format: KnownFormat;
	zone: Zone | null;
	heading: FileHeading;
	linesAbove: number;
	chosen: readonly number[];
	dividers: readonly Divider[];
	spoken: ReadonlySet<string> | null;
};

export type ReadRows = Pick<ParsedFile, "line" | "wallAt" | "values"> & {
	offsetMinutes: (number | null)[];
	cellCounts: (number | null)[];
	hasOddRows: boolean;
	/** Line of the header above a row; null for the first header. */
	otherHeader: (number | null)[];
	partOf: string[];
	blockOf: string[];
	times: TimeReader;
	offsetOfName: (name: string) => number | null;
	decimals: DecimalEvidence;
	dividers: DividerTexts;
	noValues: NoValueSearch;
	/** Per column, the first unit in its cells. */
	units: Map<number, string>;
};

/** Reads all rows in one pass, and collects open questions. Yields after each block. */
export function* readRows(rows: readonly string[], plan: RowsPlan): Generator<void, ReadRows> {
	const { format, heading } = plan;
	const read: ReadRows = {
		line: [],
		wallAt: [],
		offsetMinutes: [],
		cellCounts: [],
		hasOddRows: false,
		otherHeader: [],
		partOf: [],
		blockOf: [],
		values: plan.chosen.map((column) => ({ column, cells: [] })),
		times: new TimeReader({ ...format, spoken: plan.spoken }),
		offsetOfName: createOffsetsOfNames(plan.zone),
		decimals: new DecimalEvidence(format.separator),
		dividers: new DividerTexts(plan.dividers),
		noValues: new NoValueSearch(heading.declaredNoValues),
		units: new Map(),
	};
	const block = new BlockFollower(heading);
	const header = new HeaderFollower(heading, format.timeColumns);
	let nextLine = plan.linesAbove + 1;
	for (const split of splitBlocks(rows, format.separator)) {
		for (const { cells, row } of split) {
			take(cells, row, nextLine);
			nextLine += linesOf(row);
		}
		yield;
	}
	return read;

	function take(cells: string[], row: string, lineNumber: number): void {
		if (cells.every((cell) => cell === "")) return;
		read.line.push(lineNumber);
		const { least, most } = heading.cells;
		const isOpen = cells.length < most && hasOpenQuote(row, format.separator);
		const isOdd = isOpen || cells.length < least || usedCells(cells) > most;
		read.cellCounts.push(isOdd ? (isOpen ? 0 : usedCells(cells)) : null);
		read.hasOddRows ||= isOdd;
		readTime(read, cells, plan);
		const otherHeader = header.of(cells, lineNumber);
		read.otherHeader.push(otherHeader);
		for (const { column, cells: into } of read.values)
			into.push(isOdd || otherHeader !== null ? null : readCell(read, { cells, column, line: lineNumber }, plan));
		read.dividers.add(cells);
		read.blockOf.push(block.of(cells, typeof read.wallAt.at(-1) === "number"));
		if (format.divideBy?.by === "columns") read.partOf.push(partOfRow(cells, format.divideBy.columns));
		else if (format.divideBy?.by === "block") read.partOf.push(read.blockOf.at(-1) ?? "");
	}
}

export function linesOf(row: string): number {
	return row.split("\n").length;
}

class BlockFollower {
	readonly #naming: string | null;
	#block: string;
	#above = "";

	constructor({ naming, above }: FileHeading) {
		this.#naming = naming === null ? null : lineText(naming);
		this.#block = above;
	}

	of(cells: readonly string[], hasTime: boolean): string {
		if (hasTime || this.#naming === null) {
			this.#above = "";
			return this.#block;
		}
		const text = lineText(cells);
		if (text !== this.#naming) this.#above = text;
		// Without a line above it, a repeated header continues the block.
		else if (this.#above !== "") this.#block = this.#above;
		return this.#block;
	}
}

/** Follows changed headers: a logger that was set up again appends other columns. */
class HeaderFollower {
	readonly #naming: string | null;
	readonly #timeNames: readonly string[];
	readonly #timeColumns: readonly number[];
	#other: number | null = null;

	constructor({ naming }: FileHeading, timeColumns: readonly number[]) {
		this.#naming = naming === null ? null : lineText(naming);
		this.#timeNames = timeColumns.map((column) => naming?.[column] ?? "");
		this.#timeColumns = timeColumns;
	}

	of(cells: readonly string[], line: number): number | null {
		if (this.#naming === null || this.#timeNames.includes("")) return null;
		const isHeader = this.#timeColumns.every((column, index) => cells[column] === this.#timeNames[index]);
		if (isHeader) this.#other = lineText(cells) === this.#naming ? null : line;
		return this.#other;
	}
}

function readTime(read: ReadRows, cells: readonly string[], { format, heading }: RowsPlan): void {
	const half = heading.halfColumn === null ? "" : ` ${cells[heading.halfColumn] ?? ""}`;
	const written = (timeText(cells, format.timeColumns) + half).trim();
	const time = read.times.read(written, read.line.at(-1) ?? 0);
	read.wallAt.push(time === null ? cellText(written) : time.wallMs + millisecondsIn(cells, heading));
	read.offsetMinutes.push(
		time === null ? null : (time.offsetMinutes ?? offsetBeside(read, cells, heading, time.zoneName)),
	);
}

function offsetBeside(
	{ offsetOfName }: ReadRows,
	cells: readonly string[],
	{ zoneColumn }: FileHeading,
	zoneName: string | null = null,
): number | null {
	const text = zoneName ?? (zoneColumn === null ? "" : (cells[zoneColumn] ?? ""));
	const offset = offsetOfText(text);
	return offset === "ambiguous" ? offsetOfName(text) : offset;
}

function millisecondsIn(cells: readonly string[], { millisecondColumn }: FileHeading): number {
	const text = millisecondColumn === null ? "" : (cells[millisecondColumn] ?? "");
	return /^\d{1,3}$/.test(text) ? Number(text) : 0;
}

type CellPosition = { cells: readonly string[]; column: number; line: number };

function readCell(read: ReadRows, index: CellPosition, { format, heading }: RowsPlan): Cell {
	const { cells, column, line } = index;
	const text = cells[column] ?? "";
	if (text === "") return null;
	const number = readNumber(text, format.decimalSign);
	if (number === null) {
		if (isEmptyCell(text) || (isWord(text) && typeof read.wallAt.at(-1) === "number")) {
			read.noValues.addWord(text, column, line);
			return null;
		}
		read.decimals.add(text, column, line);
		return cellText(text);
	}
	read.decimals.add(text, column, line);
	const said = number.unit ?? unitBeside(cells, column, heading);
	if (said !== null) {
		const unit = heading.units[column] ?? read.units.get(column) ?? knownUnit(said) ?? said;
		read.units.set(column, unit);
		const isOfPart = number.unit === null && isDividing(format, heading.unitColumn);
		if (!isOfPart && unitKey(unit) !== unitKey(said)) return cellText(number.unit === null ? `${text} ${said}` : text);
	}
	read.noValues.addNumber(number.value, column, line);
	return number.value;
}

function unitBeside(cells: readonly string[], column: number, { unitColumn, units }: FileHeading): string | null {
	if (unitColumn === null || unitColumn.of !== column) return null;
	const text = cells[unitColumn.column] ?? "";
	return text === "" ? (units[column] ?? null) : text;
}

function isDividing({ divideBy }: KnownFormat, unitColumn: FileHeading["unitColumn"]): boolean {
	return divideBy?.by === "columns" && unitColumn !== null && divideBy.columns.includes(unitColumn.column);
}

export function cellText(text: string): string {
	return text.slice(0, maxCellText).replace(/\p{Cc}/gu, " ");
}
