import { TimezoneOffset, type Zone } from "../../shared/time-zones";

const offsetForm = /\b(?:GMT|UTC)\s?([+\-−])(\d{1,2}):?(\d\d)?/i;

/** The zone that the name of the time's column says, as in `Date Time, GMT-07:00`; null where it says none. */
export function zoneInHeader(name: string): Zone | null {
	const match = offsetForm.exec(name);
	if (!match) return /\b(?:GMT|UTC)\b/i.test(name) ? "UTC" : null;
	const minutes = Number(match[2]) * 60 + Number(match[3] ?? "0");
	const offset = match[1] === "+" ? minutes : 0 - minutes;
	if (offset === 0) return "UTC";
	return TimezoneOffset.safeParse(offset).success ? `device:${offset}:2` : null;
}
