import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { timeToLimit } from "../../../shared/device/time-to-limit";
import * as fc from "../../properties";
import { limitCourses } from "../fixtures/limit-courses";

const now = Date.UTC(2026, 9, 1, 12);

describe("the time to a limit in written courses", () => {
	it.each(limitCourses)("says what a person expects of $title", ({ limits, minutes, values, expected }) => {
		const sent = values.split(" ");
		const readings = sent.flatMap((text, index) => {
			const at = now - (sent.length - 1 - index) * minutes * minuteMs;
			return text === "-" ? [] : [{ at, value: Number(text) }];
		});
		const ahead = timeToLimit({ readings, earlier: null, limits, now });
		if (expected === null) {
			expect(ahead).toBeNull();
			return;
		}
		const [from, to] = [ahead?.from ?? 0, ahead?.to ?? 0].map((at) => (at - now) / minuteMs);
		expect(ahead?.limit).toBe(expected.limit);
		expect(from).toBeGreaterThanOrEqual(expected.within[0]);
		expect(to).toBeLessThanOrEqual(expected.within[1]);
		expect(from).toBeLessThanOrEqual(expected.truly);
		expect(to).toBeGreaterThanOrEqual(expected.truly);
	});
});

type Reading = { at: number; value: number };

const rising = Array.from({ length: 13 }, (_, index) => ({
	at: now - (12 - index) * 5 * minuteMs,
	value: 5 + index * 0.1 + (index % 3) * 0.01,
}));

describe("a clear rise", () => {
	const limits = { low: null, high: 8 };

	it("needs six readings after its last gap", () => {
		expect(timeToLimit({ readings: rising, earlier: null, limits, now })).not.toBeNull();
		const beforeGap = rising.slice(0, 7).map(({ at, value }) => ({ at: at - 25 * minuteMs, value: value - 0.5 }));
		expect(timeToLimit({ readings: [...beforeGap, ...rising.slice(7)], earlier: null, limits, now })).not.toBeNull();
		expect(timeToLimit({ readings: [...beforeGap, ...rising.slice(8)], earlier: null, limits, now })).toBeNull();
	});

	it("must leave what was measured in the day before", () => {
		expect(timeToLimit({ readings: rising, earlier: { min: 4, max: 5 }, limits, now })).not.toBeNull();
		expect(timeToLimit({ readings: rising, earlier: { min: 4, max: 7 }, limits, now })).toBeNull();
	});

	it("shows no upper limit to a value below its lower limit", () => {
		expect(timeToLimit({ readings: rising, earlier: null, limits: { low: 6.5, high: 8 }, now })).toBeNull();
	});

	it("ends an hour after its last reading", () => {
		expect(
			timeToLimit({ readings: rising, earlier: null, limits: { low: null, high: 9 }, now: now + hourMs }),
		).not.toBeNull();
		expect(
			timeToLimit({ readings: rising, earlier: null, limits: { low: null, high: 9 }, now: now + hourMs + 1 }),
		).toBeNull();
	});
});

/** Sen's interval by its definition: the slopes that leave no more order in the rests than chance does in four of five times. */
function oracle(readings: Reading[], limits: { low: number; high: number }, until: number) {
	const pairs = (of: Reading[]) =>
		of.flatMap((one) =>
			of.flatMap((other) => (one.at < other.at ? [(other.value - one.value) / (other.at - one.at)] : [])),
		);
	const middleOf = (values: number[]) => {
		const rank = (value: number) => values.filter((other) => other < value).length;
		const sorted = values.toSorted((one, other) => rank(one) - rank(other));
		return ((sorted[Math.ceil(sorted.length / 2) - 1] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2;
	};
	const count = readings.length;
	const chance = 1.2816 * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
	const all = pairs(readings);
	const likely = all.filter((slope) => {
		const above = all.filter((other) => other > slope).length;
		return Math.abs(above - all.filter((other) => other < slope).length) <= chance;
	});
	const slope = middleOf(all);
	const early = middleOf(pairs(readings.slice(0, Math.floor(count / 2))));
	const late = middleOf(pairs(readings.slice(Math.ceil(count / 2))));
	const rates = [...likely, late].map((rate) => (slope > 0 ? rate : -rate)).toSorted((one, other) => one - other);
	const [slowest = 0, fastest = 0] = [rates[0], rates.at(-1)];
	const isClear = slowest > 0 && early * late > 0 && late / early >= 0.5 && early / late >= 0.25;
	const level = middleOf(readings.map(({ at, value }) => value + slope * (until - at)));
	const distance = slope > 0 ? limits.high - level : level - limits.low;
	const [from, to] = [distance / fastest, distance / slowest];
	const isSoon = from >= 5 * minuteMs && to <= dayMs;
	const isInside = (readings.at(-1)?.value ?? 0) >= limits.low && (readings.at(-1)?.value ?? 0) <= limits.high;
	return isClear && isSoon && isInside ? { limit: slope > 0 ? limits.high : limits.low, from, to } : null;
}

/** Uniform between 0 and 1, the same in every run. */
function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return (state + 0.5) / 2 ** 32;
	};
}

