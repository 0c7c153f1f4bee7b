const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** No schedule of the demo is rarer than monthly. */
const farthestMs = 32 * dayMs;

/** When a report runs, in UTC. `weekday` counts from Sunday. */
export type Schedule = { minuteOfDay: number; weekday?: number; dayOfMonth?: number };

/** Runs from an instant up to another, epoch ms: `from` exclusive, `to` inclusive. */
export function runsBetween({ minuteOfDay, weekday, dayOfMonth }: Schedule, from: number, to: number): number[] {
	const runs: number[] = [];
	for (let day = Math.floor(from / dayMs) * dayMs; day <= to; day += dayMs) {
		const date = new Date(day);
		const isDue =
			(weekday === undefined || date.getUTCDay() === weekday) &&
			(dayOfMonth === undefined || date.getUTCDate() === dayOfMonth);
		const at = day + minuteOfDay * minuteMs;
		if (isDue && at > from && at <= to) runs.push(at);
	}
	return runs;
}

export function lastRun(schedule: Schedule, now: number): Date | null {
	const at = runsBetween(schedule, now - farthestMs, now).at(-1);
	return at === undefined ? null : new Date(at);
}

export function nextRun(schedule: Schedule, now: number): Date | null {
	const [at] = runsBetween(schedule, now, now + farthestMs);
	return at === undefined ? null : new Date(at);
}
