import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { groupDevices, groups, logEvents } from "../../../backend/db/schema";
import type { ChannelLatest, Device } from "../../../shared/device/device";
import type { ChannelChange, CreateDevice, UpdateDevice } from "../../../shared/device/device-inputs";
import { addTagGroup } from "../fixtures/filter-group";
import {
	addDevice,
	addGroup,
	addMember,
	createOwner,
	inAccount,
	ingest,
	newId,
	type TestAccount,
} from "../fixtures/fleet";
import { openPage, topicsOf, whenIdle } from "../fixtures/live-page";
import { dataOf, type Person } from "../fixtures/people";
import { alarmOf, watchAlone } from "../fixtures/works";

let account: TestAccount;
let owner: Person;

beforeEach(async () => {
	account = await createOwner();
	owner = account.owner;
});

type Change = Omit<UpdateDevice, "deviceId" | "version">;

const get = async (deviceId: string) => dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
const add = async (facts: Partial<CreateDevice> = {}) => (await addDevice(owner, facts)).device;
const request = (person: Person, { id: deviceId, version }: Device, change: Change) =>
	person.mutate("device.updateDevice", { deviceId, version, ...change });
const update = async (device: Device, change: Change) => dataOf<Device>(await request(owner, device, change));

async function said(deviceId: string): Promise<string[]> {
	const rows = await inAccount(account.id, (db) =>
		db.select().from(logEvents).where(eq(logEvents.deviceId, deviceId)).all(),
	);
	return rows.flatMap(({ kind, text }) => (kind === "config" && text !== "Device added" ? text : []));
}

const asChange = ({ id, name, quantity, unit, decimals, min, max }: ChannelLatest): ChannelChange => {
	return { id, name, quantity, unit, decimals, min, max };
};
const newChannel = (name: string): ChannelChange => {
	return { name, quantity: "humidity", unit: "%", decimals: 0, min: null, max: null };
};

