import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { specifiedFormats } from "../../../shared/formats/display-formats";
import type { ReportRange } from "../../../shared/report/report";
import type { Recurrence, ReportSchedule } from "../../../shared/report/report-schedule";
import { nextRuns, periodOf } from "../../../shared/report/report-times";
import { scheduleSentence } from "../../../shared/report/schedule-sentence";
import * as fc from "../../properties";

const always = { delayMinutes: 0, startsAt: null, endsAt: null };
const schedule = (recurrence: Recurrence, rest: Partial<ReportSchedule> = {}): ReportSchedule => {
	return { ...always, ...rest, recurrence };
};

/** Zones with days around a spring and an autumn change; the last four change at midnight or by another measure. */
const changes = [
	{ zone: "Europe/Berlin", days: [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)] },
	{ zone: "America/New_York", days: [Date.UTC(2026, 2, 8), Date.UTC(2026, 10, 1)] },
	{ zone: "Asia/Kathmandu", days: [Date.UTC(2026, 2, 29)] },
	{ zone: "Australia/Lord_Howe", days: [Date.UTC(2026, 3, 4), Date.UTC(2026, 9, 3)] },
	{ zone: "America/Santiago", days: [Date.UTC(2026, 3, 5), Date.UTC(2026, 8, 6)] },
	{ zone: "Asia/Beirut", days: [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)] },
	{ zone: "Africa/Cairo", days: [Date.UTC(2026, 3, 24), Date.UTC(2026, 9, 30)] },
	{ zone: "America/Havana", days: [Date.UTC(2026, 2, 8), Date.UTC(2026, 10, 1)] },
];
const around = fc.constantFrom(...changes.flatMap(({ zone, days }) => days.map((day) => ({ zone, day }))));

/** The clock on the wall, quarter by quarter, by the engine's own calendar. */
function quarters(zone: string, from: number, to: number) {
	const clock = new Intl.DateTimeFormat("sv-SE", {
		timeZone: zone,
		year: "numeric",
		month: "2-digit",
		day: "2-digit",
		hour: "2-digit",
		minute: "2-digit",
	});
	const shown: { at: number; date: string; time: string }[] = [];
	for (let at = from; at < to; at += 15 * minuteMs) {
		const [date = "", time = ""] = clock.format(at).split(" ");
		shown.push({ at, date, time });
	}
	return shown;
}

const quarterTime = fc
	.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
	.map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);

