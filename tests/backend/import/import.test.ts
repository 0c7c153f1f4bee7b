import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AccountObject } from "../../../backend/account-object";
import * as schema from "../../../backend/db/schema";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import type { AlertCoverage } from "../../../shared/alert/alert-coverage";
import { serverLimits } from "../../../shared/base/limits";
import type { DeviceListRow } from "../../../shared/device/device";
import type { FleetTrend } from "../../../shared/device/device-inputs";
import type { ImportPreview, ReadingImport } from "../../../shared/log/reading-import";
import type { FleetOverview } from "../../../shared/overview/fleet-overview";
import { accountStub, addDevice, createOwner, inAccount, ingest, type TestAccount } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { takeLogs } from "../fixtures/logs";
import { plainFormat } from "../fixtures/parsed-file";
import { dataOf, type Person } from "../fixtures/people";
import { at, csv, hourMs, importFile, pageOf, type Row, start, undoImport } from "../fixtures/readings-files";
import { partsOf } from "../fixtures/works";

let account: TestAccount;
let owner: Person;

beforeAll(async () => {
	account = await createOwner();
	owner = account.owner;
});

async function airOf(deviceId: string): Promise<[minutes: number, value: number][]> {
	const { channels, readings } = await pageOf(owner, deviceId);
	const air = channels.findIndex(({ name }) => name === "Air");
	return readings.readingAt.flatMap((time, index): [number, number][] =>
		readings.channel[index] === air ? [[(time - start) / 60_000, readings.value[index] ?? Number.NaN]] : [],
	);
}

async function eventsOf(deviceId: string): Promise<string[]> {
	const texts = await inAccount(account.id, (db) =>
		db.select().from(schema.logEvents).where(eq(schema.logEvents.deviceId, deviceId)).all(),
	);
	return texts.map(({ text }) => text).filter((text) => text.includes("cooler.csv"));
}

