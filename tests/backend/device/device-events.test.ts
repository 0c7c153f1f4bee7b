import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { findDevice } from "../../../backend/db/device-rows";
import { deviceStates, devices } from "../../../backend/db/schema";
import { comingChanges } from "../../../backend/device/status/device-events";
import { hourMs, minuteMs, secondMs } from "../../../shared/base/durations";
import type { DeviceListRow } from "../../../shared/device/device";
import { formatDuration } from "../../../shared/formats/duration-format";
import type { SeedDevice, SeedRecords } from "../../../shared/local-seed";
import { accountStub, addDevice, createOwner, freezer, inAccount } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { eventsOf, everyMinute, uploadAt } from "../fixtures/uploads";
import { alarmOf, partsOf, watchAlone, workThrough } from "../fixtures/works";

async function createWatched() {
	const { id, owner } = await createOwner();
	const channels = [...freezer.channels, { name: "Battery", quantity: "battery" as const, unit: "%" }];
	const { device, key } = await addDevice(owner, { channels });
	const said = async () =>
		(await eventsOf(id, "event")).map(({ at, level, text, deviceId, author }) => {
			expect([deviceId, author]).toEqual([device.id, null]);
			return [at, level, text];
		});
	const status = async () => dataOf<DeviceListRow[]>(await owner.query("device.getDevices"))[0]?.status;
	return { id, owner, key, device, said, status, stub: accountStub(id) };
}

describe("the coming changes of a silent device", () => {
	const quarter = { uploadIntervalSeconds: 900, offlineAfterSeconds: null };
	const late = { status: "late", at: 1350 * secondMs };
	const offline = { status: "offline", at: 2700 * secondMs };

	it.each([
		["online", quarter, [late, offline]],
		["late", quarter, [offline]],
		["offline", quarter, []],
		["online", { ...quarter, offlineAfterSeconds: 60 }, [{ status: "offline", at: 60_000 }]],
		["online", { ...quarter, offlineAfterSeconds: 1350 }, [{ status: "offline", at: late.at }]],
		["online", { uploadIntervalSeconds: 60, offlineAfterSeconds: null }, [{ status: "offline", at: 15 * minuteMs }]],
		[
			"online",
			{ uploadIntervalSeconds: 60, offlineAfterSeconds: 3600 },
			[
				{ status: "late", at: 15 * minuteMs },
				{ status: "offline", at: 60 * minuteMs },
			],
		],
	] as const)("computes from %s with %j the changes %j", (stated, intervals, changes) => {
		expect(comingChanges(intervals, stated, 0)).toEqual(changes);
	});
});

it.each([
	[1 * secondMs, "1 second"],
	[90 * secondMs, "90 seconds"],
	[120 * secondMs, "2 minutes"],
	[22.5 * minuteMs, "23 minutes"],
	[59 * minuteMs, "59 minutes"],
	[60 * minuteMs, "1 h"],
	[75 * minuteMs, "1 h 15 min"],
	[120 * minuteMs, "2 h"],
	[125 * minuteMs, "2 h 5 min"],
	[47 * hourMs + 59.9 * minuteMs, "2 days"],
	[76 * hourMs, "3 days 4 h"],
])("formats %d ms as %s", (spanMs, words) => {
	expect(formatDuration(spanMs)).toBe(words);
});

