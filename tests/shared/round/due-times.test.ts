import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { dueFor, duesOf, windowOf } from "../../../shared/round/due-times";
import { entryTime } from "../../../shared/round/entry-time";
import type { RoundSchedule } from "../../../shared/round/round";
import { minuteOfDay } from "../../../shared/time/time-windows";
import { firstInstantAt, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import * as fc from "../../properties";

const at = (text: string) => Date.parse(text);
const shown = (times: number[]) => times.map((time) => new Date(time).toISOString().slice(0, 16));

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const lisbon: RoundSchedule = {
	zone: "Europe/Lisbon",
	times: [{ days: everyDay, time: "08:00" }],
	opensMinutes: 60,
	graceMinutes: 60,
	closedDays: [],
};

/** In each an hour, half an hour or a day is skipped, or doubled. */
const nights = [
	{ zone: "Europe/Lisbon", day: "2026-03-29" },
	{ zone: "Europe/Lisbon", day: "2026-10-25" },
	{ zone: "America/New_York", day: "2026-03-08" },
	{ zone: "America/New_York", day: "2026-11-01" },
	{ zone: "Australia/Lord_Howe", day: "2026-10-04" },
	{ zone: "Australia/Lord_Howe", day: "2026-04-05" },
	{ zone: "Asia/Beirut", day: "2026-03-29" },
	{ zone: "Pacific/Apia", day: "2011-12-30" },
	{ zone: "Asia/Kathmandu", day: "2026-06-01" },
];

const clockTime = fc
	.integer({ min: 0, max: 24 * 4 - 1 })
	.map((quarter) => new Date(quarter * 15 * minuteMs).toISOString().slice(11, 16));
const anySchedule = fc.record({
	night: fc.constantFrom(...nights),
	times: fc.array(
		fc.record({ days: fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1 }), time: clockTime }),
		{
			minLength: 1,
			maxLength: 4,
		},
	),
	opensMinutes: fc.integer({ min: 0, max: 300 }),
	graceMinutes: fc.integer({ min: 5, max: 300 }),
	closed: fc.uniqueArray(fc.integer({ min: -3, max: 3 }), { maxLength: 3 }),
});
type Case = typeof anySchedule extends fc.Arbitrary<infer Value> ? Value : never;

const textOf = (dayStart: number) => new Date(dayStart).toISOString().slice(0, 10);

function scheduleOf({ night, times, opensMinutes, graceMinutes, closed }: Case): RoundSchedule {
	const closedDays = closed.map((days) => textOf(at(night.day) + days * dayMs));
	return { zone: night.zone, times, opensMinutes, graceMinutes, closedDays };
}

/** Goes through the days of a wall calendar: a day that the zone skips has none. */
function walked({ zone, times, closedDays }: RoundSchedule, from: number, to: number): number[] {
	const found = new Set<number>();
	for (let day = Math.floor(from / dayMs) * dayMs - 2 * dayMs; day < to + 2 * dayMs; day += dayMs) {
		const isSkipped = firstInstantAt(zone, day) === firstInstantAt(zone, day + dayMs);
		const weekday = new Date(day).getUTCDay() || 7;
		if (isSkipped || closedDays.includes(textOf(day))) continue;
		for (const { days, time } of times) {
			const dueAt = firstInstantAt(zone, day + minuteOfDay(time) * minuteMs);
			if (days.includes(weekday) && dueAt >= from && dueAt < to) found.add(dueAt);
		}
	}
	return [...found].sort((one, other) => one - other);
}

