import { formatOffset, zoneOffsetMinutes } from "../shared/time-zones";

/** How a device keeps its clock, as a choice; the values are those of `timeZoneRule`. */
export const clockRuleChoices = [
	{ value: "2", label: "Local time, no daylight saving" },
	{ value: "1", label: "Local time with US daylight saving" },
	{ value: "0", label: "UTC" },
];

const quarterHour = 15;

/** Every quarter hour from −12:00 to +14:00: the offsets that exist lie among them. */
export const offsetChoices = Array.from({ length: (840 + 720) / quarterHour + 1 }, (_, index) => {
	const offset = -720 + index * quarterHour;
	return { value: String(offset), label: offset === 0 ? "UTC+00:00" : formatOffset(offset) };
});

/** A zone's offset without daylight saving: the lesser of its January and July offsets. */
export function standardOffsetMinutes(zone: string, now: number): number {
	const year = new Date(now).getUTCFullYear();
	return Math.min(zoneOffsetMinutes(zone, Date.UTC(year, 0, 1)), zoneOffsetMinutes(zone, Date.UTC(year, 6, 1)));
}
