import { dayMs, minuteMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import { counted } from "../../shared/formats/display-formats";
import type { RejectReason } from "../../shared/ingest/ingest";
import { isReadingValue } from "../../shared/ingest/reading-value";
import type { RejectedCell } from "../../shared/log/reading-import";
import type { Zone } from "../../shared/time/time-zones";
import type { UploadColumns } from "../base/reading-store";
import { parseNumber } from "./parse-number";
import type { Cell, ParsedFile } from "./parsed-file";
import { createWallClock } from "./wall-clock";

const listedInPreview = 100;
/** Some milliseconds per column. */
const rowsPerSlice = 50_000;
const mostLines = 10;

export type CellTarget = {
	channelIds: ReadonlyMap<number, string>;
	zone: Zone;
	now: number;
	/** Most rejections to list; all are counted. */
	mostListed?: number;
	part?: number | null;
	noValues?: readonly number[];
	/** Key: column. Converts to the unit of the channel. */
	conversions?: ReadonlyMap<number, (value: number) => number>;
};

export type TwoValues = { column: number; lines: [number, number]; values: [number, number] };

export type SkippedRows = { line: number; wallAt: number; rows: number };

export type ValidatedCells = {
	columns: UploadColumns;
	line: number[];
	column: number[];
	rowAt: (number | null)[];
	rejections: Rejections;
	noValues: Map<number, { count: number; lines: number[] }>;
	rowsWithoutValue: number;
	twoValues: TwoValues | null;
	skipped: SkippedRows | null;
};

class Rejections {
	count = 0;
	readonly reported: RejectedCell[] = [];
	readonly mostListed: number;

	constructor(mostListed: number) {
		this.mostListed = mostListed;
	}

	add(cell: RejectedCell): void {
		this.count += 1;
		if (this.reported.length < this.mostListed) this.reported.push(cell);
	}
}

type Read = { file: ParsedFile; target: CellTarget; times: (number | RejectReason)[]; into: ValidatedCells };
type Taken = { channel: number; column: number; cells: readonly Cell[] };

/** Calls `nextTurn` before each slice. */
export async function validateCells(
	file: ParsedFile,
	target: CellTarget,
	nextTurn: NextTurn = async () => {},
): Promise<ValidatedCells> {
	const { channelIds, mostListed = listedInPreview } = target;
	const targets = file.values.filter(({ column }) => channelIds.has(column));
	const { times, skipped } = await validateTimes(file, target, nextTurn);
	const into: ValidatedCells = {
		columns: { channelIds: targets.map(({ column }) => channelIds.get(column) ?? ""), channel: [], at: [], value: [] },
		line: [],
		column: [],
		rowAt: times.map((time) => (typeof time === "number" ? time : null)),
		rejections: new Rejections(mostListed),
		noValues: new Map(),
		rowsWithoutValue: 0,
		twoValues: null,
		skipped,
	};
	if (targets.length === 0) {
		for (let row = 0; row < times.length; row += 1)
			rejectOddRow(file, row, into) || rejectOfOtherHeader(file, row, into);
		return into;
	}
	const taken = targets.map(({ column, cells }, channel) => ({ channel, column, cells }));
	const read = { file, target, times, into };
	const disputed = await findDisputed(read, taken, nextTurn);
	await inSlices(times.length, nextTurn, (from, to) => {
		for (let row = from; row < to; row += 1) takeRow(read, taken, { row, disputed });
	});
	return into;
}

type NextTurn = () => Promise<void>;

async function inSlices(rows: number, nextTurn: NextTurn, act: (from: number, to: number) => void): Promise<void> {
	for (let from = 0; from < rows; from += rowsPerSlice) {
		await nextTurn();
		act(from, Math.min(rows, from + rowsPerSlice));
	}
}

type RowPosition = { row: number; disputed: ReadonlySet<number>[] };

function takeRow({ file, target, times, into }: Read, taken: readonly Taken[], { row, disputed }: RowPosition): void {
	if (!isOfPart(file, target, row)) return;
	const time = times[row] ?? "bad-time";
	const line = file.line[row] ?? 0;
	if (typeof time !== "number") {
		into.rejections.add({ line, column: null, reason: time, text: timeText(file.wallAt[row]) });
		return;
	}
	if (rejectOddRow(file, row, into) || rejectOfOtherHeader(file, row, into)) return;
	let isEmpty = true;
	// A loop by index: an iterator entry for each of a million cells would double the time.
	for (let channel = 0; channel < taken.length; channel += 1) {
		const column = taken[channel]?.column ?? 0;
		const cell = taken[channel]?.cells[row] ?? null;
		if (cell === null) continue;
		if (typeof cell === "string") {
			isEmpty = false;
			const reason = parseNumber(cell, file.format.decimalSign) === null ? "bad-value" : "other-unit";
			into.rejections.add({ line, column, reason, text: cell });
		} else if (target.noValues?.includes(cell)) addNoValue(into, cell, line);
		else if (disputed[channel]?.has(time)) {
			isEmpty = false;
			into.rejections.add({ line, column, reason: "same-time", text: String(cell) });
		} else if (!isReadingValue(valueIn(target, column, cell))) {
			isEmpty = false;
			into.rejections.add({ line, column, reason: "bad-value", text: String(cell) });
		} else {
			isEmpty = false;
			into.columns.channel.push(channel);
			into.columns.at.push(time);
			into.columns.value.push(valueIn(target, column, cell));
			into.line.push(line);
			into.column.push(column);
		}
	}
	if (isEmpty) into.rowsWithoutValue += 1;
}

function rejectOddRow({ cellCounts, line }: ParsedFile, row: number, { rejections }: ValidatedCells): boolean {
	const count = cellCounts?.[row] ?? null;
	if (count === null) return false;
	const reason = count === 0 ? "open-quote" : "cell-count";
	rejections.add({ line: line[row] ?? 0, column: null, reason, text: count === 0 ? "" : counted(count, "cell") });
	return true;
}

function rejectOfOtherHeader({ otherHeader, line }: ParsedFile, row: number, { rejections }: ValidatedCells): boolean {
	const header = otherHeader?.[row] ?? null;
	if (header === null) return false;
	rejections.add({ line: line[row] ?? 0, column: null, reason: "other-header", text: `Header in line ${header}` });
	return true;
}

export function valueIn({ conversions }: CellTarget, column: number, cell: number): number {
	const value = conversions?.get(column)?.(cell) ?? cell;
	return value === 0 ? 0 : value;
}

export function isOfPart({ parts }: ParsedFile, { part = null }: CellTarget, row: number): boolean {
	return part === null || parts?.ofRow[row] === part;
}

function addNoValue({ noValues }: ValidatedCells, value: number, line: number): void {
	const seen = noValues.get(value) ?? { count: 0, lines: [] };
	seen.count += 1;
	if (seen.lines.length < mostLines) seen.lines.push(line);
	noValues.set(value, seen);
}

/** Per channel, the times with different values, all of which are rejected. */
async function findDisputed(
	{ file, target, times, into }: Read,
	taken: readonly Taken[],
	nextTurn: NextTurn,
): Promise<Set<number>[]> {
	const disputed = taken.map(() => new Set<number>());
	if (isEachLater(times)) return disputed;
	const firstRows = taken.map(() => new Map<number, number>());
	const lookAt = (row: number) => {
		const time = times[row];
		if (typeof time !== "number" || !isOfPart(file, target, row)) return;
		for (const { channel, column, cells } of taken) {
			const value = cells[row] ?? null;
			if (typeof value !== "number" || target.noValues?.includes(value)) continue;
			const first = firstRows[channel]?.get(time);
			const before = first === undefined ? value : cells[first];
			if (first === undefined) firstRows[channel]?.set(time, row);
			else if (typeof before === "number" && before !== value) {
				disputed[channel]?.add(time);
				into.twoValues ??= { column, lines: [file.line[first] ?? 0, file.line[row] ?? 0], values: [before, value] };
			}
		}
	};
	await inSlices(times.length, nextTurn, (from, to) => {
		for (let row = from; row < to; row += 1) lookAt(row);
	});
	return disputed;
}

function isEachLater(times: readonly (number | RejectReason)[]): boolean {
	let [last, step] = [Number.NaN, 0];
	for (const time of times) {
		if (typeof time !== "number") continue;
		const now = Math.sign(time - last);
		if (now === 0 || (step !== 0 && now !== step)) return false;
		if (!Number.isNaN(now)) step = now;
		last = time;
	}
	return true;
}

type ValidatedTimes = { times: (number | RejectReason)[]; skipped: SkippedRows | null };

/** UTC ms of each row, or a rejection. Reads a newest-first file from its end. */
async function validateTimes(
	{ line, wallAt, offsetMinutes }: ParsedFile,
	{ zone, now }: Pick<CellTarget, "zone" | "now">,
	nextTurn: NextTurn,
): Promise<ValidatedTimes> {
	const utcOf = createWallClock(zone);
	let skipped: SkippedRows | null = null;
	const skip = (row: number, wall: number) => {
		skipped ??= { line: line[row] ?? 0, wallAt: wall, rows: 0 };
		skipped.rows += 1;
	};
	const times: (number | RejectReason)[] = new Array(wallAt.length);
	const walls = wallAt.filter((wall) => typeof wall === "number");
	const isNewestFirst = (walls[0] ?? 0) > (walls.at(-1) ?? 0);
	const timeOf = (row: number): number | RejectReason => {
		const wall = wallAt[row];
		if (typeof wall !== "number") return wall === "" ? "time-missing" : "bad-time";
		const offset = offsetMinutes?.[row] ?? null;
		// The zone throws outside its calendar.
		const isFarOff = wall < limits.ingestEarliestMs - dayMs || wall > now + limits.ingestFutureMs + dayMs;
		const at = isFarOff ? wall : offset === null ? utcOf(wall) : wall - offset * minuteMs;
		if (at === null) skip(row, wall);
		return at === null ? "bad-time" : (outOfBounds(at, now) ?? at);
	};
	await inSlices(wallAt.length, nextTurn, (from, to) => {
		for (let step = from; step < to; step += 1) {
			const row = isNewestFirst ? wallAt.length - 1 - step : step;
			times[row] = timeOf(row);
		}
	});
	return { times, skipped };
}

function outOfBounds(at: number, now: number): RejectReason | null {
	if (at > now + limits.ingestFutureMs) return "future";
	return at < limits.ingestEarliestMs ? "too-old" : null;
}

function timeText(wall: number | string | undefined): string {
	if (typeof wall !== "number") return wall ?? "";
	const date = new Date(wall);
	return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
}