describe("device.updateDevice", () => {
	it("treats the same facts in another order as no change", async () => {
		const device = await update(await add(), { metadata: { archived: "3", owner: "Kitchen" } });
		const again = await update(device, { metadata: { owner: "Kitchen", archived: "3" } });
		expect(again.version).toBe(device.version);
		expect(await said(device.id)).toHaveLength(1);
	});

	it("changes only the given fields, and describes the former values in words", async () => {
		const facts = { site: "Köln", tags: ["food"], uploadIntervalSeconds: 900, serialNumber: "SN-1" };
		const device = await add(facts);
		const updated = await update(device, {
			name: "Cold room 2",
			uploadIntervalSeconds: 300,
			tags: ["food", "audit"],
			retentionDays: 90,
		});
		expect(updated).toEqual({
			...device,
			version: 2,
			name: "Cold room 2",
			tags: ["food", "audit"],
			uploadIntervalSeconds: 300,
			offlineAfterSeconds: 900,
			retentionDays: 90,
			inherited: { loggingIntervalSeconds: null, offlineAfterSeconds: null, sends: null },
		});
		expect(await get(device.id)).toEqual(updated);
		expect(await said(device.id)).toEqual([
			"Name Freezer 1 → Cold room 2; tagged audit; upload interval 15 minutes → 5 minutes; retention inherited → 90 days",
		]);
	});

	it.each<[Change, string]>([
		[{ name: "B" }, "Name Freezer 1 → B"],
		[{ serialNumber: "SN-2" }, "Serial SN-1 → SN-2"],
		[{ serialNumber: null }, "Serial SN-1 → none"],
		[{ model: "TL-30" }, "Model TL-20 → TL-30"],
		[{ model: "" }, "Model TL-20 → none"],
		[{ site: "Köln" }, "Site none → Köln"],
		[{ address: "Quay 1" }, "Address none → Quay 1"],
		[{ description: "Behind the door" }, "Description changed"],
		[{ firmwareVersion: "2" }, "Firmware none → 2"],
		[{ hardwareVersion: "C" }, "Hardware none → C"],
		[{ power: "solar" }, "Power none → solar"],
		[{ latitude: 1.5, longitude: -2 }, "Position none → 1.5, -2"],
		[{ tags: ["a"] }, "Tagged a; no longer tagged food"],
		[{ metadata: { Asset: "43" } }, "Asset 42 → 43"],
		[{ timezoneOffset: 345, timeZoneRule: 2 }, "Device clock UTC−07:00 with daylight saving → UTC+05:45"],
		[{ timeZoneRule: 0 }, "Device clock UTC−07:00 with daylight saving → UTC"],
		[{ loggingIntervalSeconds: 30 }, "Logging interval inherited → 30 seconds"],
		[{ offlineAfterSeconds: 3600 }, "Offline after inherited → 1 h"],
		[{ retentionDays: null }, "Retention inherited → forever"],
		[{ retentionDays: 1 }, "Retention inherited → 1 day"],
		[{ inherit: ["uploadIntervalSeconds"] }, "Upload interval 5 minutes → inherited"],
	])("describes a change to %j as %s", async (change, text) => {
		const device = await add({
			serialNumber: "SN-1",
			model: "TL-20",
			tags: ["food"],
			metadata: { Asset: "42" },
			uploadIntervalSeconds: 300,
		});
		await update(device, change);
		expect(await said(device.id)).toEqual([text]);
	});

	it("shows the seconds of a duration that changed by too little to read otherwise", async () => {
		const device = await add({ uploadIntervalSeconds: 7_200 });
		await update(device, { uploadIntervalSeconds: 7_210 });
		expect(await said(device.id)).toEqual(["Upload interval 7,200 seconds → 7,210 seconds"]);
	});

	it("neither reports nor counts a call without a change", async () => {
		const device = await add({ tags: ["food"] });
		expect(
			await update(device, { name: device.name, tags: ["food"], channels: device.channels.map(asChange) }),
		).toEqual(device);
		expect(await said(device.id)).toEqual([]);
	});

	it("names the user who made it", async () => {
		const device = await add();
		await update(device, { name: "B" });
		const [event] = await inAccount(account.id, (db) =>
			db.select().from(logEvents).where(eq(logEvents.text, "Name Freezer 1 → B")).all(),
		);
		expect(event).toMatchObject({ kind: "config", level: "info", author: "Pat Example" });
	});

	it("rejects a version that is behind, and changes nothing", async () => {
		const device = await add();
		const first = await update(device, { name: "First" });
		const { error } = await request(owner, device, { site: "Second" });
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "CHANGED_MEANWHILE" });
		expect(await get(device.id)).toEqual(first);
	});

	it("lets exactly one of many at once win", async () => {
		const device = await add();
		const names = Array.from({ length: 8 }, (_, position) => `Name ${position}`);
		const responses = await Promise.all(
			names.map((name) =>
				request(owner, device, { name, channels: [...device.channels.map(asChange), newChannel(name)] }),
			),
		);
		const outcomes = responses.map(({ error }) => error?.data.reason ?? "saved");
		expect(outcomes.filter((outcome) => outcome === "saved")).toHaveLength(1);
		expect(outcomes.filter((outcome) => outcome === "CHANGED_MEANWHILE")).toHaveLength(7);
		const winner = names[outcomes.indexOf("saved")];
		const saved = await get(device.id);
		expect(saved).toMatchObject({ name: winner, version: 2 });
		expect(saved.channels.map(({ name }) => name)).toEqual(["Air", "Door", winner]);
		expect(await said(device.id)).toHaveLength(1);
	});

	it("rejects an archived device", async () => {
		const device = await add();
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [device.id] }));
		const { error } = await request(owner, await get(device.id), { name: "B" });
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "DEVICE_ARCHIVED" });
	});

	it("rejects a serial number of another device, and accepts its own in another spelling", async () => {
		await add({ serialNumber: "SN-2" });
		const device = await add({ serialNumber: "SN-1" });
		const { error } = await request(owner, device, { serialNumber: "sn 2", name: "B" });
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "SERIAL_NUMBER_TAKEN" });
		expect(await get(device.id)).toEqual(device);
		expect(await update(device, { serialNumber: "sn1" })).toMatchObject({ serialNumber: "sn1" });
	});

	it("sends invalidations of the device, and of groups if a membership changed", async () => {
		const groupId = await addGroup(account.id, "Cold");
		const device = await add();
		const page = await openPage(owner);
		await whenIdle(page);
		const changed = await update(device, { name: "B" });
		await expect.poll(() => topicsOf(page).flat(), { timeout: 10_000 }).toContain("devices");
		expect(topicsOf(page).flat()).toContain("log");
		expect(topicsOf(page).flat()).not.toContain("groups");
		await update(changed, { groupIds: [groupId] });
		await expect.poll(() => topicsOf(page).flat(), { timeout: 10_000 }).toContain("groups");
	});
});

