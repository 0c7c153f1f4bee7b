import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createAlertWatch } from "../../../backend/alert/alert-watch";
import { insertAlert } from "../../../backend/db/alert-rows";
import { openAccountDb } from "../../../backend/db/cached-rows";
import { findDevice } from "../../../backend/db/device-rows";
import * as schema from "../../../backend/db/schema";
import { createDeviceWatch } from "../../../backend/device/status/device-watch";
import { storeUpload } from "../../../backend/ingest/store-upload";
import { minuteMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import type { Device } from "../../../shared/device/device";
import type { RejectedSample } from "../../../shared/ingest/device-rejections";
import { UploadRejection } from "../../../shared/ingest/ingest";
import { countedStorage } from "../../bench/log/counted-storage";
import { silentRule, warmAlert } from "../fixtures/alert-rules";
import {
	accountStub,
	addDevice,
	createOwner,
	inAccount,
	ingest,
	ingestPath,
	newId,
	postReadings,
	type TestAccount,
} from "../fixtures/fleet";
import { addIntegration, postTo } from "../fixtures/integrations";
import { dataOf, type Person, send } from "../fixtures/people";
import { openReadings } from "../fixtures/reading-store";
import { eventsOf } from "../fixtures/uploads";
import { partsOf } from "../fixtures/works";

const at = Date.parse("2025-03-14T09:00:00Z");
const reading = { channel: "Air", at, value: 1 };

async function rejectionsOf(person: Person, deviceId: string) {
	return dataOf<Device>(await person.query("device.getDevice", { deviceId })).refusals;
}

let account: TestAccount;
beforeAll(async () => {
	account = await createOwner();
});

// The clock is frozen, so that a number of uploads uses up a quota however fast they are.
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
afterEach(() => {
	vi.useRealTimers();
});

type Init = { body?: BodyInit; headers?: Record<string, string> };

function post(key: string, { body = JSON.stringify({ readings: [reading] }), headers }: Init): Promise<Response> {
	const usual = { authorization: `Bearer ${key}`, "content-type": "application/json" };
	return send(ingestPath, { method: "POST", headers: { ...usual, ...headers }, body });
}

describe("an upload that is rejected as a whole", () => {
	const unread: [reason: UploadRejection, status: number, init: Init][] = [
		["unreadable-body", 400, { body: '{"readings": [' }],
		["invalid-body", 400, { body: '{"readings": []}' }],
		["body-too-large", 413, { body: "x".repeat(serverLimits.ingestBodyBytes + 1) }],
		["wrong-media-type", 415, { headers: { "content-type": "text/plain" } }],
		["wrong-encoding", 415, { headers: { "content-encoding": "br" } }],
	];

	it("covers every reason of the endpoints", () => {
		const quotas: UploadRejection[] = ["too-many-uploads", "daily-quota", "storage-full"];
		const reasons = [...unread.map(([reason]) => reason), ...quotas];
		expect(reasons.sort()).toEqual([...UploadRejection.options].sort());
	});

	it.each(unread)("appears at the device whose key came with it: %s", async (reason, status, init) => {
		const { device, key } = await addDevice(account.owner);
		expect((await post(key, init)).status).toBe(status);
		const now = Date.now();
		expect(await rejectionsOf(account.owner, device.id)).toEqual({
			since: now,
			at: now,
			sent: null,
			refused: 0,
			reasons: [{ reason, count: 1 }],
			sample: null,
		});
		const said = (await eventsOf(account.id, "event")).filter(({ deviceId }) => deviceId === device.id);
		expect(said.map(({ level, text }) => [level, text])).toEqual([
			["warning", expect.stringMatching(/^Upload refused: /)],
		]);
		await ingest(key, [reading]);
		expect(await rejectionsOf(account.owner, device.id)).toBeNull();
	});

	it("appears at no device with a key that is replaced, archived away or made up", async () => {
		const { device, key } = await addDevice(account.owner);
		const forged = `${key.slice(0, -2)}${key.endsWith("AA") ? "BB" : "AA"}`;
		expect((await post(forged, { body: "{" })).status).toBe(401);
		const input = { deviceId: device.id, graceSeconds: 0 };
		const { key: current } = dataOf<{ key: string }>(await account.owner.mutate("device.rotateDeviceKey", input));
		expect((await post(key, { body: "{" })).status).toBe(400);
		expect(await rejectionsOf(account.owner, device.id)).toBeNull();
		dataOf(await account.owner.mutate("device.archiveDevices", { deviceIds: [device.id] }));
		await post(current, { body: "{" });
		const rows = await inAccount(account.id, (db) => db.select().from(schema.deviceRefusals).all());
		expect(rows.map(({ deviceId }) => deviceId)).not.toContain(device.id);
	});

	it("writes rejections of a minute's quota once a minute, and ends them after an upload that passed", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		for (let position = 0; position < serverLimits.ingestUploadsPerMinute; position += 1) await ingest(key, [reading]);
		const start = Date.now();
		expect((await postReadings(key, [reading])).status).toBe(429);
		const first = await rejectionsOf(owner, device.id);
		expect(first).toMatchObject({ since: start, at: start, reasons: [{ reason: "too-many-uploads" }] });
		vi.setSystemTime(start + 500);
		await ingest(key, [reading]);
		expect((await postReadings(key, [reading])).status).toBe(429);
		expect(await rejectionsOf(owner, device.id)).toEqual(first);
		vi.setSystemTime(start + minuteMs);
		await ingest(key, [reading]);
		expect(await rejectionsOf(owner, device.id)).toBeNull();
	});

	it("reports rejections of a day's quota for its device, also behind a network server", async () => {
		const { id, owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const behind = await addDevice(owner, { serialNumber: "a1" });
		const integration = await addIntegration(owner);
		await runInDurableObject(accountStub(id), (object) => {
			// A million real readings take longer than a test may.
			vi.spyOn(partsOf(object).readingStore, "receivedOn").mockReturnValue(serverLimits.ingestReadingsPerDay);
		});
		expect((await postReadings(key, [reading])).status).toBe(429);
		const body = JSON.stringify({ time: "2025-03-14T09:00:00Z", deviceInfo: { devEui: "A1" }, object: { Air: 1 } });
		expect((await postTo({ key: integration.key, endpoint: "chirpstack?event=up", body })).status).toBe(429);
		for (const deviceId of [device.id, behind.device.id]) {
			expect(await rejectionsOf(owner, deviceId)).toMatchObject({ reasons: [{ reason: "daily-quota", count: 1 }] });
		}
	});
});

describe("rows written", () => {
	const sample: RejectedSample = { channel: "Air", at: null, value: '"x"' };
	const rejected = { sent: 2, refused: [{ reason: "bad-value" as const, count: 1, sample }] };
	const clean = { sent: 1, refused: [] };

	it("equal the log's rows for a clean upload, and one more for a rejection", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner);
		await runInDurableObject(accountStub(id), async (_, state) => {
			const { storage, rowsWritten } = countedStorage(state.storage);
			const db = openAccountDb(storage);
			const readingStore = openReadings({ id: state.id, storage } as DurableObjectState); // all that it takes of a state
			const turns = { next: async () => {} };
			const parts = { db, readingStore, invalidations: { changed: () => undefined }, turnQueue: turns };
			const watch = createDeviceWatch(parts);
			const alertWatch = createAlertWatch(parts);
			const rule = { id: newId("alert"), ...warmAlert, createdAt: new Date() };
			insertAlert(db, rule);
			insertAlert(db, { ...rule, id: newId("alert"), name: "Silent", rule: silentRule });
			const start = Date.now() - 60 * minuteMs;
			let minutes = 0;
			const cost = async (validated: typeof clean | typeof rejected) => {
				minutes += 1;
				const row = findDevice(db, device.id);
				if (!row) throw new Error("No device");
				const before = rowsWritten();
				const receivedAt = start + minutes * minuteMs;
				const readings = { channels: ["Air"], index: [0], channel: [0], at: [receivedAt], value: [minutes / 100] };
				await storeUpload({ db, readingStore, watch, alertWatch }, row, {
					readings,
					validated,
					receivedAt,
					past: null,
				});
				return rowsWritten() - before;
			};
			// The first upload adds its day and the device's status; the next ones its measured intervals.
			for (let count = 0; count < 6; count += 1) await cost(clean);
			const usual = await cost(clean);
			expect(usual).toBe(1);
			// The event with its indexes is written once.
			await cost(rejected);
			expect([await cost(rejected), await cost(rejected)]).toEqual([usual + 1, usual + 1]);
			await cost(clean);
			expect([await cost(clean), await cost(clean)]).toEqual([usual, usual]);
			// Within the hour no event is written: a new beginning is one row, and so is its end.
			expect([await cost(rejected), await cost(clean), await cost(clean)]).toEqual([usual + 1, usual + 1, usual]);
		});
	});
});
