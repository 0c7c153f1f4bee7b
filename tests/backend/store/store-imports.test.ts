import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { LogStore, Upload } from "../../../backend/base/log-store";
import { withLog } from "../fixtures/log-store";

const dayMs = 24 * 60 * 60 * 1000;
/** The first of a month, so that the readings lie in one. */
const start = Date.UTC(2026, 0, 1);
const channels = [{ deviceId: "one", channelId: "a" }];
const whole = { channels, from: start - 100 * dayMs, to: start + 400 * dayMs };

function toUpload(at: number[], seq: number, value: number): Upload {
	const columns = { channelIds: ["a"], channel: at.map(() => 0), at, value: at.map(() => value) };
	return { deviceId: "one", seq, receivedAt: start + seq, ...columns };
}

const hours = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => start + (from + index) * 3_600_000);

/** Archiving waits for an hour, in which more may come. */
async function runDue(log: LogStore, name: string, now: number): Promise<void> {
	const work = log.work.find((one) => one.name === name);
	if (!work) throw new Error(`A log without the work ${name}`);
	for (const subject of work.due(now, 100)) await work.run(subject, now);
}

const yearLater = start + 365 * dayMs;

/** A log whose readings so far have all gone to the archive. */
async function archive(log: LogStore, { storage }: DurableObjectState): Promise<void> {
	for (const name of ["seal", "archive"]) await runDue(log, name, yearLater + 2 * 3_600_000);
	expect(storage.sql.exec("SELECT count(*) AS days FROM day_block WHERE archived = 0").one()).toEqual({ days: 0 });
}

const series = async (log: LogStore) => {
	const [one] = await log.readSeries(whole);
	return [...(one?.at ?? [])].map((at, index) => [(at - start) / 3_600_000, one?.value[index]]);
};
const latestAt = async (log: LogStore) => (await log.latest(["one"])).get("one")?.values.get("a");

describe("a file for days that are in the archive", () => {
	it("is distinguished from what is there, hides it, and leaves it when it is undone", async () => {
		await withLog(
			async (log, reopen, state) => {
				await log.append(toUpload(hours(0, 48), 1, 1));
				await archive(log, state);
				const before = await series(log);
				const same = toUpload(hours(10, 20), 2, 1);
				expect(await log.tryImport(same)).toEqual({ accepted: 0, duplicates: 10, expired: [], replaced: 0 });
				const other = toUpload(hours(40, 60), 3, 2);
				const result = { accepted: 20, duplicates: 0, expired: [], replaced: 8 };
				expect(await log.tryImport(other)).toEqual(result);
				expect(await log.appendImport("file", other)).toEqual(result);
				const shown = [...before.slice(0, 40), ...Array.from({ length: 20 }, (_, index) => [40 + index, 2])];
				expect(await series(reopen())).toEqual(shown);
				expect(await latestAt(log)).toEqual({ at: start + 59 * 3_600_000, value: 2 });
				expect(await log.undoImport("file")).toEqual({ removed: 20 });
				expect(await log.undoImport("file")).toBeNull();
				expect(await series(log)).toEqual(before);
				expect(await latestAt(reopen())).toEqual({ at: start + 47 * 3_600_000, value: 1 });
			},
			{ now: () => yearLater },
		);
	});

	it("becomes part of the archive once it is merged", async () => {
		await withLog(
			async (log, reopen, state) => {
				await log.append(toUpload(hours(0, 48), 1, 1));
				await archive(log, state);
				await log.appendImport("file", toUpload(hours(40, 60), 3, 2));
				const shown = await series(log);
				await log.mergeImport("file");
				expect(await log.undoImport("file")).toBeNull();
				expect(await series(reopen())).toEqual(shown);
				await runDue(log, "archive", yearLater + 2 * 3_600_000);
				expect(state.storage.sql.exec("SELECT sum(late) AS late FROM day_block").one()).toEqual({ late: 0 });
				expect(await series(reopen())).toEqual(shown);
				expect((await log.usage(yearLater))[0]?.readings).toBe(60);
			},
			{ now: () => yearLater },
		);
	});
});

describe("two files that are apart", () => {
	it("of the same readings leave them until both are undone", async () => {
		await withLog(async (log) => {
			expect(await log.appendImport("first", toUpload(hours(0, 5), 1, 1))).toMatchObject({ accepted: 5 });
			expect(await log.appendImport("second", toUpload(hours(0, 5), 2, 1))).toMatchObject({
				accepted: 0,
				duplicates: 5,
			});
			await log.undoImport("first");
			expect(await series(log)).toHaveLength(5);
			await log.undoImport("second");
			expect(await series(log)).toEqual([]);
			expect(await latestAt(log)).toBeUndefined();
		});
	});
});

describe("the archive, when it is not there", () => {
	it("fails a read that needs it, by name, and no other", async () => {
		let isOut = false;
		const flaky = new Proxy(env.ARCHIVE, {
			get: (bucket, name) => {
				if (name === "get" && isOut) return () => Promise.reject(new Error("get: We encountered an internal error"));
				const member = Reflect.get(bucket, name);
				return typeof member === "function" ? member.bind(bucket) : member;
			},
		});
		await withLog(
			async (log, reopen, state) => {
				await log.append(toUpload(hours(0, 48), 1, 1));
				await archive(log, state);
				await log.append(toUpload(hours(48, 72), 2, 2));
				isOut = true;
				const anew = reopen();
				await expect(anew.readSeries(whole)).rejects.toMatchObject({ code: "LOG_ARCHIVE_UNAVAILABLE" });
				const [hot] = await anew.readSeries({ ...whole, from: start + 2 * dayMs });
				expect(hot?.at).toHaveLength(24);
				isOut = false;
				for (const { key } of (await env.ARCHIVE.list({ prefix: `test/${state.id}` })).objects)
					await env.ARCHIVE.delete(key);
				await expect(reopen().readSeries(whole)).rejects.toMatchObject({ code: "LOG_ARCHIVE_UNAVAILABLE" });
			},
			{ now: () => yearLater, archive: flaky },
		);
	});
});
