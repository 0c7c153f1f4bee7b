import { describe, expect, it } from "vitest";
import { channelFigures } from "../../../../backend/report/figures/channel-figures";
import {
	type CellState,
	cellsOf,
	cellUnitOf,
	isUnknown,
	stateCells,
} from "../../../../backend/report/figures/state-cells";
import { type Clock, zoneClock } from "../../../../backend/report/source/report-clock";
import type { ReportChannel } from "../../../../backend/report/source/report-source";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import { isOutOf } from "../../../../shared/log/limit-spans";
import * as fc from "../../../properties";
import { holdingAround, plainDefinition } from "../../fixtures/report-source";

const utc: Clock = () => 0;
const isoOf = (wall: number) => new Date(wall).toISOString().slice(0, 16);

function cells(from: number, to: number, clock: Clock = utc, firstWeekday = 1) {
	return cellsOf({ from, to, unit: cellUnitOf({ from, to }), clock, firstWeekday });
}

describe("the cells of a period", () => {
	it.each([
		["hours of a shift", hourMs * 8, "hour", 8],
		["hours of a day and a half", hourMs * 36, "hour", 36],
		["days of a week", 7 * dayMs, "day", 7],
		["days of a long month", 31 * dayMs, "day", 31],
		["weeks of a quarter", 92 * dayMs, "week", 14],
		["months of a year", 365 * dayMs, "month", 12],
		["quarters of five years", 5 * 365 * dayMs + dayMs, "quarter", 20],
		["years of twenty", 20 * 365.25 * dayMs, "year", 20],
		["decades of eighty years", 80 * 365.25 * dayMs, "decade", 9],
	] as const)("divide it into the %s", (_, length, unit, count) => {
		const from = Date.UTC(2026, 0, 1);
		expect(cellUnitOf({ from, to: from + length }).name).toBe(unit);
		const { walls, edges } = cells(from, from + length);
		expect(walls).toHaveLength(count);
		expect([edges[0], edges.at(-1), edges.length]).toEqual([from, from + length, count + 1]);
	});

	it("follow a clock that changes: one day of 25 hours, and a midnight that is skipped", () => {
		const berlin = zoneClock("Europe/Berlin");
		const { walls, edges } = cells(Date.UTC(2026, 8, 30, 22), Date.UTC(2026, 9, 31, 23), berlin);
		expect(walls.map(isoOf).slice(23, 26)).toEqual(["2026-10-24T00:00", "2026-10-25T00:00", "2026-10-26T00:00"]);
		expect(walls).toHaveLength(31);
		expect((edges[25] ?? 0) - (edges[24] ?? 0)).toBe(25 * hourMs);
		const cairo = zoneClock("Africa/Cairo");
		const spring = cells(Date.UTC(2026, 3, 22, 22), Date.UTC(2026, 3, 25, 21), cairo);
		expect(spring.walls.map(isoOf)).toEqual(["2026-04-23T00:00", "2026-04-24T00:00", "2026-04-25T00:00"]);
		expect(spring.edges.map((edge, index) => (edge - (spring.edges[index - 1] ?? edge)) / hourMs)).toEqual([
			0, 24, 23, 24,
		]);
	});

	it("begin weeks on the report's first day of the week, and cut the first and the last one", () => {
		const from = Date.UTC(2026, 0, 1);
		const weeks = (first: number) =>
			cells(from, from + 90 * dayMs, utc, first)
				.walls.map(isoOf)
				.slice(0, 2);
		expect(weeks(1)).toEqual(["2025-12-29T00:00", "2026-01-05T00:00"]);
		expect(weeks(0)).toEqual(["2025-12-28T00:00", "2026-01-04T00:00"]);
	});
});

const from = Date.UTC(2026, 2, 1);
const until = from + 6 * dayMs;
type Times = { at: number; value: number }[];