it("agrees with Sen's interval by its definition", () => {
	let shown = 0;
	const course = fc.record({
		start: fc.double({ min: 3, max: 7, noNaN: true }),
		rate: fc.double({ min: -2, max: 2, noNaN: true }),
		bend: fc.double({ min: -1, max: 1, noNaN: true }),
		noise: fc.double({ min: 0.01, max: 0.2, noNaN: true }),
		count: fc.integer({ min: 6, max: 13 }),
		seed: fc.integer({ min: 1, max: 1_000_000 }),
	});
	fc.assert(
		fc.property(course, ({ start, rate, bend, noise, count, seed }) => {
			const random = seeded(seed);
			const readings = Array.from({ length: count }, (_, index) => {
				const value = start + (rate * index) / 12 + bend * (index / 12) ** 2 + noise * random();
				return { at: now - (count - 1 - index) * 5 * minuteMs, value };
			});
			const limits = { low: 2, high: 8 };
			const expected = oracle(readings, limits, now);
			const ahead = timeToLimit({ readings, earlier: null, limits, now });
			if (expected === null) {
				expect(ahead).toBeNull();
				return;
			}
			shown += 1;
			expect(ahead?.limit).toBe(expected.limit);
			expect(Math.abs((ahead?.from ?? 0) - now - expected.from)).toBeLessThan(1_000);
			expect(Math.abs((ahead?.to ?? 0) - now - expected.to)).toBeLessThan(1_000);
		}),
		{ numRuns: 500 },
	);
	expect(shown).toBeGreaterThan(50);
});

const days = 30;
const devices = 2;
const everyMs = 10 * minuteMs;
const perDay = dayMs / everyMs;
const courseLength = (6 * hourMs) / everyMs;

/** How often a device shows a time in a week. The first day has no day before it, so a device's first rise may be shown. */
function falseOnesPerWeek(valueAt: (minutes: number, noise: number, memory: number) => number): number {
	let began = 0;
	for (let device = 1; device <= devices; device += 1) {
		const random = seeded(device);
		const noise = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
		const readings: Reading[] = [];
		let [wasShown, memory] = [false, 0];
		for (let index = 0; index < days * perDay; index += 1) {
			memory = memory * Math.exp(-1 / 3) + noise() * Math.sqrt(1 - Math.exp(-2 / 3));
			readings.push({ at: index * everyMs, value: valueAt((index * everyMs) / minuteMs, noise(), memory) });
			const from = Math.max(index - courseLength, 0);
			const before = readings.slice(Math.max(index - perDay, 0), from).map(({ value }) => value);
			const earlier = before.length === 0 ? null : { min: Math.min(...before), max: Math.max(...before) };
			const course = { readings: readings.slice(from), earlier, limits: { low: 2, high: 8 }, now: index * everyMs };
			const isShown = timeToLimit(course) !== null;
			if (isShown && !wasShown && index >= perDay) began += 1;
			wasShown = isShown;
		}
	}
	return (began * 7) / days / devices;
}

describe("thirty days without a course towards a limit", () => {
	const sawtooth = (minutes: number, period: number) => {
		const place = (minutes % period) / period;
		return place < 0.7 ? place / 0.7 : (1 - place) / 0.3;
	};
	it.each<[string, Parameters<typeof falseOnesPerWeek>[0]]>([
		["quiet noise", (_, noise) => 6 + 0.05 * noise],
		["loud noise", (_, noise) => 6 + 0.4 * noise],
		["noise that wanders", (_, noise, memory) => 6 + 0.4 * memory + 0.05 * noise],
		["a compressor of 40 minutes", (minutes, noise) => 5 + 2 * sawtooth(minutes, 40) + 0.1 * noise],
		["a compressor of 150 minutes", (minutes, noise) => 5 + 2 * sawtooth(minutes, 150) + 0.1 * noise],
		[
			"a defrost every eight hours",
			(minutes, noise) => {
				const since = minutes % 480;
				return 5 + (since < 30 ? since / 15 : 2 * Math.exp((30 - since) / 15)) + 0.1 * noise;
			},
		],
		["the course of days", (minutes, noise) => 5 + 2 * Math.sin((minutes / 1_440) * 2 * Math.PI) + 0.1 * noise],
	])("shows at most one time a week of %s", (_, valueAt) => {
		expect(falseOnesPerWeek(valueAt)).toBeLessThanOrEqual(1);
	});
});
