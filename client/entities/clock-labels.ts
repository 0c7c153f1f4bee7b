import { daysOfWeek } from "../../shared/formats/display-formats";
import type { WeeklyWindow } from "../../shared/time/time-windows";
import { type DeviceClock, formatOffset, parseDeviceZone, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { comma } from "../base/comma-list";
import { pageLanguage } from "../base/page-language";
import { displayFormats } from "../ui/display-formats";
import { clockHours } from "../ui/time/time-display";
import { t } from "../words/made/entities";

export const loggerClockNote = t("clock.loggerNote");

export function formatClockRule(clock: DeviceClock): string {
	if (clock.timeZoneRule === 0) return t("clock.utcAllYear");
	const standard = standardText(clock);
	return clock.timeZoneRule === 2
		? t("clock.allYear", { clock: standard })
		: t("clock.withDaylight", { clock: standard });
}

/** `UTC`, `UTC+01:00`, `UTC−07:00, logger daylight time (Mar 8 to Nov 6)`. */
export function formatClock(clock: DeviceClock): string {
	if (clock.timeZoneRule === 0) return "UTC";
	return clock.timeZoneRule === 2 ? standardText(clock) : t("clock.withDaylight", { clock: standardText(clock) });
}

export function clockText(zone: string): string {
	const clock = parseDeviceZone(zone);
	return clock ? formatClock(clock) : zone;
}

function standardText({ timezoneOffset }: DeviceClock): string {
	return timezoneOffset === 0 ? "UTC+00:00" : formatOffset(timezoneOffset);
}

export const clockRuleChoices = [
	{ value: "2", label: t("clock.noDaylightSaving") },
	{ value: "1", label: t("clock.daylight") },
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

export const dayNames = weekdayNames("short");

/** The names begin with Monday. */
export function weekdayNames(weekday: "short" | "long"): string[] {
	const format = new Intl.DateTimeFormat(pageLanguage, { weekday, timeZone: "UTC" });
	return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)));
}

/** `Mon, Tue 10:00 PM to 06:00 AM; Sat, Sun 12:00 AM to midnight` */
export function weekHoursText(windows: readonly WeeklyWindow[]): string {
	return windows
		.map(({ days, from, to }) => t("week.hours", { days: daysText(days), hours: clockHours({ from, to }) }))
		.join("; ");
}

function daysText(days: readonly number[]): string {
	if (days.length === dayNames.length) return t("everyDay");
	return daysOfWeek(displayFormats().weekStart)
		.filter((day) => days.includes(day))
		.map((day) => dayNames[day - 1])
		.join(comma);
}
