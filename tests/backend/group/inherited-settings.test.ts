import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { devices } from "../../../backend/db/schema";
import { inheritedSettings } from "../../../backend/group/inherited-settings";
import type { Device } from "../../../shared/device/device";
import type { ChangedDevices } from "../../../shared/device/device-inputs";
import { type InheritableSetting, standardSettings } from "../../../shared/device/device-terms";
import type { DeletedGroups, Group, GroupDefaults } from "../../../shared/device/group";
import type { DeviceClock } from "../../../shared/time/time-zones";
import { addDevice, createOwner, inAccount, newId, type TestAccount } from "../fixtures/fleet";
import { createGroup, filtered, readGroup, updateOf } from "../fixtures/group-input";
import { dataOf, type Person } from "../fixtures/people";

const unmeasured = { measuredLoggingSeconds: null, measuredUploadSeconds: null };
const inheriting = (...inherits: InheritableSetting[]) => ({ inherits, ...unmeasured });

describe("the inherited settings of a device", () => {
	const [first, second, third] = [newId("group"), newId("group"), newId("group")].sort();
	const groupIds = [first ?? "", second ?? "", third ?? ""];
	const rows: [what: string, defaults: GroupDefaults[], value: number | null, from: number | null][] = [
		["none says anything", [{}, {}, {}], standardSettings.uploadIntervalSeconds, null],
		["one says it", [{}, { uploadIntervalSeconds: 60 }, {}], 60, 1],
		["the one made first holds", [{}, { uploadIntervalSeconds: 60 }, { uploadIntervalSeconds: 30 }], 60, 1],
		["what it says of others does not count", [{ retentionDays: 1 }, {}, { uploadIntervalSeconds: 30 }], 30, 2],
	];
	it.each(rows)("come from its groups by age: %s", (_, defaults, value, from) => {
		const byId = new Map(defaults.map((each, position) => [groupIds[position] ?? "", each]));
		const groupId = from === null ? null : groupIds[from];
		const inherited = inheritedSettings(inheriting("uploadIntervalSeconds"), groupIds, {
			groups: byId,
			retentionDays: null,
		});
		expect(inherited).toEqual({ uploadIntervalSeconds: { value, groupId } });
	});

	it("use the measured interval if no one set one", () => {
		const of = { ...inheriting("uploadIntervalSeconds"), measuredUploadSeconds: 3_600 };
		const byId = new Map([[groupIds[1] ?? "", { uploadIntervalSeconds: 60 }]]);
		expect(
			inheritedSettings(of, [groupIds[0] ?? ""], { groups: byId, retentionDays: null }).uploadIntervalSeconds?.value,
		).toBe(3_600);
		expect(inheritedSettings(of, groupIds, { groups: byId, retentionDays: null }).uploadIntervalSeconds?.value).toBe(
			60,
		);
	});

	const denver: DeviceClock = { timezoneOffset: -420, timeZoneRule: 1 };
	const kathmandu: DeviceClock = { timezoneOffset: 345, timeZoneRule: 2 };
	const clocks: [what: string, defaults: GroupDefaults[], value: DeviceClock, from: number | null][] = [
		["none names a clock", [{ retentionDays: 1 }, {}, {}], standardSettings.clock, null],
		["one names a clock", [{}, {}, { clock: denver }], denver, 2],
		["the clock of the one made first holds, whole", [{}, { clock: kathmandu }, { clock: denver }], kathmandu, 1],
	];
	it.each(clocks)("take the clock of the first group: %s", (_, defaults, value, from) => {
		const byId = new Map(defaults.map((each, position) => [groupIds[position] ?? "", each]));
		const groupId = from === null ? null : groupIds[from];
		expect(inheritedSettings(inheriting("clock"), groupIds, { groups: byId, retentionDays: null })).toEqual({
			clock: { value, groupId },
		});
	});

	it("take an unlimited retention from a group", () => {
		const defaults = new Map([
			[groupIds[0] ?? "", { retentionDays: null }],
			[groupIds[1] ?? "", { retentionDays: 30 }],
		]);
		const inherited = inheritedSettings(inheriting("retentionDays", "offlineAfterSeconds"), groupIds, {
			groups: defaults,
			retentionDays: null,
		});
		expect(inherited).toEqual({
			retentionDays: { value: null, groupId: groupIds[0] },
			offlineAfterSeconds: { value: null, groupId: null },
		});
	});
});

