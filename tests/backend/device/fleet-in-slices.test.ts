import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createAlertWatch } from "../../../backend/alert/alert-watch";
import { insertAlert } from "../../../backend/db/alert-rows";
import { createCachedDevices } from "../../../backend/device/list/cached-devices";
import { createDeviceWatch } from "../../../backend/device/status/device-watch";
import { silentRule, warmAlert } from "../fixtures/alert-rules";
import { accountStub, addDevice, addDeviceCopies, createOwner, ingest, newId } from "../fixtures/fleet";
import { withReadings } from "../fixtures/reading-store";
import { partsOf } from "../fixtures/works";

const devices = 2_500;

/** `next` stores an upload of the first device; `storedBetween` holds whether each turn found it stored. */
async function createLargeFleet(act: (fleet: LargeFleet) => Promise<void>): Promise<void> {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner);
	await runInDurableObject(accountStub(id), async (object, { storage }) => {
		addDeviceCopies(storage.sql, devices - 1);
		const { db, readingStore, invalidations } = partsOf(object);
		const storedBetween: boolean[] = [];
		const next = async () => {
			await ingest(key, [{ channel: "Air", at: Date.now(), value: 4 }]);
			storedBetween.push((await readingStore.latest([device.id])).has(device.id));
		};
		await act({ device, storedBetween, parts: { db, readingStore, invalidations, turnQueue: { next } } });
	});
}

type LargeFleet = {
	device: { id: string };
	storedBetween: boolean[];
	parts: Parameters<typeof createAlertWatch>[0];
};

it("makes the list of a large fleet in slices, between which an upload is stored", async () => {
	await createLargeFleet(async ({ device, storedBetween, parts }) => {
		const memory = createCachedDevices(parts);
		expect((await memory.at(Date.now())).devices).toHaveLength(devices);
		expect(storedBetween).toEqual([true, true]);
		memory.changed("devices", [device.id]);
		const again = await memory.at(Date.now());
		expect(again.devices.find(({ row }) => row.id === device.id)?.row.status).toBe("online");
		expect(storedBetween).toHaveLength(2);
	});
});

it("evaluates in slices which rules watch a large fleet, and devices that are named alone", async () => {
	await createLargeFleet(async ({ device, storedBetween, parts }) => {
		insertAlert(parts.db, { id: newId("alert"), ...warmAlert, rule: silentRule, createdAt: new Date() });
		const { works, fleetChanged } = createAlertWatch(parts);
		const deadlines = works.find(({ name }) => name === "alert deadlines");
		await fleetChanged(Date.now(), "all");
		expect(storedBetween).toEqual([true, true, true, true]);
		await fleetChanged(Date.now(), [device.id]);
		expect([storedBetween.length, deadlines?.nextDueAt()]).toEqual([4, expect.any(Number)]);
		await deadlines?.load?.();
		expect([storedBetween.length, deadlines?.nextDueAt()]).toEqual([8, expect.any(Number)]);
	});
});

it("evaluates in slices when devices fall silent, and devices that are named alone", async () => {
	await createLargeFleet(async ({ device, storedBetween, parts }) => {
		const watch = createDeviceWatch(parts);
		await watch.work.load?.();
		expect([storedBetween, watch.work.nextDueAt()]).toEqual([[true, true, true, true], null]);
		await watch.intervalsChanged([device.id]);
		expect([storedBetween.length, watch.work.nextDueAt()]).toEqual([4, expect.any(Number)]);
		await watch.intervalsChanged("all");
		expect([storedBetween.length, watch.work.nextDueAt()]).toEqual([8, expect.any(Number)]);
	});
});

it("counts in slices what a large fleet has stored", async () => {
	const { readings, usage, turns } = await withReadings(async (first, reopen) => {
		for (let position = 0; position < 1_200; position += 1) {
			const upload = { deviceId: `device-${position}`, seq: first.nextSeq(), receivedAt: Date.now() };
			await first.append({ ...upload, channelIds: ["air"], channel: [0], at: [Date.now()], value: [position] });
		}
		let turns = 0;
		const nextTurn = async () => {
			turns += 1;
		};
		const store = reopen({ nextTurn });
		const usage = await store.usage(Date.now());
		return { readings: store.stored("all").readings, usage, turns };
	});
	expect([turns, usage.length, usage.reduce((sum, device) => sum + device.readings, 0)]).toEqual([2, 1_200, readings]);
	expect(new Set(usage.map(({ deviceId }) => deviceId)).size).toBe(1_200);
});
