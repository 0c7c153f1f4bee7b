import { describe, expect, it } from "vitest";
import { quantitiesOf } from "../../../backend/log/get-series";
import { gapOfBuckets } from "../../../backend/log/series-lines";
import { bucketEdges, type SeriesStep, seriesStep, usualBucketMs } from "../../../backend/log/series-steps";
import type { Quantity } from "../../../shared/formats/units";
import { holdingOf, longestPauseOf } from "../../../shared/log/holding";
import * as fc from "../../properties";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 2, 1);

const span = (ms: number): SeriesStep => ({ kind: "span", ms });
const days = (count: number): SeriesStep => ({ kind: "days", days: count });
const steps: [what: string, length: number, pixels: number, readings: number, step: SeriesStep][] = [
	["an empty span", hour, 1200, 0, { kind: "raw" }],
	["two readings for each pixel", day, 1200, 2_400, { kind: "raw" }],
	["one reading more", day, 1200, 2_401, span(2 * minute)],
	["a minute of many", minute, 50, 101, span(2 * second)],
	["an hour of seconds", hour, 1200, 3_600, span(5 * second)],
	["an hour on a phone", hour, 360, 3_600, span(15 * second)],
	["a day on a phone", day, 360, 8_640, span(5 * minute)],
	["a week", 7 * day, 1200, 10_080, span(10 * minute)],
	["a month", 31 * day, 1200, 44_640, span(hour)],
	["a month on a phone", 31 * day, 360, 44_640, span(3 * hour)],
	["a quarter", 92 * day, 1200, 132_480, span(2 * hour)],
	["a year", 365 * day, 1200, 525_600, span(12 * hour)],
	["a year on a phone", 365 * day, 360, 525_600, days(2)],
	["ten years on a phone", 3_650 * day, 360, 5_256_000, days(14)],
	["all that a calendar holds", 1e16, 50, 1_000, days(Math.ceil(1e16 / 48 / day / 28) * 28)],
];

describe("the step of a series", () => {
	it.each(steps)("suits the span and pixels: %s", (_, length, pixels, readings, step) => {
		expect(seriesStep({ from: start, to: start + length, pixels, readings })).toEqual(step);
	});
});

describe("the buckets of a series", () => {
	const zones = ["UTC", "America/Denver", "Asia/Kathmandu", "Australia/Lord_Howe", "device:-420:1", "device:7:2"];
	const bucketed = steps.slice(2, -1);

	it.each(bucketed)("stay within the pixels, ascend and cover the span: %s", (_, length, pixels, readings) => {
		for (const zone of zones) {
			for (const shift of [0, 1, 17 * minute + 3, 5 * hour]) {
				const requested = { from: start + shift, to: start + shift + length };
				const step = seriesStep({ ...requested, pixels, readings });
				if (step.kind === "raw") throw new Error("has buckets");
				const edges = bucketEdges({ ...requested, step, zone });
				expect(edges.length - 1).toBeLessThanOrEqual(pixels);
				expect(edges).toEqual(edges.toSorted((a, b) => a - b));
				expect(new Set(edges).size).toBe(edges.length);
				expect(edges[0]).toBeLessThanOrEqual(requested.from);
				expect(edges[1]).toBeGreaterThan(requested.from);
				expect(edges.at(-1)).toBeGreaterThanOrEqual(requested.to);
				expect(edges.at(-2)).toBeLessThan(requested.to);
				if (usualBucketMs(step) >= 15 * minute) expect(edges.filter((edge) => edge % (15 * minute) !== 0)).toEqual([]);
			}
		}
	});

	const edgesIn = (zone: string, day1: number, day2: number, step: Exclude<SeriesStep, { kind: "raw" }>) =>
		bucketEdges({ from: day1, to: day2, step, zone }).map((edge) => new Date(edge).toISOString());

	it("begin days at the zone's midnight, also if they have 23 or 25 hours", () => {
		const spring = edgesIn("America/Denver", Date.UTC(2026, 2, 7, 7), Date.UTC(2026, 2, 9, 6), {
			kind: "days",
			days: 1,
		});
		expect(spring).toEqual(["2026-03-07T07:00:00.000Z", "2026-03-08T07:00:00.000Z", "2026-03-09T06:00:00.000Z"]);
		const autumn = edgesIn("America/Denver", Date.UTC(2026, 9, 31, 6), Date.UTC(2026, 10, 2, 7), {
			kind: "days",
			days: 1,
		});
		expect(autumn).toEqual(["2026-10-31T06:00:00.000Z", "2026-11-01T06:00:00.000Z", "2026-11-02T07:00:00.000Z"]);
		const device = edgesIn("device:-420:1", Date.UTC(2026, 10, 6, 6), Date.UTC(2026, 10, 8, 7), {
			kind: "days",
			days: 1,
		});
		expect(device).toEqual(["2026-11-06T06:00:00.000Z", "2026-11-07T06:00:00.000Z", "2026-11-08T07:00:00.000Z"]);
	});

	it("follow the clock for half days, and run evenly for hours", () => {
		const half = { kind: "span", ms: 12 * hour } as const;
		const spring = edgesIn("America/Denver", Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 2, 9, 6), half);
		expect(spring).toEqual(["2026-03-08T07:00:00.000Z", "2026-03-08T18:00:00.000Z", "2026-03-09T06:00:00.000Z"]);
		const hours = edgesIn(
			"Asia/Kathmandu",
			Date.UTC(2026, 2, 8, 0, 20),
			Date.UTC(2026, 2, 8, 2),
			span(hour) as typeof half,
		);
		expect(hours).toEqual(["2026-03-08T00:15:00.000Z", "2026-03-08T01:15:00.000Z", "2026-03-08T02:15:00.000Z"]);
		const skipped = edgesIn("America/Denver", Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 2, 8, 13), {
			kind: "span",
			ms: 2 * hour,
		});
		expect(skipped).toEqual([
			"2026-03-08T07:00:00.000Z",
			"2026-03-08T09:00:00.000Z",
			"2026-03-08T10:00:00.000Z",
			"2026-03-08T12:00:00.000Z",
			"2026-03-08T14:00:00.000Z",
		]);
	});
});

