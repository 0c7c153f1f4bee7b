import { beforeEach, describe, expect, it } from "vitest";
import { type Device, type DeviceFacts, type DeviceListRow, hiddenGroup } from "../../../shared/device/device";
import type { ChangedDevices, CreateDevice, Undone } from "../../../shared/device/device-inputs";
import type { Group, GroupDefaults } from "../../../shared/device/group";
import type { LogPage } from "../../../shared/log/log";
import { type DeviceClock, deviceZone } from "../../../shared/time/time-zones";
import { addDevice, addMember, createOwner, freezer, type TestAccount } from "../fixtures/fleet";
import { createGroup, filtered, readGroup, updateOf } from "../fixtures/group-input";
import { dataOf, type Person } from "../fixtures/people";

const denver: DeviceClock = { timezoneOffset: -420, timeZoneRule: 1 };
const kathmandu: DeviceClock = { timezoneOffset: 345, timeZoneRule: 2 };
const utc: DeviceClock = { timezoneOffset: 0, timeZoneRule: 0 };

let account: TestAccount;
let owner: Person;

beforeEach(async () => {
	account = await createOwner();
	owner = account.owner;
});

async function add(changes: Partial<CreateDevice> = {}): Promise<Device> {
	const { timezoneOffset: _, timeZoneRule: __, ...rest } = freezer;
	const { device } = dataOf<{ device: Device }>(await owner.mutate("device.createDevice", { ...rest, ...changes }));
	return device;
}
const read = async (deviceId: string, person = owner) =>
	dataOf<Device>(await person.query("device.getDevice", { deviceId }));
const change = async (deviceId: string, input: object) =>
	dataOf<ChangedDevices>(await owner.mutate("device.changeDevices", { deviceIds: [deviceId], ...input }));
const save = async ({ id }: Group, defaults: GroupDefaults) =>
	dataOf<Group>(await owner.mutate("group.updateGroup", updateOf(await readGroup(owner, id), { defaults })));
const logOf = async (deviceId: string) =>
	dataOf<LogPage>(await owner.query("log.getLogs", { rangeType: "day", offset: 0, deviceIds: [deviceId] }));
const textsOf = async (deviceId: string) => (await logOf(deviceId)).events.map(({ text }) => text);

describe("a clock that is left out", () => {
	it("takes UTC if no group names one, otherwise the first group's", async () => {
		expect(await add()).toMatchObject({ ...utc, inherited: { clock: null } });
		const groups = [await createGroup(owner, { defaults: { clock: denver } }), await createGroup(owner)];
		const groupIds = groups.map(({ id }) => id);
		const inherited = { clock: groupIds[0] };
		expect(await add({ groupIds })).toMatchObject({ ...denver, inherited });
	});

	it("comes from a group that a filter puts the device into", async () => {
		const group = await createGroup(owner, { members: filtered({ tags: ["a"] }), defaults: { clock: kathmandu } });
		expect(await add({ tags: ["a"] })).toMatchObject({ ...kathmandu, inherited: { clock: group.id } });
	});
});

describe("an inherited clock", () => {
	it("follows the group: joined, changed, left, deleted and back", async () => {
		const group = await createGroup(owner, { defaults: { clock: denver } });
		const { id } = await add();
		await change(id, { addGroupIds: [group.id] });
		const joined = await read(id);
		expect(joined).toMatchObject({ ...denver, inherited: { clock: group.id } });
		await save(group, { clock: kathmandu });
		// An inherited change does not raise the device's version.
		expect(await read(id)).toMatchObject({ ...kathmandu, version: joined.version });
		const { undoId } = dataOf<{ undoId: string }>(await owner.mutate("group.deleteGroups", { ids: [group.id] }));
		expect(await read(id)).toMatchObject({ ...utc, inherited: { clock: null } });
		dataOf(await owner.mutate("account.undo", { undoId }));
		expect(await read(id)).toMatchObject({ ...kathmandu, inherited: { clock: group.id } });
		await save(group, {});
		expect(await read(id)).toMatchObject({ ...utc, inherited: { clock: null } });
	});

	it("follows the group that remains after a merge", async () => {
		const [from, into] = [await createGroup(owner), await createGroup(owner, { defaults: { clock: denver } })];
		await save(from, { clock: kathmandu });
		const { id } = await add({ groupIds: [from.id] });
		expect(await read(id)).toMatchObject(kathmandu);
		dataOf(await owner.mutate("group.mergeGroups", { fromIds: [from.id], intoId: into.id }));
		expect(await read(id)).toMatchObject({ ...denver, inherited: { clock: into.id } });
	});

	it("applies to lists, the log and the limits of a day", async () => {
		const group = await createGroup(owner, { defaults: { clock: kathmandu } });
		const { id } = await add({ groupIds: [group.id] });
		const [row] = dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));
		expect(row).toMatchObject({ id, ...kathmandu });
		const page = await logOf(id);
		expect(page.devices).toEqual([{ id, name: freezer.name, lateAfterMs: expect.any(Number), ...kathmandu }]);
		expect(page.zone).toBe(deviceZone(kathmandu));
	});

	it("hides its group from members who do not see it", async () => {
		const hidden = await createGroup(owner, { defaults: { clock: denver } });
		const mine = await createGroup(owner);
		const { id } = await add({ groupIds: [hidden.id, mine.id] });
		const scoped = await addMember(account.id, "admin", { groupIds: [mine.id] });
		expect(await read(id, scoped)).toMatchObject({ ...denver, inherited: { clock: hiddenGroup } });
	});
});