describe("the times of runs", () => {
	it("fall on the first quarter of each day at which the clock shows the time or a later one", () => {
		fc.assert(
			fc.property(around, quarterTime, ({ zone, day }, time) => {
				const [from, to] = [day - 2 * dayMs, day + 2 * dayMs];
				const days = Map.groupBy(quarters(zone, from - dayMs, to + dayMs), ({ date }) => date);
				const expected = [...days.values()].flatMap((shown) => {
					const exact = shown.find((one) => one.time === time) ?? shown.find((one) => one.time > time);
					return exact ? [exact.at] : [(shown.at(-1)?.at ?? 0) + 15 * minuteMs];
				});
				const runs = nextRuns(schedule({ kind: "daily", time }), zone, { after: from, count: 10 });
				expect(runs.filter((at) => at < to)).toEqual(expected.filter((at) => at > from && at < to));
			}),
		);
	});

	it("fall, every hour, on all full hours of the clock, both passes of a repeated one", () => {
		fc.assert(
			fc.property(around, fc.constantFrom(1, 2, 3, 4, 6, 8, 12), ({ zone, day }, everyHours) => {
				const [from, to] = [day - dayMs, day + 2 * dayMs];
				const isOne = (time: string) => time.endsWith(":00") && Number(time.slice(0, 2)) % everyHours === 0;
				const expected = quarters(zone, from, to).filter(({ at, time }) => at > from && isOne(time));
				const recurrence = { kind: "hourly", everyHours } as const;
				const runs = nextRuns(schedule(recurrence as Recurrence), zone, { after: from, count: 100 });
				const due = runs.filter((at) => at < to);
				expect(due).toEqual([...new Set(due)].sort((one, other) => one - other));
				for (const { at } of expected) expect(due).toContain(at);
				// Times beyond the expected ones stand for an hour that the clock skips.
				const beyond = due.filter((at) => !expected.some((one) => one.at === at));
				expect(beyond.length).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 40 },
		);
	});

	it("fall once on each night, also where midnight is skipped or comes twice", () => {
		for (const { zone, days } of changes) {
			for (const day of days) {
				const runs = nextRuns(schedule({ kind: "daily", time: "00:00" }), zone, { after: day - 3 * dayMs, count: 6 });
				const lengths = runs.slice(1).map((at, index) => (at - (runs[index] ?? 0)) / hourMs);
				for (const hours of lengths) expect([23, 23.5, 24, 24.5, 25]).toContain(hours);
			}
		}
	});

	it("fall once on a skipped and on a repeated hour, at the first instant after it and in the first pass", () => {
		const daily = schedule({ kind: "daily", time: "02:30" });
		const spring = nextRuns(daily, "Europe/Berlin", { after: Date.UTC(2026, 2, 28, 12), count: 2 });
		expect(spring.map(iso)).toEqual(["2026-03-29T01:00", "2026-03-30T00:30"]);
		const autumn = nextRuns(daily, "Europe/Berlin", { after: Date.UTC(2026, 9, 24, 12), count: 2 });
		expect(autumn.map(iso)).toEqual(["2026-10-25T00:30", "2026-10-26T01:30"]);
		const hourly = schedule({ kind: "hourly", everyHours: 1 });
		const both = nextRuns(hourly, "Europe/Berlin", { after: Date.UTC(2026, 9, 24, 23, 30), count: 4 });
		expect(both.map(iso)).toEqual(["2026-10-25T00:00", "2026-10-25T01:00", "2026-10-25T02:00", "2026-10-25T03:00"]);
	});

	it("leave out a day that its zone leaves out", () => {
		const runs = nextRuns(schedule({ kind: "daily", time: "08:00" }), "Pacific/Apia", {
			after: Date.UTC(2011, 11, 28, 20),
			count: 2,
		});
		expect(runs.map(iso)).toEqual(["2011-12-29T18:00", "2011-12-30T18:00"]);
	});

	it("take the last day of months that lack the 29th to the 31st", () => {
		const monthly = (on: Extract<Recurrence, { kind: "monthly" }>["on"]) =>
			nextRuns(schedule({ kind: "monthly", on, time: "06:00" }), "UTC", { after: Date.UTC(2027, 11, 31, 12), count: 4 })
				.map((at) => iso(at).slice(5, 10))
				.join(" ");
		expect(monthly({ by: "day", day: 31 })).toBe("01-31 02-29 03-31 04-30");
		expect(monthly({ by: "day", day: 30 })).toBe("01-30 02-29 03-30 04-30");
		expect(monthly({ by: "day", day: 29 })).toBe("01-29 02-29 03-29 04-29");
		expect(monthly({ by: "lastDay" })).toBe("01-31 02-29 03-31 04-30");
		expect(monthly({ by: "weekday", nth: 2, weekday: 2 })).toBe("01-11 02-08 03-14 04-11");
		expect(monthly({ by: "weekday", nth: "last", weekday: 7 })).toBe("01-30 02-27 03-26 04-30");
	});

	it("begin and end with the schedule's, both included", () => {
		const [startsAt, endsAt] = [Date.UTC(2026, 0, 2, 8), Date.UTC(2026, 0, 4, 8)];
		const daily = schedule({ kind: "daily", time: "08:00" }, { startsAt, endsAt });
		const days = nextRuns(daily, "UTC", { after: 0, count: 9 }).map((at) => iso(at).slice(8, 10));
		expect(days).toEqual(["02", "03", "04"]);
		const once = schedule({ kind: "once", at: endsAt });
		expect(nextRuns(once, "UTC", { after: endsAt - 1, count: 5 })).toEqual([endsAt]);
		expect(nextRuns(once, "UTC", { after: endsAt, count: 5 })).toEqual([]);
	});
});

function iso(at: number): string {
	return new Date(at).toISOString().slice(0, 16);
}

const unit = fc.constantFrom("day" as const, "week" as const, "month" as const);

describe("the period of a run", () => {
	it("spans whole days, weeks or months that touch, each as long as the calendar says", () => {
		fc.assert(
			fc.property(around, unit, fc.integer({ min: -60, max: 60 }), ({ zone, day }, subject, quarter) => {
				const at = day + quarter * 15 * minuteMs;
				const { from, to } = periodOf({ kind: "previous", unit: subject }, { zone, at, previousEnd: null });
				const before = periodOf({ kind: "previous", unit: subject }, { zone, at: from, previousEnd: null });
				expect(before.to).toBe(from);
				expect(to).toBeLessThanOrEqual(at);
				const shown = quarters(zone, from - 15 * minuteMs, to + 15 * minuteMs);
				const dates = [...new Set(shown.slice(1, -1).map(({ date }) => date))];
				expect([shown[0]?.date, shown.at(-1)?.date]).not.toContainEqual(dates[0]);
				expect(dates).not.toContain(shown.at(-1)?.date);
				if (subject !== "month") expect(dates).toHaveLength(subject === "week" ? 7 : 1);
				else expect(new Set(dates.map((date) => date.slice(0, 7))).size).toBe(1);
				if (subject === "week") expect(new Date(`${dates[0]}T00:00Z`).getUTCDay()).toBe(1);
				if (subject === "month") expect(dates[0]?.slice(8)).toBe("01");
			}),
		);
	});

	it("leaves no hole between daily runs of a rolling day, nor between those since the last run", () => {
		const range: ReportRange[] = [{ kind: "rolling", count: 1, unit: "day" }, { kind: "sinceLast" }];
		fc.assert(
			fc.property(around, quarterTime, fc.constantFrom(...range), ({ zone, day }, time, requested) => {
				const runs = nextRuns(schedule({ kind: "daily", time }), zone, { after: day - 3 * dayMs, count: 6 });
				let previousEnd: number | null = null;
				for (const at of runs) {
					const { from, to } = periodOf(requested, { zone, at, previousEnd });
					expect(to).toBe(at);
					if (previousEnd !== null) expect(from).toBeLessThanOrEqual(previousEnd);
					if (previousEnd !== null && requested.kind === "sinceLast") expect(from).toBe(previousEnd);
					previousEnd = to;
				}
			}),
		);
	});

	it("hold an evening of November in Chicago's month, and not in Berlin's", () => {
		const evening = Date.UTC(2026, 10, 30, 23, 40);
		const isInNovember = (zone: string) => {
			const { from, to } = periodOf(
				{ kind: "previous", unit: "month" },
				{ zone, at: evening + 5 * dayMs, previousEnd: null },
			);
			return from <= evening && evening < to;
		};
		expect([isInNovember("America/Chicago"), isInNovember("Europe/Berlin")]).toEqual([true, false]);
	});

	it("begins, to date, with the day, week or month that has begun, at its very beginning with the one before", () => {
		const at = Date.UTC(2026, 8, 6, 4);
		const zone = "America/Santiago";
		expect(iso(periodOf({ kind: "toDate", unit: "day" }, { zone, at, previousEnd: null }).from)).toBe(
			"2026-09-05T04:00",
		);
		const later = { zone, at: at + 1, previousEnd: null };
		expect(iso(periodOf({ kind: "toDate", unit: "day" }, later).from)).toBe("2026-09-06T04:00");
		expect(iso(periodOf({ kind: "toDate", unit: "month" }, later).from)).toBe("2026-09-01T04:00");
	});

	it("rolls by the calendar, to the last day of a shorter month", () => {
		const at = Date.UTC(2026, 4, 31, 10);
		const rolling = { kind: "rolling", count: 3, unit: "month" } as const;
		expect(iso(periodOf(rolling, { zone: "UTC", at, previousEnd: null }).from)).toBe("2026-02-28T10:00");
	});
});

describe("the sentence of a schedule", () => {
	const said = (recurrence: Recurrence, rest: Partial<ReportSchedule> = {}, zone = "Europe/Berlin") =>
		scheduleSentence(schedule(recurrence, rest), zone, specifiedFormats);

	it("says when it runs, by whose clock, and what a short month gets", () => {
		expect([
			scheduleSentence(null, "UTC", specifiedFormats),
			said({ kind: "once", at: Date.UTC(2026, 10, 26, 7, 5) }),
			said({ kind: "hourly", everyHours: 1 }),
			said({ kind: "hourly", everyHours: 4 }, {}, "UTC"),
			said({ kind: "daily", time: "08:00" }),
			said({ kind: "weekly", days: [5, 1, 3], time: "06:30" }),
			said({ kind: "weekly", days: [7, 6, 5, 4, 3, 2, 1], time: "06:30" }),
			said({ kind: "monthly", on: { by: "day", day: 31 }, time: "06:00" }),
			said({ kind: "monthly", on: { by: "weekday", nth: "last", weekday: 5 }, time: "06:00" }),
			said({ kind: "monthly", on: { by: "lastDay" }, time: "06:00" }, { delayMinutes: 150 }),
			said({ kind: "daily", time: "08:00" }, { startsAt: Date.UTC(2026, 11, 1), endsAt: Date.UTC(2027, 0, 1) }),
		]).toEqual([
			"Only on demand",
			"Once, on Nov 26, 2026 at 08:05 AM (Europe/Berlin)",
			"Every hour (Europe/Berlin)",
			"Every 4 hours from midnight (UTC)",
			"Every day at 08:00 AM (Europe/Berlin)",
			"Every Monday, Wednesday and Friday at 06:30 AM (Europe/Berlin)",
			"Every day at 06:30 AM (Europe/Berlin)",
			"On day 31 of each month, in shorter months on the last day, at 06:00 AM (Europe/Berlin)",
			"On the last Friday of each month at 06:00 AM (Europe/Berlin)",
			"On the last day of each month at 06:00 AM (Europe/Berlin), 2 h 30 min later for late readings",
			"Every day at 08:00 AM (Europe/Berlin), from Dec 01, 2026 at 01:00 AM, until Jan 01, 2027 at 01:00 AM",
		]);
	});

	it("writes times by the clock and dates in the order of its reader", () => {
		const style = { hourCycle: "24", dateOrder: "day" } as const;
		const twice = schedule({ kind: "daily", time: "18:00" }, { startsAt: Date.UTC(2026, 11, 1), endsAt: null });
		expect(scheduleSentence(twice, "Europe/Berlin", style)).toBe(
			"Every day at 18:00 (Europe/Berlin), from 01 Dec 2026 at 01:00",
		);
	});
});

describe("a schedule of another part of the world", () => {
	const shown = (zone: string, at: number | undefined) =>
		new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "short", hour: "2-digit", minute: "2-digit" }).format(
			at,
		);

	it.each([
		["Asia/Shanghai", "05:00", "Mon 05:00"],
		["Asia/Shanghai", "00:00", "Mon 00:00"],
		["Pacific/Kiritimati", "13:30", "Mon 13:30"],
		["America/New_York", "21:00", "Mon 21:00"],
		["Europe/Berlin", "12:00", "Mon 12:00"],
	])("runs on its weekday there, not on that of UTC: %s at %s", (zone, time, expected) => {
		const weekly = schedule({ kind: "weekly", days: [1], time });
		const runs = nextRuns(weekly, zone, { after: Date.UTC(2026, 2, 1), count: 40 });
		expect([...new Set(runs.map((at) => shown(zone, at)))]).toEqual([expected]);
	});
});

describe("weeks", () => {
	const at = Date.UTC(2026, 10, 26, 9);
	const begins = (weekStart?: "monday" | "sunday" | "saturday") =>
		periodOf({ kind: "previous", unit: "week", weekStart }, { zone: "UTC", at, previousEnd: null });

	it("begin on the chosen day, and on Monday where none is said", () => {
		const week = (day: number) => ({ from: Date.UTC(2026, 10, day - 7), to: Date.UTC(2026, 10, day) });
		expect(begins()).toEqual(week(23));
		expect(begins("monday")).toEqual(week(23));
		expect(begins("sunday")).toEqual(week(22));
		expect(begins("saturday")).toEqual(week(21));
	});

	it("begin on that day itself", () => {
		const sunday = Date.UTC(2026, 10, 22, 1);
		const range = { kind: "toDate", unit: "week", weekStart: "sunday" } as const;
		const period = periodOf(range, { zone: "UTC", at: sunday, previousEnd: null });
		expect(period).toEqual({ from: Date.UTC(2026, 10, 22), to: sunday });
	});
});
