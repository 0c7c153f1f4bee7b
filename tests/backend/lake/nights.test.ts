import { describe, expect, it } from "vitest";
import { changeAccount } from "../../../backend/db/account-rows";
import { changeLake, findLake, listLakeFiles } from "../../../backend/db/lake-rows";
import type { ReadingImport } from "../../../shared/log/reading-import";
import * as fc from "../../properties";
import { calibrate } from "../fixtures/calibrate";
import { accountStub, addDevice, createOwner, inAccount } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import {
	comparable,
	dayMs,
	exportedRows,
	keysOf,
	type LakeRun,
	lakeOf,
	lakeRow,
	lakeRows,
	makeNight,
	manifestOf,
	sumsInDuckDb,
	switchOn,
} from "../fixtures/lake";
import { takeLogs } from "../fixtures/logs";
import { dataOf } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

const today = Math.floor(Date.now() / dayMs);
const hourMs = 3_600_000;
/** Files of five rows, of groups of three. */
const smallFiles = { rowsPerFile: 5, rowsPerGroup: 3, rowsPerPage: 2 };

async function createFleet(days: readonly number[]) {
	const account = await createOwner();
	const device = await addDevice(account.owner, { name: "Freezer", serialNumber: "SN-1" });
	const other = await addDevice(account.owner, { name: "Cooler" });
	for (const back of days) {
		const at = (today - back) * dayMs;
		await measure(device.key, at, [1, 2.5, -3, 4.25]);
		await measure(other.key, at, [10, 11]);
	}
	return { account, device, other };
}

async function measure(key: string, at: number, values: number[], channel = "Air"): Promise<void> {
	const readings = values.map((value, index) => ({ channel, at: at + index * hourMs, value }));
	await uploadAt(key, Math.min(at + values.length * hourMs, Date.now()), readings);
}

async function expectSame(run: LakeRun): Promise<void> {
	expect(comparable(await lakeRows(run))).toEqual(await exportedRows(run.account, run.clock.now));
}

const datesOf = async (run: LakeRun) => [...new Set((await manifestOf(run)).files.map(({ date }) => date))];
const nextNight = async (run: LakeRun) => {
	run.clock.now = (await lakeRow(run.account))?.dueAt ?? 0;
};

