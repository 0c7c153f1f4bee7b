import * as z from "zod/mini";
import { dayMs, hourMs, minuteMs } from "../base/durations";
import { largestOf } from "../base/lists";

/** Written into files. Method 1 let a reading hold three usual intervals and weighed by half intervals. */
export const holdingMethod = 2;

/** Longer than a quarter of an hour on either side, so that a gap leaves an empty quarter in the roll-ups. */
export const shortestGapMs = 30 * minuteMs;
/** A period needs no readings further away than this. */
export const longestHoldMs = 7 * dayMs;

const intervalsOfAGap = 3;
const usualShare = 0.75;
const quarterMs = 15 * minuteMs;
const quartersPerDay = dayMs / quarterMs;
const quartersPerHour = hourMs / quarterMs;
/** A day with fewer hours of readings is counted together with the days beside it. */
const fewHours = 6;
/** A day with fewer distances of its own takes those of all days. */
const fewDistances = 4;

/** A channel's usual interval from `from` on, epoch ms. */
const UsualSpan = z.object({ from: z.number(), ms: z.number() });
export type UsualSpan = z.infer<typeof UsualSpan>;

const HeldReading = z.object({ at: z.number(), value: z.number() });
export type HeldReading = z.infer<typeof HeldReading>;

/** What a period's readings do not say by themselves. */
export const Holding = z.object({
	/** Ascending. Empty: the channel has no readings near the period. */
	usual: z.array(UsualSpan),
	/** The last reading before the period, and the time of the first one after it. */
	before: z.nullable(HeldReading),
	after: z.nullable(z.number()),
	/** How long the last reading of a channel that sends changes only holds, epoch ms. Null: it sends regularly. */
	changesUntil: z.nullable(z.number()),
});
export type Holding = z.infer<typeof Holding>;

/** Half-open, epoch ms: the period, or its part up to now. */
export type HeldPeriod = { from: number; until: number };

/** A channel's readings on a UTC day as its roll-ups know them. `first` and `last` count quarters since the epoch. */
export type DayRhythm = {
	day: number;
	/** Readings in each hour that has some, and their third quartile. */
	perHour: number[];
	usualCount: number;
	first: number;
	last: number;
	/** Quarters between non-empty quarters. */
	distances: number[];
};

/** `quarter` (0 to 95) ascends, with a `count` of readings each. Needs one quarter at least. */
export function dayRhythm(day: number, quarter: ArrayLike<number>, count: ArrayLike<number>): DayRhythm {
	const hours = new Map<number, number>();
	const distances: number[] = [];
	for (let index = 0; index < quarter.length; index += 1) {
		const own = quarter[index] ?? 0;
		const hour = Math.floor(own / quartersPerHour);
		hours.set(hour, (hours.get(hour) ?? 0) + (count[index] ?? 0));
		if (index > 0) distances.push(own - (quarter[index - 1] ?? 0));
	}
	const perHour = [...hours.values()];
	const start = day * quartersPerDay;
	return {
		day,
		perHour,
		usualCount: rankOf(perHour, usualShare),
		first: start + (quarter[0] ?? 0),
		last: start + (quarter[quarter.length - 1] ?? 0),
		distances,
	};
}

/** Rhythms of the days with readings. `at` is epoch ms, ascending. */
export function rhythmsOf(at: ArrayLike<number>): DayRhythm[] {
	const rhythms: DayRhythm[] = [];
	let day = Number.NaN;
	let quarters: number[] = [];
	let counts: number[] = [];
	const close = () => {
		if (quarters.length > 0) rhythms.push(dayRhythm(day, quarters, counts));
		quarters = [];
		counts = [];
	};
	for (let index = 0; index < at.length; index += 1) {
		const time = at[index] ?? 0;
		const own = Math.floor(time / dayMs);
		if (own !== day) close();
		day = own;
		const quarter = Math.floor((time - own * dayMs) / quarterMs);
		if (quarters.at(-1) !== quarter) {
			quarters.push(quarter);
			counts.push(0);
		}
		counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
	}
	close();
	return rhythms;
}

/** From counts alone, day by day, so that a changed interval counts from its own day on. `rhythms` ascend. */
export function usualSpans(rhythms: readonly DayRhythm[]): UsualSpan[] {
	const spans: UsualSpan[] = [];
	let ofAll: number | null = null;
	for (const [index, { day, perHour, usualCount }] of rhythms.entries()) {
		let ms = perHour.length < fewHours ? ofNearDays(rhythms, index) : ofCount(usualCount);
		if (ms === null) {
			const own = distancesOf(rhythms, index);
			if (own.length < fewDistances) ofAll ??= medianDistance(rhythms.flatMap((_, one) => distancesOf(rhythms, one)));
			ms = own.length < fewDistances ? (ofAll ?? hourMs) : medianDistance(own);
		}
		const usual = Math.min(ms, longestHoldMs);
		if (spans.at(-1)?.ms !== usual) spans.push({ from: day * dayMs, ms: usual });
	}
	return spans;
}

/** Null: the channel reads hourly or slower. */
function ofCount(usualCount: number): number | null {
	return usualCount < 2 ? null : Math.round(hourMs / usualCount);
}

