import { dayMs, minuteMs } from "../../../shared/base/durations";
import { type TimeRange, type Zone, zoneOffsetMinutes } from "../../../shared/time/time-zones";

const wallForm = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

export function wallText(zone: Zone, at: number): string {
	return new Date(at + zoneOffsetMinutes(zone, at) * minuteMs).toISOString().slice(0, 19).replace("T", " ");
}

/** UTC ms; null if invalid. `pass` chooses within a repeated hour; a skipped time counts on from before it. */
export function instantOf(zone: Zone, text: string, pass: "first" | "last" = "first"): number | null {
	const match = wallForm.exec(text);
	if (!match) return null;
	const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
		.slice(1)
		.map((part) => Number(part ?? 0));
	const wall = Date.UTC(year, month - 1, day, hours, minutes, seconds);
	const offsets = [wall - dayMs, wall + dayMs].map((at) => zoneOffsetMinutes(zone, at));
	const instants = offsets.map((offset) => wall - offset * minuteMs).sort((a, b) => a - b);
	const exact = instants.filter((at) => at + zoneOffsetMinutes(zone, at) * minuteMs === wall);
	return (pass === "first" ? exact[0] : exact.at(-1)) ?? instants.at(-1) ?? null;
}

const quarterMs = 15 * minuteMs;

/** Ends at the next quarter of an hour, so that a preload and the screen share a query. */
export function lastDay(now: number): TimeRange {
	const to = (Math.floor(now / quarterMs) + 1) * quarterMs;
	return { from: to - dayMs, to };
}
