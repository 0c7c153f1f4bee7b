import { describe, expect, it } from "vitest";
import { type EngineState, newState, packState, unpackState } from "../../../backend/alert/engine/run-state";
import { BadCursorError, type ChannelRef, type ReadingStore, type Upload } from "../../../backend/base/reading-store";
import { dayMs } from "../../../shared/base/durations";
import * as fc from "../../properties";
import { runJob, withReadings } from "../fixtures/reading-store";

const channelIds = ["a", "b", "c"];
const refs: ChannelRef[] = ["one", "two"].flatMap((deviceId) =>
	channelIds.map((channelId) => ({ deviceId, channelId })),
);
const start = 20_000 * dayMs;
const whole = { channels: refs, from: 0, to: 2 ** 42, limit: 20_000, order: "newest-first" } as const;

type Entry = { channel?: number; at: number; value: number };

function toUpload(entries: Entry[], seq: number, changes: Partial<Upload> = {}): Upload {
	return {
		deviceId: "one",
		seq,
		receivedAt: start + seq,
		channelIds,
		channel: entries.map(({ channel = 0 }) => channel),
		at: entries.map(({ at }) => at),
		value: entries.map(({ value }) => value),
		...changes,
	};
}

const upload = toUpload([{ at: start, value: 1 }], 1);
const minutes = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ at: start + index * 60_000, value: index }));
const flush = (readingStore: ReadingStore) => runJob(readingStore, "seal", { now: start, subjects: ["one"] });

describe("a stored value", () => {
	it(
		"equals the sent one, to the last bit of every finite double, zero without its sign",
		async () => {
			const channels: ChannelRef[] = [{ deviceId: "one", channelId: "a" }];
			const doubles = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 200 });
			await fc.assert(
				fc.asyncProperty(doubles, fc.boolean(), async (values, isFlushed) => {
					const entries = values.map((value, index) => ({ at: start + index, value }));
					await withReadings(async (readingStore) => {
						await readingStore.append(toUpload(entries, 1));
						if (isFlushed) await flush(readingStore);
						const [series] = await readingStore.readSeries({ channels, from: start, to: start + dayMs });
						expect([...(series?.value ?? [])]).toEqual(values.map((value) => (value === 0 ? 0 : value)));
					});
				}),
				{ examples: [[[-0, 0.1, 5e-324, Number.MAX_VALUE, 0.1 + 0.2, 4.35, 1e21], true]], numRuns: 40 },
			);
		},
		fc.timeLimit(60_000),
	);

	it.each([Number.NaN, Number.POSITIVE_INFINITY])("rejects %d as a value", async (value) => {
		await withReadings(async (readingStore) => {
			await expect(readingStore.append(toUpload([{ at: start, value }], 1))).rejects.toThrow();
			expect((await readingStore.readSpan(whole)).value).toEqual([]);
		});
	});
});