describe("the settings of a device", () => {
	it("become its own once given, and a group's again once inherited", async () => {
		const groupId = await addGroup(account.id, "Cold");
		await inAccount(account.id, (db) =>
			db
				.update(groups)
				.set({ defaults: { uploadIntervalSeconds: 120, retentionDays: null } })
				.run(),
		);
		const device = await add({ groupIds: [groupId], retentionDays: 30 });
		expect(device).toMatchObject({ uploadIntervalSeconds: 120, retentionDays: 30 });
		const own = await update(device, { uploadIntervalSeconds: 600, inherit: ["retentionDays"] });
		expect(own).toMatchObject({ uploadIntervalSeconds: 600, retentionDays: null });
		expect(own.inherited).toEqual({
			loggingIntervalSeconds: null,
			offlineAfterSeconds: null,
			retentionDays: groupId,
			sends: null,
		});
		const inherited = await update(own, { inherit: ["uploadIntervalSeconds"] });
		expect(inherited).toMatchObject({ uploadIntervalSeconds: 120, inherited: { uploadIntervalSeconds: groupId } });
		const alone = await update(inherited, { groupIds: [] });
		expect(alone).toMatchObject({ uploadIntervalSeconds: 900, inherited: { uploadIntervalSeconds: null } });
	});

	it("stay the device's own if one is given and inherited at once", async () => {
		const device = await add();
		const change = { uploadIntervalSeconds: 60, inherit: ["uploadIntervalSeconds"] } satisfies Change;
		const updated = await update(device, change);
		expect(updated.uploadIntervalSeconds).toBe(60);
		expect(updated.inherited).not.toHaveProperty("uploadIntervalSeconds");
	});
});

describe("the groups of a device", () => {
	it("include those given and the ones whose filter matches", async () => {
		const [one, two] = [await addGroup(account.id, "One"), await addGroup(account.id, "Two")];
		const dynamic = await addTagGroup(account.id, "food");
		const device = await add({ groupIds: [one], tags: ["food"] });
		expect(device.groupIds.toSorted()).toEqual([one, dynamic].sort());
		const moved = await update(device, { groupIds: [two, dynamic] });
		expect(moved.groupIds.toSorted()).toEqual([two, dynamic].sort());
		const alone = await update(moved, { groupIds: [] });
		expect(alone.groupIds).toEqual([dynamic]);
		const untagged = await update(alone, { tags: [] });
		expect(untagged.groupIds).toEqual([]);
		expect(await said(device.id)).toEqual([
			"Added to Two; removed from One",
			"Removed from Two",
			"No longer tagged food",
		]);
		const { error } = await request(owner, untagged, { groupIds: [dynamic] });
		expect(error?.data.fields).toEqual({ groupIds: expect.any(String) });
		const unknown = await request(owner, untagged, { groupIds: [newId("group")] });
		expect(unknown.error?.data.reason).toBe("GROUP_NOT_FOUND");
	});
});

describe("a member with a scope of groups", () => {
	it("changes everything except memberships", async () => {
		const [mine, other] = [await addGroup(account.id, "Mine"), await addGroup(account.id, "Other")];
		const dynamic = await addTagGroup(account.id, "food");
		const device = await add({ groupIds: [mine], tags: ["food"] });
		const admin = await addMember(account.id, "admin", { groupIds: [mine, dynamic] });
		const denied: Change[] = [
			{ groupIds: [mine, dynamic, other] },
			{ groupIds: [dynamic] },
			{ tags: [] },
			{ tags: ["audit"], name: "B" },
		];
		for (const change of denied) {
			const { error } = await request(admin, device, change);
			const reasons = [error?.data.reason, (await get(device.id)).version];
			expect([
				["NOT_PERMITTED", 1],
				["GROUP_NOT_FOUND", 1],
			]).toContainEqual(reasons);
		}
		expect(await get(device.id)).toEqual(device);
		expect(await said(device.id)).toEqual([]);
		const memberships = await inAccount(account.id, (db) => db.select().from(groupDevices).all());
		expect(memberships).toHaveLength(2);
		const allowed = dataOf<Device>(await request(admin, device, { tags: ["food", "audit"], name: "B" }));
		expect(allowed).toMatchObject({ name: "B", tags: ["food", "audit"], version: 2 });
	});

	it("finds no device outside", async () => {
		const mine = await addGroup(account.id, "Mine");
		const admin = await addMember(account.id, "admin", { groupIds: [mine] });
		const { error } = await request(admin, await add(), { name: "B" });
		expect(error?.data).toMatchObject({ code: "NOT_FOUND", reason: "DEVICE_NOT_FOUND" });
	});
});