describe("the log of a device", () => {
	it("reports that it is late, offline and online again, each once and at its own time", async () => {
		const { key, said, stub, status } = await createWatched();
		const start = Date.now() - 5 * hourMs;
		const back = start + 125 * minuteMs;
		await uploadAt(key, start);
		const first = [start, "info", "Online: first upload"];
		const late = [start + 22.5 * minuteMs, "info", "Late: no upload for 23 minutes"];
		const offline = [start + 45 * minuteMs, "warning", "Offline: no upload for 45 minutes"];
		await evictDurableObject(stub);
		await workThrough(stub, Date.now());
		expect(await said()).toEqual([first, late, offline]);
		expect(await status()).toBe("offline");
		await evictDurableObject(stub);
		await workThrough(stub, Date.now());
		await workThrough(stub, Date.now());
		expect(await said()).toEqual([first, late, offline]);
		await evictDurableObject(stub);
		await uploadAt(key, back);
		const online = [back, "info", "Online again after 2 h 5 min"];
		await evictDurableObject(stub);
		await workThrough(stub, Date.now());
		const again = [
			[back + 22.5 * minuteMs, "info", "Late: no upload for 23 minutes"],
			[back + 45 * minuteMs, "warning", "Offline: no upload for 45 minutes"],
		];
		expect(await said()).toEqual([first, late, offline, online, ...again]);
	});

	it("reports late before offline, and nothing that is not true yet", async () => {
		const { key, said, stub, status } = await createWatched();
		const start = Date.now() - 30 * minuteMs;
		await uploadAt(key, start);
		await workThrough(stub, Date.now());
		expect((await said()).map(([, , text]) => text)).toEqual([
			"Online: first upload",
			"Late: no upload for 23 minutes",
		]);
		expect(await status()).toBe("late");
		await workThrough(stub, start + 45 * minuteMs);
		expect((await said()).at(-1)).toEqual([start + 45 * minuteMs, "warning", "Offline: no upload for 45 minutes"]);
	});

	it("reports that it is on time again if it was only late", async () => {
		const { key, said, stub } = await createWatched();
		const start = Date.now() - 30 * minuteMs;
		await uploadAt(key, start);
		await workThrough(stub, start + 25 * minuteMs);
		await uploadAt(key, start + 30 * minuteMs);
		expect((await said()).slice(1)).toEqual([
			[start + 22.5 * minuteMs, "info", "Late: no upload for 23 minutes"],
			[start + 30 * minuteMs, "info", "On time again after 30 minutes"],
		]);
	});

	it("skips a silence of minutes of a device that uploads every minute", async () => {
		const { key, id, said, stub } = await createWatched();
		await inAccount(id, (db) => db.update(devices).set({ uploadIntervalSeconds: 60 }).run());
		const start = Date.now() - 60 * minuteMs;
		for (const minutes of [0, 2, 3, 6, 7, 21]) {
			await workThrough(stub, start + minutes * minuteMs - 1);
			await uploadAt(key, start + minutes * minuteMs);
		}
		expect(await said()).toEqual([[start, "info", "Online: first upload"]]);
		await workThrough(stub, start + 36 * minuteMs);
		expect((await said()).slice(1)).toEqual([[start + 36 * minuteMs, "warning", "Offline: no upload for 15 minutes"]]);
	});

	it("reports a silence once, though uploads that end it are stored at once", async () => {
		const { id, device, said } = await createWatched();
		const start = Date.now() - 5 * hourMs;
		const back = start + 2 * hourMs;
		await runInDurableObject(accountStub(id), async (object) => {
			const { watch } = partsOf(object);
			const row = await inAccount(id, (db) => findDevice(db, device.id));
			if (!row) throw new Error("No device");
			const columns = { channelIds: [], channel: [], at: [], value: [] };
			await watch.recordUpload(row, { receivedAt: start, lastReceivedAt: null, columns });
			for (const receivedAt of [back, back, back + secondMs]) {
				await watch.recordUpload(row, { receivedAt, lastReceivedAt: start, columns });
			}
		});
		expect((await said()).map(([, , text]) => text)).toEqual([
			"Online: first upload",
			"Late: no upload for 23 minutes",
			"Offline: no upload for 45 minutes",
			"Online again after 2 h",
		]);
	});

	it("reports a silence that was over before the alarm evaluated it", async () => {
		const { key, id, said } = await createWatched();
		const start = Date.now() - 2 * minuteMs;
		await uploadAt(key, start);
		await inAccount(id, (db) => db.update(devices).set({ uploadIntervalSeconds: 30, offlineAfterSeconds: 90 }).run());
		await uploadAt(key, start + 100 * secondMs);
		expect(await said()).toEqual([
			[start, "info", "Online: first upload"],
			[start + 90 * secondMs, "warning", "Offline: no upload for 90 seconds"],
			[start + 100 * secondMs, "info", "Online again after 100 seconds"],
		]);
	});

	it("stays empty while a device uploads in time, and the alarm is not set anew for it", async () => {
		const { key, id, said, stub } = await createWatched();
		await watchAlone(id);
		const now = Date.now();
		await uploadAt(key, now - 10 * minuteMs);
		const armed = await alarmOf(id);
		expect(armed).toBe(now + 12.5 * minuteMs);
		await uploadAt(key, now);
		expect(await alarmOf(id)).toBe(armed);
		expect(await runDurableObjectAlarm(stub)).toBe(true);
		expect(await said()).toEqual([[now - 10 * minuteMs, "info", "Online: first upload"]]);
		expect(await alarmOf(id)).toBe(now + 22.5 * minuteMs);
	});

	it("skips a device that is archived, or whose last upload was before the log of devices", async () => {
		const { key, id, said, stub } = await createWatched();
		const start = Date.now() - 5 * hourMs;
		await exports.LocalSeed.ingest(key, everyMinute, [
			{ receivedAt: start, channels: ["Air"], at: [start], values: [[1]] },
		]);
		await workThrough(stub, Date.now());
		expect(await said()).toEqual([]);
		await uploadAt(key, Date.now());
		expect(await said()).toEqual([]);
		await inAccount(id, (db) => db.update(devices).set({ archivedAt: new Date() }).run());
		await workThrough(stub, Date.now() + 5 * hourMs);
		expect(await said()).toEqual([]);
		expect(await inAccount(id, (db) => db.select().from(deviceStates).all())).toMatchObject([{ status: "online" }]);
	});

	it("reports a low battery once, and its recovery", async () => {
		const { key, said } = await createWatched();
		const start = Date.now();
		const percents = [50, 20, 18.4, 12, 25, 30, 19, 96, 21];
		for (const [index, value] of percents.entries()) {
			const at = start + index * minuteMs;
			await uploadAt(key, at, [
				{ channel: "Battery", at: at - 30 * secondMs, value: 5 },
				{ channel: "Battery", at, value },
				{ channel: "Air", at, value: 1 },
			]);
		}
		expect((await said()).slice(1)).toEqual([
			[start + 2 * minuteMs, "warning", "Battery low: 18 %"],
			[start + 7 * minuteMs, "info", "Battery fine again: 96 %"],
		]);
	});

	it("ignores the battery value of last month", async () => {
		const { key, said } = await createWatched();
		const now = Date.now();
		await uploadAt(key, now, [{ channel: "Battery", at: now, value: 80 }]);
		await uploadAt(key, now + 1, [{ channel: "Battery", at: now - 30 * 24 * hourMs, value: 3 }]);
		expect(await said()).toHaveLength(1);
	});

	it("reports once a day that the clock is ahead, by the upload at hand", async () => {
		const { key, said } = await createWatched();
		const midnight = Math.ceil(Date.now() / (24 * hourMs)) * 24 * hourMs;
		const upload = (receivedAt: number, aheadMs: number) =>
			uploadAt(key, receivedAt, [{ channel: "Air", at: receivedAt + aheadMs, value: receivedAt }]);
		const morning = midnight - 10 * minuteMs;
		await upload(morning - minuteMs, 5 * minuteMs);
		await upload(morning, 7 * minuteMs);
		await upload(morning + minuteMs, 9 * minuteMs);
		await upload(morning + 2 * minuteMs, 0);
		await upload(midnight, 8 * minuteMs);
		expect((await said()).slice(1)).toEqual([
			[morning, "warning", "Clock is 7 minutes ahead"],
			[midnight, "warning", "Clock is 8 minutes ahead"],
		]);
	});

	it("names who added the device", async () => {
		const { id, device } = await createWatched();
		expect(await eventsOf(id, "config")).toMatchObject([
			{ deviceId: device.id, text: "Device added", level: "info", author: "Pat Example" },
		]);
	});

	it("reports each event once when the same upload comes many times at once", async () => {
		const { key, said } = await createWatched();
		const now = Date.now();
		const readings = [{ channel: "Battery", at: now + 6 * minuteMs, value: 4 }];
		await Promise.all(Array.from({ length: 30 }, () => uploadAt(key, now, readings)));
		expect((await said()).map(([, , text]) => text).sort()).toEqual([
			"Battery low: 4 %",
			"Clock is 6 minutes ahead",
			"Online: first upload",
		]);
	});
});

