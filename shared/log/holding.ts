import * as z from "zod/mini";
import { dayMs, hourMs, minuteMs } from "../base/durations";
import { largestOf } from "../base/lists";

/** Files state this number. In method 1, a reading held for three usual intervals and was weighed by half intervals. */
export const holdingMethod = 2;

/** Longer than a quarter of an hour on either side, so that a gap leaves an empty quarter in the roll-ups. */
export const shortestGapMs = 30 * minuteMs;
export const longestHoldMs = 7 * dayMs;

const intervalsOfAGap = 3;
const usualShare = 0.75;
const quarterMs = 15 * minuteMs;
const quartersPerDay = dayMs / quarterMs;
const quartersPerHour = hourMs / quarterMs;
/** A day with fewer hours of readings is counted together with the days beside it. */
const fewHours = 6;
/** A day with fewer distances of its own uses the distances of all days. */
const fewDistances = 4;

const UsualSpan = z.object({ from: z.number(), ms: z.number() });
export type UsualSpan = z.infer<typeof UsualSpan>;

const HeldReading = z.object({ at: z.number(), value: z.number() });
export type HeldReading = z.infer<typeof HeldReading>;

export const Holding = z.object({
	/** Ascending. Empty: the channel has no readings near the period. */
	usual: z.array(UsualSpan),
	/** The last reading before the period, and the time of the first one after it. */
	before: z.nullable(HeldReading),
	after: z.nullable(z.number()),
	/** End of the last reading in a channel that sends only changes, epoch ms. Null: it sends regularly. */
	changesUntil: z.nullable(z.number()),
	/** Times in which the device was silent for too long: no reading holds then. Ascending, epoch ms. */
	silences: z.optional(z.array(z.object({ from: z.number(), to: z.number() }))),
});
export type Holding = z.infer<typeof Holding>;

/** Half-open, epoch ms: the period, or its part up to now. */
export type HeldPeriod = { from: number; until: number };

export type DayRhythm = {
	day: number;
	quarters: Uint8Array;
	widest: number;
	/** Readings in each hour, ascending, without empty hours, and their third quartile. */
	perHour: Float64Array;
	usualCount: number;
	/** The median distance of the quarters in an hourly or slower channel, ms. Null: too few. */
	slowMs: number | null;
};

/** `quarter` (0 to 95) ascends, with a `count` of readings each. Needs one quarter at least. */
export function dayRhythm(day: number, quarter: ArrayLike<number>, count: ArrayLike<number>): DayRhythm {
	const hours = new Float64Array(dayMs / hourMs);
	let widest = 0;
	let before = quarter[0] ?? 0;
	for (let index = 0; index < quarter.length; index += 1) {
		const own = quarter[index] ?? 0;
		const hour = Math.floor(own / quartersPerHour);
		hours[hour] = (hours[hour] ?? 0) + (count[index] ?? 0);
		if (own - before > widest) widest = own - before;
		before = own;
	}
	hours.sort();
	let empty = 0;
	while (hours[empty] === 0) empty += 1;
	const perHour = hours.subarray(empty);
	const usualCount = atShare(perHour, usualShare);
	const quarters = new Uint8Array(quarter);
	const isSlow = usualCount < 2 && quarters.length > fewDistances;
	return {
		day,
		quarters,
		widest,
		perHour,
		usualCount,
		slowMs: isSlow ? medianWithin(quarters) : null,
	};
}

export function quarterSpan({ day, quarters }: DayRhythm): { first: number; last: number } {
	const start = day * quartersPerDay;
	return { first: start + (quarters[0] ?? 0), last: start + (quarters.at(-1) ?? 0) };
}

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
	for (const [index, { day, perHour, usualCount, slowMs }] of rhythms.entries()) {
		let ms = perHour.length < fewHours ? ofNearDays(rhythms, index) : ofCount(usualCount);
		if (ms === null) {
			if (slowMs === null) ofAll ??= medianDistance(rhythms.flatMap((_, one) => distancesOf(rhythms, one)));
			ms = slowMs ?? ofAll ?? hourMs;
		}
		const usual = Math.min(ms, longestHoldMs);
		if (spans.at(-1)?.ms !== usual) spans.push({ from: day * dayMs, ms: usual });
	}
	return spans;
}

function ofCount(usualCount: number): number | null {
	return usualCount < 2 ? null : Math.round(hourMs / usualCount);
}

/** The interval of a day with few hours, from the days beside it too. If these have few hours, quarters count. */
function ofNearDays(rhythms: readonly DayRhythm[], index: number): number | null {
	const day = rhythms[index]?.day ?? 0;
	const near = [index - 1, index, index + 1].filter((one) => {
		return Math.abs((rhythms[one]?.day ?? Number.POSITIVE_INFINITY) - day) <= 1;
	});
	const perHour = near.flatMap((one) => [...(rhythms[one]?.perHour ?? [])]);
	const ms = ofCount(rankOf(perHour, usualShare));
	if (ms === null || perHour.length >= fewHours) return ms;
	const readings = perHour.reduce((sum, count) => sum + count, 0);
	const quarters = near.reduce((sum, one) => sum + (rhythms[one]?.quarters.length ?? 0), 0);
	if (readings > quarters) return Math.min(ms, Math.round((quarters * quarterMs) / readings));
	return Math.min(ms, medianDistance(near.flatMap((one) => distancesOf(rhythms, one))));
}

