import { type DeviceClock, formatOffset } from "../shared/time-zones";

/** How a device keeps its clock, in words; what US daylight saving means here is the devices' own rule. */
export function clockRuleWords(clock: DeviceClock): string {
	if (clock.timeZoneRule === 0) return "UTC, all year";
	const standard = standardWords(clock);
	return clock.timeZoneRule === 2
		? `${standard}, all year`
		: `${standard}, and one hour more from March 8 to November 6`;
}

/** The same where there is little room: `UTC`, `UTC+01:00`, `UTC−07:00 with US daylight saving`. */
export function clockWords(clock: DeviceClock): string {
	if (clock.timeZoneRule === 0) return "UTC";
	return clock.timeZoneRule === 2 ? standardWords(clock) : `${standardWords(clock)} with US daylight saving`;
}

function standardWords({ timezoneOffset }: DeviceClock): string {
	return timezoneOffset === 0 ? "UTC+00:00" : formatOffset(timezoneOffset);
}
