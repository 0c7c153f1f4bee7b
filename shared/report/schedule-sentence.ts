import { dayMs, minuteMs } from "../base/durations";
import type { TimeStyle } from "../formats/display-formats";
import { formatDuration } from "../formats/duration-format";
import { clockTimeText, instantTexts, zoneOffsetMinutes } from "../time/time-zones";
import { t } from "../words/made/schedules";
import type { Recurrence, ReportSchedule } from "./report-schedule";

const nthNames = { 1: "first", 2: "second", 3: "third", 4: "fourth", last: "last" } as const;

/** No full stop: `Every Monday at 08:00 AM (Europe/Berlin), 2 h later for late readings`. */
export function scheduleSentence(schedule: ReportSchedule | null, zone: string, style: TimeStyle): string {
	if (schedule === null) return t("none");
	const { recurrence: repeated, delayMinutes, startsAt, endsAt } = schedule;
	const moment = (at: number) => momentText(zone, at, style);
	let recurrence = t("inZone", { recurrence: recurrenceText(repeated, { moment, style }), zone });
	if (delayMinutes > 0) {
		recurrence = t("late", { recurrence, duration: formatDuration(delayMinutes * minuteMs) });
	}
	if (repeated.kind === "once") return recurrence;
	if (startsAt !== null) recurrence = t("from", { recurrence, moment: moment(startsAt) });
	return endsAt === null ? recurrence : t("until", { recurrence, moment: moment(endsAt) });
}

type Reading = { moment(at: number): string; style: TimeStyle };

function recurrenceText(recurrence: Recurrence, { moment, style }: Reading): string {
	switch (recurrence.kind) {
		case "once":
			return t("once", { moment: moment(recurrence.at) });
		case "hourly":
			return recurrence.everyHours === 1 ? t("hourly") : t("hours", { hours: recurrence.everyHours });
		case "daily":
			return t("daily", { time: clockTimeText(recurrence.time, style) });
		case "weekly":
			return weeklyText(recurrence.days, clockTimeText(recurrence.time, style));
		case "monthly":
			return monthlyText(recurrence.on, clockTimeText(recurrence.time, style));
	}
}

function monthlyText(on: Extract<Recurrence, { kind: "monthly" }>["on"], time: string): string {
	if (on.by === "lastDay") return t("lastDay", { time });
	if (on.by === "weekday") {
		return t(`${nthNames[on.nth]}`, { weekday: weekdayName(on.weekday, t.language), time });
	}
	return t(on.day > 28 ? "dayOrLast" : "day", { day: on.day, time });
}

function weeklyText(days: number[], time: string): string {
	const sorted = [...new Set(days)].sort((one, other) => one - other);
	if (sorted.length === 7) return t("daily", { time });
	// British English has no comma before "and".
	const list = new Intl.ListFormat(t.language === "en" ? "en-GB" : t.language);
	return t("weekly", { days: list.format(sorted.map((day) => weekdayName(day, t.language))), time });
}

/** Monday is 1. */
function weekdayName(day: number, language: string): string {
	const monday = Date.UTC(2024, 0, 1);
	return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(monday + (day - 1) * dayMs);
}

function momentText(zone: string, at: number, style: TimeStyle): string {
	const { dateWithYear, minutes } = instantTexts(at, zoneOffsetMinutes(zone, at), style);
	return t("moment", { date: dateWithYear, time: minutes });
}
