/** Shorter pauses are late or lost readings. */
export const intervalsOfAGap = 3;
/** A device that changed its interval has two. This rank picks the longer one and ignores real pauses. */
export const usualShare = 0.9;

/** Longest pause (ms) that is no gap, by measured intervals. `at` ascends, epoch ms. Null: too few readings. */
export function gapOfReadings(at: ArrayLike<number>): number | null {
	if (at.length < 3) return null;
	// `Float64Array.from` takes several times as long, and a year has half a million readings.
	const distances = new Float64Array(at.length - 1);
	for (let index = 1; index < at.length; index += 1) distances[index - 1] = (at[index] ?? 0) - (at[index - 1] ?? 0);
	const interval = valueAtRank(distances, Math.floor(usualShare * (distances.length - 1)));
	return interval === undefined ? null : intervalsOfAGap * interval;
}

/** Value at a rank of the sorted values. Most devices keep one interval, and counting is cheaper than sorting. */
function valueAtRank(values: Float64Array, rank: number): number | undefined {
	const guess = values[values.length >> 1];
	let [less, equal] = [0, 0];
	for (let index = 0; index < values.length; index += 1) {
		if (values[index] === guess) equal += 1;
		else if ((values[index] ?? 0) < (guess ?? 0)) less += 1;
	}
	return rank >= less && rank < less + equal ? guess : values.sort()[rank];
}

/** Epoch ms. */
export type Pause = { from: number; to: number };

/** Pauses longer than `longest`. */
export function gapsBetween(at: ArrayLike<number>, longest = gapOfReadings(at)): Pause[] {
	const gaps: Pause[] = [];
	if (longest === null) return gaps;
	for (let index = 1; index < at.length; index += 1) {
		// Without pairs: an array per reading dominates the work until the loop is compiled.
		const from = at[index - 1] ?? 0;
		const to = at[index] ?? 0;
		if (to - from > longest) gaps.push({ from, to });
	}
	return gaps;
}
