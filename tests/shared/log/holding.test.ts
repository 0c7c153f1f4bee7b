import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { type Holding, holdingOf, lifeOf, longestPauseOf, rhythmsOf, usualSpans } from "../../../shared/log/holding";
import { type LimitSpan, limitsAlways } from "../../../shared/log/limit-spans";
import { kineticSummary } from "../../../shared/log/mean-kinetic-temperature";
import { gapsOf, lengthOfGaps } from "../../../shared/log/reading-gaps";
import { summaryOfReadings } from "../../../shared/log/reading-summary";
import { type OracleReading, type OracleRequest, oracleMeans, oracleTimes, oracleUsual } from "../../held-oracle";
import * as fc from "../../properties";

const start = Date.UTC(2026, 5, 7);
const limits = limitsAlways({ min: 2, max: 8 });
const clock = (text: string, day = 0) => {
	const [hours = 0, minutes = 0] = text.split(":").map(Number);
	return start + day * dayMs + hours * hourMs + minutes * minuteMs;
};
const minutesOf = (ms: number | null) => (ms === null ? null : ms / minuteMs);

/** Readings every `minutes` from one clock time to another, both included. */
function every(minutes: number, [from, to]: [number, number], value: number): OracleReading[] {
	const count = Math.floor((to - from) / (minutes * minuteMs)) + 1;
	return Array.from({ length: count }, (_, index) => ({ at: from + index * minutes * minuteMs, value }));
}

function signsOf(all: number[], from: number, until: number): number[] {
	const first = all.findLastIndex((at) => at < from);
	return all.slice(Math.max(first, 0)).filter((at) => at < until);
}

/** The part of all readings that a period has, with what lies beside it. */
function periodOf(all: OracleReading[], from: number, until: number, life?: OracleRequest["life"]) {
	const within = all.filter(({ at }) => at >= from && at < until);
	const holding: Holding = {
		usual: usualSpans(rhythmsOf(all.map(({ at }) => at))),
		before: all.findLast(({ at }) => at < from) ?? null,
		after: all.find(({ at }) => at >= until)?.at ?? null,
		changesUntil: null,
		...(life && lifeOf(signsOf(life.signs, from, until), life.limitMs)),
	};
	return { at: within.map(({ at }) => at), value: within.map(({ value }) => value), from, until, holding };
}

function timesOf(all: OracleReading[], [from, until]: [number, number], own: readonly LimitSpan[] = limits) {
	const { readings: _, min, max, mean, ...times } = summaryOfReadings({ ...periodOf(all, from, until), limits: own });
	return times;
}

function minutesIn(all: OracleReading[], period: [number, number] = [start, start + dayMs]) {
	const { withinMs, outMs, unknownMs } = timesOf(all, period);
	return [withinMs, outMs, unknownMs].map(minutesOf);
}

describe("the usual interval", () => {
	const usualOf = (all: OracleReading[]) =>
		usualSpans(rhythmsOf(all.map(({ at }) => at))).map(({ ms }) => ms / minuteMs);

	it.each([
		[1, 1],
		[10, 10],
		[15, 15],
		[60, 60],
		[240, 240],
		[1_440, 1_440],
		[7 * 1_440, 7 * 1_440],
		[10 * 1_440, 7 * 1_440],
	])("equals the distance of readings every %i minutes, in minutes: %i", (minutes, expected) => {
		expect(usualOf(every(minutes, [start, start + 29 * dayMs], 5))).toEqual([expected]);
	});

	it("changes with the day on which a device gets another interval", () => {
		const changed = [
			...every(60, [start, start + dayMs - 1], 5),
			...every(10, [clock("0:00", 1), clock("23:50", 1)], 5),
		];
		expect(usualSpans(rhythmsOf(changed.map(({ at }) => at)))).toEqual([
			{ from: start, ms: hourMs },
			{ from: start + dayMs, ms: 10 * minuteMs },
		]);
	});

	it("stays the same where readings are lost", () => {
		const all = every(10, [start, start + dayMs - 1], 5).filter(
			(_, index) => index % 13 !== 3 && (index < 60 || index > 90),
		);
		expect(usualOf(all)).toEqual([10]);
	});

	it("takes an hour for a single reading, and has none without readings", () => {
		expect(usualOf([{ at: start, value: 5 }])).toEqual([60]);
		expect(longestPauseOf(holdingOf([]).usual)).toBeNull();
	});
});

