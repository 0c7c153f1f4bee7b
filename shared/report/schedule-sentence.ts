import { dayMs, minuteMs } from "../base/durations";
import type { TimeStyle } from "../formats/display-formats";
import { formatDuration } from "../formats/duration-format";
import { clockTimeText, instantTexts, zoneOffsetMinutes } from "../time/time-zones";
import { t } from "../words/made/sentences";
import type { Recurrence, ReportSchedule } from "./report-schedule";

const nthNames = { 1: "first", 2: "second", 3: "third", 4: "fourth", last: "last" } as const;

/** No full stop: `Every Monday at 08:00 AM (Europe/Berlin), 2 h later for late readings`. */
export function scheduleSentence(schedule: ReportSchedule | null, zone: string, style: TimeStyle, say = t): string {
	if (schedule === null) return say("schedule.none");
	const { recurrence: repeated, delayMinutes, startsAt, endsAt } = schedule;
	const moment = (at: number) => momentText(zone, at, style, say);
	let recurrence = say("schedule.inZone", { recurrence: recurrenceText(repeated, { moment, style, say }), zone });
	if (delayMinutes > 0) {
		recurrence = say("schedule.late", { recurrence, duration: formatDuration(delayMinutes * minuteMs, say) });
	}
	if (repeated.kind === "once") return recurrence;
	if (startsAt !== null) recurrence = say("schedule.from", { recurrence, moment: moment(startsAt) });
	return endsAt === null ? recurrence : say("schedule.until", { recurrence, moment: moment(endsAt) });
}

type Reading = { moment(at: number): string; style: TimeStyle; say: typeof t };

function recurrenceText(recurrence: Recurrence, { moment, style, say }: Reading): string {
	switch (recurrence.kind) {
		case "once":
			return say("schedule.once", { moment: moment(recurrence.at) });
		case "hourly":
			return recurrence.everyHours === 1
				? say("schedule.hourly")
				: say("schedule.hours", { hours: recurrence.everyHours });
		case "daily":
			return say("schedule.daily", { time: clockTimeText(recurrence.time, style) });
		case "weekly":
			return weeklyText(recurrence.days, clockTimeText(recurrence.time, style), say);
		case "monthly":
			return monthlyText(recurrence.on, clockTimeText(recurrence.time, style), say);
	}
}

function monthlyText(on: Extract<Recurrence, { kind: "monthly" }>["on"], time: string, say: typeof t): string {
	if (on.by === "lastDay") return say("schedule.lastDay", { time });
	if (on.by === "weekday") {
		return say(`schedule.${nthNames[on.nth]}`, { weekday: weekdayName(on.weekday, say.language), time });
	}
	return say(on.day > 28 ? "schedule.dayOrLast" : "schedule.day", { day: on.day, time });
}

function weeklyText(days: number[], time: string, say: typeof t): string {
	const sorted = [...new Set(days)].sort((one, other) => one - other);
	if (sorted.length === 7) return say("schedule.daily", { time });
	// British English has no comma before "and".
	const list = new Intl.ListFormat(say.language === "en" ? "en-GB" : say.language);
	return say("schedule.weekly", { days: list.format(sorted.map((day) => weekdayName(day, say.language))), time });
}

/** Monday is 1. */
function weekdayName(day: number, language: string): string {
	const monday = Date.UTC(2024, 0, 1);
	return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(monday + (day - 1) * dayMs);
}

function momentText(zone: string, at: number, style: TimeStyle, say: typeof t): string {
	const { dateWithYear, minutes } = instantTexts(at, zoneOffsetMinutes(zone, at), style);
	return say("moment", { date: dateWithYear, time: minutes });
}
