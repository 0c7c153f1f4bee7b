/**
 * How often something comes, from its last intervals: what is usual, and from when on a pause is a gap. Settings do not
 * decide it: judged by a setting of a minute, a device that reads hourly has nothing but gaps.
 */

/** The last intervals, whole seconds, oldest first. */
export type Pace = readonly number[];

const intervalsKept = 8;
/** Fewer say little: the setting counts beside them. */
const intervalsToKnow = 4;
const intervalsOfAGap = 3;
const shortestGapMs = 15 * 60 * 1000;
/** A longer gap parts what lies before it from what comes after. */
const longGapMs = 24 * 60 * 60 * 1000;

/** `from` and `to`: the readings before and after it, epoch ms. */
export type Gap = { from: number; to: number; isLong: boolean };

export function withInterval(pace: Pace, intervalMs: number): Pace {
	const seconds = Math.round(intervalMs / 1000);
	if (seconds <= 0) return pace;
	// Most loggers are exact, and nothing changes then.
	if (pace.length === intervalsKept && pace.every((known) => known === seconds)) return pace;
	return [...pace.slice(1 - intervalsKept), seconds];
}

/** Of readings in order, the last ones alone. */
export function paceOf(samples: readonly { at: number }[]): Pace {
	let pace: Pace = [];
	const last = samples.slice(-intervalsKept - 1);
	for (const [place, { at }] of last.entries()) {
		const before = last[place - 1];
		if (before) pace = withInterval(pace, at - before.at);
	}
	return pace;
}

/** Ms; null: not known yet. The second longest, so that one pause is no habit, and two intervals by turns are one. */
export function knownTypicalMs(pace: Pace): number | null {
	if (pace.length < intervalsToKnow) return null;
	let [longest, second] = [0, 0];
	for (const seconds of pace) {
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
export function measuredMs(pace: Pace): number | null {
	const patient = knownTypicalMs(pace);
	if (patient === null) return null;
	const middle = 1000 * (pace.toSorted((one, other) => one - other)[(pace.length - 1) >> 1] ?? 0);
	return patient > togetherRatio * middle ? patient : middle;
}

/** Ms. Until it is known the setting counts, unless no interval was that short. */
export function typicalMs(pace: Pace, settingMs: number): number {
	const known = knownTypicalMs(pace);
	if (known !== null) return known;
	return pace.length === 0 ? settingMs : Math.max(settingMs, 1000 * Math.min(...pace));
}

/** A pause longer than this says nothing of the time in between. */
export function gapLimitMs(usualMs: number): number {
	return Math.max(intervalsOfAGap * usualMs, shortestGapMs);
}

export function gapBetween(from: number, to: number, usualMs: number): Gap | null {
	return to - from > gapLimitMs(usualMs) ? { from, to, isLong: to - from > longGapMs } : null;
}

/** What must be read before a time so that what is usual is known there. */
export function paceLeadMs(usualMs: number): number {
	return (intervalsKept + 1) * usualMs;
}
