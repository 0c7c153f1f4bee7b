import { dayMs, minuteMs } from "../base/durations";
import { nextRuns } from "../report/report-times";
import { minuteOfDay } from "../time/time-windows";
import { firstInstantAt } from "../time/time-zones";
import { isYearly, type RoundSchedule } from "./round";

type Span = { from: number; to: number };

/** Returns when a round is due, `from` inclusive, `to` exclusive, ascending. A skipped time is due when the clock goes on, a doubled one in its first pass. */
export function duesOf({ zone, times, closedDays }: RoundSchedule, { from, to }: Span): number[] {
	if (to <= from) return [];
	const count = Math.ceil((to - from) / dayMs) + 2;
	const found = times.flatMap(({ days, time }) => {
		const recurrence = { kind: "weekly", days, time } as const;
		return nextRuns({ recurrence, startsAt: null, endsAt: to - 1 }, zone, { after: from - 1, count });
	});
	const years = [from - 3 * dayMs, to + 3 * dayMs].map((at) => new Date(at).getUTCFullYear());
	const dated = closedDays.flatMap((day) => (isYearly(day) ? years.flatMap((year) => dayIn(year, day)) : [day]));
	const near = [...new Set(dated)]
		.map((day) => Date.parse(day))
		.filter((day) => day > from - 3 * dayMs && day < to + 3 * dayMs);
	const closed = new Set(
		near.flatMap((day) => times.map(({ time }) => firstInstantAt(zone, day + minuteOfDay(time) * minuteMs))),
	);
	return [...new Set(found)].filter((at) => !closed.has(at)).sort((one, other) => one - other);
}

/** Nothing for 29 February in a year without it. */
function dayIn(year: number, yearly: string): string[] {
	const day = `${year}${yearly.slice(1)}`;
	return new Date(Date.parse(day)).toISOString().startsWith(day) ? [day] : [];
}

/** An entry counts for a due from `opensAt` until `missedAt`, both inclusive. */
export function windowOf({ opensMinutes, graceMinutes }: RoundSchedule, dueAt: number) {
	return { opensAt: dueAt - opensMinutes * minuteMs, missedAt: dueAt + graceMinutes * minuteMs };
}

/** Returns the nearest due that an entry at `at` counts for, of equals the earlier. `since`: earlier dues are none. */
export function dueFor(schedule: RoundSchedule, at: number, since = Number.NEGATIVE_INFINITY): number | null {
	const from = at - schedule.graceMinutes * minuteMs;
	const dues = duesOf(schedule, { from: Math.max(from, since), to: at + schedule.opensMinutes * minuteMs + 1 });
	const distance = (dueAt: number) => Math.abs(dueAt - at);
	return dues.reduce<number | null>(
		(best, dueAt) => (best === null || distance(dueAt) < distance(best) ? dueAt : best),
		null,
	);
}

/** Returns the first due after `at` within the horizon. */
export function nextDue(schedule: RoundSchedule, at: number, horizonMs = 15 * dayMs): number | null {
	return duesOf(schedule, { from: at + 1, to: at + horizonMs })[0] ?? null;
}
