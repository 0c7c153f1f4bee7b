import { beforeAll, describe, expect, it } from "vitest";
import { alerts } from "../../backend/schema";
import type { Alert, AlertListRow } from "../../shared/alert";
import type { StorageDetails } from "../../shared/billing";
import type { DeviceListRow } from "../../shared/device";
import type { GroupListRow } from "../../shared/group";
import type { LogPage } from "../../shared/log";
import { addDevice, addGroup, addMember, createOwner, freezer, inAccount, ingest, newId } from "./fixtures/fleet";
import { dataOf, type Person } from "./fixtures/people";

/** A viewer and an admin who may see the north wing only. */
let viewer: Person;
let admin: Person;
let north = "";
let south = "";
let inside = "";
let outside = "";
const rules = { all: newId("alert"), north: newId("alert"), south: newId("alert"), devices: newId("alert") };

beforeAll(async () => {
	const { id, owner } = await createOwner();
	north = await addGroup(id, "North");
	south = await addGroup(id, "South");
	const first = await addDevice(owner, { name: "In", groupIds: [north] });
	const second = await addDevice(owner, { name: "Out", groupIds: [south] });
	[inside, outside] = [first.device.id, second.device.id];
	for (const { key } of [first, second]) await ingest(key, [{ channel: "Air", at: Date.now() - 1000, value: 1 }]);
	await inAccount(id, (db) => {
		const rule = { severity: "info" as const, condition: "", isEnabled: true, contactIds: [], createdAt: new Date() };
		const scopes = {
			all: "all" as const,
			north: { groupIds: [north, south] },
			south: { groupIds: [south] },
			devices: { deviceIds: [inside, outside] },
		};
		for (const name of ["all", "north", "south", "devices"] as const) {
			db.insert(alerts)
				.values({ ...rule, id: rules[name], name, scope: scopes[name] })
				.run();
		}
	});
	viewer = await addMember(id, "viewer", { groupIds: [north] });
	admin = await addMember(id, "admin", { groupIds: [north] });
});

describe("someone with a scope of groups", () => {
	it("sees the devices and groups of the scope", async () => {
		const devices = dataOf<DeviceListRow[]>(await viewer.query("device.getDevices"));
		expect(devices.map(({ id }) => id)).toEqual([inside]);
		const groups = dataOf<GroupListRow[]>(await viewer.query("group.getGroups"));
		expect(groups.map(({ id }) => id)).toEqual([north]);
		expect((await viewer.query("device.getDevice", { deviceId: inside })).error).toBeNull();
	});

	it.each([
		["device.getDevice", () => ({ deviceId: outside }), "DEVICE_NOT_FOUND"],
		["group.getGroup", () => ({ id: south }), "GROUP_NOT_FOUND"],
		["log.getLogs", () => ({ rangeType: "hour", offset: 0, deviceIds: [outside] }), "DEVICE_NOT_FOUND"],
		["log.getLogs", () => ({ rangeType: "hour", offset: 0, groupIds: [south] }), "GROUP_NOT_FOUND"],
		["alert.getAlert", () => ({ alertId: rules.south }), "ALERT_NOT_FOUND"],
	])("is told by %s that what lies outside is not found", async (path, input, reason) => {
		expect((await viewer.query(path, input())).error?.data).toMatchObject({ code: "NOT_FOUND", reason });
	});

	it("reads the log of the scope only", async () => {
		const page = dataOf<LogPage>(await viewer.query("log.getLogs", { rangeType: "hour", offset: 0 }));
		expect(page.devices.map(({ id }) => id)).toEqual([inside]);
		expect(page.readings.value).toEqual([1]);
	});

	it("sees the rules that touch the scope, and of their scope the own part", async () => {
		const list = dataOf<AlertListRow[]>(await viewer.query("alert.getAlerts"));
		expect(list.map(({ name }) => name)).toEqual(["all", "devices", "north"]);
		const scopes = [rules.all, rules.north, rules.devices].map(
			async (alertId) => dataOf<Alert>(await viewer.query("alert.getAlert", { alertId })).scope,
		);
		expect(await Promise.all(scopes)).toEqual(["all", { groupIds: [north] }, { deviceIds: [inside] }]);
	});

	it("sees the storage of the own devices beside the account's total", async () => {
		const details = dataOf<StorageDetails>(await viewer.query("billing.getStorageDetails"));
		expect(details.devices.map(({ deviceId }) => deviceId)).toEqual([inside]);
		expect(details.readings).toBe(2);
	});

	it("creates no device, whatever the role", async () => {
		for (const changes of [{}, { groupIds: [north] }]) {
			const { error } = await admin.mutate("device.createDevice", { ...freezer, ...changes });
			expect(error?.data).toMatchObject({ code: "FORBIDDEN", reason: "NOT_PERMITTED" });
		}
	});
});