describe("due times of a round", () => {
	it("follow the zone's calendar over changes of its clock", () => {
		fc.assert(
			fc.property(anySchedule, fc.integer({ min: -3 * 24, max: 3 * 24 }), (drawn, hours) => {
				const schedule = scheduleOf(drawn);
				const from = at(drawn.night.day) + hours * hourMs;
				const dues = duesOf(schedule, { from, to: from + 3 * dayMs });
				expect(dues).toEqual(walked(schedule, from, from + 3 * dayMs));
				for (const dueAt of dues) {
					const wall = new Date(dueAt + zoneOffsetMinutes(schedule.zone, dueAt) * minuteMs).toISOString().slice(11, 16);
					const before = dueAt - minuteMs;
					const isJump = zoneOffsetMinutes(schedule.zone, before) !== zoneOffsetMinutes(schedule.zone, dueAt);
					expect(isJump || schedule.times.some(({ time }) => time === wall)).toBe(true);
				}
			}),
		);
	});

	it("give an entry the nearest due whose window holds it", () => {
		fc.assert(
			fc.property(anySchedule, fc.integer({ min: -3 * 1_440, max: 3 * 1_440 }), (drawn, minutes) => {
				const schedule = scheduleOf(drawn);
				const time = at(drawn.night.day) + minutes * minuteMs;
				const near = walked(schedule, time - dayMs, time + dayMs).filter((dueAt) => {
					const { opensAt, missedAt } = windowOf(schedule, dueAt);
					return opensAt <= time && time <= missedAt;
				});
				const dueAt = dueFor(schedule, time);
				expect(dueAt === null).toBe(near.length === 0);
				if (dueAt === null) return;
				expect(near).toContain(dueAt);
				expect(Math.min(...near.map((one) => Math.abs(one - time)))).toBe(Math.abs(dueAt - time));
			}),
		);
	});

	it("put a time in a skipped hour where the clock goes on, once for two of them", () => {
		const times = ["01:15", "01:45"].map((time) => ({ days: everyDay, time }));
		const span = { from: at("2026-03-28T12:00Z"), to: at("2026-03-30T12:00Z") };
		expect(shown(duesOf({ ...lisbon, times }, span))).toEqual([
			...["2026-03-29T01:00", "2026-03-30T00:15", "2026-03-30T00:45"],
		]);
	});

	it("leave closed days of the zone out", () => {
		const schedule = { ...lisbon, zone: "Pacific/Auckland", closedDays: ["2026-12-25"] };
		const span = { from: at("2026-12-24T00:00Z"), to: at("2026-12-26T00:00Z") };
		expect(shown(duesOf(schedule, span))).toEqual(["2026-12-25T19:00"]);
	});

	it.each([
		["--12-25", ["2026-12-25", "2027-12-25"], ["2026-12-24", "2027-12-26"]],
		["--01-01", ["2027-01-01", "2028-01-01"], ["2026-12-31", "2027-01-02"]],
		["--02-29", ["2028-02-29"], ["2027-02-28", "2027-03-01", "2028-02-28"]],
	])("leave the day %s out each year", (day, closed, open) => {
		const schedule = { ...lisbon, closedDays: [day] };
		const duesOn = (date: string) => duesOf(schedule, { from: at(date), to: at(date) + dayMs }).length;
		expect([closed.map(duesOn), open.map(duesOn)]).toEqual([closed.map(() => 0), open.map(() => 1)]);
	});

	it("begin with the schedule: earlier dues belong to none", () => {
		const dueAt = at("2026-06-01T07:00Z");
		expect(dueFor(lisbon, dueAt + minuteMs, dueAt)).toBe(dueAt);
		expect(dueFor(lisbon, dueAt + minuteMs, dueAt + 1)).toBeNull();
	});
});

describe("the time of an entry", () => {
	const receivedAt = at("2026-06-03T10:00Z");

	it("follows the phone, corrected by how far the phone's clock is off, and never in the future", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -3 * dayMs, max: 3 * dayMs }),
				fc.integer({ min: 0, max: 2 * dayMs }),
				(off, ago) => {
					const { at: time, clockOffMs } = entryTime(
						{ readAt: receivedAt - ago + off, sentAt: receivedAt + off },
						receivedAt,
					);
					expect(time).toBeLessThanOrEqual(receivedAt);
					expect(Math.abs(time - (receivedAt - ago))).toBeLessThanOrEqual(5 * minuteMs);
					if (Math.abs(off) > 5 * minuteMs) expect(clockOffMs).toBe(off);
				},
			),
		);
	});

	it("equals the receipt for an entry of the future, which is marked", () => {
		const readAt = receivedAt + 2 * dayMs;
		expect(entryTime({ readAt, sentAt: receivedAt }, receivedAt)).toEqual({ at: receivedAt, clockOffMs: 2 * dayMs });
	});
});