describe("a clock of the device's own", () => {
	it("stays unchanged whatever its groups set, until it is to be inherited", async () => {
		const group = await createGroup(owner, { defaults: { clock: denver } });
		const { device } = await addDevice(owner, { ...kathmandu, groupIds: [group.id] });
		expect(device.inherited).not.toHaveProperty("clock");
		await save(group, { clock: utc });
		expect(await read(device.id)).toMatchObject(kathmandu);
		const facts = async () => dataOf<DeviceFacts[]>(await owner.query("device.getDeviceFacts"))[0]?.ownSettings;
		expect(await facts()).toEqual(["clock"]);
		await change(device.id, { inherit: ["clock"] });
		expect(await read(device.id)).toMatchObject({ ...utc, inherited: { clock: group.id } });
		expect(await facts()).toEqual([]);
		expect(await textsOf(device.id)).toContain("Device clock UTC+05:45 → inherited");
	});

	it("replaces the inherited one once a part is changed, on the version it was changed on", async () => {
		const group = await createGroup(owner, { defaults: { clock: denver } });
		const { id: deviceId, version } = await add({ groupIds: [group.id] });
		const input = { deviceId, version, timezoneOffset: -360 };
		const saved = dataOf<Device>(await owner.mutate("device.updateDevice", input));
		expect(saved).toMatchObject({ timezoneOffset: -360, timeZoneRule: 1, version: version + 1 });
		expect(saved.inherited).not.toHaveProperty("clock");
		expect(await textsOf(deviceId)).toContain("Device clock inherited → UTC−06:00 with daylight saving");
		const late = await owner.mutate("device.updateDevice", { deviceId, version, inherit: ["clock"] });
		expect(late.error?.data.reason).toBe("CHANGED_MEANWHILE");
	});

	it("comes back by an undo, and so does an inherited one", async () => {
		const group = await createGroup(owner, { defaults: { clock: denver } });
		const own = (await addDevice(owner, { ...kathmandu, groupIds: [group.id] })).device;
		const inheriting = await add({ groupIds: [group.id] });
		const undo = async ({ undoId }: ChangedDevices) =>
			expect(dataOf<Undone>(await owner.mutate("account.undo", { undoId }))).toEqual({ restored: 1, skipped: 0 });
		await undo(await change(own.id, { inherit: ["clock"] }));
		expect(await read(own.id)).toEqual({ ...own, version: own.version + 2 });
		const toOwn = await change(inheriting.id, { clock: kathmandu });
		expect(await read(inheriting.id)).toMatchObject(kathmandu);
		await save(group, { clock: utc });
		await undo(toOwn);
		expect(await read(inheriting.id)).toMatchObject({ ...utc, inherited: { clock: group.id } });
	});
});

describe("clocks of groups", () => {
	it("stay apart from those of another account", async () => {
		const group = await createGroup(owner, { defaults: { clock: denver } });
		const { id } = await add({ groupIds: [group.id] });
		const stranger = (await createOwner()).owner;
		const responses = [
			await stranger.mutate("group.updateGroup", updateOf(group, { defaults: { clock: utc } })),
			await stranger.mutate("device.changeDevices", { deviceIds: [id], inherit: ["clock"] }),
		];
		expect(responses.map(({ error }) => error?.data.reason)).toEqual(["GROUP_NOT_FOUND", "DEVICE_NOT_FOUND"]);
		expect(await read(id)).toMatchObject(denver);
	});

	it.each(["operator", "viewer"] as const)("are not given by somebody whose role is %s", async (role) => {
		const group = await createGroup(owner, { defaults: { clock: denver } });
		const person = await addMember(account.id, role, "all");
		const { error } = await person.mutate("group.updateGroup", updateOf(group, { defaults: { clock: utc } }));
		expect(error?.data.code).toBe("FORBIDDEN");
		expect((await readGroup(owner, group.id)).defaults).toEqual({ clock: denver });
	});

	it("reject a value that is no clock, and change nothing", async () => {
		const group = await createGroup(owner, { defaults: { clock: denver } });
		for (const clock of [{ timezoneOffset: 841, timeZoneRule: 2 }, { timezoneOffset: 0 }, "Europe/Berlin", null]) {
			const input = { ...updateOf(group), defaults: { clock } };
			expect((await owner.mutate("group.updateGroup", input)).error?.data.code).toBe("BAD_REQUEST");
		}
		expect((await readGroup(owner, group.id)).defaults).toEqual({ clock: denver });
	});
});
