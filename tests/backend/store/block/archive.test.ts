import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { archivePrefix, unnamedKeptMs } from "../../../../backend/base/archive-places";
import type { Job } from "../../../../backend/base/job";
import type { ReadingStore, Upload } from "../../../../backend/base/reading-store";
import { archiveMonth } from "../../../../backend/store/archive/archive-month";
import { createStoreParts, type StoreOptions } from "../../../../backend/store/store-parts";
import { dayMs, hourMs } from "../../../../shared/base/durations";
import { serverLimits } from "../../../../shared/base/limits";
import { accountStub, newId } from "../../fixtures/fleet";
import { logResults } from "../../fixtures/log-responses";
import { blockOptions, openBlocks, withBlocks } from "../../fixtures/reading-store";

/** The uploads cover half of March and the first days of April. */
const start = Date.UTC(2065, 2, 16);
const end = Date.UTC(2065, 3, 6);
const later = Date.UTC(2065, 7, 1);
const channels = [
	{ deviceId: "one", channelId: "a" },
	{ deviceId: "one", channelId: "b" },
];
const whole = { channels, from: start - dayMs, to: end + dayMs };

function upload(from: number, to: number, { seq, add = 0 }: { seq: number; add?: number }): Upload {
	const times = Array.from({ length: Math.ceil((to - from) / hourMs) }, (_, index) => from + index * hourMs + 60_000);
	return {
		deviceId: "one",
		seq,
		receivedAt: to,
		channelIds: ["a", "b"],
		channel: times.flatMap(() => [0, 1]),
		at: times.flatMap((at) => [at, at]),
		value: times.flatMap((at, index) => [Math.round(500 * Math.sin(at / 1e7)) / 100 + add, index + add]),
	};
}

async function fill(readingStore: ReadingStore): Promise<void> {
	for (let at = start, seq = 1; at < end; at += dayMs, seq += 1)
		await readingStore.append(upload(at, at + dayMs, { seq }));
	await workOf(readingStore, "seal").run("one", later);
}

function workOf(readingStore: ReadingStore, name: string): Job {
	const work = readingStore.work.find((one) => one.name === name);
	if (!work) throw new Error(`A log without the work ${name}`);
	return work;
}

async function runDue(readingStore: ReadingStore, name: string, now: number): Promise<string[]> {
	const subjects = workOf(readingStore, name).due(now, 100);
	for (const subject of subjects) await workOf(readingStore, name).run(subject, now);
	return subjects;
}

const listKeys = async ({ id }: DurableObjectState) =>
	(await env.ARCHIVE.list({ prefix: archivePrefix("log", id) })).objects.map(({ key }) => key);

/** Returns keys without the hash of their content. */
const objectKeys = async (state: DurableObjectState) =>
	(await listKeys(state)).map((key) =>
		key
			.split("/")
			.slice(2)
			.join("/")
			.replace(/-[0-9a-f]{16}$/, ""),
	);

const hotRows = ({ storage }: DurableObjectState) =>
	storage.sql.exec("SELECT day, part, late FROM day_block WHERE block IS NOT NULL ORDER BY day").toArray();

const at = (now: number): Partial<StoreOptions> => ({ now: () => now });

