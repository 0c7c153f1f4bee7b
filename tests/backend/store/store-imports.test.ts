import { describe, expect, it } from "vitest";
import type { ReadingStore, Upload } from "../../../backend/base/reading-store";
import { dayMs, hourMs } from "../../../shared/base/durations";
import * as fc from "../../properties";
import type { createListReadingStore } from "../fixtures/list-reading-store";
import { channelIds, start as modelStart, quarterMs } from "../fixtures/model-readings";
import { createModel, inOrder, modelOptions, type Step, step, takeStep } from "../fixtures/model-steps";
import { runJob, withReadings } from "../fixtures/reading-store";

const start = Date.UTC(2026, 0, 1);
const channels = [{ deviceId: "one", channelId: "a" }];
const whole = { channels, from: start - 100 * dayMs, to: start + 400 * dayMs };

function toUpload(at: number[], seq: number, value: number): Upload {
	const columns = { channelIds: ["a"], channel: at.map(() => 0), at, value: at.map(() => value) };
	return { deviceId: "one", seq, receivedAt: start + seq, ...columns };
}

const hours = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => start + (from + index) * 3_600_000);

const yearLater = start + 365 * dayMs;

/** Archiving waits for an hour, in which more readings may arrive. */
async function archive(readingStore: ReadingStore): Promise<void> {
	for (const name of ["seal", "archive"])
		expect(await runJob(readingStore, name, { now: yearLater + 2 * hourMs })).not.toEqual([]);
}

const series = async (readingStore: ReadingStore) => {
	const [one] = await readingStore.readSeries(whole);
	return [...(one?.at ?? [])].map((at, index) => [(at - start) / 3_600_000, one?.value[index]]);
};
const latestAt = async (readingStore: ReadingStore) => (await readingStore.latest(["one"])).get("one")?.values.get("a");

describe("a file for days that may be in the archive", () => {
	it("it compares with the stored readings, hides their values, and leaves them when it is undone", async () => {
		await withReadings(
			async (readingStore, reopen) => {
				await readingStore.append(toUpload(hours(0, 48), 1, 1));
				await archive(readingStore);
				const before = await series(readingStore);
				const same = toUpload(hours(10, 20), 2, 1);
				expect(await readingStore.tryImport(same)).toEqual({ accepted: 0, duplicates: 10, expired: [], replaced: 0 });
				const other = toUpload(hours(40, 60), 3, 2);
				const result = { accepted: 20, duplicates: 0, expired: [], replaced: 8 };
				expect(await readingStore.tryImport(other)).toEqual(result);
				expect(await readingStore.appendImport("file", other)).toEqual(result);
				const shown = [...before.slice(0, 40), ...Array.from({ length: 20 }, (_, index) => [40 + index, 2])];
				expect(await series(reopen())).toEqual(shown);
				expect(await latestAt(readingStore)).toEqual({ at: start + 59 * 3_600_000, value: 2 });
				expect(await readingStore.undoImport("file")).toEqual({ removed: 12, restored: 8, kept: [] });
				expect(await readingStore.undoImport("file")).toBeNull();
				expect(await series(readingStore)).toEqual(before);
				expect(await latestAt(reopen())).toEqual({ at: start + 47 * 3_600_000, value: 1 });
			},
			{ now: () => yearLater },
		);
	});

	it("it becomes part of the log once it is merged", async () => {
		await withReadings(
			async (readingStore, reopen) => {
				await readingStore.append(toUpload(hours(0, 48), 1, 1));
				await archive(readingStore);
				await readingStore.appendImport("file", toUpload(hours(40, 60), 3, 2));
				const shown = await series(readingStore);
				await readingStore.mergeImport("file");
				expect(await readingStore.undoImport("file")).toBeNull();
				expect(await series(reopen())).toEqual(shown);
				expect(await runJob(readingStore, "archive", { now: yearLater + 2 * hourMs })).not.toEqual([]);
				expect(await series(reopen())).toEqual(shown);
				expect((await readingStore.usage(yearLater))[0]?.readings).toBe(60);
			},
			{ now: () => yearLater },
		);
	});
});

