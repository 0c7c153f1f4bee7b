import type { AlertStatistic } from "../../../../shared/alert/conditions/statistic";
import { hourMs } from "../../../../shared/base/durations";
import { countBefore } from "../../../../shared/base/sorted";
import { calibrationStepMs as quarterMs } from "../../../../shared/device/calibration";
import { type Counter, CounterRises, contextSteps } from "../../../../shared/device/derived/counter-rises";
import { kineticOf } from "../../../../shared/log/mean-kinetic-temperature";
import { standardActivationEnergy } from "../../../../shared/report/report";
import type { ObservedReadings, Sample, Trend } from "../observe";
import type { Criteria } from "./limits";

/** Observes how far the value moved in a direction. */
export function movedWithin(direction: "rise" | "fall" | "either", withinMs: number) {
	const span = { spanMs: withinMs, isClosed: true };
	return ({ levels }: Criteria) =>
		seenWithin(span, (trend, window, isScant) => {
			const moved = moveOf(direction, window, trend.samples[trend.place]?.value ?? Number.NaN);
			return isScant && !isHitOf(levels, moved) ? null : moved;
		});
}

export function hitsWithin(isHit: (value: number) => boolean, withinMs: number) {
	const span = { spanMs: withinMs, isClosed: false };
	return ({ levels }: Criteria) =>
		seenWithin(span, ({ samples }, window, isScant) => {
			const hits = hitsIn(samples, window, isHit);
			return isScant && !isHitOf(levels, hits) ? null : hits;
		});
}

export function statisticOver(statistic: PlainStatistic, windowMs: number) {
	const of = statistics[statistic];
	const observed = seenWithin({ spanMs: windowMs, isClosed: false }, ({ samples }, window, isScant) =>
		isScant ? null : of(window, samples),
	);
	return () => observed;
}

/** Throws RangeError if `unit` is no unit of temperature. */
export function kineticOver(windowMs: number, unit: string) {
	const kinetic = kineticOf(unit, standardActivationEnergy);
	const observed = seenWithin({ spanMs: windowMs, isClosed: false }, ({ samples }, { first, end }, isScant) =>
		isScant ? null : kinetic(samples, first, end),
	);
	return () => observed;
}

type UsedWithin = { counter: Counter | undefined; intervalMs: number; per: "hour" | "window" };

/**
 * Observes a counter's use, from its readings, or without `counter` from its uses. The first use of a window counts
 * by the share of its time that lies within, and not if it is of a pause longer than the window.
 */
export function usedWithin(windowMs: number, { counter, intervalMs, per }: UsedWithin) {
	const span = { spanMs: windowMs, isClosed: false };
	const hours = per === "hour" ? windowMs / hourMs : 1;
	const contextMs = counter ? contextSteps.steps * (contextSteps.readings * intervalMs + quarterMs) : 0;
	return ({ levels }: Criteria): ObservedReadings => ({
		of: "readings",
		lookbackMs: 2 * windowMs + contextMs,
		see({ samples, place, usualMs }) {
			const uses = counter ? countedUses(samples, counter) : { samples, late: nonePositions };
			if (uses.late.has(place)) return null;
			const window = windowOf(uses.samples, place, span);
			const first = uses.samples[window.first];
			const outside = 1 - shareWithin(uses.samples, { first: window.first, place, spanMs: windowMs });
			const used = (window.sum - outside * (first?.value ?? 0)) / hours;
			return isScantlyRead(window, windowMs / usualMs) && !isHitOf(levels, used) ? null : used;
		},
	});
}

function shareWithin(
	samples: readonly Sample[],
	{ first, place, spanMs }: { first: number; place: number; spanMs: number },
): number {
	const [before, at, until] = [samples[first - 1]?.at, samples[first]?.at ?? 0, samples[place]?.at ?? 0];
	if (before === undefined || at - before > spanMs) return 0;
	return Math.min(1, (at - (until - spanMs)) / (at - before));
}

type CountedUses = { samples: readonly Sample[]; late: ReadonlySet<number> };

const nonePositions: ReadonlySet<number> = new Set();
const knownUses = new WeakMap<readonly Sample[], Map<Counter, CountedUses>>();

/** A use at the position of each reading: 0 if none is known yet. */
function countedUses(samples: readonly Sample[], counter: Counter): CountedUses {
	const ofSamples = knownUses.get(samples) ?? new Map<Counter, CountedUses>();
	knownUses.set(samples, ofSamples);
	const known = ofSamples.get(counter);
	if (known) return known;
	const uses = samples.map(({ at }) => ({ at, value: 0 }));
	const late = new Set<number>();
	let next = 0;
	let decidedNow = 0;
	const rises = new CounterRises(counter, (at, use) => {
		while ((uses[next]?.at ?? at) < at) next += 1;
		if (next < decidedNow) late.add(next);
		const own = uses[next];
		if (own) own.value = use;
	});
	for (const [index, { at, value }] of samples.entries()) {
		decidedNow = index;
		rises.add(at, value);
	}
	if (rises.undecidedAt !== null) late.add(samples.length - 1);
	const found = { samples: uses, late };
	ofSamples.set(counter, found);
	return found;
}

/** With few readings a hit is certain, but its absence is not. */
function isHitOf(levels: Criteria["levels"], seen: number): boolean {
	return levels.some(({ isTrue }) => isTrue(seen));
}

type See = (trend: Trend, window: Window, isScant: boolean) => number | null;

function seenWithin(span: WindowSpan, see: See): ObservedReadings {
	return {
		of: "readings",
		lookbackMs: span.spanMs,
		see(trend) {
			const window = windowOf(trend.samples, trend.place, span);
			return see(trend, window, isScantlyRead(window, span.spanMs / trend.usualMs));
		},
	};
}

