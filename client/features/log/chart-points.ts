import type { TimeRange } from "../../../shared/time-zones";
import type { ChartLine } from "./chart-lines";

/** The first index whose time is at or after an instant; the length where there is none. */
export function indexFrom(times: number[], at: number): number {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((times[middle] ?? 0) < at) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The point nearest to an instant; null where the line has a gap there or nothing at all. */
export function nearestPoint({ at: times, gapMs }: ChartLine, at: number): number | null {
	const after = indexFrom(times, at);
	const distance = (index: number) => Math.abs((times[index] ?? Number.POSITIVE_INFINITY) - at);
	const nearest = distance(after - 1) <= distance(after) ? after - 1 : after;
	if (distance(nearest) === Number.POSITIVE_INFINITY) return null;
	return gapMs !== null && distance(nearest) > gapMs ? null : nearest;
}

/** Lowest and highest of what a span shows, bands included, with a little air; a flat line gets a band to lie in. */
export function valueRange(lines: ChartLine[], { from, to }: TimeRange): [number, number] {
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	for (const { at, value, min, max } of lines) {
		const lows = min.length > 0 ? min : value;
		const highs = max.length > 0 ? max : value;
		const end = indexFrom(at, to);
		for (let index = indexFrom(at, from); index < end; index += 1) {
			low = Math.min(low, lows[index] ?? low);
			high = Math.max(high, highs[index] ?? high);
		}
	}
	if (low > high) return [0, 1];
	const air = high === low ? Math.max(Math.abs(high) * 0.05, 0.5) : (high - low) * 0.12;
	return [low - air, high + air];
}
