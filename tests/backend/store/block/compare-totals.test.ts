import { describe, expect, it } from "vitest";
import type { ReadingStore } from "../../../../backend/base/reading-store";
import { dayMs } from "../../../../shared/base/durations";
import { takeLogs } from "../../fixtures/logs";
import { runJob, withBlocks } from "../../fixtures/reading-store";

const today = Date.UTC(2025, 8, 20);
const tomorrow = today + dayMs + 2 * 3_600_000;

async function fill(readingStore: ReadingStore): Promise<void> {
	const at = Array.from({ length: 50 }, (_, index) => today - index * dayMs);
	const columns = { channelIds: ["a"], channel: at.map(() => 0), at, value: at.map((_, index) => index) };
	await readingStore.append({ deviceId: "one", seq: readingStore.nextSeq(), receivedAt: today, ...columns });
	await run(readingStore, "seal");
}

const run = (readingStore: ReadingStore, name: string) => runJob(readingStore, name, { now: tomorrow });

describe("the stored totals", () => {
	it("match the rows in a comparison the night after a change, and then rest", async () => {
		await withBlocks(
			async (readingStore) => {
				await fill(readingStore);
				const before = await readingStore.usage(tomorrow);
				expect(await run(readingStore, "compare totals")).toEqual(["one"]);
				expect(await readingStore.usage(tomorrow)).toEqual(before);
				expect(before[0]?.readings).toBe(50);
				const work = readingStore.work.find(({ name }) => name === "compare totals");
				expect(work?.nextDueAt()).toBeNull();
			},
			{ now: () => today },
		);
	});

	it("become correct after a difference, which is logged as a fault", async () => {
		await withBlocks(
			async (readingStore, _, { storage }) => {
				await fill(readingStore);
				const right = await readingStore.usage(tomorrow);
				storage.sql.exec("UPDATE device_total SET readings = readings + 7, bytes = 1");
				expect(await readingStore.usage(tomorrow)).not.toEqual(right);
				await run(readingStore, "compare totals");
				expect(await readingStore.usage(tomorrow)).toEqual(right);
				expect(takeLogs().join()).toMatch(/totals-differed/);
			},
			{ now: () => today },
		);
	});
});
