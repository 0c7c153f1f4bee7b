import { describe, expect, it } from "vitest";
import { excursionsOf } from "../../../../backend/report/figures/report-excursions";
import { minuteMs } from "../../../../shared/base/durations";
import { type LimitSpan, limitsAlways } from "../../../../shared/log/limit-spans";
import { summaryOfReadings } from "../../../../shared/log/reading-summary";
import { oraclePieces } from "../../../held-oracle";
import * as fc from "../../../properties";
import { holdingAround } from "../../fixtures/report-source";

const start = Date.UTC(2026, 2, 1);
const minutes = (minute: number) => start + minute * minuteMs;
const bounds = { min: 2, max: 8 };
const always = limitsAlways(bounds);

type Reading = { at: number; value: number };
type Period = { from: number; until: number; limits: readonly LimitSpan[] };

function excursionsIn(all: Reading[], { from, until, limits }: Period) {
	const within = all.filter(({ at }) => at >= from && at < until);
	const series = { at: within.map(({ at }) => at), value: within.map(({ value }) => value) };
	const holding = holdingAround(all, { from, to: until });
	return { series, holding, list: excursionsOf(series, { from, until, limits, holding }) };
}

function found(readings: [minute: number, value: number][], period: Partial<Period> = {}) {
	const all = readings.map(([minute, value]) => ({ at: minutes(minute), value }));
	const { list } = excursionsIn(all, { from: start, until: minutes(10_000), limits: always, ...period });
	return list.map(({ from, to, peakAt, bounds: _, ...rest }) => {
		const minuteOf = (at: number) => (at - start) / minuteMs;
		return { from: minuteOf(from), to: minuteOf(to), peakAt: minuteOf(peakAt), ...rest };
	});
}

const plain = { beganBefore: false, isOpen: false, isEndUnknown: false };

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
		expect(found(readings)).toEqual([{ from: 10, to: 40, peak: 9, peakAt: 20, ...plain }]);
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
		// A reading every quarter of an hour holds for a quarter before a gap.
		const before: [number, number][] = [0, 15, 30, 45, 60].map((minute) => [minute, 9]);
		const behind: [number, number][] = [300, 315, 330].map((minute) => [minute, 10]);
		expect(found([...before, ...behind, [345, 5]])).toEqual([
			{ from: 0, to: 75, peak: 9, peakAt: 0, ...plain, isEndUnknown: true },
			{ from: 300, to: 345, peak: 10, peakAt: 300, ...plain },
		]);
	});

	it("go on over pauses that a reading of a rare channel outlasts", () => {
		const rare: [number, number][] = [0, 240, 480, 720, 960].map((minute) => [minute, 9]);
		expect(found([...rare, [1_200, 5]])).toHaveLength(1);
	});

	it("last at the end of the period, for as long as the last reading holds", () => {
		const readings: [number, number][] = [
			[0, 5],
			[15, 5],
			[30, 5],
			[45, 9],
		];
		const last = { from: 45, peak: 9, peakAt: 45, ...plain };
		expect(found(readings, { until: minutes(50) })).toEqual([{ ...last, to: 50, isOpen: true }]);
		expect(found(readings, { until: minutes(900) })).toEqual([{ ...last, to: 60, isEndUnknown: true }]);
	});

	it("need limits and at least one reading", () => {
		expect(found([[0, 99]], { limits: limitsAlways({}) })).toEqual([]);
		expect(found([])).toEqual([]);
	});

	it("have the length to the next reading if a single reading is out of limits", () => {
		const readings: [number, number][] = [0, 15, 30, 45, 60].map((minute) => [minute, minute === 30 ? 9 : 5]);
		expect(found(readings)).toMatchObject([{ from: 30, to: 45 }]);
	});

	it("end at the edges of the period, and say that they began before", () => {
		const readings: [number, number][] = [-60, -45, -30, -15, 0, 15].map((minute) => [minute, minute < 0 ? 12 : 9]);
		const [one] = found([...readings, [30, 5]], { from: minutes(-5) });
		expect(one).toEqual({ from: -5, to: 30, peak: 12, peakAt: -15, ...plain, beganBefore: true });
		expect(found([...readings, [30, 5]])).toMatchObject([{ from: 0, peak: 9, beganBefore: true }]);
		const calm = readings.map(([minute, value]): [number, number] => [minute, minute === -15 ? 5 : value]);
		expect(found([...calm, [30, 5]])).toMatchObject([{ from: 0, peak: 9, beganBefore: false }]);
	});

	it("begin and end where limits change, and hold none while nothing is judged", () => {
		const readings: [number, number][] = Array.from({ length: 20 }, (_, index) => [15 * index, 7]);
		const limits: LimitSpan[] = [
			{ from: start, bounds: { max: 8 } },
			{ from: minutes(40), bounds: { max: 6 } },
			{ from: minutes(70), bounds: { max: 5 } },
			{ from: minutes(130), bounds: null },
			{ from: minutes(200), bounds: { max: 6 } },
			{ from: minutes(210), bounds: { max: 8 } },
		];
		expect(found(readings, { limits })).toMatchObject([
			{ from: 40, to: 130, peak: 7, peakAt: 60 },
			{ from: 200, to: 210, peak: 7, peakAt: 195 },
		]);
	});

	it("add up to the time out of limits, and each holds its own readings", () => {
		const reading = fc.record({
			pauseMs: fc.oneof(fc.integer({ min: 1, max: 20 * minuteMs }), fc.integer({ min: 1, max: 300 * minuteMs })),
			value: fc.integer({ min: 0, max: 10 }),
		});
		const change = fc.record({
			after: fc.integer({ min: 0, max: 900 * minuteMs }),
			bounds: fc.constantFrom({ min: 2, max: 8 }, { max: 5 }, { min: 4 }, null),
		});
		const given = fc.record({
			all: fc.array(reading, { maxLength: 120 }),
			changes: fc.array(change, { minLength: 1, maxLength: 3 }),
			edges: fc.tuple(fc.nat(2_000), fc.nat(2_000)),
		});
		fc.assert(
			fc.property(given, ({ all, changes, edges }) => {
				let time = start;
				const readings = all.map(({ pauseMs, value }) => {
					time += pauseMs;
					return { at: time, value };
				});
				let since = start - minuteMs;
				const limits = changes.map(({ after, bounds: own }): LimitSpan => {
					since += after;
					return { from: since, bounds: own };
				});
				const [from = 0, until = 0] = edges.map(minutes).toSorted((a, b) => a - b);
				const { series, holding, list } = excursionsIn(readings, { from, until, limits });
				const { outMs } = summaryOfReadings({ ...series, from, until, limits, holding });
				expect(list.reduce((sum, one) => sum + one.to - one.from, 0)).toBe(outMs ?? 0);
				const out = oraclePieces({ readings, from, until, limits }).filter(({ state }) => state === "out");
				const joined: { from: number; to: number }[] = [];
				for (const piece of out) {
					const last = joined.at(-1);
					if (last?.to === piece.from) last.to = piece.to;
					else joined.push({ from: piece.from, to: piece.to });
				}
				expect(list.map((one) => ({ from: one.from, to: one.to }))).toEqual(joined);
				for (const one of list) {
					expect(readings.find(({ at }) => at === one.peakAt)?.value).toBe(one.peak);
					const [moment] = oraclePieces({ readings, from: from - 1, until: from, limits });
					expect(one.beganBefore).toBe(one.from === from && moment?.state === "out");
				}
			}),
			{ numRuns: 400 },
		);
	});
});
