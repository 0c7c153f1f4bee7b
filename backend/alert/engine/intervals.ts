import { dayMs, minuteMs } from "../../../shared/base/durations";
import { smallestOf } from "../../../shared/base/lists";

/** Intervals are measured, not set: a device set to a minute that reads hourly would have only gaps. */

/** The last intervals, whole seconds, oldest first. */
export type Intervals = readonly number[];

const intervalsStored = 8;
/** With fewer intervals the setting counts too. */
const intervalsToKnow = 4;
const intervalsOfAGap = 3;
const shortestGapMs = 15 * minuteMs;
/** State before a longer gap does not continue after it. */
const longGapMs = dayMs;

/** `from` and `to`: the readings before and after the gap, epoch ms. */
export type Gap = { from: number; to: number; isLong: boolean };

export function withInterval(intervals: Intervals, intervalMs: number): Intervals {
	const seconds = Math.round(intervalMs / 1000);
	if (seconds <= 0) return intervals;
	if (intervals.length === intervalsStored && intervals.every((known) => known === seconds)) return intervals;
	return [...intervals.slice(1 - intervalsStored), seconds];
}

/** Uses only the last readings. `samples` must be in order of time. */
export function intervalsOf(samples: readonly { at: number }[]): Intervals {
	let intervals: Intervals = [];
	const last = samples.slice(-intervalsStored - 1);
	for (const [index, { at }] of last.entries()) {
		const before = last[index - 1];
		if (before) intervals = withInterval(intervals, at - before.at);
	}
	return intervals;
}

/** Returns the second longest interval, ms, so that one pause does not count; null while too few are known. */
export function knownTypicalMs(intervals: Intervals): number | null {
	if (intervals.length < intervalsToKnow) return null;
	let [longest, second] = [0, 0];
	for (const seconds of intervals) {
		if (seconds > longest) [longest, second] = [seconds, longest];
		else if (seconds > second) second = seconds;
	}
	return 1000 * second;
}

/** Beyond this ratio to the median, readings come in bursts; below it, some were lost. */
const togetherRatio = 10;

/** Returns ms: the median, or the second longest interval for bursts; null while unknown. */
export function measuredMs(intervals: Intervals): number | null {
	const patient = knownTypicalMs(intervals);
	if (patient === null) return null;
	const middle = 1000 * (intervals.toSorted((one, other) => one - other)[(intervals.length - 1) >> 1] ?? 0);
	return patient > togetherRatio * middle ? patient : middle;
}

/** Returns ms. While the interval is unknown, the larger of the setting and the shortest interval counts. */
export function typicalMs(intervals: Intervals, settingMs: number): number {
	const known = knownTypicalMs(intervals);
	if (known !== null) return known;
	return intervals.length === 0 ? settingMs : Math.max(settingMs, 1000 * smallestOf(intervals));
}

/** Returns the longest pause, ms, that is not a gap. */
export function gapLimitMs(usualMs: number): number {
	return Math.max(intervalsOfAGap * usualMs, shortestGapMs);
}

export function gapBetween(from: number, to: number, usualMs: number): Gap | null {
	return to - from > gapLimitMs(usualMs) ? { from, to, isLong: to - from > longGapMs } : null;
}

/** Returns how much earlier to read, ms, so that the usual interval is known at a time. */
export function intervalsLeadMs(usualMs: number): number {
	return (intervalsStored + 1) * usualMs;
}