describe("a local run", () => {
	const silent: SeedDevice = {
		name: "Silent",
		serialNumber: "SN-1",
		timezoneOffset: 0,
		timeZoneRule: 0,
		groupNames: [],
		site: "",
		model: "",
		uploadIntervalSeconds: 15 * 60,
		channels: [{ name: "Air", quantity: "temperature", unit: "°C" }],
	};
	const text = "Offline: no upload for 45 minutes";
	const offlineAt = (at: number): SeedRecords => {
		const event = { serialNumber: "SN-1", kind: "event", level: "warning", at, text, author: null } as const;
		return { contacts: [], alerts: [], reports: [], events: [{ ...event, isMoving: true }], silences: [] };
	};
	const noRecords: SeedRecords = { contacts: [], alerts: [], reports: [], events: [], silences: [] };

	async function seedSilent(lastSeenAt: number, records: SeedRecords) {
		const { id } = await createOwner();
		const now = Date.now();
		const { key } = await exports.LocalSeed.ensureDevice(id, silent, now);
		const upload = async (receivedAt: number) => {
			await exports.LocalSeed.ingest(key ?? "", everyMinute, [
				{ receivedAt, channels: ["Air"], at: [receivedAt], values: [[1]] },
			]);
		};
		for (const daysAgo of [3, 2, 1]) await upload(lastSeenAt - daysAgo * 24 * hourMs);
		await upload(lastSeenAt);
		await exports.LocalSeed.ensureRecords(id, records, now);
		const texts = async () => (await eventsOf(id, "event")).map((event) => [event.at, event.text]);
		return { id, key: key ?? "", upload, texts, stub: accountStub(id) };
	}

	it("reports a seeded silence once, also when it is seeded again", async () => {
		const lastSeenAt = Date.now() - 3 * hourMs;
		const { id, upload, texts, stub } = await seedSilent(lastSeenAt, offlineAt(lastSeenAt + 45 * minuteMs));
		const once = [[lastSeenAt + 45 * minuteMs, text]];
		await workThrough(stub, Date.now());
		expect(await texts()).toEqual(once);
		await upload(lastSeenAt + hourMs);
		await exports.LocalSeed.ensureRecords(id, offlineAt(lastSeenAt + 105 * minuteMs), Date.now());
		await workThrough(stub, Date.now() + hourMs);
		expect(await texts()).toEqual([[lastSeenAt + 105 * minuteMs, text]]);
	});

	it("reports nothing of a device that is late when it is seeded and uploads then", async () => {
		const lastSeenAt = Date.now() - 25 * minuteMs;
		const { id, key, texts } = await seedSilent(lastSeenAt, noRecords);
		await inAccount(id, (db) =>
			db
				.update(devices)
				.set({ uploadIntervalSeconds: 20 * 60 })
				.run(),
		);
		await exports.LocalSeed.ensureRecords(id, noRecords, lastSeenAt + 31 * minuteMs);
		await uploadAt(key, lastSeenAt + 29 * minuteMs);
		expect(await texts()).toEqual([]);
	});

	it("reports a silence that begins after the seed, and its end", async () => {
		const lastSeenAt = Date.now() - 5 * minuteMs;
		const { key, texts, stub } = await seedSilent(lastSeenAt, noRecords);
		await workThrough(stub, lastSeenAt + 50 * minuteMs);
		await uploadAt(key, lastSeenAt + hourMs);
		expect(await texts()).toEqual([
			[lastSeenAt + 22.5 * minuteMs, "Late: no upload for 23 minutes"],
			[lastSeenAt + 45 * minuteMs, text],
			[lastSeenAt + hourMs, "Online again after 1 h"],
		]);
	});

	it("reports that a device is back whose history a later seed has filled in", async () => {
		const start = Date.now() - 5 * hourMs;
		const { id, key, upload, texts, stub } = await seedSilent(start, noRecords);
		await uploadAt(key, start + hourMs);
		await workThrough(stub, Date.now());
		await upload(Date.now());
		await exports.LocalSeed.ensureRecords(id, noRecords, Date.now());
		await workThrough(stub, Date.now());
		expect((await texts()).map(([, words]) => words)).toEqual([
			"Online again after 1 h",
			"Late: no upload for 23 minutes",
			text,
			"Online again after 4 h",
		]);
	});
});