describe("the channels of a device", () => {
	const channelsOf = ({ channels }: Device) => channels.map(asChange);

	it("can be renamed, reordered, added and changed in one go, names swapped too", async () => {
		const device = await add();
		const [air, door] = channelsOf(device);
		if (!air || !door) throw new Error("made above");
		const updated = await update(device, {
			channels: [
				{ ...door, name: "AIR" },
				newChannel("Humidity"),
				{ ...air, name: "Door", unit: "°F", decimals: 2, min: -30, max: -15.5 },
			],
		});
		expect(updated.channels.map(asChange)).toEqual([
			{ ...door, name: "AIR" },
			{ ...newChannel("Humidity"), id: expect.any(String) },
			{ ...air, name: "Door", unit: "°F", decimals: 2, min: -30, max: -15.5 },
		]);
		expect(await said(device.id)).toEqual([
			"Channel Door → AIR; channel Humidity added; channel Air → Door; unit of Door °C → °F; " +
				"decimals of Door 1 → 2; limits of Door none → -30 to -15.5; channels in another order",
		]);
	});

	it("keep their quantity, whatever is given", async () => {
		const device = await add();
		const channels = channelsOf(device).map((channel) => ({ ...channel, quantity: "pressure" as const }));
		expect((await update(device, { channels })).channels.map(({ quantity }) => quantity)).toEqual([
			"temperature",
			"door",
		]);
	});

	it("disappear only if they have no reading", async () => {
		const { device, key } = await addDevice(owner);
		const [air, door] = channelsOf(device);
		if (!air || !door) throw new Error("made above");
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		const { error } = await request(owner, device, { channels: [door], name: "B" });
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "CHANNEL_HAS_READINGS" });
		expect(await get(device.id)).toMatchObject({ name: "Freezer 1", version: 1, channels: [{ name: "Air" }, {}] });
		const updated = await update(device, { channels: [air] });
		expect(updated.channels.map(({ name, value }) => [name, value])).toEqual([["Air", 1]]);
		expect(await said(device.id)).toEqual(["Channel Door removed"]);
	});

	it("must belong to this device and no other", async () => {
		const device = await add();
		const [foreign] = channelsOf(await add());
		const channels = [...channelsOf(device), { ...newChannel("X"), id: foreign?.id ?? "" }];
		const { error } = await request(owner, device, { channels });
		expect(error?.data).toMatchObject({ code: "NOT_FOUND", reason: "CHANNEL_NOT_FOUND" });
		expect(await get(device.id)).toEqual(device);
	});

	it("cannot include the same one twice", async () => {
		const device = await add();
		const [air] = channelsOf(device);
		if (!air) throw new Error("made above");
		const { error } = await request(owner, device, { channels: [air, { ...air, name: "Again" }] });
		expect(error?.data.fields).toEqual({ channels: expect.any(String) });
	});
});

describe("a changed interval", () => {
	it("moves the account's alarm at once", async () => {
		const weekSeconds = 7 * 24 * 60 * 60;
		const { device, key } = await addDevice(owner, { uploadIntervalSeconds: weekSeconds });
		await watchAlone(account.id);
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		const { lastReceivedAt } = await get(device.id);
		expect(await alarmOf(account.id)).toBe((lastReceivedAt ?? 0) + 1.5 * weekSeconds * 1000);
		await update(device, { uploadIntervalSeconds: 3600 });
		expect(await alarmOf(account.id)).toBe((lastReceivedAt ?? 0) + 1.5 * 3600 * 1000);
	});
});
