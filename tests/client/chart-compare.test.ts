import { describe, expect, it } from "vitest";
import type { Comparison } from "../../client/chart/chart-choice";
import { earlierLines, earlierSpan, withSecond } from "../../client/chart/chart-compare";
import { contentOfSeries, everyLine } from "../../client/chart/chart-lines";
import { dayMs, hourMs } from "../../shared/base/durations";
import type { SeriesPage } from "../../shared/log/log";
import * as fc from "../properties";

const lisbon = "Europe/Lisbon";
const spanOf = (from: string, hours = 24) => ({ from: Date.parse(from), to: Date.parse(from) + hours * hourMs });
const began = (from: string, comparison: Comparison) => {
	const span = spanOf(from);
	return new Date(span.from - earlierSpan(span, lisbon, comparison).byMs).toISOString();
};

describe("an earlier span", () => {
	it.each<[Comparison, string, string]>([
		["day", "2026-11-23T00:00:00Z", "2026-11-22T00:00:00.000Z"],
		["week", "2026-11-23T00:00:00Z", "2026-11-16T00:00:00.000Z"],
		["year", "2026-11-23T00:00:00Z", "2025-11-23T00:00:00.000Z"],
		// Midnight in Lisbon before and after the clocks went back on October 25.
		["day", "2026-10-26T00:00:00Z", "2026-10-24T23:00:00.000Z"],
		["week", "2026-10-31T00:00:00Z", "2026-10-23T23:00:00.000Z"],
		["year", "2028-02-29T00:00:00Z", "2027-02-28T00:00:00.000Z"],
		// 01:30 did not exist a day before: the clock went from 01:00 to 02:00 then.
		["day", "2026-03-30T00:30:00Z", "2026-03-29T01:00:00.000Z"],
	])("of %s before %s begins at the same wall time", (comparison, from, expected) => {
		expect(began(from, comparison)).toBe(expected);
	});

	it("covers the chart wherever it lies, and no more than a step beyond", () => {
		const spans = fc.record({
			from: fc.integer({ min: 400 * dayMs, max: 40_000 * dayMs }),
			length: fc.integer({ min: 1, max: 400 * dayMs }),
		});
		fc.assert(
			fc.property(spans, fc.constantFrom<Comparison>("day", "week", "year"), ({ from, length }, comparison) => {
				const { span, byMs } = earlierSpan({ from, to: from + length }, lisbon, comparison);
				const step = Math.max(60_000, Math.ceil(length / 100));
				expect(byMs).toBeGreaterThan(0);
				expect(span.from + byMs).toBeLessThanOrEqual(from);
				expect(span.to + byMs).toBeGreaterThanOrEqual(from + length);
				expect(span.to - span.from).toBeLessThanOrEqual(length + 2 * step);
			}),
		);
	});
});

const channelOf = (id: string, quantity: "temperature" | "humidity") => {
	return { id, deviceId: "dev_1", name: id, quantity, unit: "°C", decimals: 1, colour: 3 };
};

function pageOf(channels: ReturnType<typeof channelOf>[], at: number[]): SeriesPage {
	return {
		from: 0,
		to: dayMs,
		zone: lisbon,
		bucketMs: 0,
		leftOut: 0,
		quantities: ["temperature", "humidity"],
		quantity: channels[0]?.quantity ?? null,
		devices: [{ id: "dev_1", name: "Store", timezoneOffset: 0, timeZoneRule: 0 }],
		channels,
		series: channels.map((_, channel) => ({ channel, at, value: at.map(() => 4), min: [], max: [], gapMs: null })),
	};
}

const [air, door, damp] = [
	channelOf("air", "temperature"),
	channelOf("door", "temperature"),
	channelOf("damp", "humidity"),
];

describe("a line beside a chart's own", () => {
	it("lies on it, of its own channels alone, in their looks", () => {
		const { lines } = contentOfSeries(pageOf([air], [dayMs + 1_000]));
		const earlier = earlierLines(pageOf([door, air], [1_000]), lines, dayMs);
		expect(earlier.map(({ channel, at, look }) => [channel.id, at, look])).toEqual([
			["air", [dayMs + 1_000], lines[0]?.look],
		]);
	});

	it("draws it with looks of its own on the second axis, and not at all where it is the same quantity", () => {
		const content = contentOfSeries(pageOf([air], [1_000]));
		const both = withSecond(content, pageOf([damp], [1_000]));
		expect(new Set(everyLine(both).map(({ look }) => `${look.colour} ${look.dash}`)).size).toBe(2);
		expect(withSecond(content, pageOf([air], [1_000]))).toBe(content);
		expect(everyLine(content)).toBe(content.lines);
	});
});