/** Returns true if a window holds less than half of its `usual` readings, or only one where two or more are usual. */
function isScantlyRead({ first, end }: Window, usual: number): boolean {
	const read = end - first;
	return read < usual / 2 || (read === 1 && usual >= 2);
}

type Window = { lowest: number; highest: number; sum: number; first: number; end: number };

type WindowSpan = { spanMs: number; isClosed: boolean };

/** Sums per quarter of an hour, so that a day's window need not read each sample. */
type Quarter = { from: number; first: number; end: number; lowest: number; highest: number; sum: number };

const knownQuarters = new WeakMap<readonly Sample[], Quarter[]>();

function quartersOf(samples: readonly Sample[]): Quarter[] {
	const known = knownQuarters.get(samples);
	if (known) return known;
	const quarters: Quarter[] = [];
	for (const [index, { at, value }] of samples.entries()) {
		const from = Math.floor(at / quarterMs) * quarterMs;
		let last = quarters.at(-1);
		if (last?.from !== from) {
			last = { from, first: index, end: index, lowest: value, highest: value, sum: 0 };
			quarters.push(last);
		}
		last.end = index + 1;
		last.sum += value;
		last.lowest = Math.min(last.lowest, value);
		last.highest = Math.max(last.highest, value);
	}
	knownQuarters.set(samples, quarters);
	return quarters;
}

/** Windows of one length over one trend, for all rules. `inner`: the sum of the last whole quarters. */
type KnownWindows = { byPosition: Map<number, Window>; inner: Part & { from: number; to: number } };

const knownWindows = new WeakMap<readonly Sample[], Map<number, KnownWindows>>();

function windowsOf(samples: readonly Sample[], { spanMs, isClosed }: WindowSpan): KnownWindows {
	const ofTrend = knownWindows.get(samples) ?? new Map<number, KnownWindows>();
	knownWindows.set(samples, ofTrend);
	const key = isClosed ? -spanMs : spanMs;
	const known = ofTrend.get(key) ?? { byPosition: new Map(), inner: { ...nothing, from: 0, to: 0 } };
	ofTrend.set(key, known);
	return known;
}

/** Returns the window that ends at `index`; `isClosed` includes samples exactly `spanMs` before. */
function windowOf(samples: readonly Sample[], index: number, span: WindowSpan): Window {
	const windows = windowsOf(samples, span);
	const known = windows.byPosition.get(index);
	if (known) return known;
	const found = summedWindow(samples, index, { span, windows });
	windows.byPosition.set(index, found);
	return found;
}

type Summing = { span: WindowSpan; windows: KnownWindows };

/** Adds in order of time, so that a sum does not depend on where uploads were cut. */
function summedWindow(samples: readonly Sample[], index: number, { span, windows }: Summing): Window {
	const from = (samples[index]?.at ?? 0) - span.spanMs;
	const end = index + 1;
	const first = firstPosition(samples, { from, isClosed: span.isClosed, before: end });
	const quarters = quartersOf(samples);
	const [head, tail] = [quarterAt(quarters, first), quarterAt(quarters, index)];
	const opening = partOf(samples, first, Math.min(quarters[head]?.end ?? end, end));
	if (head === tail) return { ...opening, first, end };
	if (windows.inner.from !== head + 1 || windows.inner.to !== tail) {
		const whole = quarters.slice(head + 1, tail).reduce<Part>(joined, nothing);
		windows.inner = { ...whole, from: head + 1, to: tail };
	}
	const closing = partOf(samples, quarters[tail]?.first ?? end, end);
	return { ...joined(joined(opening, windows.inner), closing), first, end };
}

type Part = Pick<Window, "lowest" | "highest" | "sum">;

const nothing: Part = { lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY, sum: 0 };

function joined(one: Part, other: Part): Part {
	return {
		lowest: Math.min(one.lowest, other.lowest),
		highest: Math.max(one.highest, other.highest),
		sum: one.sum + other.sum,
	};
}

function partOf(samples: readonly Sample[], first: number, end: number): Part {
	const part = { ...nothing };
	for (let index = first; index < end; index += 1) {
		const value = samples[index]?.value ?? 0;
		part.lowest = Math.min(part.lowest, value);
		part.highest = Math.max(part.highest, value);
		part.sum += value;
	}
	return part;
}

function firstPosition(
	samples: readonly Sample[],
	{ from, isClosed, before }: { from: number; isClosed: boolean; before: number },
) {
	return countBefore(before, (position) => {
		const at = samples[position]?.at ?? 0;
		return isClosed ? at < from : at <= from;
	});
}

function quarterAt(quarters: readonly Quarter[], index: number): number {
	return countBefore(quarters.length, (position) => (quarters[position]?.end ?? 0) <= index);
}

function hitsIn(samples: readonly Sample[], { first, end }: Window, isHit: (value: number) => boolean): number {
	let hits = 0;
	for (let index = first; index < end; index += 1) if (isHit(samples[index]?.value ?? Number.NaN)) hits += 1;
	return hits;
}

function moveOf(direction: "rise" | "fall" | "either", { lowest, highest }: Window, value: number): number {
	if (direction === "rise") return value - lowest;
	return direction === "fall" ? highest - value : Math.max(value - lowest, highest - value);
}

export type PlainStatistic = Exclude<AlertStatistic, "use" | "usePerHour" | "kinetic">;

const statistics: Record<PlainStatistic, (window: Window, samples: readonly Sample[]) => number> = {
	min: ({ lowest }) => lowest,
	max: ({ highest }) => highest,
	mean: ({ sum, first, end }) => sum / (end - first),
	sum: ({ sum }) => sum,
	change: ({ first, end }, samples) => (samples[end - 1]?.value ?? 0) - (samples[first]?.value ?? 0),
};
