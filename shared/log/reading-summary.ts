import * as z from "zod/mini";
import { minuteMs } from "../base/durations";

/** Summary of one channel's readings in a span. Null: no readings. */
export const ReadingSummary = z.object({
	readings: z.number(),
	min: z.nullable(z.number()),
	max: z.nullable(z.number()),
	mean: z.nullable(z.number()),
	/** Time outside the channel's limits, ms. Null: no limits. */
	outMs: z.nullable(z.number()),
});
export type ReadingSummary = z.infer<typeof ReadingSummary>;

/** A reading on a limit is within it, unless `isMinOut` or `isMaxOut` is set, as for a rule "at least 8". */
export type Bounds = {
	min?: number | null | undefined;
	max?: number | null | undefined;
	isMinOut?: boolean | undefined;
	isMaxOut?: boolean | undefined;
};

const quarterMs = 15 * minuteMs;

/** A reading holds until the next one, at most for this many usual intervals. */
const heldIntervals = 3;

export const shortestHoldMs = heldIntervals * quarterMs;

export function isOutOf({ min, max, isMinOut, isMaxOut }: Bounds, value: number): boolean {
	if (value > (max ?? Number.POSITIVE_INFINITY) || value < (min ?? Number.NEGATIVE_INFINITY)) return true;
	return (isMaxOut === true && value === max) || (isMinOut === true && value === min);
}

export function hasBounds({ min, max }: Bounds): boolean {
	return (min ?? max ?? null) !== null;
}

/** How long a reading holds, by the quarters of an hour with readings, so that roll-ups give the same result. */
export class UsualHold {
	private readonly distances = new Map<number, number>();
	private adjacent = 0;
	private before: number | null = null;

	/** `at`: epoch ms of a reading or the start of its quarter. Ascending. */
	add(at: number): void {
		const quarter = Math.floor(at / quarterMs);
		if (this.before === quarter) return;
		if (this.before !== null) {
			const distance = quarter - this.before;
			if (distance === 1) this.adjacent += 1;
			else this.distances.set(distance, (this.distances.get(distance) ?? 0) + 1);
		}
		this.before = quarter;
	}

	ms(): number {
		const all: [distance: number, count: number][] = [[1, this.adjacent], ...this.distances];
		const sorted = all.filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
		let left = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
		const median = sorted.find(([, count]) => {
			left -= count;
			return left <= 0;
		});
		return heldIntervals * (median?.[0] ?? 1) * quarterMs;
	}
}

type HeldReading = { at: number; isOut: boolean };

/** Time out of limits of some readings, before the hold is known. */
export type OutIntervals = {
	first: HeldReading;
	last: HeldReading;
	/** Sum of the pauses after out-of-limits readings that are shorter than every hold. */
	heldMs: number;
	longPausesMs: number[];
};

/** Readings ascend by time. Null: none. */
export function outIntervals(at: ArrayLike<number>, isOutAt: (index: number) => boolean): OutIntervals | null {
	if (at.length === 0) return null;
	const first = { at: at[0] ?? 0, isOut: isOutAt(0) };
	const longPausesMs: number[] = [];
	let heldMs = 0;
	let lastAt = first.at;
	let isLastOut = first.isOut;
	for (let index = 1; index < at.length; index += 1) {
		const time = at[index] ?? 0;
		if (isLastOut) {
			const pause = time - lastAt;
			if (pause > shortestHoldMs) longPausesMs.push(pause);
			else heldMs += pause;
		}
		lastAt = time;
		isLastOut = isOutAt(index);
	}
	return { first, last: { at: lastAt, isOut: isLastOut }, heldMs, longPausesMs };
}

export class OutTime {
	private totalMs = 0;
	private last: HeldReading = { at: Number.NEGATIVE_INFINITY, isOut: false };
	private readonly holdMs: number;

	constructor(holdMs: number) {
		this.holdMs = holdMs;
	}

	add(at: number, isOut: boolean): void {
		if (this.last.isOut) this.totalMs += Math.min(at - this.last.at, this.holdMs);
		this.last = { at, isOut };
	}

	addCourse({ first, last, heldMs, longPausesMs }: OutIntervals): void {
		this.add(first.at, first.isOut);
		this.totalMs += heldMs;
		for (const pause of longPausesMs) this.totalMs += Math.min(pause, this.holdMs);
		this.last = last;
	}

	/** Adds readings that are all out up to `at`, with pauses no longer than the hold. */
	addOutUntil(at: number): void {
		this.totalMs += at - this.last.at;
		this.last = { at, isOut: true };
	}

	isHeldAt(at: number): boolean {
		return this.last.isOut && at - this.last.at < this.holdMs;
	}

	ms(until: number): number {
		const { at, isOut } = this.last;
		return this.totalMs + (isOut ? Math.min(Math.max(until - at, 0), this.holdMs) : 0);
	}
}

export class Extremes {
	private readings = 0;
	private sum = 0;
	private min = Number.POSITIVE_INFINITY;
	private max = Number.NEGATIVE_INFINITY;

	add({ min, max, sum, count }: { min: number; max: number; sum: number; count: number }): void {
		this.readings += count;
		this.sum += sum;
		if (min < this.min) this.min = min;
		if (max > this.max) this.max = max;
	}

	summary(outMs: number | null): ReadingSummary {
		const { readings, min, max, sum } = this;
		if (readings === 0) return { readings, min: null, max: null, mean: null, outMs };
		// The sum may overflow.
		const mean = Number.isFinite(sum) ? Math.min(Math.max(sum / readings, min), max) : min / 2 + max / 2;
		return { readings, min, max, mean, outMs };
	}
}

type SummedReadings = { at: ArrayLike<number>; value: ArrayLike<number>; bounds: Bounds; until: number };

/** Readings ascend by time. */
export function summaryOfReadings({ at, value, bounds, until }: SummedReadings): ReadingSummary {
	const extremes = new Extremes();
	const hold = new UsualHold();
	for (let index = 0; index < at.length; index += 1) {
		const reading = value[index] ?? 0;
		extremes.add({ min: reading, max: reading, sum: reading, count: 1 });
		hold.add(at[index] ?? 0);
	}
	if (!hasBounds(bounds)) return extremes.summary(null);
	const out = new OutTime(hold.ms());
	for (let index = 0; index < at.length; index += 1) out.add(at[index] ?? 0, isOutOf(bounds, value[index] ?? 0));
	return extremes.summary(out.ms(until));
}
