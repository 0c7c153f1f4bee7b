import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createAlertWatch } from "../../../backend/alert/alert-watch";
import { insertAlert } from "../../../backend/db/alert-rows";
import { createKeptDevices } from "../../../backend/device/list/kept-devices";
import { createDeviceWatch } from "../../../backend/device/status/device-watch";
import { silentRule, warmAlert } from "../fixtures/alert-rules";
import { accountStub, addDevice, createOwner, ingest, newId } from "../fixtures/fleet";
import { partsOf } from "../fixtures/works";

const devices = 2_500;

/** `next` stores an upload of the first device, and `storedBetween` tells of each turn whether that was there then. */
async function createLargeFleet(act: (fleet: LargeFleet) => Promise<void>): Promise<void> {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner);
	await runInDurableObject(accountStub(id), async (object, { storage }) => {
		addCopies(storage.sql, devices - 1);
		const { db, readingStore, hints } = partsOf(object);
		const storedBetween: boolean[] = [];
		const next = async () => {
			await ingest(key, [{ channel: "Air", at: Date.now(), value: 4 }]);
			storedBetween.push((await readingStore.latest([device.id])).has(device.id));
		};
		await act({ device, storedBetween, parts: { db, readingStore, hints, turns: { next } } });
	});
}

type LargeFleet = {
	device: { id: string };
	storedBetween: boolean[];
	parts: Parameters<typeof createDeviceWatch>[0];
};

it("makes the list of a large fleet in slices, between which an upload is stored", async () => {
	await createLargeFleet(async ({ device, storedBetween, parts }) => {
		const memory = createKeptDevices(parts);
		expect((await memory.at(Date.now())).devices).toHaveLength(devices);
		expect(storedBetween).toEqual([true, true]);
		memory.changed("devices", [device.id]);
		const again = await memory.at(Date.now());
		expect(again.devices.find(({ row }) => row.id === device.id)?.row.status).toBe("online");
		expect(storedBetween).toHaveLength(2);
	});
});

it("looks in slices at what rules watch of a large fleet, and at devices that are named alone", async () => {
	await createLargeFleet(async ({ device, storedBetween, parts }) => {
		insertAlert(parts.db, { id: newId("alert"), ...warmAlert, rule: silentRule, createdAt: new Date() });
		const { works, fleetChanged } = createAlertWatch(parts);
		const [deadlines] = works;
		await fleetChanged(Date.now(), "all");
		expect(storedBetween).toEqual([true, true, true, true]);
		await fleetChanged(Date.now(), [device.id]);
		expect([storedBetween.length, deadlines?.nextDueAt()]).toEqual([4, expect.any(Number)]);
		await deadlines?.load?.();
		expect([storedBetween.length, deadlines?.nextDueAt()]).toEqual([8, expect.any(Number)]);
	});
});

it("looks in slices at when devices fall silent, and at devices that are named alone", async () => {
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

/** Of the only device, without its channels. */
function addCopies(sql: SqlStorage, count: number): void {
	const columns = sql
		.exec<{ name: string }>("SELECT name FROM pragma_table_info('devices') WHERE name NOT IN ('id', 'serial_key')")
		.toArray()
		.map(({ name }) => name)
		.join();
	sql.exec(
		`WITH RECURSIVE copies(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ?)
		INSERT INTO devices (id, ${columns}) SELECT printf('dev_%026d', copy), ${columns} FROM devices, copies`,
		count,
	);
}
