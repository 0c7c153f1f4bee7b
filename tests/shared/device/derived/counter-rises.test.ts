import { describe, expect, it } from "vitest";
import { hourMs, minuteMs, secondMs } from "../../../../shared/base/durations";
import { proposedCounter } from "../../../../shared/device/derived/counter-proposal";
import {
	type Counter,
	CounterRises,
	contextSteps,
	deviceDayStart,
	isQuarterPlain,
	isRiseCertain,
	quarterStart,
	type UseCause,
} from "../../../../shared/device/derived/counter-rises";
import { counterOf } from "../../../../shared/device/derived/kinds/use";
import * as fc from "../../../properties";

type Reading = { at: number; value: number };
type Use = { at: number; use: number; cause: UseCause };

const berlin = { timezoneOffset: 60, timeZoneRule: 2 } as const;
const start = Date.UTC(2026, 2, 7, 22, 30);

function counter(changed: Partial<Counter> = {}): Counter {
	return { resets: "never", rollsOverAt: null, mostPerHour: null, dayStart: deviceDayStart(berlin), ...changed };
}

function usesOf(readings: readonly Reading[], how: Counter): Use[] {
	const uses: Use[] = [];
	const rises = new CounterRises(how, (at, use, cause) => uses.push({ at, use, cause }));
	for (const { at, value } of readings) rises.add(at, value);
	return uses;
}

function every10Minutes(values: readonly number[], from = start): Reading[] {
	return values.map((value, index) => ({ at: from + index * 10 * minuteMs, value }));
}

const shown = (values: readonly number[], how: Counter, from?: number) =>
	usesOf(every10Minutes(values, from), how).map(({ use, cause }) => (cause === "rise" ? use : `${use} ${cause}`));

describe("rises of a counter", () => {
	it.for<[string, number[], Partial<Counter>, (number | string)[]]>([
		["counts a rise without binary rounding errors", [214.8, 215.2, 215.2], {}, [0.4, 0]],
		["counts what stands after a reset", [100, 3, 4], {}, ["3 reset", 1]],
		["names a single false zero, which uses nothing", [214.8, 0, 215], {}, ["0 false", 0.2]],
		["names single false zeros one after another", [215, 0, 215.1, 0, 215.2], {}, ["0 false", 0.1, "0 false", 0.1]],
		["leaves a falling value undecided until the next reading", [100, 101, 3], {}, [1]],
		[
			"decides a fall to a value whose return is impossible as a reset",
			[95, 3, 97, 97.1],
			{ mostPerHour: 1 },
			["3 reset", 94, 0.1],
		],
		["takes a small fall for noise", [1000.2, 1000.1, 1000.1, 1000.3], {}, ["0 fall", "0 false", 0.1]],
		["counts no noise twice within a quarter of an hour", [1000, 999.9, 1000.1], {}, ["0 false", 0.1]],
		["uses nothing of a counter that counts down", [100, 80, 60, 40, 20, 0, 0], {}, Array(5).fill("0 fall")],
		["uses nothing of a counter that slowly counts down", [1000, 999, 998, 997], {}, ["0 fall", "0 fall"]],
		[
			"rolls over from the end of its range to the start",
			[990, 5, 7],
			{ resets: "rollsOver", rollsOverAt: 1000 },
			["15 rollOver", 2],
		],
		[
			"takes a fall from the middle of the range for a reset",
			[500, 5, 7],
			{ resets: "rollsOver", rollsOverAt: 1000 },
			["5 reset", 2],
		],
		[
			"takes a fall into the middle of the range for a reset",
			[990, 300, 310],
			{ resets: "rollsOver", rollsOverAt: 1000 },
			["300 reset", 10],
		],
		["names an impossible single rise, which uses nothing", [10, 9999, 11], { mostPerHour: 50 }, ["0 false", 1]],
		["counts an impossible rise that stays", [10, 9999, 10_000], { mostPerHour: 50 }, [9989, 1]],
		["judges a rate by a quarter of an hour at least", [10, 22, 23], { mostPerHour: 48 }, [12, 1]],
		[
			"takes the step down of an inverter for no reset",
			[215.6, 215.7, 215.6, 215.6, 215.6, 215.7],
			{},
			[0.1, "0 fall", 0, 0, 0.1],
		],
		[
			"counts a plug that starts at 0 after a cut of its power",
			[46.2, 46.3, 0, 0, 0.1, 0.2],
			{},
			[0.1, "0 fall", "0 fall", "0.1 reset", 0.1],
		],
		[
			"counts the rise since the value before several false zeros",
			[397.11, 0, 0, 0, 413.5],
			{},
			["0 fall", "0 fall", "0 false", 16.39],
		],
		[
			"counts a full counter of 8 bits as one more",
			[254, 255, 0, 1],
			{ resets: "rollsOver", rollsOverAt: 256 },
			[1, "1 rollOver", 1],
		],
		["never goes below zero for negative values", [-5, -8, -3, 2], {}, ["0 false", 2, 5]],
	])("gives the uses of a counter: %s", ([, values, how, expected]) => {
		const uses = shown(values, counter(how));
		expect(uses).toEqual(expected);
	});

	it("counts zeros that last for a day as a reset", () => {
		const hourly = [397, ...Array(25).fill(0), 413].map((value, hour) => ({ at: start + hour * hourMs, value }));
		expect(usesOf(hourly, counter()).at(-1)).toMatchObject({ use: 413, cause: "rise" });
	});

	it("counts the value of a new device day as used, though it rises past yesterday's at once", () => {
		const daily = counter({ resets: "daily" });
		// 22:30 UTC is 23:30 in the device's day.
		expect(shown([2, 2, 2, 0, 3], daily)).toEqual([0, 0, "0 reset", 3]);
		const onceADay = [5, 7, 6].map((value, day) => ({ at: start + day * 24 * hourMs, value }));
		expect(usesOf(onceADay, daily).map(({ use }) => use)).toEqual([7, 6]);
	});

	it("keeps yesterday's value that a slow clock sends after midnight", () => {
		expect(shown([20, 20, 20, 20.5, 20.5, 0, 0.1], counter({ resets: "daily" }))).toEqual([
			0,
			0,
			0.5,
			0,
			"0 reset",
			0.1,
		]);
	});
});

