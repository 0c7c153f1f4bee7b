import { describe, expect, it } from "vitest";
import { excursionsOf } from "../../../../backend/report/figures/report-excursions";
import { minuteMs } from "../../../../shared/base/durations";
import { summaryOfReadings } from "../../../../shared/log/reading-summary";
import * as fc from "../../../properties";

const start = Date.UTC(2026, 2, 1);
const minutes = (minute: number) => start + minute * minuteMs;
const bounds = { min: 2, max: 8 };

function found(readings: [minute: number, value: number][], until = minutes(10_000)) {
	const series = { at: readings.map(([minute]) => minutes(minute)), value: readings.map(([, value]) => value) };
	return excursionsOf(series, bounds, until).map(({ from, to, peakAt, ...rest }) => {
		const minuteOf = (at: number) => (at - start) / minuteMs;
		return { from: minuteOf(from), to: minuteOf(to), peakAt: minuteOf(peakAt), ...rest };
	});
}

describe("excursions", () => {
	it("last from the first reading out of limits to the first within them", () => {
		const readings: [number, number][] = [
			[0, 5],
			[10, 8.1],
			[20, 9],
			[30, 8.5],
			[40, 8],
			[50, 5],
		];
		expect(found(readings)).toEqual([{ from: 10, to: 40, peak: 9, peakAt: 20, isOpen: false }]);
	});

	it("begin at no reading exactly on a limit", () => {
		expect(
			found([
				[0, 2],
				[10, 8],
				[20, 2],
			]),
		).toEqual([]);
	});

	it("count as one if readings leap from beyond one limit to beyond the other, with the furthest as peak", () => {
		const [one, ...others] = found([
			[0, 9],
			[10, -1],
			[20, 5],
		]);
		expect(others).toEqual([]);
		expect(one).toMatchObject({ from: 0, to: 20, peak: -1, peakAt: 10 });
	});

	it("end when a reading no longer holds, and begin again behind the gap", () => {
		// A reading every quarter of an hour holds for 45 minutes.
		const before: [number, number][] = [0, 15, 30, 45, 60].map((minute) => [minute, 9]);
		const behind: [number, number][] = [300, 315, 330].map((minute) => [minute, 10]);
		expect(found([...before, ...behind, [345, 5]])).toEqual([
			{ from: 0, to: 105, peak: 9, peakAt: 0, isOpen: false },
			{ from: 300, to: 345, peak: 10, peakAt: 300, isOpen: false },
		]);
	});

	it("go on over pauses that a reading of a rare channel outlasts", () => {
		const rare: [number, number][] = [0, 240, 480, 720, 960].map((minute) => [minute, 9]);
		expect(found([...rare, [1_200, 5]])).toHaveLength(1);
	});

	it("last at the end of the period, for as long as the last reading holds", () => {
		const readings: [number, number][] = [
			[0, 5],
			[15, 9],
		];
		expect(found(readings, minutes(20))).toEqual([{ from: 15, to: 20, peak: 9, peakAt: 15, isOpen: true }]);
		expect(found(readings, minutes(900))).toEqual([{ from: 15, to: 60, peak: 9, peakAt: 15, isOpen: false }]);
	});

	it("need limits and at least one reading", () => {
		expect(excursionsOf({ at: [start], value: [99] }, {}, start)).toEqual([]);
		expect(found([])).toEqual([]);
	});

	it("add up to the time out of limits, and each holds its own readings", () => {
		const reading = fc.record({
			pauseMs: fc.oneof(fc.integer({ min: 1, max: 20 * minuteMs }), fc.integer({ min: 1, max: 300 * minuteMs })),
			value: fc.integer({ min: 0, max: 10 }),
		});
		fc.assert(
			fc.property(fc.array(reading, { maxLength: 120 }), fc.integer({ min: 0, max: 100 * minuteMs }), (all, more) => {
				let time = start;
				const at = all.map(({ pauseMs }) => {
					time += pauseMs;
					return time;
				});
				const value = all.map((one) => one.value);
				const until = time + more;
				const list = excursionsOf({ at, value }, bounds, until);
				const { outMs } = summaryOfReadings({ at, value, bounds, until });
				expect(list.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(outMs);
				const isWithin = (index: number) =>
					list.some(({ from, to }) => (at[index] ?? 0) >= from && (at[index] ?? 0) <= to);
				for (const [index, one] of value.entries()) if (one < 2 || one > 8) expect(isWithin(index)).toBe(true);
				for (const [index, { from, peak, peakAt }] of list.entries()) {
					expect(from).toBeGreaterThanOrEqual(list[index - 1]?.to ?? 0);
					expect(value[at.indexOf(peakAt)]).toBe(peak);
				}
			}),
			{ numRuns: 400 },
		);
	});
});
