import { dayMs, hourMs, minuteMs, secondMs } from "../base/durations";
import { groupedBy } from "../base/lists";
import { positionFrom } from "../base/sorted";
import { firstInstantAt, type TimeRange, type Zone, zoneOffsetMinutes } from "../time/time-zones";

/** Compared spans share one axis: ms on the wall clock since each span began, so midnights align across clock changes. */

/** The instant shifted so that its UTC fields read as local time. */
function wallMs(zone: Zone, at: number): number {
	return at + zoneOffsetMinutes(zone, at) * minuteMs;
}

/** The wall time at which a span begins; at a skip the time before it, so that a skipped midnight is still a midnight. */
export function startWall(zone: Zone, from: number): number {
	return Math.min(wallMs(zone, from), wallMs(zone, from - 1) + 1);
}

export function endWall(zone: Zone, to: number): number {
	return wallMs(zone, to - 1) + 1;
}

export function wallLength(zone: Zone, { from, to }: TimeRange): number {
	return endWall(zone, to) - startWall(zone, from);
}

/** A repeated hour has the same elapsed ms twice; a skipped hour has none. */
export function elapsedMs(zone: Zone, from: number, at: number): number {
	return wallMs(zone, at) - startWall(zone, from);
}

/** The first instant (epoch ms) with this elapsed time; for a skipped time the instant of the skip. */
export function instantAfter(zone: Zone, from: number, elapsed: number): number {
	return firstInstantAt(zone, startWall(zone, from) + elapsed);
}

const steps = [
	...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
	...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
	...[1, 2, 3, 4, 6, 12].map((hours) => hours * hourMs),
	...[1, 2, 7].map((days) => days * dayMs),
];
const mostSteps = 200;
const fewestSteps = 12;

/**
 * At most 200 steps fit in `longestMs`. `intervalMs`, the slowest usual interval of readings, makes steps longer, but
 * at least twelve remain: one slow channel must not flatten the others.
 */
export function comparedStep(longestMs: number, intervalMs: number): number {
	const least = Math.max(longestMs / mostSteps, Math.min(intervalMs, longestMs / fewestSteps));
	return steps.find((step) => step >= least) ?? Math.ceil(least / (7 * dayMs)) * 7 * dayMs;
}

/** Columns of equal length, ascending by `at`. `at`: mean elapsed ms of the readings in a step. Empty steps are omitted. */
export type ComparedPoints = { at: number[]; mean: number[]; min: number[]; max: number[] };

/** Single readings if `min` and `max` are empty, else buckets with `at` in their middle. Times are epoch ms. */
type SeriesColumns = { at: number[]; value: number[]; min: number[]; max: number[]; sum?: number[] | undefined };
/** `isSummed`: the values of a step add up, and its "mean" is their sum. `isTurning`: a step has its first value. */
type StepsRequest = {
	zone: Zone;
	from: number;
	to: number;
	stepMs: number;
	isSummed?: boolean;
	isTurning?: boolean;
};

export function pointsInSteps({ at, value, min, max, sum }: SeriesColumns, request: StepsRequest): ComparedPoints {
	const { zone, from, to, stepMs, isSummed = false, isTurning = false } = request;
	const start = startWall(zone, from);
	const cells = new Map<number, { count: number; elapsed: number; sum: number; min: number; max: number }>();
	for (const [index, time] of at.entries()) {
		const mean = isSummed ? (sum?.[index] ?? value[index]) : value[index];
		if (mean === undefined || time < from || time >= to) continue;
		const elapsed = wallMs(zone, time) - start;
		const step = Math.floor(elapsed / stepMs);
		const [low, high] = isSummed ? [mean, mean] : [min[index] ?? mean, max[index] ?? mean];
		const cell = cells.get(step);
		if (!cell) {
			cells.set(step, { count: 1, elapsed, sum: mean, min: low, max: high });
			continue;
		}
		if (isTurning) continue;
		cell.count += 1;
		cell.elapsed += elapsed;
		cell.sum += mean;
		cell.min = Math.min(cell.min, low);
		cell.max = Math.max(cell.max, high);
	}
	// After a clock went back, later readings have less elapsed time.
	const found = [...cells].sort(([one], [other]) => one - other).map(([, cell]) => cell);
	const times = found.map(({ elapsed, count }) => elapsed / count);
	if (isSummed) {
		const sums = found.map((cell) => cell.sum);
		return { at: times, mean: sums, min: sums, max: sums };
	}
	return {
		at: times,
		mean: found.map((cell) => meanOf(cell)),
		min: found.map((cell) => cell.min),
		max: found.map((cell) => cell.max),
	};
}

