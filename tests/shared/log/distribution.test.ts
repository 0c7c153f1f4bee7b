import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import {
	durationCurve,
	HeldValueSums,
	type HeldValues,
	histogramOf,
	meanOverTime,
	msBeyond,
	percentileOf,
} from "../../../shared/log/held-values";
import { HeldWalk, type Holding, lifeOf, rhythmsOf, usualSpans } from "../../../shared/log/holding";
import { HourMap } from "../../../shared/log/hour-map";
import { type DeviceClock, deviceOffsetMinutes } from "../../../shared/time/time-zones";
import { type OracleReading, oraclePieces } from "../../held-oracle";
import * as fc from "../../properties";

const start = Date.UTC(2026, 5, 7);
const plus1: DeviceClock = { timezoneOffset: 60, timeZoneRule: 2 };

function heldValues(parts: [value: number, minutes: number][]): HeldValues {
	const sums = new HeldValueSums();
	for (const [value, minutes] of parts) sums.add(value, minutes * minuteMs);
	return sums.values();
}

type Course = { readings: OracleReading[]; from: number; until: number; isOfChanges: boolean };

/**
 * Assumes ascending readings without equal times, as the store returns them, on no grid. Values repeat often or never, and
 * are as far apart as doubles allow; pauses last a second to nine days; a course may have no reading.
 */
const courses: fc.Arbitrary<Course> = fc
	.record({
		steps: fc.array(
			fc.record({
				pauseMs: fc.oneof(
					fc.integer({ min: 1_000, max: 20 * minuteMs }),
					fc.integer({ min: 1_000, max: 9 * dayMs }),
					fc.constant(15 * minuteMs),
				),
				value: fc.oneof(
					fc.constantFrom(0, 1, -18, -0),
					fc.integer({ min: -300, max: 300 }).map((tenths) => tenths / 10),
					fc.double({ noNaN: true, noDefaultInfinity: true }),
				),
			}),
			{ maxLength: 60 },
		),
		fromMs: fc.integer({ min: -2 * dayMs, max: 5 * dayMs }),
		lengthMs: fc.integer({ min: 1, max: 12 * dayMs }),
		isOfChanges: fc.boolean(),
	})
	.map(({ steps, fromMs, lengthMs, isOfChanges }) => {
		let at = start;
		const readings = steps.map(({ pauseMs, value }) => {
			at += pauseMs;
			return { at, value };
		});
		return { readings, from: start + fromMs, until: start + fromMs + lengthMs, isOfChanges };
	});

const lifeMs = dayMs;

function walked({ readings, from, until, isOfChanges }: Course, clock: DeviceClock) {
	const times = readings.map(({ at }) => at);
	const known = times
		.slice(
			Math.max(
				times.findLastIndex((at) => at < from),
				0,
			),
		)
		.filter((at) => at < until);
	const holding: Omit<Holding, "after"> = {
		usual: usualSpans(rhythmsOf(times)),
		before: readings.findLast(({ at }) => at < from) ?? null,
		changesUntil: null,
		...(isOfChanges && lifeOf(known, lifeMs)),
	};
	const sums = new HeldValueSums();
	const map = new HourMap(clock, { from, until });
	const walk = new HeldWalk({ from, until }, holding, (begin, end, { value }) => {
		sums.add(value, end - begin);
		map.add(begin, end, value);
	});
	for (const { at, value } of readings) if (at >= from && at < until) walk.add(at, value);
	walk.end(readings.find(({ at }) => at >= until)?.at ?? null);
	return { values: sums.values(), cells: map.hourCells() };
}

type Known = { from: number; to: number; value: number };

function knownPieces({ readings, from, until, isOfChanges }: Course): Known[] {
	const signs = readings.map(({ at }) => at);
	const life = isOfChanges ? { signs, limitMs: lifeMs } : null;
	return oraclePieces({ readings, from, until, limits: [], life }).flatMap(({ reading, ...piece }) =>
		reading === null ? [] : [{ ...piece, value: reading.value }],
	);
}

function msOf(pieces: Known[], isMeant: (value: number) => boolean): number {
	return pieces.reduce((sum, { from, to, value }) => sum + (isMeant(value) ? to - from : 0), 0);
}

