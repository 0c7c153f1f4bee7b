import { runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	BadCursorError,
	type ChannelRef,
	type LogStore,
	type SpanRequest,
	type Upload,
} from "../../backend/log/log-store";
import { createRowLogStore } from "../../backend/log/row-log-store";
import { accountStub, newId } from "./fixtures/fleet";

/** A log of its own for each run of a property. */
function withLog<Result>(act: (log: LogStore) => Promise<Result>): Promise<Result> {
	return runInDurableObject(accountStub(newId("account")), (_, state) => act(createRowLogStore(state.storage)));
}

const deviceIds = ["one", "two", "three"];
const channelIds = ["a", "b", "c"];
const refs: ChannelRef[] = deviceIds.flatMap((deviceId) => channelIds.map((channelId) => ({ deviceId, channelId })));
const dayMs = 24 * 60 * 60 * 1000;
const longAgo = 0;
const farAhead = 2 ** 42;

type Entry = { channel: number; at: number; value: number };
type Stored = { deviceId: string; channelId: string; at: number; value: number; receivedAt: number; seq: number };

/** The plain list that says what a log must answer. */
function createOracle() {
	const stored = new Map<string, Stored>();
	return {
		append({ deviceId, seq, receivedAt, ...columns }: Upload) {
			const result = { accepted: 0, duplicates: 0 };
			columns.at.forEach((at, index) => {
				const channelId = columns.channelIds[columns.channel[index] ?? -1] ?? "";
				const value = columns.value[index] ?? Number.NaN;
				const known = stored.get(`${deviceId} ${channelId} ${at}`);
				if (known && (known.value === value || known.seq > seq)) result.duplicates += 1;
				else {
					stored.set(`${deviceId} ${channelId} ${at}`, { deviceId, channelId, at, value, receivedAt, seq });
					result.accepted += 1;
				}
			});
			return result;
		},
		all: () => [...stored.values()],
		span: (channels: ChannelRef[], from: number, to: number) =>
			[...stored.values()].filter(
				(one) =>
					one.at >= from &&
					one.at < to &&
					channels.some(({ deviceId, channelId }) => one.deviceId === deviceId && one.channelId === channelId),
			),
	};
}

const entries = fc.array(
	fc.record({ channel: fc.nat(2), at: fc.integer({ min: 1000, max: 1015 }), value: fc.constantFrom(0, 1, 2.5, -3) }),
	{ maxLength: 12 },
);
const history = fc
	.array(fc.record({ deviceId: fc.constantFrom(...deviceIds), entries }), { maxLength: 12 })
	.chain((uploads) =>
		fc.record({
			uploads: fc.constant(uploads),
			/** Uploads are numbered as they come in, and may be appended in another order. */
			order: fc.shuffledSubarray(
				uploads.map((_, index) => index),
				{ minLength: uploads.length },
			),
		}),
	);

function toUpload(deviceId: string, list: Entry[], seq: number): Upload {
	return {
		deviceId,
		seq,
		receivedAt: 2000 + seq,
		channelIds,
		channel: list.map(({ channel }) => channel),
		at: list.map(({ at }) => at),
		value: list.map(({ value }) => value),
	};
}

type Row = Omit<Stored, "seq">;

async function readAll(log: LogStore, request: Omit<SpanRequest, "cursor">): Promise<{ rows: Row[]; pages: number }> {
	const rows: Row[] = [];
	let pages = 0;
	let cursor: string | null | undefined;
	do {
		const page = await log.readSpan({ ...request, ...(cursor && { cursor }) });
		page.readingAt.forEach((at, index) => {
			const ref = request.channels[page.channel[index] ?? -1];
			if (!ref) throw new Error("A reading of no channel asked for");
			rows.push({
				...ref,
				at,
				value: page.value[index] ?? Number.NaN,
				receivedAt: page.receivedAt[index] ?? Number.NaN,
			});
		});
		pages += 1;
		cursor = page.nextCursor;
	} while (cursor);
	return { rows, pages };
}

const byKey = (rows: Row[]) =>
	rows
		.map(({ deviceId, channelId, at, value, receivedAt }) => `${at} ${deviceId} ${channelId} ${value} ${receivedAt}`)
		.sort();

describe("the log, against a plain list", () => {
	it("agrees on what was accepted, on every span, page size and choice of channels, and on the newest values", async () => {
		const choice = fc.record({
			channels: fc.subarray(refs),
			from: fc.integer({ min: 998, max: 1017 }),
			length: fc.integer({ min: 1, max: 20 }),
			limit: fc.integer({ min: 1, max: 20 }),
		});
		await fc.assert(
			fc.asyncProperty(history, choice, async ({ uploads, order }, { channels, from, length, limit }) => {
				const oracle = createOracle();
				await withLog(async (log) => {
					for (const place of order) {
						const upload = uploads[place];
						if (!upload) continue;
						const request = toUpload(upload.deviceId, upload.entries, place + 1);
						expect(await log.append(request)).toEqual(oracle.append(request));
					}
					const { rows, pages } = await readAll(log, { channels, from, to: from + length, limit });
					expect(byKey(rows)).toEqual(byKey(oracle.span(channels, from, from + length)));
					expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort((a, b) => b - a));
					expect(pages).toBe(Math.max(1, Math.ceil(rows.length / limit)));
					const before = oracle.span(channels, longAgo, from).map(({ at }) => at);
					expect(await log.newestBefore(channels, from)).toBe(before.length === 0 ? null : Math.max(...before));
					await expectLatest(log, oracle.all());
				});
			}),
			{ numRuns: 60 },
		);
	});
});

