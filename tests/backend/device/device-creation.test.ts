import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { devices, groups, logEvents } from "../../../backend/db/schema";
import { serverLimits } from "../../../shared/base/limits";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import { type CreateDevice, CreatedDevices } from "../../../shared/device/device-inputs";
import { copyDevice } from "../fixtures/copied-devices";
import { addTagGroup } from "../fixtures/filter-group";
import {
	addDevice,
	addGroup,
	addMember,
	createOwner,
	freezer,
	inAccount,
	newId,
	postReadings,
} from "../fixtures/fleet";
import { openPage, topicsOf, whenIdle } from "../fixtures/live-page";
import { dataOf, type Person, parseResponse, send } from "../fixtures/people";

const list = async (person: Person) => dataOf<DeviceListRow[]>(await person.query("device.getDevices"));
const whole = async (person: Person, deviceId: string) =>
	dataOf<Device>(await person.query("device.getDevice", { deviceId }));
const create = async (person: Person, requested: CreateDevice[]) =>
	dataOf<CreatedDevices>(await person.mutate("device.createDevices", { devices: requested }));
const idsOf = (results: CreatedDevices) => results.flatMap((result) => ("id" in result ? result.id : []));
const fieldsOf = (results: CreatedDevices) => results.map((result) => ("fields" in result ? result.fields : null));

describe("device.createDevice", () => {
	it("stores every field of a device", async () => {
		const { owner } = await createOwner();
		const facts = {
			description: "Behind the door",
			model: "TL-20",
			site: "Köln",
			address: "Hafenstr. 1",
			firmwareVersion: "2.4.1",
			hardwareVersion: "B",
			power: "solar",
			latitude: 50.9,
			longitude: 6.95,
			tags: ["food"],
			metadata: { "Asset no.": "42" },
		} as const;
		const settings = { loggingIntervalSeconds: 30, uploadIntervalSeconds: 600, offlineAfterSeconds: 7200 };
		const { device } = await addDevice(owner, { ...facts, tags: ["food"], ...settings, retentionDays: 365 });
		expect(device).toMatchObject({ ...facts, ...settings, retentionDays: 365, inherited: {}, version: 1 });
		expect(device).toMatchObject({
			isOfflineAfterDerived: false,
			alertState: "ok",
			mutedUntil: null,
			createdBy: "Pat Example",
		});
	});

	it("inherits missing values from the group made first, and from the console if no group has one", async () => {
		const { owner, id } = await createOwner();
		const [first, second] = [await addGroup(id, "First"), await addGroup(id, "Second")].sort();
		if (!first || !second) throw new Error("made above");
		await inAccount(id, (db) => {
			const firstDefaults = { uploadIntervalSeconds: 120 };
			const secondDefaults = { uploadIntervalSeconds: 240, retentionDays: 30 };
			db.update(groups).set({ defaults: firstDefaults }).where(eq(groups.id, first)).run();
			db.update(groups).set({ defaults: secondDefaults }).where(eq(groups.id, second)).run();
		});
		const { device } = await addDevice(owner, { groupIds: [second, first], loggingIntervalSeconds: 10 });
		expect(device).toMatchObject({ loggingIntervalSeconds: 10, uploadIntervalSeconds: 120, retentionDays: 30 });
		expect(device.inherited).toEqual({
			uploadIntervalSeconds: first,
			retentionDays: second,
			offlineAfterSeconds: null,
			sends: null,
		});
		expect(device).toMatchObject({ isOfflineAfterDerived: true, offlineAfterSeconds: 900 });
	});

	it("becomes a member of groups made by a filter, whose defaults hold too", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addTagGroup(id, "food", { uploadIntervalSeconds: 60 });
		const { device } = await addDevice(owner, { tags: ["food"] });
		expect(device).toMatchObject({ groupIds: [groupId], uploadIntervalSeconds: 60 });
		const { error } = await owner.mutate("device.createDevice", { ...freezer, groupIds: [groupId] });
		expect(error?.data).toMatchObject({ code: "BAD_REQUEST", fields: { groupIds: expect.any(String) } });
	});

	it("sends an invalidation to open pages", async () => {
		const { owner } = await createOwner();
		const page = await openPage(owner);
		await whenIdle(page);
		await addDevice(owner);
		await expect.poll(() => topicsOf(page).flat(), { timeout: 10_000 }).toContain("devices");
	});

	it("rejects half a position", async () => {
		const { owner } = await createOwner();
		const { error } = await owner.mutate("device.createDevice", { ...freezer, latitude: 5 });
		expect(error?.data.fields).toEqual({ longitude: expect.any(String) });
	});
});