describe("values by the time they hold", () => {
	it("finds the percentiles, curve, bins and time beyond limits that each piece of time gives", () => {
		const percents = fc.oneof(fc.constantFrom(5, 50, 95), fc.integer({ min: 0, max: 100 }));
		fc.assert(
			fc.property(courses, percents, (course, percent) => {
				const pieces = knownPieces(course);
				const { values } = walked(course, plus1);
				const total = msOf(pieces, () => true);
				expect(values.totalMs).toBe(total);
				const candidates = [...new Set(pieces.map(({ value }) => value))].sort((a, b) => a - b);
				const expected = candidates.find((one) => msOf(pieces, (value) => value <= one) * 100 >= percent * total);
				expect(percentileOf(values, percent)).toBe(expected ?? null);
				const curve = durationCurve(values);
				expect(curve.share.map((share) => Math.round(share * total))).toEqual(
					curve.value.map((one) => msOf(pieces, (value) => value >= one)),
				);
				expect([curve.value[0], curve.value.at(-1)]).toEqual([candidates.at(-1), candidates[0]]);
				const limits = { min: -18, max: 1 };
				expect(msBeyond(values, limits)).toEqual({
					belowMs: msOf(pieces, (value) => value < limits.min),
					aboveMs: msOf(pieces, (value) => value > limits.max),
				});
				const histogram = histogramOf(values);
				expect(histogram?.ms.reduce((sum, ms) => sum + ms, 0) ?? 0).toBe(total);
				expect(histogram?.ms.length ?? 0).toBeLessThanOrEqual(40);
			}),
		);
	});

	it("puts each value into the bin that holds it", () => {
		const tenths = fc.array(fc.integer({ min: -4_000, max: 4_000 }), { minLength: 2, maxLength: 80 });
		fc.assert(
			fc.property(tenths, fc.constantFrom(1, 0.1, 0.0625, 1 / 3), (numbers, step) => {
				const values = heldValues(numbers.map((one) => [Math.fround(one * step), 1]));
				const { low, width, ms } = histogramOf(values) ?? { low: 0, width: 0, ms: [] };
				const miss = width / 100;
				for (const [index, one] of ms.entries()) {
					const [from, to] = [low + index * width, low + (index + 1) * width];
					const isLast = index === ms.length - 1;
					const sum = (from: number, to: number) =>
						values.value.reduce(
							(total, value, at) =>
								total + (value >= from && (value < to || isLast || width === 0) ? (values.ms[at] ?? 0) : 0),
							0,
						);
					expect(one).toBeGreaterThanOrEqual(sum(from + miss, to - miss));
					expect(one).toBeLessThanOrEqual(sum(from - miss, to + miss));
				}
			}),
		);
	});

	it("shows no comb for readings in steps, whatever their number", () => {
		for (const count of [2, 15, 40, 41, 60, 100, 399]) {
			const { ms, low, width } =
				histogramOf(heldValues(Array.from({ length: count }, (_, index) => [(index - 30) / 10, 10]))) ?? fail();
			expect(ms.length).toBeLessThanOrEqual(40);
			// The last bin may have fewer steps.
			expect(new Set(ms.slice(0, -1)).size).toBeLessThanOrEqual(1);
			expect(ms.slice(1).every((one) => one > 0 && one <= (ms[0] ?? 0))).toBe(true);
			expect(low).toBeCloseTo(-3.05);
			expect(low + width * ms.length).toBeGreaterThan((count - 31) / 10);
		}
	});

	it("makes one bin for one value, and two for a door", () => {
		expect(histogramOf(heldValues([[4.2, 90]]))).toEqual({ low: 4.2, width: 0, ms: [90 * minuteMs] });
		const door = heldValues([
			[0, 57],
			[1, 3],
		]);
		expect(histogramOf(door)).toEqual({ low: -0.5, width: 1, ms: [57 * minuteMs, 3 * minuteMs] });
		expect(durationCurve(door)).toEqual({ value: [1, 0], share: [0.05, 1] });
	});

	it("returns nothing without a reading", () => {
		const none = heldValues([]);
		expect([percentileOf(none, 50), meanOverTime(none), histogramOf(none)]).toEqual([null, null, null]);
		expect(durationCurve(none)).toEqual({ value: [], share: [] });
	});

	it("never leaves the readings: no percentile of a power that falls to zero is below zero", () => {
		const sun = heldValues([
			[0, 700],
			[1_200, 300],
			[3_400, 440],
		]);
		expect([1, 5, 10, 50, 90, 95, 100].map((percent) => percentileOf(sun, percent))).toEqual([
			0, 0, 0, 1_200, 3_400, 3_400, 3_400,
		]);
	});

	it("weighs by time, not by the number of readings", () => {
		const burst = heldValues([[2, 1_380], ...Array.from({ length: 60 }, (): [number, number] => [12, 1])]);
		expect([percentileOf(burst, 50), percentileOf(burst, 95)]).toEqual([2, 2]);
		expect(meanOverTime(burst)).toBeCloseTo((2 * 1_380 + 12 * 60) / 1_440);
	});

	it("keeps a curve of many values short, with both ends", () => {
		const many = heldValues(Array.from({ length: 30_000 }, (_, index) => [Math.sin(index) * 10, 1]));
		const { value, share } = durationCurve(many);
		expect(value.length).toBeLessThanOrEqual(203);
		expect([value[0], value.at(-1)]).toEqual([many.value.at(-1), many.value[0]]);
		expect(share.at(-1)).toBe(1);
	});
});

