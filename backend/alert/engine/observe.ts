import { calibrationStepMs as quarterMs } from "../../../shared/calibration";
import type { Run } from "./run-state";
import type { Watched } from "./watched-rule";

/** A reading, calibrated. `at` is epoch ms. */
export type Sample = { at: number; value: number };

/** Earlier samples and the ones of this upload, by time; `usualMs`: how often the channel is read. */
export type Course = { samples: readonly Sample[]; place: number; usualMs: number };

/** What a rule compares of the sample at `place`. Null: nothing of readings, or too few of them. */
export function observe(run: Run, { observed, levels }: Watched, course: Course): number | null {
	const { samples, place } = course;
	const sample = samples[place];
	if (!sample) return null;
	if (observed.of === "silence" || observed.of === "clock") return null;
	if (observed.of === "value") return sample.value;
	if (observed.of === "unchanged") return Math.max(0, sample.at - (run.unchanged?.since ?? sample.at)) / 1000;
	const window = windowOf(samples, place, { spanMs: observed.lookbackMs, isClosed: observed.of === "move" });
	const isScant = isScantlyRead(window, observed.lookbackMs / course.usualMs);
	if (observed.of === "statistic") return isScant ? null : statisticOf(observed.statistic, window, samples);
	const seen =
		observed.of === "move" ? moveOf(observed.direction, window, sample.value) : hitsIn(samples, window, observed.isHit);
	// What was read did move, or was beyond the limit that often; that it was not takes all readings.
	return isScant && !levels.some(({ isTrue }) => isTrue(seen)) ? null : seen;
}

/** `usual`: how many readings such a window has. Less than half of them were read, or one where there are more. */
function isScantlyRead({ first, end }: Window, usual: number): boolean {
	const read = end - first;
	return read < usual / 2 || (read === 1 && usual >= 2);
}

/** Keeps since when the value is the same. */
export function rememberValue(run: Run, { at, value }: Sample): void {
	if (run.unchanged?.value === value) return;
	run.unchanged = { value, since: at };
}

type Window = { lowest: number; highest: number; sum: number; first: number; end: number };

type WindowSpan = { spanMs: number; isClosed: boolean };

/** Whole quarters of an hour of one course, so that a day's window is no walk over its readings. */
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

/** Windows of one length over one course, for all rules that have it; `inner`: the last whole quarters summed. */
type KnownWindows = { byPlace: Map<number, Window>; inner: Part & { from: number; to: number } };

const knownWindows = new WeakMap<readonly Sample[], Map<number, KnownWindows>>();

function windowsOf(samples: readonly Sample[], { spanMs, isClosed }: WindowSpan): KnownWindows {
	const ofCourse = knownWindows.get(samples) ?? new Map<number, KnownWindows>();
	knownWindows.set(samples, ofCourse);
	const key = isClosed ? -spanMs : spanMs;
	const known = ofCourse.get(key) ?? { byPlace: new Map(), inner: { ...nothing, from: 0, to: 0 } };
	ofCourse.set(key, known);
	return known;
}

/** The samples less than `spanMs` before the one at `place`, and it; `isClosed`: also those exactly `spanMs` before. */
function windowOf(samples: readonly Sample[], index: number, span: WindowSpan): Window {
	const windows = windowsOf(samples, span);
	const known = windows.byPlace.get(index);
	if (known) return known;
	const found = summedWindow(samples, index, { span, windows });
	windows.byPlace.set(index, found);
	return found;
}

type Summing = { span: WindowSpan; windows: KnownWindows };

/**
 * Its first and its last quarter, and between them whole ones, summed anew only where others come in: each in the order
 * of time, so that a sum does not depend on where uploads were cut.
 */
function summedWindow(samples: readonly Sample[], index: number, { span, windows }: Summing): Window {
	const from = (samples[index]?.at ?? 0) - span.spanMs;
	const end = index + 1;
	const first = firstPlace(samples, { from, isClosed: span.isClosed, before: end });
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

function firstPlace(
	samples: readonly Sample[],
	{ from, isClosed, before }: { from: number; isClosed: boolean; before: number },
) {
	let [low, high] = [0, before];
	while (low < high) {
		const middle = (low + high) >>> 1;
		const at = samples[middle]?.at ?? 0;
		if (isClosed ? at < from : at <= from) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The quarter that holds a place. */
function quarterAt(quarters: readonly Quarter[], index: number): number {
	let [low, high] = [0, quarters.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((quarters[middle]?.end ?? 0) <= index) low = middle + 1;
		else high = middle;
	}
	return low;
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

type Statistic = "min" | "max" | "mean" | "sum" | "change";

function statisticOf(
	statistic: Statistic,
	{ lowest, highest, sum, first, end }: Window,
	samples: readonly Sample[],
): number {
	switch (statistic) {
		case "min":
			return lowest;
		case "max":
			return highest;
		case "mean":
			return sum / (end - first);
		case "sum":
			return sum;
		case "change":
			return (samples[end - 1]?.value ?? 0) - (samples[first]?.value ?? 0);
	}
}
