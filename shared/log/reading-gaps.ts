import { type HeldPeriod, type Holding, walkHeld } from "./holding";

/** A time in which no reading holds, epoch ms. */
export type Gap = {
	from: number;
	to: number;
	/** The times of the readings beside it; null: none near the period. */
	before: number | null;
	after: number | null;
};

export function gapsOf(at: ArrayLike<number>, { holding, ...period }: HeldPeriod & { holding: Holding }): Gap[] {
	const gaps: Gap[] = [];
	let knownUntil = period.from;
	let before = holding.before?.at ?? null;
	walkHeld({ at, value: at }, { ...period, holding }, (from, to, reading) => {
		if (from > knownUntil) gaps.push({ from: knownUntil, to: from, before, after: from });
		knownUntil = to;
		before = reading.at;
	});
	if (knownUntil < period.until) gaps.push({ from: knownUntil, to: period.until, before, after: holding.after });
	return gaps;
}

export function lengthOfGaps(gaps: readonly Gap[]): number {
	return gaps.reduce((sum, { from, to }) => sum + to - from, 0);
}

export function longestGap(gaps: readonly Gap[]): number | null {
	return gaps.length === 0 ? null : gaps.reduce((most, { from, to }) => Math.max(most, to - from), 0);
}
