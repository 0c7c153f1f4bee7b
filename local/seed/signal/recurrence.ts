const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Something that befalls a device, counted from the first seed of this state: the start of the story. */
export type Recurrence = {
	/** Negative: before the first seed. */
	firstMinute: number;
	minutes: number;
	/** Null: it happens once. */
	everyDays: number | null;
};

/** How much of the occurrence under way has passed at an instant, from 0 up to 1; null between two. */
export function passedShare({ firstMinute, minutes, everyDays }: Recurrence, sinceStoryMs: number): number | null {
	const sinceFirst = sinceStoryMs - firstMinute * minuteMs;
	if (sinceFirst < 0) return null;
	const since = everyDays === null ? sinceFirst : sinceFirst % (everyDays * dayMs);
	const share = since / (minutes * minuteMs);
	return share < 1 ? share : null;
}