describe("two files of one device", () => {
	const uploadOf = (kept: [importId: string | null, readings: number][]) =>
		kept.map(([importId, readings]) => ({ importId, readings }));

	it("add nothing with a second file of the same readings, so that undoing the first is enough", async () => {
		await withReadings(async (readingStore) => {
			expect(await readingStore.appendImport("first", toUpload(hours(0, 58), 1, 1))).toMatchObject({ accepted: 58 });
			const again = await readingStore.appendImport("second", toUpload(hours(0, 58), 2, 1));
			expect(again).toMatchObject({ accepted: 0, duplicates: 58 });
			expect(await readingStore.undoImport("first")).toEqual({ removed: 58, restored: 0, kept: [] });
			expect(await series(readingStore)).toEqual([]);
			expect(await latestAt(readingStore)).toBeUndefined();
			expect(await readingStore.undoImport("second")).toBeNull();
		});
	});

	it("leave the other's readings after an undo of one, with a note; an undo of both leaves nothing", async () => {
		await withReadings(async (readingStore) => {
			await readingStore.appendImport("first", toUpload(hours(0, 58), 1, 1));
			const second = await readingStore.appendImport("second", toUpload(hours(28, 68), 2, 1));
			expect(second).toMatchObject({ accepted: 10, duplicates: 30 });
			expect(await readingStore.undoImport("first")).toEqual({
				removed: 28,
				restored: 0,
				kept: uploadOf([["second", 30]]),
			});
			expect(await series(readingStore)).toHaveLength(40);
			expect(await readingStore.undoImport("second")).toEqual({ removed: 40, restored: 0, kept: [] });
			expect(await series(readingStore)).toEqual([]);
		});
	});

	it("name after an undo the uploads that remain, and the restored values", async () => {
		await withReadings(async (readingStore) => {
			await readingStore.append(toUpload(hours(0, 5), 1, 1));
			await readingStore.appendImport("file", toUpload(hours(0, 20), 2, 2));
			await readingStore.append(toUpload(hours(10, 14), 3, 2));
			expect(await readingStore.undoImport("file")).toEqual({ removed: 11, restored: 5, kept: uploadOf([[null, 4]]) });
			expect(await series(readingStore)).toHaveLength(9);
		});
	});

	it("leave the readings from before all of them, whatever was uploaded and undone in which order", async () => {
		const span = fc.tuple(fc.nat(12), fc.nat(12), fc.integer({ min: 1, max: 2 }));
		const brought = fc.record({ isFile: fc.boolean(), span });
		const property = fc.asyncProperty(
			fc.array(brought, { maxLength: 6 }),
			fc.infiniteStream(fc.nat()),
			async (all, order) => {
				const uploads: Upload[] = [];
				const outcome = await withReadings(async (readingStore) => {
					const files: string[] = [];
					for (const [
						index,
						{
							isFile,
							span: [from, length, value],
						},
					] of all.entries()) {
						const upload = toUpload(hours(from, from + length), index + 1, value);
						if (!isFile) uploads.push(upload);
						if (isFile) await readingStore.appendImport(`file ${index}`, upload);
						else await readingStore.append(upload);
						if (isFile) files.push(`file ${index}`);
					}
					while (files.length > 0) {
						const [importId = ""] = files.splice((order.next().value ?? 0) % files.length, 1);
						const before = await series(readingStore);
						const undone = await readingStore.undoImport(importId);
						const after = await series(readingStore);
						expect(before.length - after.length).toBe(undone?.removed ?? 0);
					}
					return [await series(readingStore), await latestAt(readingStore)];
				});
				const expected = await withReadings(async (readingStore) => {
					for (const upload of uploads) await readingStore.append(upload);
					return [await series(readingStore), await latestAt(readingStore)];
				});
				expect(outcome).toEqual(expected);
			},
		);
		await fc.assert(property, { numRuns: 40 });
	});
});

