import { describe, expect, it } from "vitest";
import { parseReadings } from "../../../backend/ingest/parse-readings";
import { dayMs } from "../../../shared/base/durations";
import { limits } from "../../../shared/base/limits";
import * as fc from "../../properties";

const now = Date.UTC(2026, 10, 21, 9);
const one = (at: unknown, value: unknown) => parseReadings([{ channel: "Air", at, value }], now);
const timeOf = (at: unknown) => one(at, 1).at[0] ?? one(at, 1).rejected[0]?.reason;

describe("the time of a reading", () => {
	it.each([
		["2026-01-02T03:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
		["2026-01-02T03:04Z", Date.UTC(2026, 0, 2, 3, 4)],
		["2026-01-02t03:04:05.6789z", Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
		["2026-01-02 03:04:05,5+05:45", Date.UTC(2026, 0, 1, 21, 19, 5, 500)],
		["2026-01-02T03:04:05-0700", Date.UTC(2026, 0, 2, 10, 4, 5)],
		["2026-01-02T03:04:05-07", Date.UTC(2026, 0, 2, 10, 4, 5)],
		["2024-02-29T00:00:00+00:00", Date.UTC(2024, 1, 29)],
		[now, now],
		[now - 0.5, now - 1],
	])("parses %s as an instant", (at, expected) => {
		expect(timeOf(at)).toBe(expected);
	});

	it.each([
		[undefined, "time-missing"],
		[null, "time-missing"],
		["", "time-missing"],
		["2026-01-02T03:04:05", "zone-missing"],
		["2026-01-02", "zone-missing"],
		["2026-02-30T00:00:00Z", "bad-time"],
		["2025-02-29T00:00:00Z", "bad-time"],
		["2026-13-01T00:00:00Z", "bad-time"],
		["2026-01-02T24:00:00Z", "bad-time"],
		["2026-01-02T03:60:00Z", "bad-time"],
		["2026-01-02T03:04:60Z", "bad-time"],
		["2026-01-02T03:04:05+24:00", "bad-time"],
		["Fri, 02 Jan 2026 03:04:05 GMT", "bad-time"],
		["1767323045000", "bad-time"],
		[true, "bad-time"],
		[{}, "bad-time"],
		[Number.POSITIVE_INFINITY, "bad-time"],
		[Number.NaN, "bad-time"],
		["0050-01-01T00:00:00Z", "too-old"],
		[limits.ingestEarliestMs - 1, "too-old"],
		[now + dayMs + 1, "future"],
		[1e300, "future"],
	])("rejects %s as %s", (at, reason) => {
		expect(timeOf(at)).toBe(reason);
	});

	it("accepts times from 2000 to a day ahead", () => {
		expect([limits.ingestEarliestMs, now + dayMs].map(timeOf)).toEqual([limits.ingestEarliestMs, now + dayMs]);
	});
});

describe("the value of a reading", () => {
	it.each([
		[true, 1],
		[false, 0],
		[-0, 0],
		[-12.5, -12.5],
		[5e-324, 5e-324],
		[1e100, 1e100],
		[-1e100, -1e100],
	])("parses %s as the number %s", (value, expected) => {
		expect(one(now, value).value).toEqual([expected]);
	});

	it.each([undefined, null, "1", "", [], {}, Number.NaN, Number.POSITIVE_INFINITY, 1.01e100, -1e308])(
		"rejects %s as a value",
		(value) => {
			expect(one(now, value).rejected).toEqual([{ index: 0, reason: "bad-value" }]);
		},
	);
});

const anything = fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true });
const entry = fc.oneof(
	anything,
	fc.record(
		{
			channel: fc.oneof(fc.constantFrom("a", "b", " a "), anything),
			at: fc.oneof(fc.integer({ min: now - dayMs, max: now + 2 * dayMs }), fc.date().map(String), anything),
			value: fc.oneof(fc.double(), fc.boolean(), anything),
		},
		{ requiredKeys: [] },
	),
);

describe("any upload", () => {
	it("parses without an error, and each entry is either good or rejected, in order", () => {
		fc.assert(
			fc.property(fc.array(entry, { maxLength: 50 }), (readings) => {
				const { channels, index, channel, at, value, rejected } = parseReadings(readings, now);
				const all = [...index, ...rejected.map((one) => one.index)].sort((a, b) => a - b);
				expect(all).toEqual(readings.map((_, position) => position));
				expect(index).toEqual(index.toSorted((a, b) => a - b));
				expect([channel.length, at.length, value.length]).toEqual([index.length, index.length, index.length]);
				expect(new Set(channels).size).toBe(channels.length);
				expect(channel.every((position) => channels[position] !== undefined)).toBe(true);
				expect(value.every((one) => Math.abs(one) <= 1e100)).toBe(true);
				expect(at.every((time) => time >= limits.ingestEarliestMs && time <= now + dayMs)).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it("returns each good entry unchanged", () => {
		const good = fc.record({
			channel: fc.string({ minLength: 1 }).filter((name) => name.trim() === name),
			at: fc.integer({ min: limits.ingestEarliestMs, max: now + dayMs }),
			value: fc.double({ noNaN: true, min: -1e100, max: 1e100 }).map((value) => (value === 0 ? 0 : value)),
		});
		fc.assert(
			fc.property(fc.array(good), (readings) => {
				const parsed = parseReadings(readings, now);
				const back = parsed.index.map((_, position) => ({
					channel: parsed.channels[parsed.channel[position] ?? -1],
					at: parsed.at[position],
					value: parsed.value[position],
				}));
				expect(back).toEqual(readings);
			}),
		);
	});
});
