import { describe, expect, it } from "vitest";
import type { ReadingStore, SummaryChannel } from "../../../backend/base/reading-store";
import { createCalibratedReadingStore } from "../../../backend/store/calibrated-reading-store";
import { minuteMs } from "../../../shared/base/durations";
import { type ReadingSummary, summaryOfReadings } from "../../../shared/log/reading-summary";
import * as fc from "../../properties";
import { withReadings } from "../fixtures/reading-store";

const quarterMs = 15 * minuteMs;
const dayMs = 96 * quarterMs;
/** Far ahead, so that the object's own alarm has nothing to do when it starts. */
const start = 50_000 * dayMs;
const days = 7;
const end = start + days * dayMs;
const one = { deviceId: "one", channelId: "a" };

async function fill(readingStore: ReadingStore, at: number[], value: number[], seq = 1): Promise<void> {
	await readingStore.append({
		deviceId: "one",
		seq,
		receivedAt: end,
		channelIds: ["a"],
		channel: at.map(() => 0),
		at,
		value,
	});
	const flushing = readingStore.work.find(({ name }) => name === "seal");
	await flushing?.run("one", end + dayMs);
}

/** Two sums in different order may differ in their last bit. */
const rounded = ({ mean, ...rest }: ReadingSummary) => ({ ...rest, mean: mean === null ? null : mean.toFixed(9) });

const day = fc.record({
	level: fc.constantFrom(5, 5, 12, 12, 12, 8),
	swing: fc.constantFrom(0, 1, 4),
	quiet: fc.option(fc.record({ from: fc.nat(143), count: fc.nat(143) }), { freq: 3 }),
});
const trend = fc.record({
	list: fc.array(day, { minLength: days, maxLength: days }),
	everyMinutes: fc.constantFrom(10, 10, 40, 7, 1_440),
	late: fc.record({ minute: fc.nat(days * 1_440 - 1), value: fc.constantFrom(5, 12) }),
	cut: fc.tuple(fc.nat(3 * 1_440), fc.nat(3 * 1_440)),
	bounds: fc.constantFrom({ min: 2, max: 8 }, { max: 8 }, { min: 8 }, {}),
});

describe("the summaries of a log", () => {
	it(
		"equal for roll-ups, partly decoded, those of a plain list of the readings",
		async () => {
			await fc.assert(
				fc.asyncProperty(trend, async ({ list, everyMinutes, cut, bounds, late }) => {
					const readings = list.flatMap(({ level, swing, quiet }, number) =>
						Array.from({ length: Math.ceil(1_440 / everyMinutes) }, (_, index) => ({
							at: start + number * dayMs + index * everyMinutes * minuteMs + 1_234,
							value: level + swing * Math.sin(index / 5),
							isSent: !quiet || index < quiet.from || index > quiet.from + quiet.count,
						})).filter(({ isSent }) => isSent),
					);
					const [from, to] = [start + cut[0] * minuteMs, end - cut[1] * minuteMs];
					const plain = () => {
						const within = readings.filter(({ at }) => at >= from && at < to);
						return summaryOfReadings({
							at: within.map(({ at }) => at),
							value: within.map(({ value }) => value),
							bounds,
							until: to,
						});
					};
					await withReadings(async (readingStore) => {
						const found = async () => {
							const [summary] = await readingStore.summaries({ channels: [{ ...one, bounds }], from, to, until: to });
							return summary && rounded(summary);
						};
						await fill(
							readingStore,
							readings.map(({ at }) => at),
							readings.map(({ value }) => value),
						);
						expect(await found()).toEqual(rounded(plain()));
						expect(await found()).toEqual(rounded(plain()));
						const { minute, value } = late;
						readings.push({ at: start + minute * minuteMs, value, isSent: true });
						readings.sort((a, b) => a.at - b.at);
						await fill(readingStore, [start + minute * minuteMs], [value], 2);
						expect(await found()).toEqual(rounded(plain()));
					});
				}),
				{ numRuns: 40 },
			);
		},
		fc.timeLimit(120_000),
	);

	it("measure the time out of limits to the millisecond, and count none across a gap", async () => {
		const times = [0, 10, 20, 30, 300, 310].map((minute) => start + minute * minuteMs);
		await withReadings(async (readingStore) => {
			await fill(readingStore, times, [5, 9, 9, 5, 9, 5]);
			const channels: SummaryChannel[] = [{ ...one, bounds: { max: 8 } }];
			const read = async (to: number) =>
				(await readingStore.summaries({ channels, from: start, to, until: to }))[0]?.outMs;
			expect(await read(end)).toBe(30 * minuteMs);
			expect(await read(start + 15 * minuteMs)).toBe(5 * minuteMs);
			// Longer without a reading than a reading holds.
			expect(await read(start + 5 * minuteMs)).toBe(0);
		});
	});

	it("compare calibrated values with the limits, and count none for values that were never sent", async () => {
		await withReadings(async (submitted) => {
			const times = Array.from({ length: 6 }, (_, index) => start + index * 10 * minuteMs);
			await fill(submitted, times, [1, 2, 3, 4, 5, 6]);
			const readingStore = createCalibratedReadingStore(
				submitted,
				() => new Map([["a", [{ from: start + 2 * quarterMs, scale: -1, offset: 0 }]]]),
			);
			const never = { deviceId: "one", channelId: "b", bounds: { min: 0 } };
			const channels: SummaryChannel[] = [{ ...one, bounds: { min: 0 } }, never];
			expect(await readingStore.summaries({ channels, from: start, to: end, until: start + 60 * minuteMs })).toEqual([
				{ readings: 6, min: -6, max: 3, mean: -1.5, outMs: 30 * minuteMs },
				{ readings: 0, min: null, max: null, mean: null, outMs: 0 },
			]);
		});
	});
});
