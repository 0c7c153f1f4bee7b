import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ReadingStore, Upload } from "../../../backend/base/reading-store";
import { dayMs } from "../../../shared/base/durations";
import { accountStub, newId } from "../fixtures/fleet";
import { openReadings, runJob, withReadings } from "../fixtures/reading-store";

/** Far ahead, so that the object's own alarm has nothing to do when it starts. */
const start = 50_000 * dayMs;
const channels = [{ deviceId: "one", channelId: "a" }];
const whole = { channels, from: 0, to: 2 ** 42 };

function toUpload(at: number[], seq: number, value = at.map((_, index) => index / 4)): Upload {
	const columns = { channelIds: ["a"], channel: at.map(() => 0), at, value };
	return { deviceId: "one", seq, receivedAt: (at.at(-1) ?? start) + 1000, ...columns };
}

const seconds = (count: number, from = start) => Array.from({ length: count }, (_, index) => from + index * 1000);

const flush = (readingStore: ReadingStore) => runJob(readingStore, "seal", { now: 0, subjects: ["one"] });

const values = async (readingStore: ReadingStore) => [...((await readingStore.readSeries(whole))[0]?.value ?? [])];

describe("a large upload", () => {
	it("accepts 20,000 readings of as many months at once", async () => {
		await withReadings(async (readingStore) => {
			const at = Array.from({ length: 20_000 }, (_, index) => start - index * 3 * 3_600_000);
			expect(await readingStore.append(toUpload(at, 1))).toEqual({ accepted: 20_000, duplicates: 0, expired: [] });
			expect(await values(readingStore)).toHaveLength(20_000);
			expect((await readingStore.usage(start))[0]?.oldestReadingAt).toBe(at.at(-1));
		});
	});
});

describe("a batch that is sent again", () => {
	it("counts once if it is sent a hundred times at once", async () => {
		await withReadings(async (readingStore, reopen) => {
			const at = seconds(100);
			const results = await Promise.all(
				Array.from({ length: 100 }, () => readingStore.append(toUpload(at, readingStore.nextSeq()))),
			);
			expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(100);
			expect(results.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(9_900);
			await flush(readingStore);
			expect(await readingStore.append(toUpload(at, readingStore.nextSeq()))).toEqual({
				accepted: 0,
				duplicates: 100,
				expired: [],
			});
			expect(await values(reopen())).toHaveLength(100);
		});
	});

	it("merges by the order of receipt if it overlaps another that was received before and appended after", async () => {
		await withReadings(async (readingStore) => {
			const earlier = { ...toUpload(seconds(10), 1, Array(10).fill(1)) };
			const later = { ...toUpload(seconds(10, start + 5000), 2, Array(10).fill(2)) };
			expect(await readingStore.append(later)).toMatchObject({ accepted: 10, duplicates: 0 });
			expect(await readingStore.append(earlier)).toMatchObject({ accepted: 5, duplicates: 5 });
			const merged = [...Array(5).fill(1), ...Array(10).fill(2)];
			expect(await values(readingStore)).toEqual(merged);
			await flush(readingStore);
			expect(await values(readingStore)).toEqual(merged);
		});
	});
});

describe("an object that is evicted", () => {
	it("loses nothing and doubles nothing between any two uploads and flushes", async () => {
		const stub = accountStub(newId("account"));
		const inLog = <Result>(act: (readingStore: ReadingStore) => Promise<Result>) =>
			runInDurableObject(stub, (_, state) => act(openReadings(state)));
		const steps: ((readingStore: ReadingStore) => Promise<unknown>)[] = [
			(readingStore) => readingStore.append(toUpload(seconds(100), readingStore.nextSeq())),
			(readingStore) => flush(readingStore),
			(readingStore) => readingStore.append(toUpload(seconds(100, start + 50_000), readingStore.nextSeq())),
			(readingStore) => readingStore.append(toUpload(seconds(100), readingStore.nextSeq())),
			(readingStore) => readingStore.appendImport("file", toUpload(seconds(300), readingStore.nextSeq())),
			(readingStore) => flush(readingStore),
			(readingStore) => readingStore.mergeImport("file"),
			(readingStore) => flush(readingStore),
		];
		const counts: number[] = [];
		for (const step of steps) {
			await inLog(step);
			await evictDurableObject(stub);
			counts.push((await inLog(values)).length);
		}
		expect(counts).toEqual([100, 100, 150, 150, 300, 300, 300, 300]);
	});
});