const times = fc.array(
	fc.constantFrom(
		secondMs,
		minuteMs,
		minuteMs,
		2 * minuteMs,
		3 * minuteMs,
		5 * minuteMs,
		14 * minuteMs,
		15 * minuteMs,
		hourMs,
		30 * hourMs,
	),
	{
		minLength: 1,
		maxLength: 60,
	},
);
const value = fc.oneof(
	fc.integer({ min: -3, max: 120 }),
	fc.constantFrom(0, 100, 100.1, 99.9, 98, 91, 89, 1e9, 0.1, 0.2, 1000),
	fc.double({ min: -10, max: 1000, noNaN: true }),
);
/** Mostly rises a little, so that most quarters are plain. */
const move = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(0, 0.1, 1, 5).map((by) => (before: number) => before + by) },
	{ weight: 1, arbitrary: fc.constantFrom(0.1, 1).map((by) => (before: number) => before - by) },
	{ weight: 2, arbitrary: value.map((other) => () => other) },
);
const readings = times.chain((gaps) =>
	fc.array(move, { minLength: gaps.length, maxLength: gaps.length }).map((moves) => {
		let [at, current] = [start, 100];
		return gaps.map((gap, index) => {
			at += gap;
			current = moves[index]?.(current) ?? current;
			return { at, value: current };
		});
	}),
);
/** Falls inside quarters of an hour whose first reading is the lowest. */
const dense = fc
	.array(fc.constantFrom(10, 12, 19, 30, 50, 55, 60, 95, 99, 100), { minLength: 4, maxLength: 12 })
	.map((values) => values.map((value, index) => ({ at: start + index * 2 * minuteMs, value })));
const how = fc
	.record({
		resets: fc.constantFrom<Counter["resets"]>("never", "daily", "rollsOver"),
		rollsOverAt: fc.constantFrom(null, 100, 1000),
		mostPerHour: fc.constantFrom(null, 1, 20, 400),
	})
	.map(counter);

describe("properties of rises", () => {
	it("emits one use for each decided reading, in order and never negative", () => {
		fc.assert(
			fc.property(readings, how, (all, given) => {
				const uses = usesOf(all, given);
				const decided = all.slice(1, uses.length + 1);
				expect(uses.map(({ at }) => at)).toEqual(decided.map(({ at }) => at));
				expect(all.length - 1 - uses.length).toBeLessThanOrEqual(1);
				for (const { use } of uses) expect(use).toBeGreaterThanOrEqual(0);
			}),
			{ numRuns: 300 },
		);
	});

	it("changes at most the last use by further readings", () => {
		fc.assert(
			fc.property(readings, how, fc.nat(), (all, given, cut) => {
				const part = all.slice(0, cut % (all.length + 1));
				const early = usesOf(part, given);
				expect(usesOf(all, given).slice(0, early.length)).toEqual(early);
			}),
		);
	});

	it("gives the same uses from any place, counted from its context on", () => {
		fc.assert(
			fc.property(readings, how, fc.nat(), (all, given, place) => {
				const from = all[place % all.length]?.at ?? 0;
				const context = contextOf(all, from);
				const within = (uses: Use[]) => uses.filter(({ at }) => at >= from);
				expect(
					within(
						usesOf(
							all.filter(({ at }) => at >= context),
							given,
						),
					),
				).toEqual(within(usesOf(all, given)));
			}),
			{ numRuns: 2000 },
		);
	});

	it("equals last less first in plain quarters that rise from plain ones", () => {
		let skipped = 0;
		fc.assert(
			fc.property(fc.oneof(readings, dense), how, (all, given) => {
				const { fed, left } = withPlainQuarters(all, given);
				skipped += left;
				const sums = (uses: Use[]) => sumsByQuarter(uses);
				const [exact, rolled] = [sums(usesOf(all, given)), sums(usesOf(fed, given))];
				expect([...rolled.keys()]).toEqual([...exact.keys()].filter((quarter) => rolled.has(quarter)));
				for (const [quarter, sum] of exact) expect(rolled.get(quarter) ?? 0).toBeCloseTo(sum, 6);
			}),
			{ numRuns: 2000 },
		);
		expect(skipped).toBeGreaterThan(0);
	});
});