describe("the log", () => {
	it("returns pages by time over more devices than are read together, whatever each sent last", async () => {
		await withReadings(async (readingStore) => {
			const [devices, each] = [600, 3];
			// Each time occurs once, in a mixed order: 7,919 is prime.
			const atOf = (index: number) => start + ((index * 7_919) % (devices * each));
			for (let device = 0; device < devices; device += 1) {
				const entries = Array.from({ length: each }, (_, reading) => atOf(device * each + reading));
				const sent = entries.map((at) => ({ at, value: at }));
				await readingStore.append(toUpload(sent, device + 1, { deviceId: `device ${device}` }));
			}
			const channels = Array.from({ length: devices }, (_, device) => ({
				deviceId: `device ${device}`,
				channelId: "a",
			}));
			const read: number[] = [];
			for (let cursor: string | null | undefined; cursor !== null; ) {
				const page = await readingStore.readSpan({ ...whole, channels, limit: 250, ...(cursor && { cursor }) });
				read.push(...page.readingAt);
				cursor = page.nextCursor;
			}
			const newestFirst = Array.from({ length: devices * each }, (_, index) => start + devices * each - 1 - index);
			expect(read).toEqual(newestFirst);
		});
	});

	it("deletes a device's readings and nothing else", async () => {
		await withReadings(async (readingStore) => {
			await readingStore.append(upload);
			await flush(readingStore);
			await readingStore.append({ ...upload, deviceId: "two", seq: 2 });
			await readingStore.deleteDevice("one");
			expect(await readingStore.readSpan(whole)).toMatchObject({ channel: [3] });
			expect([...(await readingStore.latest(["one", "two"])).keys()]).toEqual(["two"]);
			expect(await readingStore.append({ ...upload, seq: 3 })).toEqual({ accepted: 1, duplicates: 0, expired: [] });
		});
	});

	it("numbers uploads upwards, also after it was opened anew", async () => {
		await withReadings(async (readingStore, reopen) => {
			expect([readingStore.nextSeq(), readingStore.nextSeq()]).toEqual([1, 2]);
			await readingStore.append({ ...upload, seq: 7 });
			expect(readingStore.nextSeq()).toBe(8);
			expect(reopen().nextSeq()).toBe(8);
		});
	});

	it("stores all of an upload or nothing", async () => {
		await withReadings(async (readingStore) => {
			await readingStore.append(upload);
			const broken = { ...upload, seq: 2, at: [start + 1, start + 2], channel: [0, 9], value: [1, 2] };
			await expect(readingStore.append(broken)).rejects.toThrow("Upload columns differ in length");
			expect((await readingStore.readSpan(whole)).readingAt).toEqual([start]);
			expect((await readingStore.latest(["one"])).get("one")?.lastReadingAt).toBe(start);
		});
	});

	it("rejects readings past a device's retention, and names them", async () => {
		await withReadings(async (readingStore) => {
			const entries = [start - 2, start, start - 1].map((at) => ({ at, value: 1 }));
			const result = await readingStore.append(toUpload(entries, 1, { keptFrom: start }));
			expect(result).toEqual({ accepted: 1, duplicates: 0, expired: [0, 2] });
			expect((await readingStore.readSpan(whole)).readingAt).toEqual([start]);
		});
	});

	it("hides readings past a device's retention in every read", async () => {
		const options = { now: () => start + 10 * dayMs, retentionDays: () => 10 };
		await withReadings(async (readingStore) => {
			await readingStore.append(toUpload([{ at: start - 1, value: 1 }], 1));
			await readingStore.append(toUpload([{ channel: 1, at: start, value: 2 }], 2));
			const span = { channels: refs.slice(0, 2), from: start - dayMs, to: start + dayMs };
			for (const order of ["newest-first", "oldest-first"] as const) {
				expect((await readingStore.readSpan({ ...whole, order })).readingAt).toEqual([start]);
			}
			expect((await readingStore.readSeries(span)).map(({ at }) => [...at])).toEqual([[], [start]]);
			const buckets = await readingStore.readBuckets({ channels: span.channels, edges: [span.from, span.to] });
			expect(buckets.map(({ count }) => count)).toEqual([[], [1]]);
			expect(await readingStore.newestBefore(refs, start)).toBeNull();
			expect([...((await readingStore.latest(["one"])).get("one")?.values.keys() ?? [])]).toEqual(["b"]);
		}, options);
	});

	it.each(["", "x", "1.2", "1.2.3.4", "NaN.1.1", "1e5.1.1"])("rejects the cursor %j", async (cursor) => {
		await withReadings(async (readingStore) => {
			await expect(readingStore.readSpan({ ...whole, cursor })).rejects.toThrow(BadCursorError);
		});
	});

	it("counts a device's readings of a UTC day, without duplicates", async () => {
		await withReadings(async (readingStore, reopen) => {
			await readingStore.append(toUpload(minutes(50), 1));
			await readingStore.append(toUpload(minutes(60), 2));
			await readingStore.append(toUpload(minutes(70), 3, { receivedAt: start + dayMs }));
			expect(reopen().receivedOn("one", start + 5)).toBe(60);
			expect(readingStore.receivedOn("one", start + dayMs)).toBe(10);
			expect(readingStore.receivedOn("two", start)).toBe(0);
		});
	});

	it("averages growth over the days a device has uploaded, a month at most", async () => {
		await withReadings(async (readingStore) => {
			for (let day = 0; day < 40; day += 1) {
				const at = start + day * dayMs;
				await readingStore.append(toUpload([{ at, value: 1 }], day + 1, { receivedAt: at }));
			}
			const usage = async (day: number) => (await readingStore.usage(start + day * dayMs))[0];
			const { usedBytes = 0, readings = 0 } = (await usage(39)) ?? {};
			expect(readings).toBe(40);
			expect((await usage(39))?.growthBytesPerDay).toBeCloseTo(usedBytes / 40);
			expect((await usage(54))?.growthBytesPerDay).toBeCloseTo(((usedBytes / 40) * 15) / 30);
			expect((await usage(100))?.growthBytesPerDay).toBe(0);
		});
	});

	it("treats a device with only a file as one that never uploaded", async () => {
		await withReadings(async (readingStore) => {
			await readingStore.appendImport("file", upload);
			const { lastReceivedAt, values } = (await readingStore.latest(["one"])).get("one") ?? {};
			expect({ lastReceivedAt, values }).toEqual({
				lastReceivedAt: null,
				values: new Map([["a", { at: start, value: 1 }]]),
			});
			expect(readingStore.receivedOn("one", upload.receivedAt)).toBe(0);
		});
	});
});