describe("the archive", () => {
	it("stores each month two months after its end, and changes no result", async () => {
		await withBlocks(async (readingStore, reopen, state) => {
			await fill(readingStore);
			const before = await logResults(readingStore, whole);
			const marchDue = Date.UTC(2065, 3, 1) + 62 * dayMs;
			expect(workOf(readingStore, "archive").nextDueAt()).toBe(marchDue);
			expect(workOf(readingStore, "archive").due(marchDue - 1, 10)).toEqual([]);
			expect(await runDue(readingStore, "archive", marchDue)).toHaveLength(1);
			expect(await objectKeys(state)).toEqual(["one/2065-03/1"]);
			expect(workOf(readingStore, "archive").nextDueAt()).toBe(Date.UTC(2065, 4, 1) + 62 * dayMs);
			expect(await logResults(reopen(), whole)).toEqual(before);

			await runDue(readingStore, "archive", later);
			expect(workOf(readingStore, "archive").nextDueAt()).toBeNull();
			expect(hotRows(state)).toEqual([]);
			expect(await logResults(readingStore, whole)).toEqual(before);
			expect(await logResults(reopen(), whole)).toEqual(before);
			expect(before.series[0]?.at).toHaveLength(21 * 24);
		}, at(end));
	});

	it("names its version and content in each file", async () => {
		await withBlocks(async (readingStore, _, state) => {
			await fill(readingStore);
			await runDue(readingStore, "archive", later);
			const [, april = ""] = await listKeys(state);
			const object = await env.ARCHIVE.get(april);
			const text = await object?.text();
			const header = JSON.parse(text?.slice(0, text.indexOf("\n")) ?? "");
			expect(header).toMatchObject({ schemaVersion: 1, deviceId: "one", month: "2065-04", generation: 1 });
			expect(header.days).toHaveLength(5);
			expect(header.days.every(([, , readings]: number[]) => readings === 48)).toBe(true);
		}, at(end));
	});

	it.each([0, 1, 2, 3, 4])("loses and doubles nothing if the object is evicted after step %i", async (steps) => {
		const account = accountStub(newId("account"));
		const before = await runInDurableObject(account, async (_, state) => {
			const readingStore = openBlocks(state, at(end));
			await fill(readingStore);
			await readingStore.append(upload(end, end + dayMs, { seq: 90 }));
			const results = await logResults(readingStore, whole);
			const march = archiveMonth(createStoreParts(blockOptions(state, at(end))), { device: 1, month: 2065 * 12 + 2 });
			for (let step = 0; step < steps; step += 1) await march.next();
			return results;
		});
		await evictDurableObject(account);
		await runInDurableObject(account, async (_, state) => {
			const readingStore = openBlocks(state, at(end));
			expect(await logResults(readingStore, whole)).toEqual(before);
			await runDue(readingStore, "archive", later);
			expect(await logResults(readingStore, whole)).toEqual(before);
			expect(await objectKeys(state)).toEqual(["one/2065-03/1", "one/2065-04/1"]);
			expect(workOf(readingStore, "archive").nextDueAt()).toBeNull();
		});
	});

	it("stores late readings in the next generation, and sweeps the one before when its readers are gone", async () => {
		await withBlocks(async (readingStore, reopen, state) => {
			await fill(readingStore);
			await runDue(readingStore, "archive", later + hourMs);
			const replaced = upload(start + 2 * dayMs, start + 3 * dayMs, { seq: 200, add: 50 });
			const added = {
				...upload(start, start + dayMs, { seq: 201 }),
				at: upload(start, start + dayMs, { seq: 0 }).at.map((time) => time + 5),
			};
			expect(await readingStore.append(replaced)).toMatchObject({ accepted: 48 });
			expect(await readingStore.append(added)).toMatchObject({ accepted: 48 });
			const before = await logResults(readingStore, whole);
			expect(before.series[0]?.at).toHaveLength(22 * 24);
			expect(before.series[0]?.value[2 * 24 + 24]).toBe(replaced.value[0]);

			await workOf(readingStore, "seal").run("one", later);
			expect((await logResults(reopen(), whole)).series).toEqual(before.series);
			expect(hotRows(state)).toHaveLength(2);
			expect(workOf(readingStore, "archive").nextDueAt()).toBe(later + hourMs);
			await runDue(readingStore, "archive", later + hourMs);
			expect(hotRows(state)).toEqual([]);
			expect(await objectKeys(state)).toEqual(["one/2065-03/1", "one/2065-03/2", "one/2065-04/1"]);
			const after = await logResults(reopen(), whole);
			expect({ ...after, usage: null }).toEqual({ ...before, usage: null });
			// A replaced value counts until both are merged.
			expect(after.usage[0]?.readings).toBe(22 * 24 * 2);

			expect(workOf(readingStore, "sweep").nextDueAt()).toBe(later + unnamedKeptMs);
			await runDue(readingStore, "sweep", later + unnamedKeptMs);
			expect(await objectKeys(state)).toEqual(["one/2065-03/2", "one/2065-04/1"]);
			expect(workOf(readingStore, "sweep").nextDueAt()).toBeNull();

			await readingStore.append(upload(start, start + dayMs, { seq: 300, add: 7 }));
			await workOf(readingStore, "seal").run("one", later);
			await runDue(readingStore, "archive", later + hourMs);
			expect(await objectKeys(state)).toEqual(["one/2065-03/2", "one/2065-03/3", "one/2065-04/1"]);
			expect((await logResults(reopen(), whole)).series[0]?.value[0]).toBe(
				upload(start, start + dayMs, { seq: 0, add: 7 }).value[0],
			);
		}, at(later));
	});

	it("keeps an old value that is sent again from replacing a newer one that is archived", async () => {
		await withBlocks(async (readingStore) => {
			await fill(readingStore);
			const newer = upload(start, start + dayMs, { seq: 100, add: 3 });
			await readingStore.append(newer);
			await workOf(readingStore, "seal").run("one", later);
			await runDue(readingStore, "archive", later);
			await readingStore.append(upload(start, start + dayMs, { seq: 50, add: 1 }));
			const valueNow = async () => (await readingStore.readSeries(whole))[0]?.value[0];
			expect(await valueNow()).toBe(newer.value[0]);
			await workOf(readingStore, "seal").run("one", later);
			await runDue(readingStore, "archive", later);
			expect(await valueNow()).toBe(newer.value[0]);
		}, at(end));
	});

	it("leaves a month unchanged that changed while it was read, and archives it whole the next time", async () => {
		await withBlocks(async (readingStore, reopen, state) => {
			await fill(readingStore);
			const march = archiveMonth(createStoreParts(blockOptions(state, at(end))), { device: 1, month: 2065 * 12 + 2 });
			await march.next();
			const late = { ...upload(start, start + dayMs, { seq: 400, add: 9 }) };
			await readingStore.append(late);
			await workOf(readingStore, "seal").run("one", later);
			const before = await logResults(readingStore, whole);
			for await (const _ of march);
			expect(await logResults(reopen(), whole)).toEqual(before);
			expect(hotRows(state)).toHaveLength(21);
			await runDue(reopen(), "archive", later);
			expect(hotRows(state)).toEqual([]);
			expect(await logResults(reopen(), whole)).toEqual(before);
			expect(before.series[0]?.value[0]).toBe(late.value[0]);
		}, at(end));
	});

	it("leaves a day in the database that is too large to be decoded at once, unread", async () => {
		await withBlocks(async (readingStore, _, { storage }) => {
			await fill(readingStore);
			const before = await logResults(readingStore, whole);
			const [{ readings } = { readings: 0 }] = storage.sql
				.exec<{ readings: number }>("SELECT readings FROM day_block ORDER BY place LIMIT 1")
				.toArray();
			const set = (count: number) =>
				storage.sql.exec("UPDATE day_block SET readings = ? WHERE place = (SELECT min(place) FROM day_block)", count);
			set(serverLimits.ingestReadingsPerDay + 1);
			await expect(runDue(readingStore, "archive", later)).rejects.toThrow("A day too large");
			set(Number(readings));
			expect(await logResults(readingStore, whole)).toEqual(before);
			expect(await runDue(readingStore, "archive", later)).toHaveLength(2);
		}, at(end));
	});

	it("changes nothing if the bucket fails, or holds other bytes than were sent", async () => {
		await withBlocks(async (readingStore, reopen, state) => {
			await fill(readingStore);
			const before = await logResults(readingStore, whole);
			const [subject = ""] = workOf(readingStore, "archive").due(later, 1);
			const denying = openBlocks(state, {
				...at(end),
				archive: bucket({ put: () => Promise.reject(new Error("Out of order")) }),
			});
			await expect(workOf(denying, "archive").run(subject, later)).rejects.toThrow("Out of order");
			const garbling = openBlocks(state, {
				...at(end),
				archive: bucket({ put: (key) => env.ARCHIVE.put(key, new Uint8Array(10)) }),
			});
			await expect(workOf(garbling, "archive").run(subject, later)).rejects.toMatchObject({
				code: "LOG_ARCHIVE_UNAVAILABLE",
			});
			expect(hotRows(state)).toHaveLength(21);
			expect(await logResults(reopen(), whole)).toEqual(before);
			await runDue(reopen(), "archive", later);
			expect(await logResults(reopen(), whole)).toEqual(before);
		}, at(end));
	});

	it("appears by name in an error when it does not respond, and is never left out in silence", async () => {
		await withBlocks(async (readingStore, _, state) => {
			await fill(readingStore);
			await runDue(readingStore, "archive", Date.UTC(2065, 3, 1) + 62 * dayMs);
			const silent = openBlocks(state, {
				...at(end),
				archive: bucket({ get: () => Promise.reject(new Error("Out of order")) }),
			});
			const unavailable = { code: "LOG_ARCHIVE_UNAVAILABLE" };
			await expect(silent.readSeries(whole)).rejects.toMatchObject(unavailable);
			await expect(silent.readSpan({ ...whole, order: "oldest-first", limit: 10 })).rejects.toMatchObject(unavailable);
			const gone = openBlocks(state, { ...at(end), archive: bucket({ get: () => Promise.resolve(null) }) });
			await expect(gone.readSeries(whole)).rejects.toMatchObject(unavailable);
			const onHand = { channels, from: Date.UTC(2065, 3, 1), to: end };
			expect((await silent.readSeries(onHand))[0]?.at).toHaveLength(5 * 24);
			const [buckets] = await silent.readBuckets({ channels, edges: [start, start + dayMs, start + 2 * dayMs] });
			expect(buckets?.count).toEqual([24, 24]);
		}, at(end));
	});

	it("sums up days partly out of limits by one fetch a month, all at once, and by no statement a day", async () => {
		await withBlocks(async (readingStore, _, state) => {
			await fill(readingStore);
			await runDue(readingStore, "archive", later);
			const fetched: string[] = [];
			const both = Promise.withResolvers<void>();
			const counted = openBlocks(state, {
				...at(end),
				archive: bucket({
					get: async (key, options) => {
						if (fetched.push(key) === 2) both.resolve();
						await both.promise;
						return env.ARCHIVE.get(key, options);
					},
				}),
			});
			const statements = vi.spyOn(state.storage.sql, "exec");
			const [channel] = channels;
			if (!channel) throw new Error("No channel");
			const bounded = [{ ...channel, bounds: { max: 0 } }];
			const [summary] = await counted.summaries({ ...whole, channels: bounded, until: whole.to });
			expect(summary?.outMs).toBeGreaterThan(0);
			expect(fetched).toHaveLength(2);
			expect(statements.mock.calls.length).toBeLessThan(21);
			statements.mockRestore();
		}, at(end));
	});

	it("holds nothing of a deleted device, once it is swept", async () => {
		await withBlocks(async (readingStore, _, state) => {
			await fill(readingStore);
			await runDue(readingStore, "archive", later);
			await readingStore.deleteDevice("one");
			expect(await objectKeys(state)).toHaveLength(2);
			await runDue(readingStore, "sweep", later);
			expect(await objectKeys(state)).toEqual([]);
			expect(workOf(readingStore, "archive").nextDueAt()).toBeNull();
		}, at(end));
	});
});

type Methods = {
	put: (key: string) => Promise<unknown>;
	get: (key: string, options?: R2GetOptions) => Promise<unknown>;
};

/** The real bucket with some methods replaced. */
function bucket(methods: Partial<Methods>): R2Bucket {
	const real = {
		get: (...args: Parameters<R2Bucket["get"]>) => env.ARCHIVE.get(...args),
		put: (...args: Parameters<R2Bucket["put"]>) => env.ARCHIVE.put(...args),
	};
	return { ...real, ...methods } as unknown as R2Bucket; // the log calls these two alone
}
