import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createKeptDevices } from "../../../backend/device/list/kept-devices";
import { accountStub, addDevice, createOwner, ingest } from "../fixtures/fleet";
import { partsOf } from "../fixtures/works";

const devices = 2_500;

it("makes the list of a large fleet in slices, between which an upload is stored", async () => {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner);
	await runInDurableObject(accountStub(id), async (object, { storage }) => {
		addCopies(storage.sql, devices - 1);
		const { db, readingStore } = partsOf(object);
		const storedBetween: boolean[] = [];
		const next = async () => {
			await ingest(key, [{ channel: "Air", at: Date.now(), value: 4 }]);
			storedBetween.push((await readingStore.latest([device.id])).has(device.id));
		};
		const memory = createKeptDevices({ db, readingStore, turns: { next } });
		expect((await memory.at(Date.now())).devices).toHaveLength(devices);
		expect(storedBetween).toEqual([true, true]);
		memory.changed("devices", [device.id]);
		const again = await memory.at(Date.now());
		expect(again.devices.find(({ row }) => row.id === device.id)?.row.status).toBe("online");
		expect(storedBetween).toHaveLength(2);
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
