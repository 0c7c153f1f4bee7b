import { describe, expect, it } from "vitest";
import type { ReadingStore, Upload } from "../../../backend/base/reading-store";
import { dayMs } from "../../../shared/base/durations";
import { runJob, withReadings } from "../fixtures/reading-store";

const start = Date.UTC(2025, 0, 1);
const now = start + 365 * dayMs;
const options = { now: () => now };
const channels = [{ deviceId: "one", channelId: "a" }];
const whole = { channels, from: start - dayMs, to: now + dayMs };

function noons(days: number, { deviceId = "one", seq = 1, value = 1 } = {}): Upload {
	const at = Array.from({ length: days }, (_, day) => start + day * dayMs + dayMs / 2);
	const columns = { channelIds: ["a"], channel: at.map(() => 0), at, value: at.map(() => value) };
	return { deviceId, seq, receivedAt: start + days * dayMs, ...columns };
}

const shown = async (readingStore: ReadingStore) => [...((await readingStore.readSeries(whole))[0]?.value ?? [])];

describe("a deleted device", () => {
	it("gives none of its channels to the device after it, also once the object is opened anew", async () => {
		await withReadings(async (readingStore, reopen) => {
			await readingStore.append(noons(1));
			await readingStore.deleteDevice("one");
			const anew = reopen();
			await anew.append(noons(2, { deviceId: "two", seq: 2 }));
			expect(anew.numbers([{ deviceId: "two", channelId: "a" }])).toEqual([{ device: 2, channel: 0 }]);
		}, options);
	});
});

describe("an import", () => {
	it("cannot be undone while it is being merged, and lets uploads in between its days", async () => {
		await withReadings(async (readingStore, reopen) => {
			await readingStore.appendImport("file", noons(20, { seq: 2, value: 7 }));
			const merge = readingStore.mergeImport("file");
			expect(await readingStore.undoImport("file")).toBeNull();
			await readingStore.append(noons(20, { seq: 3, value: 8 }));
			await merge;
			expect(await shown(readingStore)).toEqual(Array(20).fill(8));
			await runJob(readingStore, "seal", { now: now + 2 * dayMs });
			expect((await reopen().usage(now))[0]?.readings).toBe(20);
		}, options);
	});
});

describe("retention that is made longer again", () => {
	it("hides the newest reading of a channel whose readings were deleted", async () => {
		const kept = { days: 10 };
		await withReadings(
			async (readingStore, reopen) => {
				await readingStore.append(noons(3));
				await runJob(readingStore, "retention", { now, subjects: ["one"] });
				kept.days = 10_000;
				expect(await shown(readingStore)).toEqual([]);
				expect((await reopen().latest(["one"])).get("one")?.values.size).toBe(0);
				expect((await readingStore.usage(now))[0]).toMatchObject({ readings: 0, newestReadingAt: null });
			},
			{ ...options, retentionDays: () => kept.days },
		);
	});
});