describe("a map of hours and days", () => {
	const clocks: fc.Arbitrary<DeviceClock> = fc.record({
		timezoneOffset: fc.integer({ min: -48, max: 56 }).map((quarters) => 15 * quarters),
		timeZoneRule: fc.constantFrom(0, 1, 2),
	});
	const changes = [start, Date.UTC(2026, 2, 6), Date.UTC(2026, 10, 4)];

	it("computes the mean of each hour of the clock, through both changes", () => {
		fc.assert(
			fc.property(courses, clocks, fc.constantFrom(...changes), (moved, clock, begin) => {
				const by = begin - start;
				const course = {
					...moved,
					readings: moved.readings.map(({ at, value }) => ({ at: at + by, value: Math.max(Math.min(value, 99), -99) })),
					from: moved.from + by,
					until: moved.until + by,
				};
				const { cells } = walked(course, clock);
				const expected = new Map<number, { ms: number; sum: number }>();
				const quarter = 15 * minuteMs;
				for (const { from, to, value } of knownPieces(course)) {
					for (let at = from; at < to; at = (Math.floor(at / quarter) + 1) * quarter) {
						const ms = Math.min((Math.floor(at / quarter) + 1) * quarter, to) - at;
						const wall = new Date(at + deviceOffsetMinutes(clock, at) * minuteMs);
						const index = Math.floor((wall.getTime() - cells.firstDay) / dayMs) * 24 + wall.getUTCHours();
						const cell = expected.get(index) ?? { ms: 0, sum: 0 };
						expected.set(index, { ms: cell.ms + ms, sum: cell.sum + ms * value });
					}
				}
				expect(cells.mean.length).toBe(24 * cells.hours.length);
				for (const [index, mean] of cells.mean.entries()) {
					const cell = expected.get(index);
					if (cell) expect(mean).toBeCloseTo(cell.sum / cell.ms, 6);
					else expect(mean).toBeNull();
				}
				expect([...expected.keys()].every((index) => index >= 0 && index < cells.mean.length)).toBe(true);
			}),
		);
	});

	it("counts a day of 23 hours and one of 25, whose repeated hour is one cell", () => {
		const clock: DeviceClock = { timezoneOffset: -300, timeZoneRule: 1 };
		const midnight = (month: number, day: number) => Date.UTC(2026, month, day) + 5 * hourMs;
		const spring = new HourMap(clock, { from: midnight(2, 7), until: midnight(2, 9) - hourMs });
		spring.add(midnight(2, 7), midnight(2, 9) - hourMs, 4);
		const { mean, hours, firstDay } = spring.hourCells();
		expect([hours, firstDay]).toEqual([[24, 23], Date.UTC(2026, 2, 7)]);
		expect(mean.flatMap((one, index) => (one === null ? [index] : []))).toEqual([24]);
		const autumn = new HourMap(clock, { from: midnight(10, 7) - hourMs, until: midnight(10, 8) });
		autumn.add(midnight(10, 7) - hourMs, midnight(10, 7), 2);
		autumn.add(midnight(10, 7), midnight(10, 8), 6);
		expect([autumn.hourCells().hours, autumn.hourCells().mean.slice(0, 2)]).toEqual([[25], [4, 6]]);
	});
});

function fail(): never {
	throw new Error("A histogram is missing");
}