describe("the hours of a zone", () => {
	it("begin when the platform's clock reads a full hour, also across half-hour changes", () => {
		const clock = (timeZone: string) =>
			new Intl.DateTimeFormat("en-US", { timeZone, minute: "numeric", second: "numeric", hourCycle: "h23" });
		const zones = ["Australia/Lord_Howe", "America/Caracas", "Asia/Pyongyang", "America/Denver", "Asia/Kathmandu"];
		const clocks = new Map(zones.map((zone) => [zone, clock(zone)]));
		const changes = [
			...["2026-04-04T15:00", "2026-10-03T15:30", "2007-12-09T07:00", "2016-05-01T07:00"],
			...["2015-08-14T15:00", "2018-05-04T15:00", "2026-03-08T09:00", "2026-11-01T08:00"],
		].map((text) => Date.parse(`${text}Z`));
		const requested = fc.record({
			zone: fc.constantFrom(...zones),
			change: fc.constantFrom(...changes),
			away: fc.integer({ min: -30 * 60, max: 60 }),
			minutes: fc.integer({ min: 1, max: 20 * 24 * 60 }),
		});
		fc.assert(
			fc.property(requested, ({ zone, change, away, minutes }) => {
				const from = change + away * minute;
				const to = from + minutes * minute;
				const isFull = (at: number) => clocks.get(zone)?.format(at) === "00:00";
				const full: number[] = [];
				const first = Math.floor(from / (15 * minute)) * 15 * minute;
				for (let at = first; full.length === 0; at -= 15 * minute) if (at <= from && isFull(at)) full.push(at);
				for (let at = first + 15 * minute; (full.at(-1) ?? 0) < to; at += 15 * minute) if (isFull(at)) full.push(at);
				expect(bucketEdges({ from, to, zone, step: { kind: "span", ms: hour } })).toEqual(full);
			}),
			{ numRuns: 300 },
		);
	});
});

describe("a gap", () => {
	it("equals between buckets the gap of their readings, and more than a bucket's own length", () => {
		const at = (length: number, count: number) => Array.from({ length: count }, (_, index) => index * length);
		const of = (distance: number, readings: number, bucketMs: number) =>
			gapOfBuckets({ at: at(distance, 9), count: Array(9).fill(readings), bucketMs });
		expect(gapOfBuckets({ at: [0], count: [5], bucketMs: hour })).toBeNull();
		expect(of(hour, 60, hour)).toBe(1.5 * hour);
		expect(of(minute, 1, minute)).toBe(30 * minute);
		expect(of(hour, 1, 5 * minute)).toBe(3 * hour);
		expect(of(day, 1440, day)).toBeGreaterThan(25 * hour);
	});

	it("breaks a line of buckets only at a gap of the filter that leaves one empty", () => {
		const bucketMs = 30 * minute;
		const pauses = fc.array(fc.constantFrom(0, 0, 0, 0, 60, 400), { minLength: 8, maxLength: 20 });
		fc.assert(
			fc.property(fc.constantFrom(5, 10, 45), pauses, (every, list) => {
				let time = start;
				const at = list.flatMap((pause) => {
					const times = Array.from({ length: 8 }, (_, index) => time + index * every * minute);
					time += (8 * every + pause) * minute;
					return times;
				});
				const counts = new Map<number, number>();
				for (const one of at) {
					const bucket = Math.floor(one / bucketMs) * bucketMs;
					counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
				}
				const starts = [...counts.keys()];
				const listed = longestPauseOf(holdingOf(at).usual) ?? 0;
				const rendered = gapOfBuckets({ at: starts, count: [...counts.values()], bucketMs }) ?? 0;
				const distances = starts.slice(1).map((one, index) => one - (starts[index] ?? one));
				for (const distance of distances) {
					// A pause is up to a bucket longer or shorter than the distance of its buckets.
					if (distance > rendered) expect(distance + bucketMs).toBeGreaterThan(listed);
					else expect(distance - bucketMs).toBeLessThanOrEqual(listed);
				}
			}),
		);
	});
});

describe("the quantities of a chart", () => {
	it("include those with readings, of most channels first in any readings, and a device's own values last", () => {
		const channels = (quantity: Quantity, count: number) => Array.from({ length: count }, () => ({ quantity }));
		expect(quantitiesOf([], new Set())).toEqual([]);
		expect(quantitiesOf(channels("pressure", 1), new Set())).toEqual([]);
		const all = [
			...channels("battery", 4),
			...channels("humidity", 1),
			...channels("temperature", 3),
			...channels("door", 1),
			...channels("pressure", 1),
		];
		const occurring = new Set<Quantity>(["door", "humidity", "temperature", "battery"]);
		expect(quantitiesOf(all, occurring)).toEqual(["temperature", "humidity", "door", "battery"]);
	});
});
