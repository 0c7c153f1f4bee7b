import { minuteMs } from "../base/durations";
import type { TimeStyle } from "../formats/display-formats";
import { formatDuration } from "../formats/duration-format";
import { clockTimeText, instantTexts, zoneOffsetMinutes } from "../time/time-zones";
import type { Recurrence, ReportSchedule } from "./report-schedule";

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const nthNames = { 1: "first", 2: "second", 3: "third", 4: "fourth", last: "last" } as const;

/** No full stop: `Every Monday at 08:00 AM (Europe/Berlin), 2 h later for late readings`. */
export function scheduleSentence(schedule: ReportSchedule | null, zone: string, style: TimeStyle): string {
	if (schedule === null) return "Only on demand";
	const { recurrence, delayMinutes, startsAt, endsAt } = schedule;
	const clauses = [
		...(delayMinutes > 0 ? [`${formatDuration(delayMinutes * minuteMs)} later for late readings`] : []),
		...(startsAt === null || recurrence.kind === "once" ? [] : [`from ${momentText(zone, startsAt, style)}`]),
		...(endsAt === null || recurrence.kind === "once" ? [] : [`until ${momentText(zone, endsAt, style)}`]),
	];
	return [`${recurrenceText(recurrence, zone, style)} (${zone})`, ...clauses].join(", ");
}

function recurrenceText(recurrence: Recurrence, zone: string, style: TimeStyle): string {
	switch (recurrence.kind) {
		case "once":
			return `Once, on ${momentText(zone, recurrence.at, style)}`;
		case "hourly":
			return recurrence.everyHours === 1 ? "Every hour" : `Every ${recurrence.everyHours} hours from midnight`;
		case "daily":
			return `Every day at ${clockTimeText(recurrence.time, style)}`;
		case "weekly":
			return `Every ${weekdaysText(recurrence.days)} at ${clockTimeText(recurrence.time, style)}`;
		case "monthly":
			return monthlyText(recurrence.on, clockTimeText(recurrence.time, style));
	}
}

function monthlyText(on: Extract<Recurrence, { kind: "monthly" }>["on"], time: string): string {
	if (on.by === "lastDay") return `On the last day of each month at ${time}`;
	if (on.by === "weekday") return `On the ${nthNames[on.nth]} ${dayNames[on.weekday - 1]} of each month at ${time}`;
	const inShort = on.day > 28 ? ", in shorter months on the last day," : "";
	return `On day ${on.day} of each month${inShort} at ${time}`;
}

function weekdaysText(days: number[]): string {
	const sorted = [...new Set(days)].sort((one, other) => one - other);
	if (sorted.length === 7) return "day";
	const names = sorted.map((day) => dayNames[day - 1] ?? "");
	const last = names.pop() ?? "";
	return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}

function momentText(zone: string, at: number, style: TimeStyle): string {
	const { dateWithYear, minutes } = instantTexts(at, zoneOffsetMinutes(zone, at), style);
	return `${dateWithYear} at ${minutes}`;
}