function statesOf(all: Times, channel: Partial<ReportChannel> = { max: 8 }) {
	const whole: ReportChannel = {
		id: "chn_0",
		name: "Air",
		quantity: "temperature",
		unit: "°C",
		decimals: 1,
		readings: 0,
		min: null,
		max: null,
		calibrations: [],
		...channel,
	};
	const own = all.filter(({ at }) => at >= from && at < until);
	const holding = holdingAround(all, { from, to: until });
	const series = {
		at: Float64Array.from(own, ({ at }) => at),
		value: Float64Array.from(own, ({ value }) => value),
		holding,
	};
	const figures = channelFigures({ definition: plainDefinition, from, until }, whole, series);
	const period = { from, until };
	return { figures, cells: stateCells(figures, cells(from, until), period), period };
}

const steady = (start: number, end: number, stepMs = 15 * minuteMs, value = 5): Times =>
	Array.from({ length: Math.round((end - start) / stepMs) }, (_, index) => ({ at: start + index * stepMs, value }));

describe("the state of a cell", () => {
	it("becomes out for a minute, unknown for a gap, and within else", () => {
		const all = steady(from - dayMs, until + dayMs)
			.filter(({ at }) => at < from + 2 * dayMs || at >= from + 2 * dayMs + 3 * hourMs)
			.map((one) => (one.at === from + dayMs + hourMs ? { ...one, value: 8.1 } : one));
		expect(statesOf(all).cells).toEqual(["within", "out", "unknown", "within", "within", "within"]);
	});

	it("returns none without limits, and within from the first limits on", () => {
		const limitSpans = [
			{ from: Number.NEGATIVE_INFINITY, bounds: null, by: "" },
			{ from: from + 3 * dayMs, bounds: { max: 8 }, by: "" },
		];
		const all = steady(from - dayMs, until + dayMs);
		expect(statesOf(all, { limitSpans }).cells).toEqual(["none", "none", "none", "within", "within", "within"]);
		expect(statesOf(all, {}).cells).toEqual(Array(6).fill("none"));
	});

	it("counts a pause at an end of the period only if it is longer than the next reading may take", () => {
		const short = statesOf(steady(from + 20 * minuteMs, until - 20 * minuteMs));
		expect(short.figures.summary.unknownMs).toBeGreaterThan(0);
		expect(short.figures.gaps.some((gap) => isUnknown(gap, short.figures, short.period))).toBe(false);
		expect(short.cells).toEqual(Array(6).fill("within"));
		const long = statesOf(steady(from + hourMs, until - hourMs));
		expect(long.cells).toEqual(["unknown", ...Array(4).fill("within"), "unknown"]);
	});

	it("agrees with a look at each minute, and with the figures of the row", () => {
		const spans = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 10 })), {
			minLength: 1,
			maxLength: 120,
		});
		fc.assert(
			fc.property(spans, (pairs) => {
				let at = from - 600 * minuteMs;
				const all = pairs.map(([minutes, value]) => {
					at += minutes * minuteMs;
					return { at, value };
				});
				const { figures, cells: found, period } = statesOf(all);
				expect(found).toEqual(minuteByMinute(figures, period));
				expect(found.includes("out")).toBe((figures.summary.outMs ?? 0) > 0);
			}),
		);
	});
});

/** Every minute of the period by itself, from the gaps and the readings. */
function minuteByMinute(
	figures: ReturnType<typeof statesOf>["figures"],
	period: { from: number; until: number },
): CellState[] {
	const { series, holding, gaps } = figures;
	const valueAt = (time: number) => {
		const index = [...series.at].findLastIndex((at) => at <= time);
		return index === -1 ? holding.before?.value : series.value[index];
	};
	return Array.from({ length: 6 }, (_, day) => {
		const seen = new Set<CellState>();
		for (let time = from + day * dayMs; time < from + (day + 1) * dayMs; time += minuteMs) {
			const gap = gaps.find((one) => time >= one.from && time < one.to);
			const value = valueAt(time);
			if (gap) seen.add(isUnknown(gap, figures, period) ? "unknown" : "none");
			else if (value !== undefined) seen.add(isOutOf({ max: 8 }, value) ? "out" : "within");
		}
		return (["out", "unknown", "within"] as const).find((state) => seen.has(state)) ?? "none";
	});
}
