type TimeSpan = { from: number | null; to: number | null };

/** First and last of some times, epoch ms. A loop: as arguments of Math.min half a million are too many. */
export function spanOf(times: readonly number[]): TimeSpan {
	let from: number | null = null;
	let to: number | null = null;
	for (const at of times) {
		if (from === null || at < from) from = at;
		if (to === null || at > to) to = at;
	}
	return { from, to };
}
