import { describe, expect, it } from "vitest";
import type { ReadingStore, Upload } from "../../../backend/base/reading-store";
import { dayMs } from "../../../shared/base/durations";
import { runJob, withReadings } from "../fixtures/reading-store";

const today = Date.UTC(2025, 8, 20);
const soon = today + dayMs + 3_600_000;
const channels = [{ deviceId: "one", channelId: "a" }];
const ever = { channels, from: 0, to: today + dayMs };

function noons(days: number, seq = 1): Upload {
	const at = Array.from({ length: days }, (_, index) => today - (days - 1 - index) * dayMs + dayMs / 2);
	return {
		deviceId: "one",
		seq,
		receivedAt: today,
		channelIds: ["a"],
		channel: at.map(() => 0),
		at,
		value: at.map((_, index) => index),
	};
}

async function runAll(readingStore: ReadingStore, ...names: string[]): Promise<void> {
	for (const name of names) await runJob(readingStore, name, { now: soon });
}

const shown = async (readingStore: ReadingStore) => (await readingStore.readSeries(ever))[0]?.at.length;
const stored = (readingStore: ReadingStore) => readingStore.stored("all").readings;

describe("retention", () => {
	it("hides older readings at once, and deletes them from rows and archive when their time comes", async () => {
		const kept: { days: number | null } = { days: null };
		const options = { now: () => today, retentionDays: () => kept.days };
		await withReadings(async (readingStore) => {
			await readingStore.append(noons(200));
			await runAll(readingStore, "seal", "archive", "retention");
			expect([await shown(readingStore), stored(readingStore)]).toEqual([200, 200]);

			kept.days = 100;
			expect(await shown(readingStore)).toBe(101);
			expect(stored(readingStore)).toBe(200);
		}, options);
	});

	it("waits for current reads, which return the data as it was, and ends only afterwards", async () => {
		const held = { isHeld: true };
		const options = { now: () => today, retentionDays: () => 100, heldDevices: () => () => held.isHeld };
		await withReadings(async (readingStore) => {
			await readingStore.append(noons(150));
			await runAll(readingStore, "seal", "retention");
			expect([await shown(readingStore), stored(readingStore)]).toEqual([101, 150]);
			const asOfBefore = { ...ever, keptFrom: 0 };
			expect((await readingStore.readSeries(asOfBefore))[0]?.at).toHaveLength(150);
			const retention = readingStore.work.find(({ name }) => name === "retention");
			expect(retention?.nextDueAt()).toBe(soon + 5 * 60_000);
			held.isHeld = false;
			expect([retention?.due(soon, 10), retention?.due(soon + 5 * 60_000, 10)]).toEqual([[], ["one"]]);
			await retention?.run("one", soon + 5 * 60_000);
			expect(stored(readingStore)).toBe(101);
		}, options);
	});

	it("restores nothing when it is made longer, and runs once a day", async () => {
		const kept = { days: 10 };
		await withReadings(
			async (readingStore) => {
				await readingStore.append(noons(50));
				await runAll(readingStore, "seal", "retention");
				kept.days = 1_000;
				expect(await shown(readingStore)).toBe(11);
				const work = readingStore.work.find(({ name }) => name === "retention");
				expect(work?.due(soon, 10)).toEqual([]);
				expect(work?.nextDueAt()).toBe(today + 2 * dayMs + 30 * 60_000);
			},
			{ now: () => today, retentionDays: () => kept.days },
		);
	});

	it("rejects readings that are past it, and names them", async () => {
		await withReadings(async (readingStore) => {
			const upload = { ...noons(12), keptFrom: today - 3 * dayMs };
			expect(await readingStore.append(upload)).toEqual({
				accepted: 4,
				duplicates: 0,
				expired: [0, 1, 2, 3, 4, 5, 6, 7],
			});
			expect(await shown(readingStore)).toBe(4);
		});
	});
});