describe("a device", () => {
	let account: TestAccount;
	let owner: Person;

	beforeEach(async () => {
		account = await createOwner();
		owner = account.owner;
	});

	const read = async (deviceId: string) => dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
	const save = async (group: Group, defaults: GroupDefaults) =>
		dataOf<Group>(await owner.mutate("group.updateGroup", updateOf(await readGroup(owner, group.id), { defaults })));

	it("follows its group: joined, changed, left, deleted and back", async () => {
		const group = await createGroup(owner, { defaults: { uploadIntervalSeconds: 600, retentionDays: 30 } });
		const { device } = await addDevice(owner);
		const deviceId = device.id;
		const standard = { uploadIntervalSeconds: 900, retentionDays: null };
		expect(device).toMatchObject({ ...standard, inherited: { uploadIntervalSeconds: null, retentionDays: null } });
		await owner.mutate("device.changeDevices", { deviceIds: [deviceId], addGroupIds: [group.id] });
		const joined = await read(deviceId);
		const inherited = {
			loggingIntervalSeconds: null,
			uploadIntervalSeconds: group.id,
			offlineAfterSeconds: null,
			retentionDays: group.id,
		};
		expect(joined).toMatchObject({ uploadIntervalSeconds: 600, retentionDays: 30, inherited });
		expect(joined.offlineAfterSeconds).toBe(3 * 600);
		await save(group, { uploadIntervalSeconds: 300 });
		expect(await read(deviceId)).toMatchObject({ uploadIntervalSeconds: 300, retentionDays: null });
		// An inherited change does not raise the device's version.
		expect((await read(deviceId)).version).toBe(joined.version);
		const { undoId } = dataOf<DeletedGroups>(await owner.mutate("group.deleteGroups", { ids: [group.id] }));
		expect(await read(deviceId)).toMatchObject({ ...standard, groupIds: [] });
		dataOf(await owner.mutate("account.undo", { undoId }));
		expect(await read(deviceId)).toMatchObject({ uploadIntervalSeconds: 300, groupIds: [group.id] });
		await owner.mutate("device.changeDevices", { deviceIds: [deviceId], removeGroupIds: [group.id] });
		expect(await read(deviceId)).toMatchObject(standard);
	});

	it("keeps a value of its own until it is to inherit it", async () => {
		const group = await createGroup(owner, { defaults: { uploadIntervalSeconds: 600 } });
		const { device } = await addDevice(owner, { groupIds: [group.id], uploadIntervalSeconds: 60 });
		expect([device.uploadIntervalSeconds, device.inherited.uploadIntervalSeconds]).toEqual([60, undefined]);
		await save(group, { uploadIntervalSeconds: 300 });
		expect((await read(device.id)).uploadIntervalSeconds).toBe(60);
		const input = { deviceIds: [device.id], inherit: ["uploadIntervalSeconds"] };
		dataOf<ChangedDevices>(await owner.mutate("device.changeDevices", input));
		expect(await read(device.id)).toMatchObject({
			uploadIntervalSeconds: 300,
			inherited: { uploadIntervalSeconds: group.id },
		});
	});

	it("inherits from a group that its tags put it into, where no other was made before", async () => {
		const made = [await createGroup(owner), await createGroup(owner)];
		const [first, second] = made.sort((one, other) => (one.id < other.id ? -1 : 1));
		if (!first || !second) throw new Error("made above");
		await save(second, { loggingIntervalSeconds: 10 });
		const changes = { defaults: { loggingIntervalSeconds: 5 }, members: filtered({ tags: ["a"] }) };
		dataOf(await owner.mutate("group.updateGroup", updateOf(first, changes)));
		const { device } = await addDevice(owner, { groupIds: [second.id] });
		expect(device.loggingIntervalSeconds).toBe(10);
		await owner.mutate("device.changeDevices", { deviceIds: [device.id], addTags: ["a"] });
		expect(await read(device.id)).toMatchObject({
			loggingIntervalSeconds: 5,
			inherited: { loggingIntervalSeconds: first.id },
		});
	});

	it("inherits while it is archived, to be right once it is restored", async () => {
		const group = await createGroup(owner);
		const { device } = await addDevice(owner, { groupIds: [group.id] });
		await owner.mutate("device.archiveDevices", { deviceIds: [device.id] });
		await save(await readGroup(owner, group.id), { retentionDays: 7 });
		const row = await inAccount(account.id, (db) => db.select().from(devices).where(eq(devices.id, device.id)).get());
		expect(row?.retentionDays).toBe(7);
	});
});