/** Of a day with few hours and the days beside it. Few hours in all: hours that are cut tell less than quarters. */
function ofNearDays(rhythms: readonly DayRhythm[], index: number): number | null {
	const day = rhythms[index]?.day ?? 0;
	const near = [index - 1, index, index + 1].filter(
		(one) => Math.abs((rhythms[one]?.day ?? Number.POSITIVE_INFINITY) - day) <= 1,
	);
	const perHour = near.flatMap((one) => rhythms[one]?.perHour ?? []);
	const ms = ofCount(rankOf(perHour, usualShare));
	if (ms === null || perHour.length >= fewHours) return ms;
	const readings = perHour.reduce((sum, count) => sum + count, 0);
	const quarters = near.reduce((sum, one) => sum + 1 + (rhythms[one]?.distances.length ?? 0), 0);
	if (readings > quarters) return Math.min(ms, Math.round((quarters * quarterMs) / readings));
	return Math.min(ms, medianDistance(near.flatMap((one) => distancesOf(rhythms, one))));
}

function distancesOf(rhythms: readonly DayRhythm[], index: number): number[] {
	const { first, distances } = rhythms[index] ?? { first: 0, distances: [] };
	const before = rhythms[index - 1];
	return before ? [first - before.last, ...distances] : distances;
}

function medianDistance(quarters: number[]): number {
	return quarters.length === 0 ? hourMs : rankOf(quarters, 0.5) * quarterMs;
}

function rankOf(values: number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

/** Finds the usual interval of ascending times, epoch ms. A time before the first span has the first one's. */
export function usualLookUp(spans: readonly UsualSpan[]): (at: number) => number {
	let index = 0;
	return (at) => {
		if (at < (spans[index]?.from ?? at)) index = 0;
		while ((spans[index + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) index += 1;
		return spans[index]?.ms ?? hourMs;
	};
}

/** The longest pause (ms) through which a reading holds. */
export function longestPause(usualMs: number): number {
	return Math.min(Math.max(intervalsOfAGap * usualMs, shortestGapMs), longestHoldMs);
}

/** The longest pause (ms) that is no gap on any of the days; null without readings. For charts, which have one. */
export function longestPauseOf(usual: readonly UsualSpan[]): number | null {
	return usual.length === 0 ? null : largestOf(usual.map(({ ms }) => longestPause(ms)));
}

/** How long of a pause (ms) the reading before it holds. Infinity: no reading follows. */
export function heldOfPause(pauseMs: number, usualMs: number): number {
	return pauseMs <= longestPause(usualMs) ? pauseMs : usualMs;
}

type OnHeld = (from: number, to: number, reading: HeldReading) => void;

/**
 * Turns readings in order of time into the spans for which they hold. Readings outside the period hold into it.
 * What no span covers is unknown.
 */
export class HeldWalk {
	private readonly period: HeldPeriod;
	private readonly changesUntil: number | null;
	private readonly usualAt: (at: number) => number;
	private readonly each: OnHeld;
	private last: HeldReading | null;

	constructor(period: HeldPeriod, { usual, before, changesUntil }: Omit<Holding, "after">, each: OnHeld) {
		this.period = period;
		this.changesUntil = changesUntil;
		this.usualAt = usualLookUp(usual);
		this.each = each;
		this.last = before;
	}

	add(at: number, value: number): void {
		this.close(at);
		this.last = { at, value };
	}

	/** Goes on at a later reading, of whose readings before it the caller takes care. */
	skipTo(reading: HeldReading): void {
		this.last = reading;
	}

	/** `after`: the time of the first reading after the last one added; null: none. */
	end(after: number | null): void {
		this.close(after);
		this.last = null;
	}

	usualMs(at: number): number {
		return this.usualAt(at);
	}

	private close(next: number | null): void {
		const { last } = this;
		if (last === null) return;
		const from = Math.max(last.at, this.period.from);
		const to = Math.min(this.heldUntil(last.at, next), this.period.until);
		if (from < to) this.each(from, to, last);
	}

	private heldUntil(at: number, next: number | null): number {
		if (this.changesUntil !== null) return next ?? this.changesUntil;
		return at + heldOfPause((next ?? Number.POSITIVE_INFINITY) - at, this.usualAt(at));
	}
}

type HeldSeries = { at: ArrayLike<number>; value: ArrayLike<number> };

/** `at` ascends, within the period. */
export function walkHeld(
	{ at, value }: HeldSeries,
	{ holding, ...period }: HeldPeriod & { holding: Holding },
	each: OnHeld,
): void {
	const walk = new HeldWalk(period, holding, each);
	for (let index = 0; index < at.length; index += 1) walk.add(at[index] ?? 0, value[index] ?? 0);
	walk.end(holding.after);
}

type Sending = {
	sends: "regular" | "changes";
	/** Epoch ms; null: nothing was received yet. */
	lastSignOfLife: number | null;
	/** Null: the device has no limit of silence. */
	silenceLimitMs: number | null;
};

/** Returns `changesUntil` of a channel's `Holding`. */
export function changesUntilOf({ sends, lastSignOfLife, silenceLimitMs }: Sending): number | null {
	if (sends === "regular") return null;
	return (lastSignOfLife ?? 0) + (silenceLimitMs ?? dayMs);
}

/** The holding of readings of which nothing beside them is known. `at` ascends, epoch ms. */
export function holdingOf(at: ArrayLike<number>): Holding {
	return { usual: usualSpans(rhythmsOf(at)), before: null, after: null, changesUntil: null };
}
