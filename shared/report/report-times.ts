import { Cron } from "croner";
import { dayMs, hourMs, minuteMs } from "../base/durations";
import { daysOfWeek, type WeekStart } from "../formats/display-formats";
import { firstInstantAt, type TimeRange, zoneOffsetMinutes } from "../time/time-zones";
import type { ReportRange } from "./report";
import type { Recurrence } from "./report-schedule";

/** When reports run, and the period of each run. Instants are UTC epoch ms. A "wall" time is local time read as UTC. */

/** Exceeds every zone offset and every skipped time. */
const furthestMs = 2 * dayMs;
/** Bounds the steps through a pattern. The rarest recurrence is monthly. */
const longestWalk = 10_000;

type Bounds = { recurrence: Recurrence; startsAt: number | null; endsAt: number | null };

/**
 * Up to `count` instants of a schedule after `after`, ascending, without the delay. The library's calendar is UTC.
 * A skipped time runs at the first instant after it; hours run in both passes of a repeated hour.
 * Days that the zone skips have no run.
 */
export function nextRuns(schedule: Bounds, zone: string, { after, count }: { after: number; count: number }): number[] {
	const { recurrence, startsAt, endsAt } = schedule;
	const last = endsAt ?? Number.POSITIVE_INFINITY;
	const from = Math.max(after, (startsAt ?? Number.NEGATIVE_INFINITY) - 1);
	if (recurrence.kind === "once") return recurrence.at > from && recurrence.at <= last ? [recurrence.at] : [];
	const found: number[] = [];
	let latest = from;
	for (const at of instantsFrom(recurrence, zone, from)) {
		if (at > last || found.length >= count) break;
		if (at <= latest) continue;
		found.push(at);
		latest = at;
	}
	return found;
}

type Repeated = Exclude<Recurrence, { kind: "once" }>;

/** Ascending except for repeats. Begins some time before `from`. */
function* instantsFrom(recurrence: Repeated, zone: string, from: number): Generator<number> {
	const isHourly = recurrence.kind === "hourly";
	let held: number[] = [];
	for (const wallMs of wallTimes(recurrence, wallAt(zone, from) - furthestMs)) {
		const first = firstInstantAt(zone, wallMs);
		// The second pass of an hour may come after the next hour's first instant.
		for (const at of held.filter((second) => second < first)) yield at;
		held = held.filter((second) => second > first);
		if (!isHourly && isLeftOut(zone, wallMs)) continue;
		yield first;
		if (isHourly) held = [...held, ...secondPass(zone, wallMs, first)].sort((one, other) => one - other);
	}
}

function wallAt(zone: string, at: number): number {
	return at + zoneOffsetMinutes(zone, at) * minuteMs;
}

function isLeftOut(zone: string, wallMs: number): boolean {
	const day = Math.floor(wallMs / dayMs) * dayMs;
	return firstInstantAt(zone, day) === firstInstantAt(zone, day + dayMs);
}

function secondPass(zone: string, wallMs: number, first: number): number[] {
	const later = wallMs - zoneOffsetMinutes(zone, first + 3 * hourMs) * minuteMs;
	return later > first && wallAt(zone, later) === wallMs ? [later] : [];
}

function* wallTimes(recurrence: Repeated, fromMs: number): Generator<number> {
	const cron = new Cron(patternOf(recurrence), { utcOffset: 0, mode: "5-part" });
	let at: Date | null = new Date(fromMs);
	for (let steps = 0; steps < longestWalk; steps++) {
		at = cron.nextRun(at);
		if (at === null) return;
		if (isShortMonthsDay(recurrence, at)) yield at.getTime();
	}
}

/** The day of 28 to 31 that replaces a missing day of a short month. */
function isShortMonthsDay(recurrence: Repeated, at: Date): boolean {
	if (recurrence.kind !== "monthly" || recurrence.on.by !== "day") return true;
	const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
	return at.getUTCDate() === Math.min(recurrence.on.day, lastDay);
}

function patternOf(recurrence: Repeated): string {
	if (recurrence.kind === "hourly") return `0 */${recurrence.everyHours} * * *`;
	const [hour, minute] = recurrence.time.split(":").map(Number);
	const clock = `${minute} ${hour}`;
	// The library counts weekdays from Sunday, 0 or 7.
	if (recurrence.kind === "daily") return `${clock} * * *`;
	if (recurrence.kind === "weekly") return `${clock} * * ${recurrence.days.join(",")}`;
	const { on } = recurrence;
	if (on.by === "lastDay") return `${clock} L * *`;
	if (on.by === "day") return `${clock} ${on.day > 28 ? "28-31" : on.day} * *`;
	return `${clock} * * ${on.weekday}#${on.nth === "last" ? "L" : on.nth}`;
}

type PeriodRequest = {
	zone: string;
	at: number;
	previousEnd: number | null;
};

/** Half-open. `previous` and `sinceLast` periods touch; `rolling` ones may overlap. */
export function periodOf(range: ReportRange, { zone, at, previousEnd }: PeriodRequest): TimeRange {
	switch (range.kind) {
		case "fixed":
			return { from: range.from, to: range.to };
		case "rolling":
			return { from: back(zone, at, range), to: at };
		case "sinceLast":
			return { from: Math.min(previousEnd ?? back(zone, at, { count: 1, unit: "day" }), at), to: at };
		case "toDate":
			// A unit that begins at this instant would be empty.
			return { from: unitStart(zone, at - 1, { ...range, ago: 0 }), to: at };
		case "previous":
			return wholeUnitBefore(zone, at, range);
	}
}

type Unit = "day" | "week" | "month";
type Cut = { unit: Unit; weekStart?: WeekStart | undefined };

function wholeUnitBefore(zone: string, at: number, cut: Cut): TimeRange {
	const to = unitStart(zone, at, { ...cut, ago: 0 });
	let ago = 1;
	// A day that the zone skips has no length.
	while (unitStart(zone, at, { ...cut, ago }) === to) ago += 1;
	return { from: unitStart(zone, at, { ...cut, ago }), to };
}

/** First instant of the day, week or month of `at`, `ago` units back. */
function unitStart(zone: string, at: number, { unit, weekStart = "monday", ago }: Cut & { ago: number }): number {
	const wall = new Date(wallAt(zone, at));
	const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
	if (unit === "month") return firstInstantAt(zone, Date.UTC(year, month - ago, 1));
	const days = daysOfWeek(weekStart);
	const sinceStart = unit === "week" ? days.indexOf(wall.getUTCDay() || 7) : 0;
	return firstInstantAt(zone, Date.UTC(year, month, day - sinceStart - ago * (unit === "week" ? 7 : 1)));
}

/** Days follow the clock, so that daily runs leave no hole on change nights; hours are 60 minutes. */
function back(zone: string, at: number, { count, unit }: { count: number; unit: "hour" | Unit }): number {
	if (unit === "hour") return at - count * hourMs;
	// A run in a skipped hour ends where the hour began.
	const wallMs = wallAt(zone, at - 1) + 1;
	const wall = new Date(wallMs);
	if (unit !== "month") return firstInstantAt(zone, wallMs - count * (unit === "week" ? 7 : 1) * dayMs);
	const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth() - count];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	const clockMs = wallMs - Math.floor(wallMs / dayMs) * dayMs;
	return firstInstantAt(zone, Date.UTC(year, month, Math.min(wall.getUTCDate(), lastDay)) + clockMs);
}
