/** Counts the positions before the first that is not `isBefore`, which no later position is either. */
export function countBefore(count: number, isBefore: (position: number) => boolean): number {
	let [low, high] = [0, count];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (isBefore(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The position of the first time at or after `time` among ascending times; their count if there is none. */
export function positionFrom(times: ArrayLike<number>, time: number): number {
	return countBefore(times.length, (position) => (times[position] ?? 0) < time);
}