describe("nightly Parquet files", () => {
	it("holds whole days with every column", async () => {
		const { account, device } = await createFleet([3, 1, 0]);
		const run = await switchOn(account);
		await makeNight(run);
		await expectSame(run);
		const rows = await lakeRows(run);
		expect(rows).toHaveLength(12);
		const first = rows.find(({ device_id }) => device_id === device.device.id);
		expect(first).toMatchObject({ serial: "SN-1", channel: "Air", unit: "°C", value: 1, sent: 1 });
		expect(first?.received_at.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0);
		const { files } = await manifestOf(run);
		expect(files.map(({ path }) => path.replace(/[0-9a-f]{16}/, "x"))).toEqual(
			[3, 1].map(
				(back) => `readings/date=${new Date((today - back) * dayMs).toISOString().slice(0, 10)}/part-x.parquet`,
			),
		);
		expect(await lakeOf(account)).toMatchObject({
			days: 2,
			rows: 12,
			waitingDays: 0,
			bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
			lastNight: { days: 2, rows: 12, failedDays: 0, problem: null, bucket: null },
		});
	});

	it("splits a day into files of a few rows and groups", async () => {
		const { account, device } = await createFleet([]);
		const readings = Array.from({ length: 1_400 }, (_, minute) => ({
			channel: "Air",
			at: (today - 1) * dayMs + minute * 60_000,
			value: minute,
		}));
		for (let from = 0; from < readings.length; from += 500) {
			await uploadAt(device.key, Date.now() - 60_000, readings.slice(from, from + 500));
		}
		const run = await switchOn(account);
		await makeNight(run);
		await expectSame(run);
		expect(await lakeRows(run)).toHaveLength(1_400);
		const { account: small } = await createFleet([2]);
		const smallRun = await switchOn(small);
		await makeNight(smallRun, { limits: smallFiles });
		expect((await manifestOf(smallRun)).files.map(({ rows }) => rows).toSorted()).toEqual([2, 4]);
		await expectSame(smallRun);
	});

	it("makes no file of a day without readings", async () => {
		const { account } = await createFleet([]);
		const run = await switchOn(account);
		await makeNight(run);
		expect(await manifestOf(run)).toMatchObject({ account: account.id, files: [] });
		expect(await lakeOf(account)).toMatchObject({ days: 0, rows: 0, lastNight: { days: 0 } });
	});

	it("writes sixty old days a night, newest first, and reports the rest", async () => {
		const { account } = await createFleet([5, 4, 3, 2, 1]);
		const run = await switchOn(account);
		await makeNight(run, {
			onTask: async () =>
				inAccount(account.id, (db) => {
					const lake = findLake(db);
					if (lake?.oldDays === 0) changeLake(db, lake.id, { oldDays: 58 });
				}),
		});
		expect(await lakeOf(account)).toMatchObject({ days: 3, waitingDays: 2, lastNight: { days: 3, waitingDays: 2 } });
		expect((await datesOf(run))[0]).toBe(new Date((today - 3) * dayMs).toISOString().slice(0, 10));
		await nextNight(run);
		await makeNight(run);
		expect(await lakeOf(account)).toMatchObject({ days: 5, waitingDays: 0 });
	});

	it("writes days that follow a late upload, a calibration and an undone import", async () => {
		const { account, device } = await createFleet([5, 4, 2]);
		const { owner } = account;
		const run = await switchOn(account);
		await makeNight(run);
		const before = await manifestOf(run);
		await uploadAt(device.key, Date.now(), [{ channel: "Air", at: (today - 4) * dayMs + 7 * hourMs, value: 77 }]);
		await nextNight(run);
		await makeNight(run);
		await expectSame(run);
		const kept = (await manifestOf(run)).files.filter(({ path }) => before.files.some((file) => file.path === path));
		expect(kept).toHaveLength(2);

		const channelId = device.device.channels[0]?.id ?? "";
		dataOf(
			await calibrate(
				owner,
				{ deviceId: device.device.id, channelId },
				{ from: (today - 4) * dayMs, scale: 1, offset: 2 },
			),
		);
		await nextNight(run);
		await makeNight(run);
		await expectSame(run);
		expect((await lakeRows(run)).find(({ sent }) => sent === 77)).toMatchObject({ value: 79 });

		const values = (await exportedRows(account, run.clock.now)).map((row) => Number(row.split(" ").at(-2)));
		const value = values.reduce((sum, each) => sum + each, 0);
		expect(await sumsInDuckDb(run)).toEqual({ rows: values.length, value });

		const file = `time,Air\n${new Date((today - 3) * dayMs).toISOString()},5\n`;
		const options = { deviceId: device.device.id };
		const imported = dataOf<ReadingImport>(await sendImport(owner, "log.importReadings", { options, file }));
		await nextNight(run);
		await makeNight(run);
		await expectSame(run);
		expect(await datesOf(run)).toHaveLength(4);
		dataOf(await owner.mutate("log.undoImport", { importId: imported.id }));
		await nextNight(run);
		await makeNight(run);
		await expectSame(run);
		expect(await datesOf(run)).toHaveLength(3);
	});

	it("removes a deleted device from every day, and its former files after 35 days", async () => {
		const { account, other } = await createFleet([4, 2]);
		const run = await switchOn(account);
		await makeNight(run);
		const former = await keysOf(run);
		dataOf(await account.owner.mutate("device.deleteDevices", { deviceIds: [other.device.id] }));
		run.clock.now += 8 * dayMs;
		await workThrough(accountStub(account.id), run.clock.now);
		await makeNight(run);
		expect((await lakeRows(run)).some(({ device_id }) => device_id === other.device.id)).toBe(false);
		expect(await lakeRows(run)).toHaveLength(8);
		expect(await keysOf(run)).toEqual(expect.arrayContaining(former));
		run.clock.now += 36 * dayMs;
		await makeNight(run);
		const left = await keysOf(run);
		expect(former.filter((key) => left.includes(key))).toEqual([]);
		expect(left).toHaveLength(2);
	});

	it("drops days that a retention has removed", async () => {
		const { account } = await createFleet([8, 2]);
		const run = await switchOn(account);
		await makeNight(run);
		dataOf(await account.owner.mutate("billing.setAccountRetention", { retentionDays: 5 }));
		run.clock.now += 2 * dayMs;
		await workThrough(accountStub(account.id), run.clock.now);
		await makeNight(run);
		expect(await datesOf(run)).toEqual([new Date((today - 2) * dayMs).toISOString().slice(0, 10)]);
	});

	it("begins on the chosen day, and follows another choice", async () => {
		const { account } = await createFleet([6, 4, 2]);
		const run = await switchOn(account, (today - 5) * dayMs);
		await makeNight(run);
		expect(await datesOf(run)).toHaveLength(2);
		dataOf(await account.owner.mutate("account.saveLake", { isOn: true, since: (today - 3) * dayMs }));
		await nextNight(run);
		await makeNight(run);
		expect(await datesOf(run)).toHaveLength(1);
		dataOf(await account.owner.mutate("account.saveLake", { isOn: true, since: null }));
		await nextNight(run);
		await makeNight(run);
		expect(await datesOf(run)).toHaveLength(3);
		await expectSame(run);
	});

	it("deletes its files 35 days after it is switched off", async () => {
		const { account } = await createFleet([2]);
		const run = await switchOn(account);
		await makeNight(run);
		dataOf(await account.owner.mutate("account.saveLake", { isOn: false, since: null }));
		expect(await lakeOf(account)).toMatchObject({ isOn: false, days: 0, bytes: 0, nextNightAt: null });
		expect(await keysOf(run)).toHaveLength(1);
		run.clock.now += 36 * dayMs;
		await makeNight(run);
		expect(await keysOf(run)).toEqual([]);
		expect((await lakeRow(account))?.dueAt).toBeNull();
	});

	it("stops before a binding quota is full", async () => {
		const { account } = await createFleet([3, 2, 1]);
		await inAccount(account.id, (db) => changeAccount(db, { isQuotaBinding: true, quotaBytes: 1_000 }));
		const run = await switchOn(account);
		await makeNight(run);
		expect(await lakeOf(account)).toMatchObject({ waitingDays: 2, lastNight: { problem: "full", days: 1 } });
		takeLogs();
	});

	it("names files of an account that was restored to an earlier time", async () => {
		const { account, device } = await createFleet([3, 2]);
		const run = await switchOn(account);
		await makeNight(run);
		const { position } = (await lakeRow(account)) ?? {};
		const files = await inAccount(account.id, (db) => listLakeFiles(db, { state: "living" }));
		await uploadAt(device.key, Date.now(), [{ channel: "Air", at: (today - 2) * dayMs + 9 * hourMs, value: 99 }]);
		await nextNight(run);
		await makeNight(run);
		const future = (await manifestOf(run)).files.map(({ path }) => path);
		// The rows of the account are as they were; the bucket is not.
		await inAccount(account.id, (db) => {
			for (const { path } of listLakeFiles(db, { state: "living" }))
				if (!files.some((file) => file.path === path)) db.run(`DELETE FROM lake_files WHERE path = '${path}'`);
			db.run("UPDATE lake_files SET state = 'living', due_at = NULL WHERE state = 'gone'");
			changeLake(db, account.id, { position: position ?? null });
		});
		await nextNight(run);
		await makeNight(run);
		await expectSame(run);
		const rows = await inAccount(account.id, (db) => listLakeFiles(db, { state: "gone" }));
		const named = (await manifestOf(run)).files.map(({ path }) => path);
		for (const path of future) expect(named.includes(path) || rows.some((file) => file.path === path)).toBe(true);
	});

	it("lets one consumer make a task that was delivered twice, and ignores one that lost its lease", async () => {
		const { account } = await createFleet([2, 1]);
		const run = await switchOn(account);
		const steps: number[] = [];
		const stub = accountStub(account.id);
		await makeNight(run, {
			onTask: async ({ lakeStep }) => {
				steps.push(lakeStep);
				if (steps.length !== 2) return;
				await stub.claimLake(lakeStep, run.clock.now);
				const claimed = await lakeRow(account);
				await stub.reportLake(steps[0] ?? 0, { kind: "failed", bucket: null }, run.clock.now);
				expect(await lakeRow(account)).toEqual(claimed);
			},
		});
		for (const step of steps) expect(await stub.claimLake(step, run.clock.now)).toEqual({ status: "ignored" });
		const before = await lakeRow(account);
		await stub.reportLake(steps[0] ?? 0, { kind: "failed", bucket: null }, run.clock.now);
		expect(await lakeRow(account)).toEqual(before);
	});

	it(
		"equals the export after kills at any put",
		async () => {
			const kill = fc.constantFrom("none" as const, "before" as const, "after" as const);
			await fc.assert(
				fc.asyncProperty(fc.array(kill, { maxLength: 6 }), fc.array(kill, { maxLength: 6 }), async (first, second) => {
					const { account, device } = await createFleet([3, 2]);
					const run = await switchOn(account);
					await makeNight(run, { kills: first, limits: smallFiles });
					await uploadAt(device.key, Date.now(), [{ channel: "Air", at: (today - 3) * dayMs + 5 * hourMs, value: 50 }]);
					await nextNight(run);
					await makeNight(run, { kills: second, limits: smallFiles });
					await nextNight(run);
					await makeNight(run);
					await expectSame(run);
					takeLogs();
				}),
				{ numRuns: 4 },
			);
		},
		fc.timeLimit(120_000),
	);
});