describe("a preview", () => {
	it("delays no reader who follows the account's readings", async () => {
		const { device, key } = await addDevice(owner);
		const file = csv([[0, 4, 1]]);
		await sendImport(owner, "log.previewImport", { options: { deviceId: device.id }, file });
		await sendImport(owner, "log.importReadings", {
			options: { deviceId: device.id },
			file: csv([[0, 1]], "Time,Other"),
		});
		await ingest(key, [{ channel: "Air", at: at(0), value: 4 }]);
		const positions = await runInDurableObject(accountStub(account.id), (object) => {
			const { readingStore } = partsOf(object);
			return [readingStore.storedUpTo(), readingStore.lastSeq()];
		});
		expect(positions[0]).toBe(positions[1]);
	});

	it("shows what a file would do, and does none of it", async () => {
		const { device, key } = await addDevice(owner);
		await ingest(key, [
			{ channel: "Air", at: at(0), value: 4 },
			{ channel: "Air", at: at(1), value: 5 },
		]);
		const file = csv([
			[0, 4, 1],
			[1, 5.5, ""],
			[2, "4.2.1", 0],
		]);
		const preview = dataOf<ImportPreview>(
			await sendImport(owner, "log.previewImport", { options: { deviceId: device.id }, file }),
		);
		const [air, door] = device.channels.map(({ id }) => id);
		expect(preview).toEqual({
			headerKey: expect.stringMatching(/^[0-9a-f]{32}$/),
			format: { ...plainFormat, zone: "device:-420:1" },
			questions: [],
			columns: [
				{
					column: 0,
					name: "Time",
					unit: null,
					channelId: null,
					samples: [0, 1, 2].map((n) => new Date(at(n)).toISOString()),
				},
				{ column: 1, name: "Air", unit: null, channelId: air, samples: ["4", "5.5", "4.2.1"] },
				{ column: 2, name: "Door", unit: null, channelId: door, samples: ["1", "0"] },
			],
			noValues: [],
			rowsWithoutValue: 0,
			clockDifferenceMinutes: 420,
			rows: [
				{ line: 2, at: at(0), values: [4, 1] },
				{ line: 3, at: at(1), values: [5.5, null] },
				{ line: 4, at: at(2), values: [null, 0] },
			],
			readings: 3,
			duplicates: 1,
			replaced: 1,
			rejectedCount: 1,
			rejected: [{ line: 4, column: 1, reason: "bad-value", text: "4.2.1" }],
			from: at(0),
			to: at(2),
		});
		expect(await airOf(device.id)).toEqual([
			[0, 4],
			[1, 5],
		]);
		expect(dataOf(await owner.query("log.getImports", { deviceId: device.id }))).toEqual([]);
	});

	it("counts no-value numbers of loggers, and rejects none of them", async () => {
		const { device } = await addDevice(owner);
		const broken = ["---", "n/a", "NaN", "no data"];
		const rows = Array.from({ length: 208 }, (_, row): Row => [row, row < 104 ? (broken[row % 4] ?? "") : 4, ""]);
		const sent = { options: { deviceId: device.id }, file: csv(rows) };
		const preview = dataOf<ImportPreview>(await sendImport(owner, "log.previewImport", sent));
		expect(preview).toMatchObject({ readings: 104, rejectedCount: 0, rowsWithoutValue: 104 });
		expect(preview.noValues.map(({ text, count, lines }) => [text, count, lines[0]])).toEqual([
			["---", 26, 2],
			["n/a", 26, 3],
			["NaN", 26, 4],
			["no data", 26, 5],
		]);
	});

	it("lists cells that are no number, all of them on request", async () => {
		const { device } = await addDevice(owner);
		const rows = Array.from({ length: 208 }, (_, row): Row => [row, row < 104 ? `error ${row}` : 4, ""]);
		const file = csv(rows);
		const options = { deviceId: device.id, columns: [{ column: 1, channelId: device.channels[0]?.id ?? null }] };
		const preview = dataOf<ImportPreview>(await sendImport(owner, "log.previewImport", { options, file }));
		expect(preview).toMatchObject({ readings: 104, rejectedCount: 104 });
		expect(preview.rejected).toHaveLength(100);
		expect(preview.rejected[0]).toEqual({ line: 2, column: 1, reason: "bad-value", text: "error 0" });
		const whole = { ...options, isEveryRefusalListed: true };
		const every = dataOf<ImportPreview>(await sendImport(owner, "log.previewImport", { options: whole, file }));
		expect(every.rejected).toHaveLength(104);
		expect(every.rejected.at(-1)).toEqual({ line: 105, column: 1, reason: "bad-value", text: "error 103" });
	});

	it("reads the month first for a device with US daylight saving if the file leaves it open", async () => {
		const { device } = await addDevice(owner);
		const file = "Time,Air\n03/04/2026 10:00,4.2\n";
		const [there, elsewhere] = [device, (await addDevice(owner, { timezoneOffset: 60, timeZoneRule: 2 })).device];
		const open = async (deviceId: string) =>
			dataOf<ImportPreview>(await sendImport(owner, "log.previewImport", { options: { deviceId }, file }));
		expect(await open(there.id)).toMatchObject({
			format: { dateOrder: "month-first" },
			questions: [{ kind: "date-order", isAnswered: false }],
			from: Date.UTC(2026, 2, 4, 17),
		});
		expect(await open(elsewhere.id)).toMatchObject({
			format: { dateOrder: "day-first" },
			questions: [{ kind: "date-order", isAnswered: false }],
			from: Date.UTC(2026, 3, 3, 9),
		});
	});

	it("shows what a retention would delete", async () => {
		const { device } = await addDevice(owner);
		// Two days, as the day may end between the file's creation and the preview.
		await inAccount(account.id, (db) =>
			db
				.update(schema.devices)
				.set({ retentionDays: 2, keptDays: 2, settledDays: 2 })
				.where(eq(schema.devices.id, device.id))
				.run(),
		);
		const file = csv([
			[-5 * 24 * 60, 1, ""],
			[23 * 60 + 59, 2, ""],
		]);
		const response = await sendImport(owner, "log.previewImport", { options: { deviceId: device.id }, file });
		expect(dataOf<ImportPreview>(response)).toMatchObject({
			readings: 1,
			rejectedCount: 1,
			rejected: [{ line: 2, column: 1, reason: "past-retention", text: "1" }],
		});
	});
});

