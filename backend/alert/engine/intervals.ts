import { dayMs, minuteMs } from "../../../shared/base/durations";
import { smallestOf } from "../../../shared/base/lists";

/**
 * How often something comes, from its last intervals: what is usual, and from when on a pause is a gap. Settings do not
 * decide it: judged by a setting of a minute, a device that reads hourly has nothing but gaps.
 */

/** The last intervals, whole seconds, oldest first. */
export type Intervals = readonly number[];

const intervalsStored = 8;
/** Fewer say little: the setting counts beside them. */
const intervalsToKnow = 4;
const intervalsOfAGap = 3;
const shortestGapMs = 15 * minuteMs;
/** A longer gap parts what lies before it from what comes after. */
const longGapMs = dayMs;

/** `from` and `to`: the readings before and after it, epoch ms. */
export type Gap = { from: number; to: number; isLong: boolean };

export function withInterval(intervals: Intervals, intervalMs: number): Intervals {
	const seconds = Math.round(intervalMs / 1000);
	if (seconds <= 0) return intervals;
	// Most loggers are exact, and nothing changes then.
	if (intervals.length === intervalsStored && intervals.every((known) => known === seconds)) return intervals;
	return [...intervals.slice(1 - intervalsStored), seconds];
}

/** Of readings in order, the last ones alone. */
export function intervalsOf(samples: readonly { at: number }[]): Intervals {
	let intervals: Intervals = [];
	const last = samples.slice(-intervalsStored - 1);
	for (const [index, { at }] of last.entries()) {
		const before = last[index - 1];
		if (before) intervals = withInterval(intervals, at - before.at);
	}
	return intervals;
}

/** Ms; null: not known yet. The second longest, so that one pause is no habit, and two intervals by turns are one. */
export function knownTypicalMs(intervals: Intervals): number | null {
	if (intervals.length < intervalsToKnow) return null;
	let [longest, second] = [0, 0];
	for (const seconds of intervals) {
		if (seconds > longest) [longest, second] = [seconds, longest];
		else if (seconds > second) second = seconds;
	}
	return 1000 * second;
}

/** So many times the middle interval are no lost readings: several come together, and then none for long. */
const togetherRatio = 10;

/**
 * How often it does come, ms; null: not known yet. Where some were lost it is the middle interval, of what comes by turns
 * the longer one. For what people see and set: gaps are found by the more patient `knownTypicalMs`.
 */
export function measuredMs(intervals: Intervals): number | null {
	const patient = knownTypicalMs(intervals);
	if (patient === null) return null;
	const middle = 1000 * (intervals.toSorted((one, other) => one - other)[(intervals.length - 1) >> 1] ?? 0);
	return patient > togetherRatio * middle ? patient : middle;
}

/** Ms. Until it is known the setting counts, unless no interval was that short. */
export function typicalMs(intervals: Intervals, settingMs: number): number {
	const known = knownTypicalMs(intervals);
	if (known !== null) return known;
	return intervals.length === 0 ? settingMs : Math.max(settingMs, 1000 * smallestOf(intervals));
}

/** A pause longer than this states nothing of the time in between. */
export function gapLimitMs(usualMs: number): number {
	return Math.max(intervalsOfAGap * usualMs, shortestGapMs);
}

export function gapBetween(from: number, to: number, usualMs: number): Gap | null {
	return to - from > gapLimitMs(usualMs) ? { from, to, isLong: to - from > longGapMs } : null;
}

/** What must be read before a time so that what is usual is known there. */
export function intervalsLeadMs(usualMs: number): number {
	return (intervalsStored + 1) * usualMs;
}