describe("a stored value", () => {
	it("is the one that was sent, to the last bit of every finite double, zero without its sign", async () => {
		const channels: ChannelRef[] = [{ deviceId: "one", channelId: "a" }];
		const doubles = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 200 });
		await fc.assert(
			fc.asyncProperty(doubles, async (values) => {
				const at = values.map((_, index) => index);
				const channel = values.map(() => 0);
				await withLog(async (log) => {
					await log.append({ deviceId: "one", channelIds: ["a"], channel, at, value: values, receivedAt: 1, seq: 1 });
					const page = await log.readSpan({ channels, from: 0, to: values.length, limit: 1000 });
					const read = page.value.toReversed();
					expect(read.findIndex((value, index) => value !== values[index])).toBe(-1);
					expect(read).toHaveLength(values.length);
				});
			}),
			{ examples: [[[-0, 0.1, 5e-324, Number.MAX_VALUE, 0.1 + 0.2, 4.35, 1e21]]], numRuns: 60 },
		);
	});
});

async function expectLatest(log: LogStore, stored: Stored[]): Promise<void> {
	const latest = await log.latest(deviceIds);
	const usage = new Map((await log.usage(3000)).map((device) => [device.deviceId, device]));
	for (const deviceId of deviceIds) {
		const own = stored.filter((one) => one.deviceId === deviceId);
		const newest = new Map<string, Stored>();
		for (const one of own) if (one.at >= (newest.get(one.channelId)?.at ?? 0)) newest.set(one.channelId, one);
		const expected = [...newest].map(([channelId, { at, value }]) => [channelId, { at, value }] as const);
		expect(latest.get(deviceId)?.values ?? new Map()).toEqual(new Map(expected));
		expect(usage.get(deviceId)?.readings ?? 0).toBe(own.length);
		const times = own.map(({ at }) => at);
		const oldest = times.length === 0 ? null : Math.min(...times);
		expect(usage.get(deviceId)?.oldestReadingAt ?? null).toBe(oldest);
	}
}

describe("the log", () => {
	const upload = toUpload("one", [{ channel: 0, at: 1000, value: 1 }], 1);
	const whole = { channels: refs, from: longAgo, to: farAhead, limit: 100 };

	it("forgets a deleted device and nothing else", async () => {
		await withLog(async (log) => {
			await log.append(upload);
			await log.append({ ...upload, deviceId: "two", seq: 2 });
			await log.deleteDevice("one");
			expect((await readAll(log, whole)).rows.map(({ deviceId }) => deviceId)).toEqual(["two"]);
			expect([...(await log.latest(deviceIds)).keys()]).toEqual(["two"]);
			expect(await log.append({ ...upload, seq: 3 })).toEqual({ accepted: 1, duplicates: 0 });
		});
	});

	it("numbers uploads upwards, also after it was opened anew", async () => {
		await runInDurableObject(accountStub(newId("account")), async (_, state) => {
			const log = createRowLogStore(state.storage);
			expect([log.nextSeq(), log.nextSeq()]).toEqual([1, 2]);
			await log.append({ ...upload, seq: 7 });
			expect(log.nextSeq()).toBe(8);
			expect(createRowLogStore(state.storage).nextSeq()).toBe(8);
		});
	});

	it("stores a row for each new reading, and none for a duplicate", async () => {
		await runInDurableObject(accountStub(newId("account")), async (_, state) => {
			const log = createRowLogStore(state.storage);
			const list = Array.from({ length: 50 }, (_, index) => ({ channel: 0, at: 1000 + index, value: index }));
			const rows = () => state.storage.sql.exec("SELECT count(*) AS rows FROM readings").one().rows;
			const appended = [
				await log.append(toUpload("one", list, 1)),
				rows(),
				await log.append(toUpload("one", list, 2)),
				rows(),
			];
			expect(appended).toEqual([{ accepted: 50, duplicates: 0 }, 50, { accepted: 0, duplicates: 50 }, 50]);
		});
	});

	it("stores all of an upload or nothing", async () => {
		await withLog(async (log) => {
			const broken = { ...upload, at: [1000, 1001], channel: [0, 9], value: [1, 2] };
			await expect(log.append(broken)).rejects.toThrow("Upload columns differ in length");
			expect((await readAll(log, whole)).rows).toEqual([]);
			expect((await log.latest(["one"])).size).toBe(0);
		});
	});

	it.each(["", "x", "1.2", "1.2.3.4", "NaN.1.1", "1e5.1.1"])("refuses the cursor %j", async (cursor) => {
		await withLog(async (log) => {
			await expect(log.readSpan({ ...whole, cursor })).rejects.toThrow(BadCursorError);
		});
	});

	it("averages growth over the days a device has uploaded, a month at most", async () => {
		await withLog(async (log) => {
			const start = 20_000 * dayMs;
			for (let day = 0; day < 40; day += 1) {
				const at = start + day * dayMs;
				await log.append({ ...toUpload("one", [{ channel: 0, at, value: 1 }], day + 1), receivedAt: at });
			}
			const growth = async (day: number) => (await log.usage(start + day * dayMs))[0]?.growthBytesPerDay;
			expect(await growth(39)).toBe(32);
			expect(await growth(54)).toBeCloseTo((15 * 32) / 30);
			expect(await growth(100)).toBe(0);
		});
	});
});
