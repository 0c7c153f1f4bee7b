import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { devices } from "../../../backend/db/schema";
import { type Device, DeviceListRow } from "../../../shared/device/device";
import { CreatedDevice } from "../../../shared/device/device-inputs";
import {
	addDevice,
	addGroup,
	createOwner,
	freezer,
	inAccount,
	ingest,
	ingestPath,
	newId,
	postReadings,
} from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

const list = async (person: Person, input?: unknown) =>
	dataOf<DeviceListRow[]>(await person.query("device.getDevices", input));
const namesOf = (rows: DeviceListRow[]) => rows.map(({ name }) => name);

describe("device.createDevice", () => {
	it("returns the whole device, and its key this once", async () => {
		const { owner, id: accountId } = await createOwner();
		const groupId = await addGroup(accountId, "Warehouse");
		const created = await addDevice(owner, { serialNumber: "SN-01 02", groupIds: [groupId] });
		expect(CreatedDevice.parse(created)).toEqual(created);
		expect(created.device).toMatchObject({
			name: "Freezer 1",
			serialNumber: "SN-01 02",
			groupIds: [groupId],
			status: "never",
			lastReceivedAt: null,
			uploadIntervalSeconds: 900,
			offlineAfterSeconds: 2700,
			channels: [
				{ name: "Air", quantity: "temperature", unit: "°C", decimals: 1, value: null, at: null },
				{ name: "Door", quantity: "door", unit: "", decimals: 0, value: null, at: null },
			],
		});
		const again = dataOf<Device>(await owner.query("device.getDevice", { deviceId: created.device.id }));
		expect(again).toEqual(created.device);
		expect(JSON.stringify(again)).not.toContain(created.key.slice(-60));
		const stored = await inAccount(accountId, (db) => JSON.stringify(db.select().from(devices).all()));
		expect(stored).not.toContain(created.key.split("_")[3]);
	});

	it("rejects a serial number twice, dashes, spaces and case aside", async () => {
		const { owner } = await createOwner();
		await addDevice(owner, { serialNumber: "SN-01 02" });
		const { error } = await owner.mutate("device.createDevice", { ...freezer, serialNumber: "sn0102" });
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "SERIAL_NUMBER_TAKEN" });
		const other = await createOwner();
		expect((await addDevice(other.owner, { serialNumber: "SN-01 02" })).device.serialNumber).toBe("SN-01 02");
	});

	it("creates one of two devices with the same serial number at once", async () => {
		const { owner } = await createOwner();
		const input = { ...freezer, serialNumber: "SN-1" };
		const responses = await Promise.all([1, 2].map(() => owner.mutate("device.createDevice", input)));
		expect(responses.map(({ error }) => error?.data.reason ?? "made").sort()).toEqual(["SERIAL_NUMBER_TAKEN", "made"]);
		expect(await list(owner)).toHaveLength(1);
	});

	it("leaves nothing behind if a group does not exist", async () => {
		const { owner } = await createOwner();
		const { error } = await owner.mutate("device.createDevice", { ...freezer, groupIds: [newId("group")] });
		expect(error?.data.reason).toBe("GROUP_NOT_FOUND");
		expect(await list(owner)).toEqual([]);
	});
});

describe("device.getDevices", () => {
	it("returns small rows with the newest value of the first channels", async () => {
		const { owner } = await createOwner();
		const channels = ["One", "Two", "Three", "Four"].map((name) => ({ name, quantity: "level" as const, unit: "m" }));
		const { device, key } = await addDevice(owner, { channels });
		const at = Date.now() - 5_000;
		await ingest(key, [
			{ channel: "Two", at, value: 2.5 },
			{ channel: "Two", at: at - 1000, value: 9 },
		]);
		const [row] = await list(owner);
		expect(DeviceListRow.parse(row)).toEqual(row);
		expect(row).toMatchObject({
			id: device.id,
			status: "online",
			lastReadingAt: at,
			lastReceivedAt: expect.any(Number),
			latest: [
				{ quantity: "level", name: "One", value: null },
				{ quantity: "level", name: "Two", value: 2.5 },
				{ quantity: "level", name: "Three", value: null },
			],
		});
		expect(row?.latest).toHaveLength(3);
	});

	it("lists battery and signal whatever their position among the channels", async () => {
		const { owner } = await createOwner();
		const levels = ["One", "Two", "Three", "Four"].map((name) => ({ name, quantity: "level" as const, unit: "m" }));
		await addDevice(owner, { channels: [...levels, { name: "Battery", quantity: "battery", unit: "%" }] });
		const [row] = await list(owner);
		expect(row?.latest.map(({ name, quantity }) => name ?? quantity)).toEqual(["One", "Two", "Three", "battery"]);
	});

	it("finds by name, model, site and serial number, in order of creation, page by page", async () => {
		const { owner, id } = await createOwner();
		for (const [name, serialNumber] of [
			["Freezer north", "AB-100"],
			["Freezer south", "AB-200"],
			["Office", "CD-300"],
		] as const) {
			await addDevice(owner, { name, serialNumber });
		}
		await inAccount(id, (db) =>
			db.update(devices).set({ site: "Köln", model: "TL-20" }).where(eq(devices.name, "Office")).run(),
		);
		expect(namesOf(await list(owner, { search: "FREEZER" }))).toEqual(["Freezer north", "Freezer south"]);
		expect(namesOf(await list(owner, { search: "ab 1-00" }))).toEqual(["Freezer north"]);
		expect(namesOf(await list(owner, { search: "köln" }))).toEqual(["Office"]);
		expect(namesOf(await list(owner, { search: "tl-2" }))).toEqual(["Office"]);
		expect(namesOf(await list(owner, { search: "- -" }))).toEqual([]);
		const [first] = await list(owner, { limit: 1 });
		const rest = await list(owner, { cursor: first?.id, limit: 10 });
		expect([first, ...rest]).toEqual(await list(owner));
	});
});

describe("an archived device", () => {
	it("leaves the list, stays readable as disabled, and its key stops working", async () => {
		const { owner, id } = await createOwner();
		const { device, key } = await addDevice(owner);
		await inAccount(id, (db) => db.update(devices).set({ archivedAt: new Date() }).run());
		expect(await list(owner)).toEqual([]);
		const whole = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(whole).toMatchObject({ status: "disabled", archivedAt: expect.any(Date) });
		const response = await postReadings(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		expect([ingestPath, response.status]).toEqual([ingestPath, 401]);
	});
});
