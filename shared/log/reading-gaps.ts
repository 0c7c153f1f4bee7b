/** Up to this many intervals a pause is a late or lost reading. */
export const intervalsOfAGap = 3;
/** A device that changed its interval has two: use the longer one; real pauses are below this share. */
export const usualShare = 0.9;

/**
 * The longest pause (ms) that a line crosses, from the readings, as actual and set intervals differ. `at` ascends,
 * epoch ms. Null: too few readings.
 */
export function gapOfReadings(at: ArrayLike<number>): number | null {
	if (at.length < 3) return null;
	// By a loop: `from` takes several times as long, and a year has half a million readings.
	const distances = new Float64Array(at.length - 1);
	for (let index = 1; index < at.length; index += 1) distances[index - 1] = (at[index] ?? 0) - (at[index - 1] ?? 0);
	const interval = valueAtRank(distances, Math.floor(usualShare * (distances.length - 1)));
	return interval === undefined ? null : intervalsOfAGap * interval;
}

/** Of the sorted values. Most devices keep to one interval, and counting whether it is that one is cheaper than to sort. */
function valueAtRank(values: Float64Array, rank: number): number | undefined {
	const guess = values[values.length >> 1];
	let [less, equal] = [0, 0];
	for (let index = 0; index < values.length; index += 1) {
		if (values[index] === guess) equal += 1;
		else if ((values[index] ?? 0) < (guess ?? 0)) less += 1;
	}
	return rank >= less && rank < less + equal ? guess : values.sort()[rank];
}

/** Epoch ms: between two readings. */
export type Pause = { from: number; to: number };

/** The pauses that no line crosses; `longest`: of those that one does. */
export function gapsBetween(at: ArrayLike<number>, longest = gapOfReadings(at)): Pause[] {
	const gaps: Pause[] = [];
	if (longest === null) return gaps;
	for (let index = 1; index < at.length; index += 1) {
		// Without pairs: an array for each reading is most of the work until the loop is compiled.
		const from = at[index - 1] ?? 0;
		const to = at[index] ?? 0;
		if (to - from > longest) gaps.push({ from, to });
	}
	return gaps;
}
