import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { archivePrefix } from "../../../../backend/base/archive-places";
import type { ReadingStore, Upload } from "../../../../backend/base/reading-store";
import { archiveMonth } from "../../../../backend/store/archive/archive-month";
import { createArchivedDays } from "../../../../backend/store/archived-days";
import { archivedMonthRows } from "../../../../backend/store/rows/archive-rows";
import { createStoreParts } from "../../../../backend/store/store-parts";
import { dayMs, hourMs } from "../../../../shared/base/durations";
import { blockOptions, openBlocks, runJob, withBlocks } from "../../fixtures/reading-store";

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

async function runDue(readingStore: ReadingStore, name: string, at = now + 2 * hourMs): Promise<void> {
	await runJob(readingStore, name, { now: at });
}

async function archive(readingStore: ReadingStore): Promise<void> {
	for (const name of ["seal", "archive"]) await runDue(readingStore, name);
}

const shown = async (readingStore: ReadingStore) => [...((await readingStore.readSeries(whole))[0]?.value ?? [])];
const objects = async ({ id }: DurableObjectState) =>
	(await env.ARCHIVE.list({ prefix: archivePrefix("log", id) })).objects.length;

/** The real bucket, which calls `meanwhile` before it responds. */
function bucketThatWaits(meanwhile: () => Promise<unknown>): R2Bucket {
	const get = async (key: string, requested?: R2GetOptions) => {
		const object = await env.ARCHIVE.get(key, requested);
		await meanwhile();
		return object;
	};
	const bucket = { get, put: env.ARCHIVE.put.bind(env.ARCHIVE) };
	return bucket as unknown as R2Bucket; // the log calls these two alone
}

describe("a device that is deleted while its month goes to the archive", () => {
	it.each([1, 2, 3])(
		"leaves nothing there, and the next device does not get its readings, after step %i",
		async (steps) => {
			await withBlocks(async (readingStore, reopen, state) => {
				await readingStore.append(noons(3));
				await runDue(readingStore, "seal");
				const run = archiveMonth(createStoreParts(blockOptions(state, options)), { device: 1, month: 2025 * 12 });
				for (let step = 0; step < steps; step += 1) await run.next();
				await readingStore.deleteDevice("one");
				await readingStore.append(noons(3, { deviceId: "two", seq: 2, value: 2 }));
				await runDue(readingStore, "seal");
				for await (const _ of run);
				const numbers = state.storage.sql.exec("SELECT device_id, number FROM device_log").toArray();
				expect(numbers).toEqual([{ device_id: "two", number: 2 }]);
				await runDue(reopen(), "sweep", now + 2 * dayMs);
				expect(await objects(state)).toBe(0);
				const two = await reopen().readSeries({ ...whole, channels: [{ deviceId: "two", channelId: "a" }] });
				expect([...(two[0]?.value ?? [])]).toEqual([2, 2, 2]);
			}, options);
		},
	);
});

describe("a read of the archive", () => {
	it("its result is the fetched readings, though nothing of it stays cached", async () => {
		await withBlocks(async (readingStore, _, state) => {
			await readingStore.append(noons(40));
			await archive(readingStore);
			const months = archivedMonthRows(state.storage.sql, () => {});
			const days = createArchivedDays(env.ARCHIVE, months, 0);
			const day = start / dayMs;
			const readings = await days.read({ device: 1, day, towardsDay: day + 20 });
			expect(readings.channels[0]?.at).toHaveLength(1);
		}, options);
	});

	it("it fails if the archive's own list lacks the day", async () => {
		await withBlocks(async (readingStore, _, state) => {
			await readingStore.append(noons(40));
			await archive(readingStore);
			state.storage.sql.exec("UPDATE archived_month SET days = '[]'");
			await expect(openBlocks(state, options).readSeries(whole)).rejects.toMatchObject({
				code: "LOG_ARCHIVE_UNAVAILABLE",
			});
		}, options);
	});
});

describe("an import", () => {
	it("its readings stay if they are merged while it is being undone, and the undo returns that it came too late", async () => {
		await withBlocks(async (readingStore, _, state) => {
			await readingStore.append(noons(3));
			await archive(readingStore);
			let merge: Promise<void> | null = null;
			const merging = () => {
				merge ??= readingStore.mergeImport("file");
				return merge;
			};
			await readingStore.appendImport("file", noons(3, { seq: 5, value: 7 }));
			const other = openBlocks(state, { ...options, archive: bucketThatWaits(merging) });
			expect(await other.undoImport("file")).toBeNull();
			expect(merge).not.toBeNull();
			expect(await shown(openBlocks(state, options))).toEqual([7, 7, 7]);
		}, options);
	});
});

describe("a file that comes while a day of it goes to the archive", () => {
	it("its readings are compared with the stored ones", async () => {
		await withBlocks(async (readingStore, _, state) => {
			await readingStore.append(noons(3));
			await archive(readingStore);
			await readingStore.append({ ...noons(1, { seq: 2 }), at: [start + 40 * dayMs] });
			await runDue(readingStore, "seal");
			let archived: Promise<void> | null = null;
			const archiving = () => {
				archived ??= archive(readingStore);
				return archived;
			};
			const other = openBlocks(state, { ...options, archive: bucketThatWaits(archiving) });
			const file = { ...noons(2, { seq: 3 }), at: [start + dayMs / 2, start + 40 * dayMs] };
			expect(await other.tryImport(file)).toMatchObject({ accepted: 0, duplicates: 2 });
		}, options);
	});
});
