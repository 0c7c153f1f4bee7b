import { daysOfWeek } from "../../shared/formats/display-formats";
import { loggerDaylightTime } from "../../shared/log/logger-clock";
import type { WeeklyWindow } from "../../shared/time/time-windows";
import { type DeviceClock, formatOffset, parseDeviceZone, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { displayFormats } from "../ui/display-formats";
import { clockHours } from "../ui/time/time-display";

export const loggerClockNote =
	"Loggers change their clock on these fixed dates; the legal dates may differ. If you need legal time, use a named time zone for the account.";

export function formatClockRule(clock: DeviceClock): string {
	if (clock.timeZoneRule === 0) return "UTC, all year";
	const standard = standardText(clock);
	return clock.timeZoneRule === 2 ? `${standard}, all year` : `${standard}, ${loggerDaylightTime}`;
}

/** `UTC`, `UTC+01:00`, `UTC−07:00, logger daylight time (Mar 8 to Nov 6)`. */
export function formatClock(clock: DeviceClock): string {
	if (clock.timeZoneRule === 0) return "UTC";
	return clock.timeZoneRule === 2 ? standardText(clock) : `${standardText(clock)}, ${loggerDaylightTime}`;
}

export function clockText(zone: string): string {
	const clock = parseDeviceZone(zone);
	return clock ? formatClock(clock) : zone;
}

function standardText({ timezoneOffset }: DeviceClock): string {
	return timezoneOffset === 0 ? "UTC+00:00" : formatOffset(timezoneOffset);
}

export const clockRuleChoices = [
	{ value: "2", label: "Local time, no daylight saving" },
	{ value: "1", label: `L${loggerDaylightTime.slice(1)}` },
	{ value: "0", label: "UTC" },
];

const quarterHour = 15;

/** Every quarter hour from −12:00 to +14:00: all existing offsets are multiples of it. */
export const offsetChoices = Array.from({ length: (840 + 720) / quarterHour + 1 }, (_, index) => {
	const offset = -720 + index * quarterHour;
	return { value: String(offset), label: offset === 0 ? "UTC+00:00" : formatOffset(offset) };
});

export function standardOffsetMinutes(zone: string, now: number): number {
	const year = new Date(now).getUTCFullYear();
	return Math.min(zoneOffsetMinutes(zone, Date.UTC(year, 0, 1)), zoneOffsetMinutes(zone, Date.UTC(year, 6, 1)));
}

export const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** `Mon, Tue 10:00 PM to 06:00 AM; Sat, Sun 12:00 AM to midnight` */
export function weekHoursText(windows: readonly WeeklyWindow[]): string {
	return windows.map(({ days, from, to }) => `${daysText(days)} ${clockHours({ from, to })}`).join("; ");
}

function daysText(days: readonly number[]): string {
	if (days.length === dayNames.length) return "Every day";
	return daysOfWeek(displayFormats().weekStart)
		.filter((day) => days.includes(day))
		.map((day) => dayNames[day - 1])
		.join(", ");
}
