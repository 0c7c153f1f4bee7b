import { describe, expect, it } from "vitest";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import {
	isInside,
	nextChangeAt,
	TimeWindows,
	windowsOnClock,
	type ZonedWindows,
} from "../../../shared/time/time-windows";
import * as fc from "../../properties";
import { issuesOf } from "../fixtures/issues-of";

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Zones with the days of a spring and an autumn change; the last three change at midnight or by another measure. */
const changes = [
	{ zone: "Europe/Lisbon", days: [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)] },
	{ zone: "America/New_York", days: [Date.UTC(2026, 2, 8), Date.UTC(2026, 10, 1)] },
	{ zone: "Asia/Kathmandu", days: [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)] },
	{ zone: "Australia/Lord_Howe", days: [Date.UTC(2026, 3, 4), Date.UTC(2026, 9, 3)] },
	{ zone: "America/Santiago", days: [Date.UTC(2026, 3, 5), Date.UTC(2026, 8, 6)] },
	{ zone: "Asia/Beirut", days: [Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25)] },
	{ zone: "Africa/Cairo", days: [Date.UTC(2026, 3, 24), Date.UTC(2026, 9, 30)] },
];

/** A plain oracle: the time on the wall in this minute decides. */
function oracle({ zone, weekly, spans }: ZonedWindows): (at: number) => boolean {
	const clock = new Intl.DateTimeFormat("en-GB", {
		timeZone: zone,
		weekday: "short",
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
	});
	return (at) => {
		if (spans.some(({ from, to }) => at >= from && at < to)) return true;
		const [weekday = "", time = ""] = clock.format(at).split(/,? /);
		const today = weekdays.indexOf(weekday) + 1;
		const yesterday = today === 1 ? 7 : today - 1;
		return weekly.some(({ days, from, to }) => {
			if (from < to) return days.includes(today) && time >= from && time < to;
			return (days.includes(today) && time >= from) || (days.includes(yesterday) && time < to);
		});
	};
}

const time = fc
	.tuple(fc.constantFrom(0, 1, 2, 3, 12, 22, 23), fc.constantFrom(0, 15, 30, 59))
	.map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const weekly = fc.array(
	fc
		.record({ days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), from: time, to: time })
		.filter(({ from, to }) => from !== to),
	{ maxLength: 3 },
);
const around = fc.constantFrom(...changes.flatMap(({ zone, days }) => days.map((day) => ({ zone, day }))));

describe("time windows", () => {
	it("follow the clock on the wall, minute by minute, over both changes of it", () => {
		fc.assert(
			fc.property(around, weekly, fc.integer({ min: -900, max: 900 }), ({ zone, day }, hours, start) => {
				const from = day + start * minuteMs;
				const windows = { zone, weekly: hours, spans: [{ from, to: from + 95 * minuteMs }] };
				const expected = oracle(windows);
				for (let at = day - dayMs; at < day + 2 * dayMs; at += minuteMs) {
					if (isInside(windows, at) !== expected(at)) expect.fail(`${zone} at ${new Date(at).toISOString()}`);
				}
			}),
			{ numRuns: 60 },
		);
	});

	it("change next where the minutes do", () => {
		fc.assert(
			fc.property(around, weekly, fc.integer({ min: 0, max: 2879 }), ({ zone, day }, hours, minute) => {
				const windows = { zone, weekly: hours, spans: [{ from: day + 7_000, to: day + 3_607_000 }] };
				const at = day - dayMs + minute * minuteMs + 1_234;
				const next = nextChangeAt(windows, at);
				const isNow = isInside(windows, at);
				const end = next ?? at + 15 * dayMs;
				if (next !== null)
					expect([next > at, isInside(windows, next), isInside(windows, next - 1)]).toEqual([true, !isNow, isNow]);
				const expected = oracle(windows);
				for (let minuteAt = at; minuteAt < Math.min(end, at + 4 * dayMs); minuteAt += minuteMs) {
					if (expected(minuteAt) !== isNow)
						expect.fail(`${zone} already changed at ${new Date(minuteAt).toISOString()}`);
				}
			}),
			{ numRuns: 100 },
		);
	});

	it("follow the device's own rule where they name the device's clock", () => {
		const windows = TimeWindows.parse({
			zone: "device",
			weekly: [{ days: [7], from: "08:00", to: "09:00" }],
			spans: [],
		});
		const sunday = Date.UTC(2026, 2, 8);
		const at = (hour: number, timeZoneRule: 0 | 1 | 2) =>
			isInside(windowsOnClock(windows, { timezoneOffset: -300, timeZoneRule }), sunday + hour * 60 * minuteMs);
		// Rule 1 has daylight saving from 8 March, rule 2 never, rule 0 is UTC.
		expect([at(8, 0), at(12, 1), at(13, 1), at(13, 2), at(12, 2)]).toEqual([true, true, false, true, false]);
	});

	it("never change where they cover the whole week or nothing", () => {
		const days = [1, 2, 3, 4, 5, 6, 7];
		const always = { zone: "Europe/Lisbon", weekly: [{ days, from: "00:00", to: "24:00" }], spans: [] };
		expect(nextChangeAt(always, Date.UTC(2026, 2, 28))).toBeNull();
		expect(nextChangeAt({ ...always, weekly: [] }, Date.UTC(2026, 2, 28))).toBeNull();
	});

	it("skip a window that lies in the skipped hour", () => {
		const windows = { zone: "Europe/Lisbon", weekly: [{ days: [7], from: "01:15", to: "01:45" }], spans: [] };
		expect(nextChangeAt(windows, Date.UTC(2026, 2, 28))).toBe(Date.UTC(2026, 3, 5, 0, 15));
	});
});

