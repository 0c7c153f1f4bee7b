import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import {
	comparedStep,
	dayRows,
	elapsedMs,
	instantAfter,
	pairsWithin,
	pointsInSteps,
	stepRows,
	wallLength,
} from "../../../shared/log/compared-spans";
import { firstInstantAt, type Zone, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import * as fc from "../../properties";

/** Whole, half-hour and quarter-hour zones; Lord Howe changes its clock by half an hour. */
const zones: Zone[] = [
	...["device:0:0", "device:345:2", "device:-420:1", "device:-210:1"],
	...[
		"Europe/Lisbon",
		"America/Denver",
		"Australia/Lord_Howe",
		"Asia/Kathmandu",
		"America/St_Johns",
		"Pacific/Chatham",
	],
];
const zone = fc.constantFrom(...zones);
/** Midnights from 2021 to 2031 on a clock. */
const midnight = fc.integer({ min: 18_650, max: 22_280 }).map((day) => day * dayMs);

const wallOf = (clock: Zone, at: number) => at + zoneOffsetMinutes(clock, at) * minuteMs;

describe("the elapsed time of a span", () => {
	it("makes a whole number of days at each midnight, whatever clock changes lie between", () => {
		fc.assert(
			fc.property(zone, midnight, fc.integer({ min: 0, max: 400 }), (clock, wall, days) => {
				const from = firstInstantAt(clock, wall);
				const later = firstInstantAt(clock, wall + days * dayMs);
				if (days > 0) expect(wallLength(clock, { from, to: later })).toBe(days * dayMs);
			}),
		);
	});

	it("comes back to the same wall time from any elapsed time that the clock shows", () => {
		fc.assert(
			fc.property(zone, midnight, fc.integer({ min: 0, max: 30 * 24 * 60 }), (clock, wall, minutes) => {
				const from = firstInstantAt(clock, wall);
				const at = from + minutes * minuteMs;
				const again = instantAfter(clock, from, elapsedMs(clock, from, at));
				expect(wallOf(clock, again)).toBe(wallOf(clock, at));
				expect(again).toBeLessThanOrEqual(at);
			}),
		);
	});

	it.each([
		["Europe/Lisbon", "2026-10-25T00:00", 25],
		["Europe/Lisbon", "2026-03-29T00:00", 23],
		["Australia/Lord_Howe", "2026-04-05T00:00", 24.5],
		["Australia/Lord_Howe", "2026-10-04T00:00", 23.5],
		["device:-420:1", "2026-03-08T00:00", 23],
		["Asia/Kathmandu", "2026-03-29T00:00", 24],
	])("counts 24 hours in %s from %s, a day of %d hours", (clock, day, hours) => {
		const wall = Date.parse(`${day}Z`);
		const [from, to] = [firstInstantAt(clock, wall), firstInstantAt(clock, wall + dayMs)];
		expect([(to - from) / hourMs, wallLength(clock, { from, to }) / hourMs]).toEqual([hours, 24]);
	});
});

describe("the step of a comparison", () => {
	it("leaves at most 200 steps, none below the slowest interval unless that leaves under twelve", () => {
		const lengths = fc.integer({ min: 1_000, max: 4_000 * dayMs });
		fc.assert(
			fc.property(lengths, fc.integer({ min: 0, max: 9 * dayMs }), (length, interval) => {
				const step = comparedStep(length, interval);
				expect(length / step).toBeLessThanOrEqual(200);
				expect(step).toBeGreaterThanOrEqual(Math.min(interval, length / 12));
				expect(dayMs % step === 0 || step % dayMs === 0).toBe(true);
			}),
		);
		expect([comparedStep(dayMs, 0), comparedStep(dayMs, hourMs), comparedStep(dayMs, dayMs)]).toEqual([
			10 * minuteMs,
			hourMs,
			2 * hourMs,
		]);
	});
});

/** Readings each `everyMs` from a midnight on, whose values count the hours on the wall clock. */
function readings(clock: Zone, from: number, { days, everyMs }: { days: number; everyMs: number }) {
	const to = instantAfter(clock, from, days * dayMs);
	const at = Array.from({ length: Math.ceil((to - from) / everyMs) }, (_, index) => from + index * everyMs);
	const value = at.map((time) => (wallOf(clock, time) % dayMs) / hourMs);
	return { to, columns: { at, value, min: [], max: [] } };
}

describe("the points of a span", () => {
	it("holds every reading within their band, at most one point a step", () => {
		const reading = fc.record({ at: fc.integer({ min: 0, max: 3 * dayMs }), value: fc.double({ noNaN: true }) });
		fc.assert(
			fc.property(zone, midnight, fc.array(reading, { maxLength: 60 }), (clock, wall, given) => {
				const from = firstInstantAt(clock, wall);
				const sorted = [...given].sort((one, other) => one.at - other.at);
				const columns = { at: sorted.map(({ at }) => from + at), value: sorted.map(({ value }) => value) };
				const request = { zone: clock, from, to: from + 2 * dayMs, stepMs: hourMs };
				const points = pointsInSteps({ ...columns, min: [], max: [] }, request);
				const steps = points.at.map((at) => Math.floor(at / hourMs));
				expect(new Set(steps).size).toBe(steps.length);
				expect(steps).toEqual([...steps].sort((one, other) => one - other));
				for (const [index, at] of columns.at.entries()) {
					if (at >= request.to) continue;
					const step = steps.indexOf(Math.floor(elapsedMs(clock, from, at) / hourMs));
					const value = columns.value[index] ?? Number.NaN;
					expect(points.min[step]).toBeLessThanOrEqual(value);
					expect(points.max[step]).toBeGreaterThanOrEqual(value);
				}
				for (const [index, mean] of points.mean.entries()) {
					expect(mean).toBeGreaterThanOrEqual(points.min[index] ?? Number.NaN);
					expect(mean).toBeLessThanOrEqual(points.max[index] ?? Number.NaN);
				}
			}),
		);
	});

	it("leaves a step without readings out instead of filling it", () => {
		const points = pointsInSteps(
			{ at: [0, hourMs / 2, 5 * hourMs], value: [1, 3, 7], min: [], max: [] },
			{ zone: "device:0:0", from: 0, to: dayMs, stepMs: hourMs },
		);
		expect(points).toEqual({ at: [hourMs / 4, 5 * hourMs], mean: [2, 7], min: [1, 7], max: [3, 7] });
	});

	it("takes the band of buckets, not that of their means", () => {
		const points = pointsInSteps(
			{ at: [0, hourMs / 2], value: [2, 4], min: [-1, 3], max: [3, 9] },
			{ zone: "device:0:0", from: 0, to: dayMs, stepMs: hourMs },
		);
		expect(points).toEqual({ at: [hourMs / 4], mean: [3], min: [-1], max: [9] });
	});
});

describe("the use of a counter", () => {
	const request = { zone: "device:0:0", from: 0, to: dayMs, stepMs: hourMs, isSummed: true };

	it("adds up in a step, of readings as of buckets", () => {
		const at = [0, hourMs / 2, 5 * hourMs];
		const sums = { at: [hourMs / 4, 5 * hourMs], mean: [4, 7], min: [4, 7], max: [4, 7] };
		expect(pointsInSteps({ at, value: [1, 3, 7], min: [], max: [] }, request)).toEqual(sums);
		const buckets = { at, value: [0.1, 0.3, 0.7], min: [0, 0, 0], max: [1, 1, 1], sum: [1, 3, 7] };
		expect(pointsInSteps(buckets, request)).toEqual(sums);
	});

	it("adds up in a day, and so does its difference", () => {
		const first = { at: [0, hourMs, 2 * hourMs], mean: [1, 2, 3], min: [], max: [] };
		const other = { at: [0, hourMs], mean: [4, 6], min: [], max: [] };
		const rows = stepRows([first, other], { stepMs: hourMs, isAlike: () => true });
		expect(dayRows(rows, () => true)).toEqual([
			{ at: 0, means: [6, 10], differences: [null, 7], paired: [0, 2], measured: [3, 3] },
		]);
	});
});

describe("the rows of a comparison", () => {
	const compared = (clock: Zone, walls: string[], { days = 7, everyMs = 15 * minuteMs } = {}) => {
		const stepMs = comparedStep(days * dayMs, everyMs);
		const points = walls.map((wall) => {
			const from = firstInstantAt(clock, Date.parse(`${wall}Z`));
			const { to, columns } = readings(clock, from, { days, everyMs });
			return pointsInSteps(columns, { zone: clock, from, to, stepMs });
		});
		return stepRows(points, { stepMs, isAlike: () => true });
	};

	it.each([
		["Europe/Lisbon", "2026-10-19T00:00", "2026-10-12T00:00"],
		["Europe/Lisbon", "2026-03-23T00:00", "2026-03-30T00:00"],
		["Australia/Lord_Howe", "2026-04-01T00:00", "2026-03-20T00:00"],
		["Australia/Lord_Howe", "2026-10-01T00:00", "2026-09-20T00:00"],
		["device:-420:1", "2026-03-04T00:00", "2026-02-20T00:00"],
		// The product's own rule skips midnight, and this week begins there.
		["device:-420:1", "2026-03-08T00:00", "2026-02-20T00:00"],
	])("shows no difference in %s from %s, though one week has a clock change", (clock, one, other) => {
		const rows = compared(clock, [one, other]);
		const differences = rows.flatMap(({ differences: [, difference] }) => difference ?? []);
		expect(differences.length).toBeGreaterThan(160);
		// A fixed shift in ms would give an hour, or half of one, for days.
		for (const difference of differences) expect(Math.abs(difference)).toBeLessThan(0.3);
	});

	it("takes a difference always from the row's own means", () => {
		const times = fc.uniqueArray(fc.integer({ min: 0, max: 2_000 }), { maxLength: 40 });
		const points = times.map((unsorted) => {
			const at = [...unsorted]
				.sort((one, other) => one - other)
				.filter((time, index, all) => index === 0 || Math.floor(time / 50) !== Math.floor((all[index - 1] ?? 0) / 50));
			return { at, mean: at.map((time) => Math.sin(time) * 10), min: at.map(() => -10), max: at.map(() => 10) };
		});
		fc.assert(
			fc.property(fc.array(points, { minLength: 2, maxLength: 4 }), (spans) => {
				const rows = stepRows(spans, { stepMs: 50, isAlike: (index) => index !== 3 });
				for (const { means, differences } of rows) {
					expect(differences[0]).toBeNull();
					for (const [index, difference] of differences.entries()) {
						if (difference === null) continue;
						expect(index).not.toBe(3);
						expect(difference).toBe((means[index] ?? Number.NaN) - (means[0] ?? Number.NaN));
					}
				}
				// Nothing is lost and nothing counted twice.
				for (const [index, { mean }] of spans.entries()) {
					const shown = rows.flatMap(({ means }) => means[index] ?? []);
					expect([...shown].sort()).toEqual([...mean].sort());
				}
			}),
		);
	});

	it("pairs readings of clocks that are a second apart, across the edge of a step", () => {
		const four = 4 * hourMs;
		const span = (offsetMs: number) => {
			const at = [1, 2, 3].map((index) => index * four + offsetMs);
			return { at, mean: [1, 2, 3], min: [1, 2, 3], max: [1, 2, 3] };
		};
		const rows = stepRows([span(-2_000), span(2_000)], { stepMs: four, isAlike: () => true });
		expect(rows.map(({ means }) => means)).toEqual([
			[1, 1],
			[2, 2],
			[3, 3],
		]);
		expect(pairsWithin([0, four], [four / 2 + 1], four / 2)).toEqual([-1, 0]);
		expect(pairsWithin([0], [four / 2 + 1], four / 2)).toEqual([-1]);
	});

	it("shows no difference of readings more than half a step apart, and uses none twice", () => {
		const one = (at: number[]) => ({ at, mean: at, min: at, max: at });
		const differencesOf = (other: number) =>
			stepRows([one([50]), one([other])], { stepMs: 100, isAlike: () => true }).flatMap(
				(row) => row.differences[1] ?? [],
			);
		expect([differencesOf(100), differencesOf(101)]).toEqual([[50], []]);
		expect(pairsWithin([0, 10], [9], 50)).toEqual([-1, 0]);
	});

	it("keeps a value without a counterpart, and gives it no difference", () => {
		const stepMs = hourMs;
		const full = { at: [0, hourMs, 2 * hourMs], mean: [1, 2, 3], min: [1, 2, 3], max: [1, 2, 3] };
		const half = { at: [2 * hourMs, 5 * hourMs], mean: [7, 8], min: [7, 8], max: [7, 8] };
		const rows = stepRows([full, half], { stepMs, isAlike: () => true });
		expect(rows.map(({ at, means, differences }) => [at / hourMs, means, differences[1]])).toEqual([
			[0, [1, null], null],
			[1, [2, null], null],
			[2, [3, 7], 4],
			[5, [null, 8], null],
		]);
		// 7.5 is the other's mean, 2 the first's: the day's difference is that of the one shared step.
		expect(dayRows(rows)).toEqual([
			{ at: 0, means: [2, 7.5], differences: [null, 4], paired: [0, 1], measured: [3, 4] },
		]);
	});

	it("keeps a second span that is empty, and a longer one's last days", () => {
		const none = { at: [], mean: [], min: [], max: [] };
		const first = { at: [0, dayMs], mean: [1, 2], min: [1, 2], max: [1, 2] };
		const longer = { at: [0, dayMs, 2 * dayMs, 3 * dayMs], mean: [1, 1, 5, 6], min: [1, 1, 5, 6], max: [1, 1, 5, 6] };
		const rows = dayRows(stepRows([first, none, longer], { stepMs: hourMs, isAlike: () => true }));
		expect(rows.map(({ means }) => means)).toEqual([
			[1, null, 1],
			[2, null, 1],
			[null, null, 5],
			[null, null, 6],
		]);
	});
});
