import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { alerts } from "../../../backend/db/schema";
import type { User } from "../../../shared/account/account";
import type { StorageDetails } from "../../../shared/account/billing";
import type { Alert, AlertListRow } from "../../../shared/alert/alert";
import type { Device, DeviceListRow } from "../../../shared/device/device";
import type { Group, GroupListRow } from "../../../shared/device/group";
import type { LogPage } from "../../../shared/log/log";
import { liveCloseCodes } from "../../../shared/overview/live";
import { warmRule } from "../fixtures/alert-rules";
import { accountStub, addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "../fixtures/fleet";
import { createGroup, filtered, groupInput, readGroup, updateOf } from "../fixtures/group-input";
import { expectClosed, openPage, topicsOf } from "../fixtures/live-page";
import { dataOf, type Person } from "../fixtures/people";

let viewer: Person;
let admin: Person;
let owner: Person;
let north = "";
let south = "";
let inside = "";
let outside = "";
const rules = { all: newId("alert"), north: newId("alert"), south: newId("alert"), devices: newId("alert") };

beforeAll(async () => {
	const created = await createOwner();
	const { id } = created;
	owner = created.owner;
	north = await addGroup(id, "North");
	south = await addGroup(id, "South");
	const first = await addDevice(owner, { name: "In", groupIds: [north] });
	const second = await addDevice(owner, { name: "Out", groupIds: [south] });
	[inside, outside] = [first.device.id, second.device.id];
	for (const { key } of [first, second]) await ingest(key, [{ channel: "Air", at: Date.now() - 1000, value: 1 }]);
	await inAccount(id, (db) => {
		const rule = { severity: "info" as const, rule: warmRule, isEnabled: true, contactIds: [], createdAt: new Date() };
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

describe("a member of some groups", () => {
	it("sees the devices and groups of the scope", async () => {
		const devices = dataOf<DeviceListRow[]>(await viewer.query("device.getDevices"));
		expect(devices.map(({ id }) => id)).toEqual([inside]);
		const groups = dataOf<GroupListRow[]>(await viewer.query("group.getGroups"));
		expect(groups.map(({ id }) => id)).toEqual([north]);
		expect((await viewer.query("device.getDevice", { deviceId: inside })).error).toBeNull();
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

	it("sees the members whose scope lies within their own, and signs out no one else", async () => {
		const { id, owner: everywhere } = await createOwner();
		const [east, west] = [await addGroup(id, "East"), await addGroup(id, "West")];
		const local = await addMember(id, "admin", { groupIds: [east] });
		const beside = await addMember(id, "viewer", { groupIds: [east] });
		const wider = await addMember(id, "viewer", { groupIds: [east, west] });
		const elsewhere = await addMember(id, "viewer", { groupIds: [west] });
		const whole = await addMember(id, "viewer");
		const seenBy = async (person: Person) => dataOf<User[]>(await person.query("account.getUsers"));
		expect((await seenBy(local)).map(({ email }) => email).sort()).toEqual([local.email, beside.email].sort());
		const everybody = await seenBy(everywhere);
		expect(everybody).toHaveLength(6);
		const end = async ({ email }: Person) => {
			const userId = everybody.find((user) => user.email === email)?.id;
			return (await local.mutate("account.endUserSessions", { userId })).error?.data.reason ?? null;
		};
		for (const person of [wider, elsewhere, whole, everywhere]) expect(await end(person)).toBe("USER_NOT_FOUND");
		expect([await end(beside), await end(local)]).toEqual([null, "OWN_SESSIONS"]);
		for (const person of [wider, elsewhere, whole, everywhere]) {
			expect((await person.query("account.getCurrent")).error).toBeNull();
		}
	});

	it("sees the storage of the own devices beside the account's total", async () => {
		const details = dataOf<StorageDetails>(await viewer.query("billing.getStorageDetails"));
		expect(details.devices.map(({ deviceId }) => deviceId)).toEqual([inside]);
		expect(details.readings).toBe(2);
	});

	it("changes no tag by which a filter would take a device in or leave it out", async () => {
		const members = filtered({ tags: ["vaccines"] });
		const { id } = dataOf<Group>(await owner.mutate("group.createGroup", groupInput({ members })));
		const { version } = dataOf<Device>(await admin.query("device.getDevice", { deviceId: inside }));
		const tag = (tags: string[]) => admin.mutate("device.updateDevice", { deviceId: inside, version, tags });
		expect((await tag(["vaccines"])).error?.data).toMatchObject({ code: "FORBIDDEN", reason: "NOT_PERMITTED" });
		expect((await tag(["vaccines"])).error).toMatchObject({
			message: "Not permitted",
			data: { fields: { tags: expect.stringContaining("would move the device") } },
		});
		expect((await readGroup(owner, id)).deviceIds).toEqual([]);
		const { error, data } = await tag(["other"]);
		expect([error, data]).toEqual([null, expect.objectContaining({ tags: ["other"] })]);
	});

	it("loses an open page in the turn in which a merge changes the scope, and sees more by the next", async () => {
		const { id, owner: other } = await createOwner();
		const [from, into] = [await addGroup(id, "From"), await addGroup(id, "Into")];
		const { device } = await addDevice(other, { groupIds: [into] });
		const person = await addMember(id, "viewer", { groupIds: [from] });
		const [page, unconcerned] = [await openPage(person), await openPage(other)];
		// An invalidation was just sent, so the next one, which would close the page too, has to wait.
		await createGroup(other);
		dataOf(await other.mutate("group.mergeGroups", { fromIds: [from], intoId: into }));
		const open = await runInDurableObject(accountStub(id), (_, state) => {
			return state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN).length;
		});
		expect(open).toBe(1);
		await expectClosed(page, liveCloseCodes.accessChanged);
		await vi.waitUntil(() => topicsOf(unconcerned).flat().includes("account"), { timeout: 10_000 });
		const devices = dataOf<DeviceListRow[]>(await person.query("device.getDevices"));
		expect(devices.map((row) => row.id)).toEqual([device.id]);
	});

	it.each(["device.changeDevices", "group.updateGroup"])(
		"hears by %s that a device has left the scope",
		async (path) => {
			const { id, owner: other } = await createOwner();
			const group = await createGroup(other);
			const { device } = await addDevice(other, { groupIds: [group.id] });
			const person = await addMember(id, "viewer", { groupIds: [group.id] });
			const form = updateOf(await readGroup(other, group.id), { members: { kind: "static", deviceIds: [] } });
			const page = await openPage(person);
			const removal = { deviceIds: [device.id], removeGroupIds: [group.id] };
			dataOf(await other.mutate(path, path === "group.updateGroup" ? form : removal));
			await vi.waitUntil(() => page.received.length > 0, { timeout: 10_000 });
			expect(topicsOf(page).flat()).toEqual(expect.arrayContaining(["devices", "groups"]));
			expect(dataOf(await person.query("device.getDevices"))).toEqual([]);
		},
	);
});