describe("the input of time windows", () => {
	const good = { zone: "Europe/Lisbon", weekly: [{ days: [1, 2], from: "22:00", to: "06:00" }], spans: [] };

	it.each([
		["over midnight", {}],
		["on the device's clock", { zone: "device" }],
		["that touch", { weekly: [...good.weekly, { days: [2, 3], from: "06:00", to: "22:00" }] }],
	])("takes the hours %s", (_, change) => {
		expect(TimeWindows.safeParse({ ...good, ...change }).success).toBe(true);
	});

	it.each([
		[
			"no day",
			{ weekly: [{ days: [], from: "08:00", to: "09:00" }] },
			["weekly", 0, "days"],
			"Choose at least one day.",
		],
		[
			"no time",
			{ weekly: [{ days: [1], from: "8", to: "09:00" }] },
			["weekly", 0, "from"],
			"Enter a time such as 08:30.",
		],
		[
			"24:00 as a start",
			{ weekly: [{ days: [1], from: "24:00", to: "09:00" }] },
			["weekly", 0, "from"],
			"Enter a time such as 08:30.",
		],
		[
			"an end that is the start",
			{ weekly: [{ days: [1], from: "08:00", to: "08:00" }] },
			["weekly", 0, "to"],
			"The end is the start. For the whole day enter 00:00 to 24:00.",
		],
		[
			"hours that overlap those of the night before",
			{ weekly: [...good.weekly, { days: [3], from: "05:00", to: "07:00" }] },
			["weekly", 1],
			"These hours overlap 22:00 to 06:00 (Tuesday).",
		],
		[
			"hours that overlap over the end of the week",
			{
				weekly: [
					{ days: [7], from: "22:00", to: "06:00" },
					{ days: [1], from: "05:59", to: "07:00" },
				],
			},
			["weekly", 1],
			"These hours overlap 22:00 to 06:00 (Monday).",
		],
		[
			"a span that ends before it starts",
			{ spans: [{ from: 2, to: 1 }] },
			["spans", 0, "to"],
			"The end must be after the start.",
		],
		[
			"spans that overlap",
			{
				spans: [
					{ from: 1, to: 5 },
					{ from: 4, to: 6 },
				],
			},
			["spans", 1],
			"This span overlaps another one.",
		],
		["an unknown zone", { zone: "Europe/Atlantis" }, ["zone"], "Not a known time zone."],
	])("rejects %s at its field", (_, change, path, message) => {
		expect(issuesOf(TimeWindows, { ...good, ...change })).toMatchObject([{ path, message }]);
	});
});