describe("a channel's number", () => {
	type Step = { device: string; reserved: string[] } | { device: string; sent: string[] } | { gone: string };
	const [devices, ids] = [
		["one", "two"],
		["a", "b", "c", "d"],
	];
	const someIds = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 3 });
	const step: fc.Arbitrary<Step> = fc.oneof(
		fc.record({ device: fc.constantFrom(...devices), reserved: someIds }),
		fc.record({ device: fc.constantFrom(...devices), sent: someIds }),
		fc.record({ gone: fc.constantFrom(...devices) }),
	);

	it(
		"stays the same over reservation, first readings and reopening, and no deleted device's comes again",
		async () => {
			await fc.assert(
				fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
					await withReadings(async (opened, reopen) => {
						let readingStore = opened;
						const known = new Map<string, string[]>();
						const packed = new Map<string, string>();
						const gone = new Set<number>();
						for (const [index, one] of steps.entries()) {
							if ("gone" in one) {
								for (const { device } of numbersOf(readingStore, one.gone)) gone.add(device);
								await readingStore.deleteDevice(one.gone);
								known.delete(one.gone);
								packed.delete(one.gone);
								continue;
							}
							const { device } = one;
							if ("reserved" in one) readingStore.reserve(device, one.reserved);
							else {
								const [at, channel] = [one.sent.map(() => start + index), one.sent.map((_, number) => number)];
								const sent = { deviceId: device, seq: index + 1, receivedAt: start, channelIds: one.sent };
								await readingStore.append({ ...sent, channel, at, value: at });
							}
							const added = "reserved" in one ? one.reserved : one.sent;
							const before = known.get(device) ?? [];
							const now = [...before, ...added.filter((id) => !before.includes(id))];
							readingStore = reopen();
							const [watched] = readingStore.watched([device]);
							expect(watched?.channelIds).toEqual(now);
							const numbers = numbersOf(readingStore, device);
							expect(numbers.map(({ channel }) => channel)).toEqual(now.map((_, number) => number));
							expect(numbers.some((number) => gone.has(number.device))).toBe(false);
							const was = packed.get(device);
							if (was) expect(unpackState(was, now)).toEqual(unpackState(was, before));
							packed.set(device, packState(stateOn(now), now));
							known.set(device, now);
						}
					});
				}),
				{ numRuns: 25 },
			);
		},
		fc.timeLimit(60_000),
	);

	function numbersOf(readingStore: ReadingStore, deviceId: string) {
		const [watched] = readingStore.watched([deviceId]);
		const channels = (watched?.channelIds ?? []).map((channelId) => ({ deviceId, channelId }));
		return readingStore.numbers(channels).filter((number) => number !== null);
	}

	function stateOn(channels: string[]): EngineState {
		const levels = [{ phase: "active" as const, since: start }];
		const hits = { startedAt: start, count: 1, peak: 1, peakAt: start, lastAt: start, lastValue: 1, unread: null };
		const runs = channels.map((channelId) => {
			return { ruleId: "alr", version: 1, channelId, levels, hits, event: null, unchanged: null };
		});
		return { ...newState(), frontiers: new Map(channels.map((id, number) => [id, number])), runs };
	}

	it("counts for nothing until its first reading, and comes free if its transaction fails", async () => {
		await withReadings(async (readingStore, _, { transaction }) => {
			const reserveAndFail = () =>
				transaction(() => {
					readingStore.reserve("one", ["a"]);
					throw new Error("later in the transaction");
				});
			expect(reserveAndFail).toThrow("later in the transaction");
			readingStore.reserve("two", ["a"]);
			expect(readingStore.numbers(refs)).toEqual([null, null, null, { device: 1, channel: 0 }, null, null]);
			expect([...(await readingStore.latest(["one", "two"])).keys()]).toEqual([]);
			expect(readingStore.hasReadings("two")).toBe(false);
			expect((await readingStore.readSpan(whole)).value).toEqual([]);
			await readingStore.append({ ...upload, deviceId: "two", channelIds: ["b"] });
			expect(readingStore.watched(["two"])[0]?.channelIds).toEqual(["a", "b"]);
			expect((await readingStore.readSpan(whole)).channel).toEqual([4]);
		});
	});

	it("belongs to the channel of each packed run", () => {
		expect(() => packState(stateOn(["a", "b"]), ["a"])).toThrow("Channel b has no number");
		const { runs, hasLostRuns } = unpackState(packState(stateOn(["a", "b"]), ["a", "b"]), ["a"]);
		expect([runs.map(({ channelId }) => channelId), hasLostRuns]).toEqual([["a"], true]);
	});
});
