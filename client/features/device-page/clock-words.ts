import { type DeviceClock, formatOffset } from "../../../shared/time-zones";

/** How a device keeps its clock, in words; what US daylight saving means here is the devices' own rule. */
export function clockRuleWords({ timezoneOffset, timeZoneRule }: DeviceClock): string {
	if (timeZoneRule === 0) return "UTC, all year";
	const standard = timezoneOffset === 0 ? "UTC+00:00" : formatOffset(timezoneOffset);
	if (timeZoneRule === 2) return `${standard}, all year`;
	return `${standard}, and one hour more from March 8 to November 6`;
}