function meanOf({ sum, count, min, max }: { sum: number; count: number; min: number; max: number }): number {
	return Number.isFinite(sum) ? Math.min(Math.max(sum / count, min), max) : min / 2 + max / 2;
}

/** Pairs times that are each other's nearest, at most `withinMs` apart. Index in `other` for each of `first`, or -1. */
export function pairsWithin(first: readonly number[], other: readonly number[], withinMs: number): number[] {
	return first.map((at, index) => {
		const nearest = nearestIndex(other, at);
		const found = other[nearest];
		if (found === undefined || Math.abs(found - at) > withinMs) return -1;
		return nearestIndex(first, found) === index ? nearest : -1;
	});
}

/** -1 if there is none. `times` ascend. Of two equally near ones the earlier. */
function nearestIndex(times: readonly number[], at: number): number {
	const next = positionFrom(times, at);
	const [before, after] = [times[next - 1], times[next]];
	if (before === undefined) return after === undefined ? -1 : next;
	return after === undefined || at - before <= after - at ? next - 1 : next;
}

/**
 * `at`: elapsed ms at which the row's step or day begins. `means` and `differences` have an entry for each span; the
 * first difference is null. `paired` counts steps of a difference, `measured` steps with a reading of either span.
 */
export type ComparedRow = {
	at: number;
	means: (number | null)[];
	differences: (number | null)[];
	paired: number[];
	measured: number[];
};

type RowsRequest = { stepMs: number; isAlike: (index: number) => boolean };

export function stepRows(spans: readonly ComparedPoints[], { stepMs, isAlike }: RowsRequest): ComparedRow[] {
	const [first, ...others] = spans;
	if (!first) return [];
	const emptyRow = (step: number): ComparedRow => {
		const none = spans.map(() => null);
		return { at: step * stepMs, means: [...none], differences: [...none], paired: [], measured: [] };
	};
	const rows = first.at.map((at, index) => {
		const row = emptyRow(Math.floor(at / stepMs));
		row.means[0] = first.mean[index] ?? null;
		return row;
	});
	const byTime = new Map(rows.map((row) => [row.at, row]));
	for (const [other, { at: times, mean }] of others.entries()) {
		const position = other + 1;
		const pairs = pairsWithin(first.at, times, stepMs / 2);
		const isPaired = new Set(pairs);
		for (const [index, pair] of pairs.entries()) {
			const [row, own, value] = [rows[index], first.mean[index], mean[pair]];
			if (!row || own === undefined || value === undefined) continue;
			row.means[position] = value;
			if (isAlike(position)) row.differences[position] = value - own;
		}
		for (const [index, time] of times.entries()) {
			if (isPaired.has(index)) continue;
			const step = Math.floor(time / stepMs);
			const known = byTime.get(step * stepMs);
			const row = known && known.means[position] === null ? known : emptyRow(step);
			row.means[position] = mean[index] ?? null;
			if (row === known) continue;
			rows.push(row);
			if (!known) byTime.set(row.at, row);
		}
	}
	return rows.sort((one, other) => one.at - other.at).map(withCounts);
}

function withCounts(row: ComparedRow): ComparedRow {
	const [own] = row.means;
	return {
		...row,
		paired: row.differences.map((difference) => Number(difference !== null)),
		measured: row.means.map((mean) => Number(mean !== null || own !== null)),
	};
}

/** The means of each day's steps, or their sums. A day's difference is the mean of its steps' differences: steps of one span do not count. */
export function dayRows(
	rows: readonly ComparedRow[],
	isSummed: (index: number) => boolean = () => false,
): ComparedRow[] {
	const ofDay = (index: number, values: (number | null)[]) => {
		const known = values.filter((value) => value !== null);
		if (known.length === 0) return null;
		return isSummed(index) ? sumOf(known) : sumOf(known) / known.length;
	};
	return [...groupedBy(rows, ({ at }) => Math.floor(at / dayMs))].map(([day, within]) => {
		const columns = within[0]?.means.map((_, index) => index) ?? [];
		return {
			at: day * dayMs,
			means: columns.map((index) =>
				ofDay(
					index,
					within.map(({ means }) => means[index] ?? null),
				),
			),
			differences: columns.map((index) =>
				ofDay(
					index,
					within.map(({ differences }) => differences[index] ?? null),
				),
			),
			paired: columns.map((index) => sumOf(within.map(({ paired }) => paired[index] ?? 0))),
			measured: columns.map((index) => sumOf(within.map(({ measured }) => measured[index] ?? 0))),
		};
	});
}

function sumOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0);
}