describe("a file that takes turns with uploads", () => {
	/** The steps in between change its first days alone. */
	const longFile = (seq: number): Upload => {
		const days = Array.from({ length: 40 }, (_, day) => modelStart + day * dayMs);
		const at = days.flatMap((day) => [day, day + 60_000, day + 50 * quarterMs]);
		const columns = {
			channelIds,
			channel: at.map((_, index) => index % 3),
			at,
			value: at.map((_, index) => index % 2),
		};
		return { deviceId: "one", seq, receivedAt: modelStart + seq, ...columns };
	};
	const everything = { from: modelStart - dayMs, to: modelStart + 50 * dayMs };
	const modelChannels = channelIds.map((channelId) => ({ deviceId: "one", channelId }));

	it("it counts as if it had come after all changes between its turns", async () => {
		const own = fc.record({ day: fc.nat(3), place: fc.nat(2), value: fc.nat(2) });
		const hit = fc.array(own, { minLength: 1, maxLength: 4 }).map((all): Step => {
			const { at, channel } = longFile(0);
			const entries = all.map(({ day, place: position, value }) => {
				return { channel: channel[3 * day + position] ?? 0, at: at[3 * day + position] ?? 0, value };
			});
			return { kind: "append", deviceId: "one", entries, lateBy: 0, keptFrom: null };
		});
		const happens = fc.oneof(step, hit);
		const happenings = fc.array(fc.record({ turn: fc.integer({ min: 1, max: 3 }), step: happens }), { maxLength: 5 });
		const property = fc.asyncProperty(happenings, happenings, fc.nat(2), async (before, meanwhile, position) => {
			const model = createModel();
			let waiting: { turn: number; act: () => Promise<void> }[] = [];
			let turn = -1;
			const nextTurn = async () => {
				turn += 1;
				const due = waiting.filter((one) => one.turn <= turn);
				waiting = waiting.filter((one) => one.turn > turn);
				for (const { act } of due) await act();
			};
			await withReadings(
				async (readingStore) => {
					let seq = 0;
					const take = async (one: Step) => {
						seq += 20;
						await takeStep(readingStore, model, { step: one, seq });
					};
					/** Runs `steps` at their turns while `act` runs. Drops steps whose turn never came. */
					const during = async <Result>(act: () => Promise<Result>, steps: typeof meanwhile): Promise<Result> => {
						turn = -1;
						waiting = steps.map((one) => ({ turn: one.turn, act: () => take(one.step) }));
						const result = await act();
						waiting = [];
						return result;
					};
					for (const one of before) await take(one.step);
					const file = longFile(seq + 1 + 30 * position);
					const made = await during(() => readingStore.appendImport("file", file), meanwhile);
					expect(made).toEqual(model.list.appendImport("file", file));
					await same(readingStore, model);
					const undone = await during(() => readingStore.undoImport("file"), before);
					expect(inOrder(undone)).toEqual(inOrder(model.list.undoImport("file")));
					await same(readingStore, model);
				},
				{ ...modelOptions(model), nextTurn },
			);
		});
		await fc.assert(property, { numRuns: 60 });
	});

	async function same(readingStore: ReadingStore, { list }: { list: ReturnType<typeof createListReadingStore> }) {
		const request = { channels: modelChannels, ...everything };
		const returned = (await readingStore.readSeries(request)).map(({ at, value }) => ({
			at: [...at],
			value: [...value],
		}));
		expect(returned).toEqual(list.series(request));
		const values = (await readingStore.latest(["one"])).get("one")?.values ?? new Map();
		expect(values).toEqual(list.latest().get("one")?.values ?? new Map());
	}

	it("leaves nothing if the rows written with it fail", async () => {
		await withReadings(async (readingStore, reopen) => {
			await readingStore.append(toUpload(hours(0, 48), 1, 1));
			const before = await readingStore.usage(yearLater);
			const fails = () => {
				throw new Error("No row");
			};
			await expect(readingStore.appendImport("file", toUpload(hours(40, 60), 2, 2), fails)).rejects.toThrow("No row");
			for (const log of [readingStore, reopen()]) {
				expect(await series(log)).toHaveLength(48);
				expect(await log.usage(yearLater)).toEqual(before);
				expect(await latestAt(log)).toEqual({ at: start + 47 * 3_600_000, value: 1 });
			}
		});
	});
});
