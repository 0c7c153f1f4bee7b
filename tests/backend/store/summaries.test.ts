import { describe, expect, it } from "vitest";
import type { ReadingStore, SummaryChannel } from "../../../backend/base/reading-store";
import { createCalibratedReadingStore } from "../../../backend/store/calibrated-reading-store";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import { lifeOf } from "../../../shared/log/holding";
import { type LimitSpan, limitsAlways } from "../../../shared/log/limit-spans";
import { gapsOf } from "../../../shared/log/reading-gaps";
import { type ReadingSummary, summaryOfReadings } from "../../../shared/log/reading-summary";
import { oracleTimes } from "../../held-oracle";
import * as fc from "../../properties";
import { runJob, withReadings } from "../fixtures/reading-store";

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
	await runJob(readingStore, "seal", { now: end + dayMs, subjects: ["one"] });
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
	changes: fc.array(
		fc.record({ minute: fc.nat(days * 1_440), bounds: fc.constantFrom({ max: 8 }, { max: 13 }, { min: 6 }, null) }),
		{ maxLength: 2 },
	),
	keptDays: fc.option(fc.integer({ min: 1, max: days - 1 }), { freq: 3 }),
	ofChanges: fc.option(
		fc.record({ limitHours: fc.constantFrom(1, 5, 30), others: fc.array(fc.nat(days * 1_440 - 1)) }),
		{ freq: 3 },
	),
});

describe("the summary of a log", () => {
	it(
		"equals from roll-ups, partly decoded, from readings alone and piece by piece, and adds up to the period",
		async () => {
			await fc.assert(
				fc.asyncProperty(trend, async ({ list, everyMinutes, cut, bounds, late, changes, keptDays, ofChanges }) => {
					const readings = list.flatMap(({ level, swing, quiet }, number) =>
						Array.from({ length: Math.ceil(1_440 / everyMinutes) }, (_, index) => ({
							at: start + number * dayMs + index * everyMinutes * minuteMs + 1_234,
							value: level + swing * Math.sin(index / 5),
							isSent: !quiet || index < quiet.from || index > quiet.from + quiet.count,
						})).filter(({ isSent }) => isSent),
					);
					const [from, to] = [start + cut[0] * minuteMs, end - cut[1] * minuteMs];
					const keptFrom = keptDays === null ? undefined : end - keptDays * dayMs;
					const sorted = changes.toSorted((a, b) => a.minute - b.minute);
					const limits: LimitSpan[] = [
						...limitsAlways(bounds),
						...sorted.map((change) => ({ from: start + change.minute * minuteMs, bounds: change.bounds })),
					];
					const period = { from, until: to };
					await withReadings(async (readingStore) => {
						const check = async () => {
							const others = ofChanges?.others.map((minute) => start + minute * minuteMs) ?? [];
							const signs = [...readings.map(({ at }) => at), ...others].sort((a, b) => a - b).filter((at) => at < to);
							const life = ofChanges && { signs, limitMs: ofChanges.limitHours * hourMs };
							const channels: SummaryChannel[] = [{ ...one, bounds, limits, ...(life && lifeOf(signs, life.limitMs)) }];
							const request = { channels, from, to, until: to, ...(keptFrom !== undefined && { keptFrom }) };
							const [plain] = await readingStore.summaries(request);
							const [summary] = await readingStore.summaries({ ...request, withHolding: true });
							if (!summary?.holding || !plain) throw new Error("No summary");
							const { holding, ...found } = summary;
							expect(plain).toEqual(found);
							const kept = readings.filter(({ at }) => at >= (keptFrom ?? start));
							const within = kept.filter(({ at }) => at >= from && at < to);
							const series = { at: within.map(({ at }) => at), value: within.map(({ value }) => value) };
							expect(rounded(found)).toEqual(rounded(summaryOfReadings({ ...series, ...period, limits, holding })));
							const times = oracleTimes({ readings: kept, ...period, limits, life });
							expect(found).toMatchObject(times);
							const { withinMs, outMs, notJudgedMs, unknownMs } = found;
							expect((withinMs ?? 0) + (outMs ?? 0) + notJudgedMs + unknownMs).toBe(to - from);
							const gaps = gapsOf(series.at, { ...period, holding });
							expect(gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)).toBe(unknownMs);
						};
						await fill(
							readingStore,
							readings.map(({ at }) => at),
							readings.map(({ value }) => value),
						);
						await check();
						await check();
						const { minute, value } = late;
						readings.push({ at: start + minute * minuteMs, value, isSent: true });
						readings.sort((a, b) => a.at - b.at);
						await fill(readingStore, [start + minute * minuteMs], [value], 2);
						await check();
					});
				}),
				{ numRuns: 40 },
			);
		},
		fc.timeLimit(120_000),
	);

	it("measures the time out of limits to the millisecond, and counts none across a gap", async () => {
		const times = [0, 10, 20, 30, 300, 310].map((minute) => start + minute * minuteMs);
		await withReadings(async (readingStore) => {
			await fill(readingStore, times, [5, 9, 9, 5, 9, 5]);
			const channels: SummaryChannel[] = [{ ...one, bounds: { max: 8 } }];
			const read = async (to: number) =>
				(await readingStore.summaries({ channels, from: start, to, until: to }))[0]?.outMs;
			expect(await read(end)).toBe(30 * minuteMs);
			expect(await read(start + 15 * minuteMs)).toBe(5 * minuteMs);
			expect(await read(start + 5 * minuteMs)).toBe(0);
		});
	});

	it("compares calibrated values with the limits, and says that values that were never sent are unknown", async () => {
		await withReadings(async (submitted) => {
			const times = Array.from({ length: 6 }, (_, index) => start + index * 10 * minuteMs);
			await fill(submitted, times, [1, 2, 3, 4, 5, 6]);
			const readingStore = createCalibratedReadingStore(
				submitted,
				() => new Map([["a", [{ from: start + 2 * quarterMs, scale: -1, offset: 0 }]]]),
			);
			const never = { deviceId: "one", channelId: "b", bounds: { min: 0 } };
			const channels: SummaryChannel[] = [{ ...one, bounds: { min: 0 } }, never];
			const timesOf = (within: number, out: number, unknown: number) => {
				const [withinMs, outMs, unknownMs] = [within, out, unknown].map((minutes) => minutes * minuteMs);
				return { withinMs, outMs, unknownMs, notJudgedMs: 0 };
			};
			expect(await readingStore.summaries({ channels, from: start, to: end, until: start + 60 * minuteMs })).toEqual([
				{ readings: 6, min: -6, max: 3, mean: -1.5, ...timesOf(30, 30, 0) },
				{ readings: 0, min: null, max: null, mean: null, ...timesOf(0, 0, 60) },
			]);
		});
	});
});
