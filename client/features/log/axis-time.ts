import { formatTimestamp, type Zone, zoneOffsetMinutes } from "../../../shared/time-zones";

const daySeconds = 86_400;

/** A label of the time axis in the shown zone: the clock for short steps, the date for steps of a day and more. */
export function axisTime(second: number, stepSeconds: number, zone: Zone): string {
	const at = second * 1000;
	const [date = "", clock = ""] = formatTimestamp(at, zoneOffsetMinutes(zone, at)).split(", ");
	if (stepSeconds >= daySeconds) return date;
	const withoutSeconds = clock.replace(/:\d\d /, " ");
	if (withoutSeconds === "12:00 AM") return date;
	return stepSeconds < 60 ? clock : withoutSeconds;
}