describe("device.createDevices", () => {
	it("makes each device, in order, with a key that works", async () => {
		const { owner, id } = await createOwner();
		const requested = ["C", "A", "B"].map((name) => ({ ...freezer, name, serialNumber: `SN ${name}` }));
		const results = await create(owner, requested);
		expect(CreatedDevices.parse(results)).toEqual(results);
		expect((await list(owner)).map(({ name }) => name)).toEqual(["C", "A", "B"]);
		expect((await list(owner)).map((row) => row.id)).toEqual(idsOf(results));
		for (const result of results) {
			if ("fields" in result) throw new Error("made above");
			const response = await postReadings(result.key, [{ channel: "Air", at: Date.now(), value: 1 }]);
			expect(response.status).toBe(200);
			expect((await whole(owner, result.id)).readings).toBe(1);
		}
		const said = await inAccount(id, (db) => db.select().from(logEvents).where(eq(logEvents.kind, "config")).all());
		expect(said.map(({ deviceId, text }) => [deviceId, text]).sort()).toEqual(
			idsOf(results)
				.map((deviceId) => [deviceId, "Device added"])
				.sort(),
		);
	});

	it("returns for each device that cannot be made what to correct, and makes the others", async () => {
		const { owner, id } = await createOwner();
		await addDevice(owner, { serialNumber: "taken" });
		const dynamic = await addTagGroup(id, "food");
		const results = await create(owner, [
			{ ...freezer, serialNumber: "TA-KEN" },
			{ ...freezer, name: "One", serialNumber: "new" },
			{ ...freezer, name: "Two", serialNumber: "N e w" },
			{ ...freezer, name: "Three", groupIds: [newId("group")] },
			{ ...freezer, name: "Four", groupIds: [dynamic] },
			{ ...freezer, name: "Five" },
		]);
		expect(fieldsOf(results)).toEqual([
			{ serialNumber: "Another device has this serial number." },
			null,
			{ serialNumber: "Another device has this serial number." },
			{ groupIds: "There is no such group." },
			{ groupIds: expect.any(String) },
			null,
		]);
		expect((await list(owner)).map(({ name }) => name)).toEqual(["Freezer 1", "One", "Five"]);
		const rows = await inAccount(id, (db) => db.select().from(devices).all());
		expect(rows).toHaveLength(3);
	});

	it("creates one device for each serial number of two equal files at once", async () => {
		const { owner } = await createOwner();
		const requested = ["1", "2", "3"].map((serialNumber) => ({ ...freezer, serialNumber }));
		const results = (await Promise.all([create(owner, requested), create(owner, requested)])).flat();
		expect(idsOf(results)).toHaveLength(3);
		expect((await list(owner)).map(({ serialNumber }) => serialNumber).sort()).toEqual(["1", "2", "3"]);
	});

	it("makes as many as the account has room for, and returns for each of the others why it has not", async () => {
		const { owner, id } = await createOwner();
		const { device } = await addDevice(owner);
		await copyDevice(id, device.id, serverLimits.devices - 3);
		const names = ["A", "A", "B", "C", "D"];
		const results = await create(
			owner,
			names.map((name) => ({ ...freezer, name, serialNumber: name })),
		);
		const noRoom = { "": "An account has at most 10,000 devices in use. Archive or delete some first." };
		const taken = { serialNumber: "Another device has this serial number." };
		expect(fieldsOf(results)).toEqual([null, taken, null, noRoom, noRoom]);
		expect(CreatedDevices.parse(results)).toEqual(results);
		expect(fieldsOf(await create(owner, [freezer]))).toEqual([noRoom]);
		const denied = await owner.mutate("device.createDevice", { ...freezer, name: "By hand" });
		expect(denied.error?.data).toMatchObject({ code: "CONFLICT", reason: "DEVICE_LIMIT" });
		const rows = await inAccount(id, (db) => db.select({ name: devices.name }).from(devices).all());
		expect(rows).toHaveLength(serverLimits.devices);
	});

	it("makes none for a member with a scope of groups", async () => {
		const { id } = await createOwner();
		const groupId = await addGroup(id, "Mine");
		const admin = await addMember(id, "admin", { groupIds: [groupId] });
		const { error } = await admin.mutate("device.createDevices", { devices: [{ ...freezer, groupIds: [groupId] }] });
		expect(error?.data).toMatchObject({ code: "FORBIDDEN", reason: "NOT_PERMITTED" });
	});

	it("names the field of the entry that is not of the right shape", async () => {
		const { owner } = await createOwner();
		const { error } = await owner.mutate("device.createDevices", { devices: [freezer, { ...freezer, name: "" }] });
		expect(error?.data.fields).toEqual({ "devices.1.name": "Enter a name." });
	});
});

describe("a custom fact of a device", () => {
	it.each(["constructor", "prototype", "__proto__"])(
		"rejects the name %s, which no screen could show",
		async (name) => {
			const { owner } = await createOwner();
			const headers = new Headers(owner.headers);
			headers.set("content-type", "application/json");
			// superjson would not write these names.
			const json = JSON.stringify(freezer).replace(/}$/, `,"metadata":{"${name}":"x"}}`);
			const response = await send("/api/proxy/device.createDevice", {
				method: "POST",
				headers,
				body: `{"json":${json}}`,
			});
			const { error } = parseResponse(await response.json());
			if (error) expect(Object.keys(error.data.fields ?? {})).toEqual([`metadata.${name}`]);
			for (const { id } of await list(owner)) expect(await whole(owner, id)).toMatchObject({ metadata: {} });
		},
	);

	it("accepts any other name", async () => {
		const { owner } = await createOwner();
		const metadata = { toString: "a", "Größe in cm": "b", "a.b": "c", "0": "d" };
		const { device } = await addDevice(owner, { metadata });
		expect((await whole(owner, device.id)).metadata).toEqual(metadata);
	});
});