describe("an import", () => {
	it("appears in the log and in the list until it is undone", async () => {
		const { device, key } = await addDevice(owner);
		await ingest(key, [{ channel: "Air", at: at(1), value: 5 }]);
		const made = await importFile(owner, device.id, [
			[0, 4, ""],
			[1, 9, ""],
		]);
		expect(made).toEqual({
			id: expect.stringMatching(/^imp_/),
			deviceId: device.id,
			fileName: "cooler.csv",
			accepted: 2,
			duplicates: 0,
			replaced: 1,
			rejected: 0,
			from: at(0),
			to: at(1),
			createdAt: expect.any(Date),
			createdBy: expect.any(String),
			settlesAt: new Date(made.createdAt.getTime() + serverLimits.importUndoMs),
			undoneAt: null,
			undone: null,
			batchId: null,
		});
		expect(await airOf(device.id)).toEqual([
			[0, 4],
			[1, 9],
		]);
		expect(dataOf(await owner.query("log.getImports", { deviceId: device.id }))).toEqual([made]);
		expect(await eventsOf(device.id)).toEqual([`Imported 2 readings from cooler.csv by ${made.createdBy}`]);
	});

	it("makes its device imported, of which nothing is expected, until it uploads", async () => {
		const { owner: alone } = await createOwner();
		const { device, key } = await addDevice(alone);
		const status = async () => {
			const rows = dataOf<DeviceListRow[]>(await alone.query("device.getDevices"));
			return rows.map((row) => row.status);
		};
		expect(await status()).toEqual(["never"]);
		await importFile(alone, device.id, [
			[-3 * 24 * 60, 4, 1],
			[100, 9, ""],
		]);
		expect(await status()).toEqual(["imported"]);
		const { counts, attention } = dataOf<FleetOverview>(await alone.query("device.getOverview", { hours: 24 }));
		expect([counts.imported, counts.never, attention.devices]).toEqual([1, 0, 0]);
		const { silentChannels } = dataOf<AlertCoverage>(await alone.query("alert.getCoverage"));
		expect(silentChannels).toEqual({ count: 0, listed: [] });
		const trend = dataOf<FleetTrend>(await alone.query("device.getFleetTrend", { hours: 24 }));
		expect(trend.never.at(-1)).toBe(0);
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 5 }]);
		expect(await status()).toEqual(["online"]);
	});

	it("restores the replaced value when it is undone", async () => {
		const { device, key } = await addDevice(owner);
		await ingest(key, [{ channel: "Air", at: at(1), value: 5 }]);
		const made = await importFile(owner, device.id, [
			[0, 4, ""],
			[1, 9, ""],
		]);
		const undone = dataOf<ReadingImport>(await undoImport(owner, made.id));
		const counts = { removed: 1, restored: 1, kept: [] };
		expect(undone).toEqual({ ...made, undoneAt: expect.any(Date), undone: counts });
		expect(await airOf(device.id)).toEqual([[1, 5]]);
		expect(dataOf(await undoImport(owner, made.id))).toEqual(undone);
		expect(await eventsOf(device.id)).toEqual([
			`Imported 2 readings from cooler.csv by ${made.createdBy}`,
			`Import of cooler.csv undone by ${made.createdBy}: 1 reading removed, 1 with the former value again`,
		]);
	});

	it("keeps later uploads over it when it is undone", async () => {
		const { device, key } = await addDevice(owner);
		const made = await importFile(owner, device.id, [
			[0, 4, ""],
			[1, 9, ""],
		]);
		await ingest(key, [{ channel: "Air", at: at(1), value: 7 }]);
		expect(await airOf(device.id)).toEqual([
			[0, 4],
			[1, 7],
		]);
		dataOf(await undoImport(owner, made.id));
		expect(await airOf(device.id)).toEqual([[1, 7]]);
	});

	it("adds nothing for the same file again, so that undoing the first removes all", async () => {
		const { device } = await addDevice(owner);
		const rows = Array.from({ length: 29 }, (_, minute): Row => [minute, 4 + minute, 1]);
		const first = await importFile(owner, device.id, rows);
		const again = await importFile(owner, device.id, rows);
		expect(again).toMatchObject({ id: null, accepted: 0, duplicates: 58, replaced: 0 });
		expect(dataOf(await owner.query("log.getImports", { deviceId: device.id }))).toEqual([first]);
		expect(await eventsOf(device.id)).toHaveLength(1);
		const undone = dataOf<ReadingImport>(await undoImport(owner, first.id));
		expect(undone.undone).toEqual({ removed: 58, restored: 0, kept: [] });
		expect(await airOf(device.id)).toEqual([]);
	});

	it("keeps readings that another file brought too when it is undone, and names that file", async () => {
		const { device } = await addDevice(owner);
		const minutes = (from: number, to: number) =>
			Array.from({ length: to - from }, (_, index): Row => [from + index, 4, ""]);
		const first = await importFile(owner, device.id, minutes(0, 58));
		const sent = { options: { deviceId: device.id }, file: csv(minutes(28, 68)), fileName: "second.csv" };
		const second = dataOf<ReadingImport>(await sendImport(owner, "log.importReadings", sent));
		expect(second).toMatchObject({ accepted: 10, duplicates: 30 });
		const kept = [{ importId: second.id, fileName: "second.csv", readings: 30 }];
		expect(dataOf(await undoImport(owner, first.id))).toMatchObject({ undone: { removed: 28, restored: 0, kept } });
		expect(await airOf(device.id)).toHaveLength(40);
		expect(await eventsOf(device.id)).toContain(
			`Import of cooler.csv undone by ${first.createdBy}: 28 readings removed, 30 stay because of second.csv`,
		);
		expect(dataOf(await undoImport(owner, second.id))).toMatchObject({ undone: { removed: 40, kept: [] } });
		expect(await airOf(device.id)).toEqual([]);
	});

	it("runs once if its request is repeated, meanwhile or later", async () => {
		const { device } = await addDevice(owner);
		const other = (await addDevice(owner)).device;
		const send = (requestKey: string, deviceId = device.id) =>
			sendImport(owner, "log.importReadings", { options: { deviceId, requestKey }, file: csv([[0, 4, ""]]) });
		const key = crypto.randomUUID();
		const [one, two] = (await Promise.all([send(key), send(key)])).map((response) => dataOf<ReadingImport>(response));
		expect(two).toEqual(one);
		expect(one).toMatchObject({ id: expect.stringMatching(/^imp_/), accepted: 1 });
		expect(dataOf(await send(key))).toEqual(one);
		expect(dataOf(await owner.query("log.getImports", { deviceId: device.id }))).toEqual([one]);
		expect(dataOf(await send(crypto.randomUUID()))).toMatchObject({ id: null, accepted: 0, duplicates: 1 });
		expect(dataOf(await send(key, other.id))).toMatchObject({ deviceId: other.id, accepted: 1 });
		expect((await send("short")).error?.data.code).toBe("BAD_REQUEST");
	});

	it("runs anew by the same request if it was cut off before it was counted", async () => {
		const { device } = await addDevice(owner);
		const requestKey = crypto.randomUUID();
		const send = () =>
			sendImport(owner, "log.importReadings", {
				options: { deviceId: device.id, requestKey },
				file: csv([[0, 4, ""]]),
			});
		const first = dataOf<ReadingImport>(await send());
		await inAccount(account.id, (db) =>
			db.update(schema.readingImports).set({ accepted: 0 }).where(eq(schema.readingImports.id, first.id)).run(),
		);
		expect(dataOf(await send())).toMatchObject({ accepted: 1, duplicates: 0 });
		expect(dataOf<ReadingImport[]>(await owner.query("log.getImports", { deviceId: device.id }))).toHaveLength(1);
	});

	it("lets an upload in before it is stored, though the upload came later", async () => {
		const { device, key } = await addDevice(owner);
		const claims = await createIngestKeys("device", [env.INGEST_SECRET]).parse(key);
		if (!claims) throw new Error("Not a key");
		const ended: string[] = [];
		await runInDurableObject(accountStub(account.id), async (object) => {
			const { readingStore } = partsOf(object);
			const times = Array.from({ length: 12_000 }, (_, index) => at(index));
			const columns = { channelIds: [device.channels[0]?.id ?? ""], at: times, value: times.map(() => 4) };
			const file = { ...columns, channel: times.map(() => 0), deviceId: device.id, seq: readingStore.nextSeq() };
			const imported = readingStore.appendImport("long", { ...file, receivedAt: Date.now() });
			const { secret } = claims;
			const readings = { channels: ["Air"], channel: [0], at: [at(5)], value: [7], index: [0] };
			const upload = { deviceId: device.id, secret, receivedAt: Date.now(), past: null, readings };
			const appended = (object as AccountObject).appendUpload({ ...upload, validated: { sent: 1, refused: [] } });
			await Promise.all([
				imported.then(({ accepted, duplicates }) => ended.push(`file ${accepted} ${duplicates}`)),
				appended.then((response) =>
					ended.push(`upload ${"refusal" in response ? response.refusal : response.accepted}`),
				),
			]);
			await readingStore.undoImport("long");
		});
		expect(ended).toEqual(["upload 1", "file 11999 1"]);
		expect(await airOf(device.id)).toEqual([[5, 7]]);
	});

	it("leaves neither a reading nor a line of itself if storing it fails", async () => {
		const { device } = await addDevice(owner);
		const { appendImport } = await runInDurableObject(accountStub(account.id), (object) => {
			const { readingStore } = partsOf(object);
			const whole = readingStore.appendImport;
			readingStore.appendImport = (importId, upload, record) =>
				whole(importId, upload, (result) => {
					record?.(result);
					throw new Error("Cut off");
				});
			return { appendImport: whole };
		});
		const send = () =>
			sendImport(owner, "log.importReadings", { options: { deviceId: device.id }, file: csv([[0, 4, ""]]) });
		expect((await send()).error?.data.code).toBe("INTERNAL_SERVER_ERROR");
		expect(takeLogs()).toMatchObject([expect.stringContaining("internal-error")]);
		expect(await airOf(device.id)).toEqual([]);
		expect(await eventsOf(device.id)).toEqual([]);
		expect(dataOf(await owner.query("log.getImports", { deviceId: device.id }))).toEqual([]);
		await inAccount(account.id, (db) => {
			const { alertCatchUps } = schema;
			expect(db.select().from(alertCatchUps).where(eq(alertCatchUps.deviceId, device.id)).all()).toEqual([]);
		});
		await runInDurableObject(accountStub(account.id), (object) => {
			partsOf(object).readingStore.appendImport = appendImport;
		});
		expect(dataOf(await send())).toMatchObject({ accepted: 1 });
	});

	it("rejects a file if a hundred of the device can still be undone", async () => {
		const { device } = await addDevice(owner);
		const made = await importFile(owner, device.id, [[0, 4, ""]]);
		await inAccount(account.id, (db) => {
			const row = db.select().from(schema.readingImports).where(eq(schema.readingImports.id, made.id)).get();
			if (!row) throw new Error("No import");
			for (let count = 1; count < serverLimits.importsApart; count += 1) {
				db.insert(schema.readingImports)
					.values({ ...row, id: `imp_${device.id}_${count}` })
					.run();
			}
		});
		const sent = { options: { deviceId: device.id }, file: csv([[1, 5, ""]]) };
		const rejected = await sendImport(owner, "log.importReadings", sent);
		expect(rejected.error?.data.fields).toEqual({ file: expect.stringContaining("100 imports") });
		expect(await airOf(device.id)).toEqual([[0, 4]]);
		dataOf(await undoImport(owner, made.id));
		expect(dataOf(await sendImport(owner, "log.importReadings", sent))).toMatchObject({ accepted: 1 });
		await inAccount(account.id, (db) =>
			db.delete(schema.readingImports).where(eq(schema.readingImports.deviceId, device.id)).run(),
		);
	});

	it("merges when its day is over, and then cannot be undone", async () => {
		const { device } = await addDevice(owner);
		const made = await importFile(owner, device.id, [[0, 4, ""]]);
		const before = new Date(Date.now() - 1_000);
		await inAccount(account.id, (db) =>
			db.update(schema.readingImports).set({ settlesAt: before }).where(eq(schema.readingImports.id, made.id)).run(),
		);
		const late = await undoImport(owner, made.id);
		expect(late.error?.data).toMatchObject({ code: "CONFLICT", reason: "IMPORT_SETTLED" });
		await mergeDueImports();
		expect((await undoImport(owner, made.id)).error?.data.reason).toBe("IMPORT_SETTLED");
		// The store has merged it, whatever the row says.
		const later = { settlesAt: new Date(Date.now() + hourMs), settledAt: null };
		await inAccount(account.id, (db) =>
			db.update(schema.readingImports).set(later).where(eq(schema.readingImports.id, made.id)).run(),
		);
		expect((await undoImport(owner, made.id)).error?.data.reason).toBe("IMPORT_SETTLED");
		expect(await airOf(device.id)).toEqual([[0, 4]]);
	});

	it("stores only the columns that its form names", async () => {
		const { device } = await addDevice(owner);
		const [air] = device.channels;
		const file = csv(
			[
				[0, 1, 2],
				[1, 3, 4],
			],
			"Time,Probe A,Probe B",
		);
		const options = { deviceId: device.id, columns: [{ column: 2, channelId: air?.id ?? null }] };
		dataOf(await sendImport(owner, "log.importReadings", { options, file }));
		expect(await airOf(device.id)).toEqual([
			[0, 2],
			[1, 4],
		]);
	});

	it("reads wall times by the device's own clock", async () => {
		const { device } = await addDevice(owner, { timezoneOffset: 345, timeZoneRule: 2 });
		const wall = new Date(at(60) + 345 * 60_000).toISOString().slice(0, 19).replace("T", " ");
		const file = `Time;Air\n${wall};4,5\n`;
		dataOf(await sendImport(owner, "log.importReadings", { options: { deviceId: device.id }, file }));
		expect(await airOf(device.id)).toEqual([[60, 4.5]]);
	});
});

async function mergeDueImports(): Promise<void> {
	await runInDurableObject(accountStub(account.id), async (instance) => {
		const { works } = partsOf(instance);
		const work = works.find(({ name }) => name === "settle imports");
		if (!work) throw new Error("The alarm does not know this work");
		for (const subject of work.due(Date.now(), 10)) await work.run(subject, Date.now());
		expect(work.due(Date.now(), 10)).toEqual([]);
	});
}
