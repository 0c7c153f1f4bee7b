import { describe, expect, it } from "vitest";
import type { ReadingStore, Upload } from "../../../../backend/base/reading-store";
import { dayMs } from "../../../../shared/base/durations";
import { withBlocks } from "../../fixtures/reading-store";

/** Far ahead, so that the object's own alarm has nothing to do when it starts. */
const start = 50_000 * dayMs;
const channels = [{ deviceId: "one", channelId: "a" }];
const whole = { channels, from: 0, to: 2 ** 42 };

function toUpload(at: number[], seq: number, value = at.map((_, index) => index / 4)): Upload {
	const columns = { channelIds: ["a"], channel: at.map(() => 0), at, value };
	return { deviceId: "one", seq, receivedAt: (at.at(-1) ?? start) + 1000, ...columns };
}

const seconds = (count: number, from = start) => Array.from({ length: count }, (_, index) => from + index * 1000);

function flushing(readingStore: ReadingStore) {
	const work = readingStore.work.find(({ name }) => name === "seal");
	if (!work) throw new Error("A log without the work of sealing");
	return work;
}

type Row = { day: number; part: number; readings: number; blockBytes: number; hasQuarters: number };

function dayRows({ storage }: DurableObjectState): Row[] {
	const query = `SELECT day, part, readings, length(block) AS blockBytes, quarters IS NOT NULL AS hasQuarters
		FROM day_block ORDER BY day, part`;
	return storage.sql.exec<Row>(query).toArray();
}

const dayBlobs = ({ storage }: DurableObjectState) =>
	storage.sql.exec("SELECT day, part, readings, first_at, last_at, hex(quarters), hex(block) FROM day_block").toArray();

const values = async (readingStore: ReadingStore) => [...((await readingStore.readSeries(whole))[0]?.value ?? [])];

describe("the flush of a tail", () => {
	it("its job runs shortly after the UTC day of the tail's first upload, and rests when it is done", async () => {
		await withBlocks(async (readingStore, reopen) => {
			expect(flushing(readingStore).nextDueAt()).toBeNull();
			await readingStore.append(toUpload([start], 1));
			await readingStore.append({ ...toUpload([start + dayMs], 2), deviceId: "two" });
			const due = start + dayMs + 10 * 60_000;
			expect([flushing(readingStore).nextDueAt(), flushing(reopen()).nextDueAt()]).toEqual([due, due]);
			expect(flushing(readingStore).due(due - 1, 10)).toEqual([]);
			expect(flushing(readingStore).due(due, 10)).toEqual(["one"]);
			expect(flushing(readingStore).due(due + dayMs, 10)).toEqual(["one", "two"]);
			expect(flushing(readingStore).due(due + dayMs, 1)).toEqual(["one"]);
			await flushing(readingStore).run("one", due);
			await flushing(readingStore).run("one", due);
			expect(flushing(readingStore).nextDueAt()).toBe(due + dayMs);
			await readingStore.deleteDevice("two");
			expect([flushing(readingStore).nextDueAt(), flushing(reopen()).nextDueAt()]).toEqual([null, null]);
		});
	});

	it("a day stays one row, whatever comes later", async () => {
		await withBlocks(async (readingStore, _, state) => {
			for (let hour = 0; hour < 24; hour += 1) {
				await readingStore.append(toUpload(seconds(600, start + hour * 3_600_000), hour + 1));
				await flushing(readingStore).run("one", 0);
			}
			expect(dayRows(state)).toMatchObject([{ day: 50_000, part: 0, readings: 14_400, hasQuarters: 1 }]);
		});
	});

	it("the upload that fills the tail starts it, and it rewrites one row for every other", async () => {
		await withBlocks(async (readingStore, _, state) => {
			let written = 0;
			const readings = 20_000;
			for (let seq = 1; seq <= readings / 100; seq += 1) {
				await readingStore.append(
					toUpload(
						seconds(100, start + seq * 100_000),
						seq,
						Array.from({ length: 100 }, (_, i) => Math.sin(seq * i)),
					),
				);
				const { tail } = state.storage.sql.exec<{ tail: number }>("SELECT length(tail) AS tail FROM device_log").one();
				expect(tail).toBeLessThanOrEqual(16_384);
				if (tail === 0) written += 1;
			}
			// A value that is no decimal takes about nine bytes.
			expect(written).toBeGreaterThan(7);
			expect(written).toBeLessThan(20);
			expect(dayRows(state).reduce((sum, row) => sum + row.readings, 0)).toBeGreaterThan(readings * 0.9);
			expect(await values(readingStore)).toHaveLength(readings);
		});
	});

	it("it runs before the byte limit if very many readings take few bytes", async () => {
		await withBlocks(async (readingStore, _, state) => {
			for (let seq = 1; seq <= 2; seq += 1)
				await readingStore.append(toUpload(seconds(11_000, start + seq * 11_000_000), seq));
			expect(dayRows(state)).toMatchObject([{ readings: 22_000 }]);
		});
	});

	it("a day of very many readings is split by time, so that no row grows large", async () => {
		await withBlocks(async (readingStore, reopen, state) => {
			for (let batch = 0; batch < 3; batch += 1)
				await readingStore.append(toUpload(seconds(20_000, start + batch * 20_000_000), batch + 1));
			await flushing(readingStore).run("one", 0);
			expect(dayRows(state)).toMatchObject([
				{ part: 0, readings: 50_000, hasQuarters: 1 },
				{ part: 1, readings: 10_000, hasQuarters: 0 },
			]);
			// A late reading in the first part moves its last one into the second.
			await readingStore.append(toUpload([start + 500], 4));
			await flushing(readingStore).run("one", 0);
			expect(dayRows(state).map(({ readings }) => readings)).toEqual([50_000, 10_001]);
			expect(await values(reopen())).toHaveLength(60_001);
			const edges = Array.from({ length: 97 }, (_, quarter) => start + quarter * 900_000);
			const [buckets] = await reopen().readBuckets({ channels, edges });
			expect(buckets?.count.reduce((sum, count) => sum + count, 0)).toBe(60_001);
		});
	});

	it("the days that it writes are the same in any order of uploads", async () => {
		const uploads = Array.from({ length: 6 }, (_, index) => toUpload(seconds(200, start + index * 90_000), index + 1));
		const orders = [
			[0, 1, 2, 3, 4, 5],
			[5, 4, 3, 2, 1, 0],
			[2, 5, 0, 1, 4, 3],
		];
		const made: unknown[] = [];
		for (const [index, order] of orders.entries()) {
			await withBlocks(async (readingStore, _, state) => {
				for (const [position, which] of order.entries()) {
					const upload = uploads[which];
					if (upload) await readingStore.append(upload);
					if (position % (index + 1) === 0) await flushing(readingStore).run("one", 0);
				}
				await flushing(readingStore).run("one", 0);
				made.push(dayBlobs(state));
			});
		}
		expect(made[1]).toEqual(made[0]);
		expect(made[2]).toEqual(made[0]);
	});
});
