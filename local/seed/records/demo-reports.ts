import { dayMs, minuteMs } from "../../../shared/durations";
import type { SeedReport } from "../../../shared/local-seed";
import type { StoryTimes } from "./silences";

type DemoReport = Omit<SeedReport, "lastRunAt" | "nextRunAt" | "createdAt"> & { runs: Schedule | null };

export const demoReportList: readonly DemoReport[] = [
	{
		name: "Weekly cold chain record",
		isEnabled: true,
		format: "pdf",
		schedule: "Every Monday at 07:00 UTC",
		description: "Lowest, highest and mean of every cold room, with the time out of range.",
		contactNames: ["Ana Prado", "Tomás Ferreira"],
		runs: { minuteOfDay: 7 * 60, weekday: 1 },
	},
	{
		name: "Daily temperatures",
		isEnabled: true,
		format: "csv",
		schedule: "Every day at 05:30 UTC",
		description: "Every reading of the day before, one column for each channel.",
		contactNames: ["Tomás Ferreira"],
		runs: { minuteOfDay: 5 * 60 + 30 },
	},
	{
		name: "Monthly audit",
		isEnabled: true,
		format: "xlsx",
		schedule: "On the first of each month at 04:00 UTC",
		description: "The audited rooms, with every excursion and who acknowledged it.",
		contactNames: ["Beatriz Nunes", "Sanne de Wit"],
		runs: { minuteOfDay: 4 * 60, dayOfMonth: 1 },
	},
	{
		name: "Pharmacy week",
		isEnabled: false,
		format: "pdf",
		schedule: "Every Friday at 16:00 UTC",
		description: "Paused: the weekly record covers it.",
		contactNames: ["Ellen Whitaker"],
		runs: null,
	},
	{
		name: "Batteries and signal",
		isEnabled: true,
		format: "json",
		schedule: "",
		description: "Run by hand before a service round.",
		contactNames: [],
		runs: null,
	},
];

export function demoReports({ storyStart, now }: StoryTimes): SeedReport[] {
	return demoReportList.map(({ runs, ...report }) => ({
		...report,
		lastRunAt: runs ? lastRun(runs, now) : null,
		nextRunAt: runs ? nextRun(runs, now) : null,
		createdAt: new Date(storyStart - 45 * dayMs),
	}));
}

/** The rarest schedule of the demo is monthly. */
const farthestMs = 32 * dayMs;

/** In UTC. `weekday` counts from Sunday. */
type Schedule = { minuteOfDay: number; weekday?: number; dayOfMonth?: number };

/** Epoch ms; `from` exclusive, `to` inclusive. */
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

function lastRun(schedule: Schedule, now: number): Date | null {
	const at = runsBetween(schedule, now - farthestMs, now).at(-1);
	return at === undefined ? null : new Date(at);
}

function nextRun(schedule: Schedule, now: number): Date | null {
	const [at] = runsBetween(schedule, now, now + farthestMs);
	return at === undefined ? null : new Date(at);
}