describe("the time that readings hold", () => {
	const vaccines = [
		...every(10, [clock("0:00"), clock("9:50")], 5),
		...every(10, [clock("10:00"), clock("10:50")], 9.1),
		...every(10, [clock("11:00"), clock("13:50")], 5.2).map((one) =>
			one.at === clock("12:00") ? { ...one, value: 8 } : one,
		),
		...every(10, [clock("14:00"), clock("14:20")], 8.6),
		...every(10, [clock("14:30"), clock("23:50")], 5.1),
	];
	const without = (from: string, to: string) => vaccines.filter(({ at }) => at < clock(from) || at > clock(to));

	it("counts two excursions of an hour and of half an hour as an hour and a half", () => {
		expect(minutesIn(vaccines)).toEqual([1_350, 90, 0]);
		expect(minutesIn(without("10:30", "10:30"))).toEqual([1_350, 90, 0]);
	});

	it("says of a long hole that it is unknown, neither within nor out of limits", () => {
		expect(minutesIn(without("10:20", "13:00"))).toEqual([1_220, 50, 170]);
	});

	it("adds up to each day, and to both, of a device that is silent from one morning to the next noon", () => {
		const all = [...every(10, [start, clock("9:40")], 5), ...every(10, [clock("12:00", 1), clock("23:50", 1)], 5)];
		const [one, other]: [number, number][] = [
			[start, start + dayMs],
			[start + dayMs, start + 2 * dayMs],
		];
		expect(minutesIn(all, one)).toEqual([590, 0, 850]);
		expect(minutesIn(all, other)).toEqual([720, 0, 720]);
		expect(minutesIn(all, [start, start + 2 * dayMs])).toEqual([1_310, 0, 1_570]);
	});

	it("lets a reading before a hole hold for one usual interval", () => {
		const all = [
			...every(1, [start, clock("9:58")], 5),
			{ at: clock("9:59"), value: 9 },
			...every(1, [clock("12:00"), clock("23:59")], 5),
		];
		expect(minutesIn(all)).toEqual([1_319, 1, 120]);
	});

	it("counts the part of an excursion in the period that began before", () => {
		const all = [
			...every(15, [clock("0:00", -1), clock("23:15", -1)], 13),
			...every(15, [clock("23:30", -1), clock("2:00")], 16.2),
			...every(15, [clock("2:15"), clock("23:45")], 13),
		];
		const { withinMs, outMs, unknownMs } = timesOf(all, [start, start + dayMs], limitsAlways({ max: 14 }));
		expect([withinMs, outMs, unknownMs].map(minutesOf)).toEqual([1_305, 135, 0]);
	});

	it("holds for hours if a channel sends changes only, up to its last sign of life and its limit of silence", () => {
		const all = [
			["9:59", 18],
			["10:00", 18],
			["10:02", 17],
			["10:05", 18],
			["10:09", 12],
			["10:58", 18],
			["18:40", 18.5],
		].map(([time, value]) => ({ at: clock(String(time)), value: Number(value) }));
		const signs = [...all.map(({ at }) => at), clock("19:00")];
		const day = periodOf(all, start, start + dayMs, { signs, limitMs: 8 * hourMs });
		const { withinMs, outMs, unknownMs } = summaryOfReadings({ ...day, limits: limitsAlways({ min: 15 }) });
		expect([withinMs, outMs, unknownMs].map(minutesOf)).toEqual([14 * 60 + 1 - 49, 49, 10 * 60 - 1]);
		const inHour = periodOf(all, clock("10:00"), clock("11:00"), { signs, limitMs: 8 * hourMs });
		expect(kineticSummary({ ...inHour, unit: "°C", activationEnergy: 83 }).mean).toBeCloseTo(13.05, 9);
		expect(gapsOf(day.at, day)).toEqual([{ from: start, to: clock("9:59"), before: null, after: clock("9:59") }]);
		const strict = periodOf(all, start, start + dayMs, { signs, limitMs: 2 * hourMs });
		expect(gapsOf(strict.at, strict)).toEqual([
			{ from: start, to: clock("9:59"), before: null, after: clock("9:59") },
			{ from: clock("12:58"), to: clock("18:40"), before: clock("10:58"), after: clock("18:40") },
			{ from: clock("21:00"), to: start + dayMs, before: clock("18:40"), after: null },
		]);
		expect(lifeOf([start], null)).toEqual({ changesUntil: start + dayMs, silences: [] });
	});

	it("goes on holding once another channel shows that the device lives", () => {
		const life = { signs: [clock("10:00"), clock("15:00"), clock("15:30")], limitMs: hourMs };
		const day = periodOf([{ at: clock("10:00"), value: 5 }], start, start + dayMs, life);
		expect(gapsOf(day.at, day).slice(1)).toEqual([
			{ from: clock("11:00"), to: clock("15:00"), before: clock("10:00"), after: clock("15:00") },
			{ from: clock("16:30"), to: start + dayMs, before: clock("10:00"), after: null },
		]);
	});

	it("judges a value that holds over a change of limits by both", () => {
		const all = every(15, [start, clock("23:45")], 14.5);
		const changing: LimitSpan[] = [
			{ from: start - dayMs, bounds: { max: 14 } },
			{ from: clock("6:07"), bounds: { max: 15 } },
			{ from: clock("20:00"), bounds: null },
		];
		const times = timesOf(all, [start, start + dayMs], changing);
		expect(Object.values(times).map(minutesOf)).toEqual([833, 367, 240, 0]);
	});

	it("stays unknown throughout without any reading", () => {
		expect(minutesIn([])).toEqual([0, 0, 1_440]);
	});
});

