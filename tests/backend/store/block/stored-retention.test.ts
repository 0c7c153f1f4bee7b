import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { archivePrefix, unnamedKeptMs } from "../../../../backend/base/archive-places";
import type { ReadingStore, Upload } from "../../../../backend/base/reading-store";
import { dayMs } from "../../../../shared/base/durations";
import { runJob, withBlocks } from "../../fixtures/reading-store";

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

async function runAllAt(now: number, readingStore: ReadingStore, ...names: string[]): Promise<void> {
	for (const name of names) await runJob(readingStore, name, { now });
}

const runAll = (readingStore: ReadingStore, ...names: string[]) => runAllAt(soon, readingStore, ...names);

const shown = async (readingStore: ReadingStore) => (await readingStore.readSeries(ever))[0]?.at.length;
const rows = ({ storage }: DurableObjectState) =>
	storage.sql.exec<{ days: number }>("SELECT count(*) AS days FROM day_block").one().days;
const objects = async ({ id }: DurableObjectState) =>
	(await env.ARCHIVE.list({ prefix: archivePrefix("log", id) })).objects.length;

describe("the retention of rows and archive", () => {
	it("newer readings stay, in the archive and in the database", async () => {
		const options = { now: () => today, retentionDays: () => 100 };
		await withBlocks(async (readingStore, reopen, state) => {
			await readingStore.append(noons(200));
			await runAll(readingStore, "seal", "archive");
			expect(await objects(state)).toBe(4);
			await runAll(readingStore, "retention", "sweep");
			expect([await shown(reopen()), rows(state)]).toEqual([101, 101]);
			expect(await objects(state)).toBe(4);
			await runAllAt(soon + unnamedKeptMs, readingStore, "sweep");
			// June is partly past the retention: its object stays until the last day is.
			expect(await objects(state)).toBe(1);
			const [usage] = await readingStore.usage(today);
			expect(usage).toMatchObject({ readings: 101, oldestReadingAt: today - 100 * dayMs + dayMs / 2 });
			expect(await readingStore.newestBefore(channels, today - 100 * dayMs)).toBeNull();
		}, options);
	});

	it("a large fleet is read in parts, and it ends for the day once the last device is done", async () => {
		const ids = Array.from({ length: 450 }, (_, position) => `device ${1_000 + position}`);
		const [deviceId = ""] = ids.slice(-1);
		const devicesWithRetention = (after: string, limit: number) => ids.filter((id) => id > after).slice(0, limit);
		const options = { now: () => today, retentionDays: () => 100, devicesWithRetention };
		await withBlocks(async (readingStore, _, state) => {
			await readingStore.append({ ...noons(150), deviceId });
			await runAll(readingStore, "seal");
			const work = readingStore.work.find(({ name }) => name === "retention");
			let parts = 0;
			for (; (work?.nextDueAt() ?? soon + 1) <= soon; parts += 1) {
				for (const subject of work?.due(soon, 100) ?? []) await work?.run(subject, soon);
			}
			expect(parts).toBe(4);
			expect(rows(state)).toBe(101);
		}, options);
	});
});