function contextOf(all: readonly Reading[], from: number): number {
	const begin = stepsBefore(all, from);
	return begin.value === 0 ? stepsBefore(all, quarterStart(from) - contextSteps.zerosMs).at : begin.at;
}

function stepsBefore(all: readonly Reading[], before: number): Reading {
	let first: Reading = { at: before, value: Number.NaN };
	for (let step = 0; step < contextSteps.steps; step += 1) {
		const earlier = all.filter(({ at }) => at < first.at);
		const found = earlier.at(-contextSteps.readings) ?? earlier[0];
		if (found) first = { at: quarterStart(found.at), value: found.value };
	}
	return first;
}

function sumsByQuarter(uses: readonly Use[]): Map<number, number> {
	const sums = new Map<number, number>();
	for (const { at, use } of uses) sums.set(quarterStart(at), (sums.get(quarterStart(at)) ?? 0) + use);
	return sums;
}

/** As a chart reads: only the first and last of quarters that need no more. */
function withPlainQuarters(all: readonly Reading[], given: Counter): { fed: Reading[]; left: number } {
	const quarters = [...Map.groupBy(all, ({ at }) => quarterStart(at)).entries()].map(([from, within]) => {
		const values = within.map((one) => one.value);
		const facts = {
			min: Math.min(...values),
			max: Math.max(...values),
			first: values[0] ?? 0,
			last: values.at(-1) ?? 0,
			count: values.length,
		};
		return { from, within, ...facts };
	});
	const isRead = quarters.map(() => false);
	for (const [index, quarter] of quarters.entries()) {
		const before = quarters[index - 1];
		const isNewDay = given.resets === "daily" && before && given.dayStart(quarter.from) > before.from;
		const isPlain = isQuarterPlain(given, quarter) && !isNewDay;
		if (isPlain && (!before || isRiseCertain(given, before.last, quarter.first))) continue;
		for (const near of [index - 1, index, index + 1]) if (near in isRead) isRead[near] = true;
	}
	let left = 0;
	const fed = quarters.flatMap(({ from, within, first, last, count }, index) => {
		if (isRead[index]) return within;
		left += Math.max(0, count - 2);
		if (count === 1) return [{ at: from, value: first }];
		return [
			{ at: from, value: first },
			{ at: from + 1, value: last },
		];
	});
	return { fed, left };
}

describe("the proposal of how a counter starts again", () => {
	const midnight = Date.UTC(2026, 2, 7, 23);
	/** A value each hour from the device's midnight on. */
	const hourly = (values: readonly number[]): Reading[] =>
		values.map((one, index) => ({ at: midnight + index * hourMs, value: one }));
	const proposed = (values: readonly number[]) => proposedCounter(hourly(values), deviceDayStart(berlin));
	const day = Array.from({ length: 24 }, (_, hour) => hour / 2);

	it.for<[string, number[], ReturnType<typeof proposed>]>([
		["nothing", [], { options: { resets: "never" }, seen: "noFall", falls: 0 }],
		["a single false zero", [7, 8, 0, 8, 9], { options: { resets: "never" }, seen: "noFall", falls: 0 }],
		["noise", [100, 99, 100, 99.5, 101, 102, 103], { options: { resets: "never" }, seen: "noFall", falls: 0 }],
		["falls at midnight", [...day, ...day, ...day], { options: { resets: "daily" }, seen: "midnight", falls: 2 }],
		["one fall at another hour", [7, 8, 1, 2, 3], { options: { resets: "never" }, seen: "resets", falls: 1 }],
		[
			"a roll-over of 16 bits",
			[60_000, 65_000, 300, 900, 2000],
			{ options: { resets: "rollsOver", rollsOverAt: 65_536 }, seen: "rollOver", falls: 1 },
		],
		[
			"a roll-over of a display",
			[98_000, 99_999.9, 12, 40, 90],
			{ options: { resets: "rollsOver", rollsOverAt: 100_000 }, seen: "rollOver", falls: 1 },
		],
		["a counter that counts down", [9, 8, 7, 6, 5], { options: { resets: "never" }, seen: "countsDown", falls: 4 }],
	])("says what it saw of a counter: %s", ([, values, expected]) => {
		expect(proposed(values)).toEqual(expected);
	});

	it("proposes options that the kind takes, for any readings", () => {
		fc.assert(
			fc.property(readings, (all) => {
				const { options } = proposedCounter(all, deviceDayStart(berlin));
				expect(counterOf({ options }, berlin).resets).toBe(options.resets);
			}),
		);
	});
});
