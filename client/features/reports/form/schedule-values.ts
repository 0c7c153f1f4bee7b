import type { Recurrence, ReportSchedule } from "../../../../shared/report/report-schedule";
import { typedNumber } from "../../../forms/typed-setting";
import { momentText, typedInstant } from "../../../ui/time/typed-moment";
import { wallText } from "../../../ui/time/wall-time";

type Monthly = Extract<Recurrence, { kind: "monthly" }>["on"];

export type ScheduleValues = {
	kind: Recurrence["kind"] | "none";
	once: string;
	everyHours: string;
	time: string;
	days: number[];
	by: Monthly["by"];
	day: string;
	nth: string;
	weekday: string;
	delay: string;
	startsAt: string;
	endsAt: string;
};

export const noSchedule: ScheduleValues = {
	kind: "none",
	once: "",
	everyHours: "1",
	time: "06:00",
	days: [1],
	by: "day",
	day: "1",
	nth: "1",
	weekday: "1",
	delay: "60",
	startsAt: "",
	endsAt: "",
};

export function typedMoment(zone: string, at: number | null): string {
	return at === null ? "" : momentText(wallText(zone, at));
}

/** NaN if the text is no moment: the schema rejects it at its field. */
export function momentOf(zone: string, typed: string): number {
	return typedInstant(zone, typed) ?? Number.NaN;
}

export function scheduleValuesOf(schedule: ReportSchedule | null, zone: string): ScheduleValues {
	if (schedule === null) return noSchedule;
	const { recurrence, delayMinutes, startsAt, endsAt } = schedule;
	return {
		...noSchedule,
		...recurrenceValuesOf(recurrence, zone),
		delay: String(delayMinutes),
		startsAt: typedMoment(zone, startsAt),
		endsAt: typedMoment(zone, endsAt),
	};
}

function recurrenceValuesOf(recurrence: Recurrence, zone: string): Partial<ScheduleValues> {
	switch (recurrence.kind) {
		case "once":
			return { kind: "once", once: typedMoment(zone, recurrence.at) };
		case "hourly":
			return { kind: "hourly", everyHours: String(recurrence.everyHours) };
		case "daily":
		case "weekly":
			return recurrence;
		case "monthly":
			return { kind: "monthly", time: recurrence.time, ...monthlyValuesOf(recurrence.on) };
	}
}

function monthlyValuesOf(on: Monthly): Partial<ScheduleValues> {
	if (on.by === "day") return { by: "day", day: String(on.day) };
	if (on.by === "lastDay") return { by: "lastDay" };
	return { by: "weekday", nth: String(on.nth), weekday: String(on.weekday) };
}

/** Keeps invalid values, so that the schema rejects them at their fields. */
export function scheduleOf(values: ScheduleValues, zone: string): ReportSchedule | null {
	if (values.kind === "none") return null;
	const isOnce = values.kind === "once";
	const moment = (typed: string) => (isOnce || typed.trim() === "" ? null : momentOf(zone, typed));
	return {
		recurrence: recurrenceOf(values.kind, values, zone),
		delayMinutes: values.delay.trim() === "" ? 0 : typedNumber(values.delay),
		startsAt: moment(values.startsAt),
		endsAt: moment(values.endsAt),
	};
}

function recurrenceOf(kind: Recurrence["kind"], values: ScheduleValues, zone: string): Recurrence {
	const time = values.time.trim();
	switch (kind) {
		case "once":
			return { kind, at: momentOf(zone, values.once) };
		case "hourly":
			// The field offers no other numbers.
			return { kind, everyHours: Number(values.everyHours) as Extract<Recurrence, { kind: "hourly" }>["everyHours"] };
		case "daily":
			return { kind, time };
		case "weekly":
			return { kind, days: values.days, time };
		case "monthly":
			return { kind, on: monthlyOf(values), time };
	}
}

function monthlyOf({ by, day, nth, weekday }: ScheduleValues): Monthly {
	if (by === "day") return { by, day: typedNumber(day) };
	if (by === "lastDay") return { by };
	// The field offers no other weeks.
	return {
		by,
		nth: (nth === "last" ? nth : Number(nth)) as Extract<Monthly, { by: "weekday" }>["nth"],
		weekday: Number(weekday),
	};
}
