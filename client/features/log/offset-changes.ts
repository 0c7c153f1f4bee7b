import { formatTimestamp, type TimeRange, type Zone, zoneOffsetMinutes } from "../../../shared/time-zones";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** In a longer span a change of clocks is finer than a pixel. */
const longestMs = 800 * dayMs;

/** A zone's clock is set: minutes ahead of UTC before and from `at` (UTC ms) on. */
export type OffsetChange = { at: number; before: number; after: number };

/** Every change of a zone's offset inside a span, oldest first. Two within one day that cancel out are not seen. */
export function offsetChanges(zone: Zone, { from, to }: TimeRange): OffsetChange[] {
	if (to - from > longestMs) return [];
	const changes: OffsetChange[] = [];
	let before = zoneOffsetMinutes(zone, from);
	for (let start = from; start < to; start += dayMs) {
		const end = Math.min(start + dayMs, to);
		const after = zoneOffsetMinutes(zone, end);
		if (after !== before) changes.push({ at: changeBetween(zone, start, end), before, after });
		before = after;
	}
	return changes.filter(({ at }) => at < to);
}

/** The first instant at which the later offset holds. */
function changeBetween(zone: Zone, start: number, end: number): number {
	const later = zoneOffsetMinutes(zone, end);
	let low = start;
	let high = end;
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (zoneOffsetMinutes(zone, middle) === later) high = middle;
		else low = middle;
	}
	return high;
}

/** `Clock goes back: 1:00 to 2:00 AM comes twice`. */
export function changeWords({ at, before, after }: OffsetChange): string {
	const [first, second] = [Math.min(before, after), Math.max(before, after)];
	const hours = hoursBetween(clockAt(at, first), clockAt(at, second));
	return after < before ? `Clock goes back: ${hours} comes twice` : `Clock goes forward: ${hours} is skipped`;
}

function clockAt(at: number, offsetMinutes: number): string {
	const [, clock = ""] = formatTimestamp(at, offsetMinutes).split(", ");
	return clock.replace(/^0/, "").replace(/:\d\d /, " ");
}

function hoursBetween(start: string, end: string): string {
	const isSameHalf = start.slice(-2) === end.slice(-2);
	return `${isSameHalf ? start.slice(0, -3) : start} to ${end}`;
}

/** Whether the clock reads the same at another instant, so that only the offset tells the two apart. */
export function isRepeated(at: number, changes: OffsetChange[]): boolean {
	return changes.some((change) => Math.abs(at - change.at + 0.5) < (change.before - change.after) * minuteMs);
}

/** Changes near enough to a span to repeat one of its hours. */
export function changesAround(zone: Zone, { from, to }: TimeRange): OffsetChange[] {
	return offsetChanges(zone, { from: from - dayMs, to: to + dayMs });
}