const reading = fc.record({
	pauseMs: fc.oneof(
		fc.constantFrom(minuteMs, 10 * minuteMs, 10 * minuteMs, 10 * minuteMs, hourMs),
		fc.integer({ min: 1, max: 40 * minuteMs }),
		fc.integer({ min: 1, max: 50 * hourMs }),
	),
	value: fc.integer({ min: 0, max: 10 }),
});
const spans = fc.array(
	fc.record({
		after: fc.integer({ min: 0, max: 3 * dayMs }),
		bounds: fc.constantFrom({ min: 2, max: 8 }, { max: 5 }, { min: 4 }, {}, null),
	}),
	{ minLength: 1, maxLength: 4 },
);
const given = fc.record({
	list: fc.array(reading, { maxLength: 90 }),
	spans,
	edges: fc.tuple(fc.nat(4 * dayMs), fc.nat(4 * dayMs), fc.nat(4 * dayMs)),
	ofChanges: fc.option(
		fc.record({ limitMs: fc.integer({ min: 1, max: 30 * hourMs }), others: fc.array(fc.nat(4 * dayMs)) }),
		{ freq: 3 },
	),
});

describe("the sums of a period", () => {
	it("equal the sums of an oracle that looks at every piece, and the period's length", () => {
		fc.assert(
			fc.property(given, ({ list, spans: cuts, edges, ofChanges }) => {
				let at = start;
				const all = list.map(({ pauseMs, value }) => {
					at += pauseMs;
					return { at, value };
				});
				let since = start - dayMs;
				const own = cuts.map(({ after, bounds }): LimitSpan => {
					since += after;
					return { from: since, bounds };
				});
				const sorted = edges.map((edge) => start + edge).toSorted((a, b) => a - b);
				const [from = 0, middle = 0, until = 0] = sorted;
				const others = ofChanges?.others.map((after) => start + after) ?? [];
				const signs = [...all.map((one) => one.at), ...others].toSorted((a, b) => a - b);
				const life = ofChanges && { signs, limitMs: ofChanges.limitMs };
				const requested = periodOf(all, from, until, life);
				const { readings: _, min, max, mean, ...times } = summaryOfReadings({ ...requested, limits: own });
				expect(times).toEqual(oracleTimes({ readings: all, from, until, limits: own, life }));
				const { withinMs, outMs, notJudgedMs, unknownMs } = times;
				expect((withinMs ?? 0) + (outMs ?? 0) + notJudgedMs + unknownMs).toBe(until - from);
				const gaps = gapsOf(requested.at, requested);
				expect(lengthOfGaps(gaps)).toBe(unknownMs);
				for (const [index, gap] of gaps.entries()) expect(gap.from).toBeGreaterThan(gaps[index - 1]?.to ?? from - 1);
				const parts = (
					[
						[from, middle],
						[middle, until],
					] as const
				).map(([a, b]) => summaryOfReadings({ ...periodOf(all, a, b, life), limits: own }));
				const sum = (of: (one: (typeof parts)[number]) => number | null) =>
					parts.reduce((total, one) => total + (of(one) ?? 0), 0);
				expect(sum((one) => one.outMs)).toBe(outMs ?? 0);
				expect(sum((one) => one.unknownMs)).toBe(unknownMs);
			}),
			{ numRuns: 300 },
		);
	});

	it("weigh the mean kinetic temperature and the mean over time as the oracle does", () => {
		fc.assert(
			fc.property(given, ({ list, edges }) => {
				let at = start;
				const all = list.map(({ pauseMs, value }) => {
					at += pauseMs;
					return { at, value };
				});
				const [from = 0, , until = 0] = edges.map((edge) => start + edge).toSorted((a, b) => a - b);
				const found = kineticSummary({ ...periodOf(all, from, until), unit: "°C", activationEnergy: 83.144 });
				const expected = oracleMeans({ readings: all, from, until, limits: [] }, 83.144);
				expect(found.mean === null).toBe(expected === null);
				if (expected === null) return;
				expect(found.mean).toBeCloseTo(expected.mean, 8);
				expect(found.kinetic).toBeCloseTo(expected.kinetic, 6);
			}),
			{ numRuns: 150 },
		);
	});

	it("take the same usual interval as a naive count", () => {
		fc.assert(
			fc.property(fc.array(reading, { minLength: 1, maxLength: 90 }), (list) => {
				let at = start;
				const all = list.map(({ pauseMs, value }) => {
					at += pauseMs;
					return { at, value };
				});
				const usual = usualSpans(rhythmsOf(all.map((one) => one.at)));
				for (const one of all) {
					expect(usual.findLast(({ from }) => from <= one.at)?.ms).toBe(oracleUsual(all, one.at));
				}
			}),
		);
	});
});