function distancesOf(rhythms: readonly DayRhythm[], index: number): number[] {
	const [rhythm, previous] = [rhythms[index], rhythms[index - 1]];
	if (!rhythm) return [];
	const within = distancesWithin(rhythm.quarters);
	return previous ? [quarterSpan(rhythm).first - quarterSpan(previous).last, ...within] : within;
}

function medianWithin(quarters: Uint8Array): number {
	const counts = new Uint8Array(quartersPerDay);
	for (let one = 1; one < quarters.length; one += 1) {
		const distance = (quarters[one] ?? 0) - (quarters[one - 1] ?? 0);
		counts[distance] = (counts[distance] ?? 0) + 1;
	}
	let left = Math.ceil((quarters.length - 1) / 2);
	const median = counts.findIndex((count) => {
		left -= count;
		return left <= 0;
	});
	return median * quarterMs;
}

function distancesWithin(quarters: Uint8Array): number[] {
	const distances: number[] = [];
	for (let one = 1; one < quarters.length; one += 1) distances.push((quarters[one] ?? 0) - (quarters[one - 1] ?? 0));
	return distances;
}

function medianDistance(quarters: number[]): number {
	return quarters.length === 0 ? hourMs : rankOf(quarters, 0.5) * quarterMs;
}

function rankOf(values: number[], share: number): number {
	return atShare(new Float64Array(values).sort(), share);
}

function atShare(sorted: Float64Array, share: number): number {
	return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

export function usualLookUp(spans: readonly UsualSpan[]): (at: number) => number {
	let index = 0;
	return (at) => {
		if (at < (spans[index]?.from ?? at)) index = 0;
		while ((spans[index + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) index += 1;
		return spans[index]?.ms ?? hourMs;
	};
}

export function longestPause(usualMs: number): number {
	return Math.min(Math.max(intervalsOfAGap * usualMs, shortestGapMs), longestHoldMs);
}

/** The longest pause (ms) that is no gap on any of the days; null without readings. For charts, which have one. */
export function longestPauseOf(usual: readonly UsualSpan[]): number | null {
	return usual.length === 0 ? null : largestOf(usual.map(({ ms }) => longestPause(ms)));
}

/** Returns how long the reading before a pause holds, ms. `pauseMs` infinity: no reading follows. */
export function heldOfPause(pauseMs: number, usualMs: number): number {
	return pauseMs <= longestPause(usualMs) ? pauseMs : usualMs;
}

type OnHeld = (from: number, to: number, reading: HeldReading) => void;

/**
 * Turns readings in order of time into the spans for which they hold. Readings outside the period hold into it.
 * Time outside all spans is unknown.
 */
export class HeldWalk {
	private readonly period: HeldPeriod;
	private readonly changesUntil: number | null;
	private readonly silences: { from: number; to: number }[];
	private silence = 0;
	private readonly usualAt: (at: number) => number;
	private readonly each: OnHeld;
	private last: HeldReading | null;

	constructor(period: HeldPeriod, holding: Omit<Holding, "after">, each: OnHeld) {
		const { usual, before, changesUntil, silences = [] } = holding;
		this.period = period;
		this.changesUntil = changesUntil;
		this.silences = silences;
		this.usualAt = usualLookUp(usual);
		this.each = each;
		this.last = before;
	}

	add(at: number, value: number): void {
		this.close(at);
		this.last = { at, value };
	}

	skipTo(reading: HeldReading): void {
		this.last = reading;
	}

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
		let from = Math.max(last.at, this.period.from);
		const to = Math.min(this.heldUntil(last.at, next), this.period.until);
		for (;;) {
			const silence = this.silences[this.silence];
			if (!silence || silence.from >= to) break;
			if (from < silence.from) this.each(from, silence.from, last);
			from = Math.max(from, silence.to);
			if (silence.to > to) break;
			this.silence += 1;
		}
		if (from < to) this.each(from, to, last);
	}

	private heldUntil(at: number, next: number | null): number {
		if (this.changesUntil !== null) return Math.min(next ?? this.changesUntil, this.changesUntil);
		return at + heldOfPause((next ?? Number.POSITIVE_INFINITY) - at, this.usualAt(at));
	}
}

type HeldSeries = { at: ArrayLike<number>; value: ArrayLike<number> };

export function walkHeld(
	{ at, value }: HeldSeries,
	{ holding, ...period }: HeldPeriod & { holding: Holding },
	each: OnHeld,
): void {
	const walk = new HeldWalk(period, holding, each);
	for (let index = 0; index < at.length; index += 1) walk.add(at[index] ?? 0, value[index] ?? 0);
	walk.end(holding.after);
}

/** `signs`: times of a device that sends changes only at which it sent anything, ascending, up to the period's end. */
export function lifeOf(
	signs: readonly number[],
	silenceLimitMs: number | null,
): { changesUntil: number; silences: { from: number; to: number }[] } {
	const limitMs = silenceLimitMs ?? dayMs;
	const silences = signs.flatMap((to, index) => {
		const from = (signs[index - 1] ?? to) + limitMs;
		return from < to ? { from, to } : [];
	});
	return { changesUntil: (signs.at(-1) ?? 0) + limitMs, silences };
}

/** The holding of readings of which nothing beside them is known. `at` ascends, epoch ms. */
export function holdingOf(at: ArrayLike<number>): Holding {
	return { usual: usualSpans(rhythmsOf(at)), before: null, after: null, changesUntil: null };
}
