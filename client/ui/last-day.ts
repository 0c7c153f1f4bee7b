import type { TimeRange } from "../../shared/time-zones";

const quarterMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** The 24 hours up to the next quarter of an hour, so that a preload and the screen ask alike. */
export function lastDay(now: number): TimeRange {
	const to = (Math.floor(now / quarterMs) + 1) * quarterMs;
	return { from: to - dayMs, to };
}
