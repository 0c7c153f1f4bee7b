import { formatTimestamp, type Zone, zoneOffsetMinutes } from "../../../shared/time-zones";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A label of the time axis in the shown zone: the clock for short steps, the date for steps of a day and more. */
export function axisTime(at: number, stepMs: number, zone: Zone): string {
	const [date = "", clock = ""] = formatTimestamp(at, zoneOffsetMinutes(zone, at)).split(", ");
	if (stepMs >= dayMs) return date;
	if (clock === "12:00:00 AM") return date;
	return stepMs < minuteMs ? clock : clock.replace(/:\d\d /, " ");
}

/** A date whose local fields read as the zone's clock, since the chart puts its ticks on those. */
export function tickDate(at: number, zone: Zone): Date {
	const wall = at + zoneOffsetMinutes(zone, at) * minuteMs;
	return new Date(wall + new Date(wall).getTimezoneOffset() * minuteMs);
}
