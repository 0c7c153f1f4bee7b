import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { groups } from "../../../backend/db/schema";
import type { Device } from "../../../shared/device/device";
import type { GroupFilter } from "../../../shared/device/device-filter";
import type { ChangedDevices, CreatedDevice } from "../../../shared/device/device-inputs";
import type { CreateGroup, DeletedGroups, Group, GroupDefaults, GroupListRow } from "../../../shared/device/group";
import type { DeviceClock } from "../../../shared/time/time-zones";
import * as fc from "../../properties";
import { addDevice, createOwner, freezer, inAccount, type TestAccount } from "../fixtures/fleet";
import { createGroup, filtered, groupInput, readGroup, updateOf } from "../fixtures/group-input";
import { dataOf, type Person } from "../fixtures/people";
import { expectRecomputed } from "../fixtures/recomputed-fleet";

let account: TestAccount;
let owner: Person;

beforeEach(async () => {
	account = await createOwner();
	owner = account.owner;
});

async function update(device: Device, changes: object): Promise<Device> {
	const { id: deviceId, version } = device;
	return dataOf<Device>(await owner.mutate("device.updateDevice", { deviceId, version, ...changes }));
}

async function membersOf(group: Group): Promise<string[]> {
	return (await readGroup(owner, group.id)).deviceIds;
}

describe("a group made by a filter", () => {
	it("takes in the devices that there are, and those that come", async () => {
		const { device: first } = await addDevice(owner, { tags: ["vaccines"] });
		await addDevice(owner, { name: "Other" });
		const group = await createGroup(owner, { members: filtered({ tags: ["vaccines"] }) });
		expect(group).toMatchObject({ kind: "dynamic", deviceIds: [first.id], deviceCount: 1 });
		const { device: second } = await addDevice(owner, { name: "New", tags: ["vaccines", "south"] });
		expect(second.groupIds).toEqual([group.id]);
		expect(await membersOf(group)).toEqual([first.id, second.id]);
	});

	it.each<[criterion: string, filter: GroupFilter, facts: object]>([
		["search in the name", { search: "cold" }, { name: "Cold room" }],
		["search in the serial number", { search: "aq 12" }, { serialNumber: "X-AQ-1234" }],
		["tags, however they are written", { tags: ["vaccines"] }, { tags: ["VACCINES"] }],
		["search in a tag", { search: "vacc" }, { tags: ["Vaccines"] }],
		["models", { models: ["AQ-200", "AQ-300"] }, { model: "AQ-300" }],
		["sites", { sites: ["Porto"] }, { site: "Porto" }],
		["firmware", { firmwareVersions: ["2.1"] }, { firmwareVersion: "2.1" }],
		["power", { powers: ["solar"] }, { power: "solar" }],
		["two criteria", { powers: ["solar"], sites: ["Porto"] }, { power: "solar", site: "Porto" }],
	])("follows what is said of a device: %s", async (_, filter, facts) => {
		const { device } = await addDevice(owner);
		const group = await createGroup(owner, { members: filtered(filter) });
		expect(group.deviceIds).toEqual([]);
		const changed = await update(device, facts);
		expect([changed.groupIds, await membersOf(group)]).toEqual([[group.id], [device.id]]);
		const { name, description: _1, ...rest } = device;
		const { model, site, firmwareVersion, power, tags, serialNumber } = rest;
		await update(changed, { name, model, site, firmwareVersion, power, tags, serialNumber });
		expect(await membersOf(group)).toEqual([]);
	});

	it("follows who is in a group that is chosen by hand", async () => {
		const chosen = await createGroup(owner);
		const group = await createGroup(owner, { members: filtered({ groupIds: [chosen.id] }) });
		const { device } = await addDevice(owner, { groupIds: [chosen.id] });
		expect(device.groupIds).toEqual([chosen.id, group.id]);
		const input = { deviceIds: [device.id], removeGroupIds: [chosen.id] };
		dataOf<ChangedDevices>(await owner.mutate("device.changeDevices", input));
		expect(await membersOf(group)).toEqual([]);
	});

	it("follows its filter, and keeps whom both choose without writing them again", async () => {
		const both = await addDevice(owner, { name: "Both", tags: ["a", "b"] });
		const first = await addDevice(owner, { name: "First", tags: ["a"] });
		const second = await addDevice(owner, { name: "Second", tags: ["b"] });
		const group = await createGroup(owner, { members: filtered({ tags: ["a"] }) });
		expect(group.deviceIds).toEqual([both.device.id, first.device.id]);
		const input = updateOf(group, { members: filtered({ tags: ["b"] }) });
		const changed = dataOf<Group>(await owner.mutate("group.updateGroup", input));
		expect(changed).toMatchObject({ deviceIds: [both.device.id, second.device.id], version: group.version + 1 });
	});

	it("becomes one that is chosen by hand, and back", async () => {
		const { device } = await addDevice(owner, { tags: ["a"] });
		const other = await addDevice(owner, { name: "Other" });
		const group = await createGroup(owner, { members: filtered({ tags: ["a"] }) });
		const deviceIds = [device.id, other.device.id];
		const byHand = updateOf(group, { members: { kind: "static", deviceIds } });
		const chosen = dataOf<Group>(await owner.mutate("group.updateGroup", byHand));
		expect(chosen).toMatchObject({ kind: "static", filter: null, deviceIds });
		await addDevice(owner, { name: "Third", tags: ["a"] });
		expect(await membersOf(group)).toEqual(deviceIds);
		const byFilter = updateOf(chosen, { members: filtered({ search: "third" }) });
		expect(dataOf<Group>(await owner.mutate("group.updateGroup", byFilter)).deviceIds).toHaveLength(1);
	});

	it("takes no device by hand", async () => {
		const group = await createGroup(owner, { members: filtered({ tags: ["a"] }) });
		const { device } = await addDevice(owner);
		const { id: deviceId, version } = device;
		const calls: [path: string, input: object, field: string][] = [
			["device.createDevice", { ...freezer, groupIds: [group.id] }, "groupIds"],
			["device.updateDevice", { deviceId, version, groupIds: [group.id] }, "groupIds"],
			["device.changeDevices", { deviceIds: [deviceId], addGroupIds: [group.id] }, "addGroupIds"],
		];
		for (const [path, input, field] of calls) {
			const { error } = await owner.mutate(path, input);
			expect(error?.data.fields).toEqual({ [field]: "A group made by a filter takes no devices by hand." });
		}
		expect(await membersOf(group)).toEqual([]);
	});

	it("looks at no other of its kind, nor at itself", async () => {
		const dynamic = await createGroup(owner, { members: filtered({ tags: ["a"] }) });
		const chosen = await createGroup(owner);
		const naming = await createGroup(owner, { members: filtered({ groupIds: [chosen.id] }) });
		const denials: [path: string, input: unknown, field: string][] = [
			["group.createGroup", groupInput({ members: filtered({ groupIds: [dynamic.id] }) }), "members.filter.groupIds"],
			[
				"group.updateGroup",
				updateOf(naming, { members: filtered({ groupIds: [naming.id] }) }),
				"members.filter.groupIds",
			],
			[
				"group.updateGroup",
				updateOf(chosen, { members: filtered({ groupIds: [chosen.id] }) }),
				"members.filter.groupIds",
			],
			["group.updateGroup", updateOf(chosen, { members: filtered({ tags: ["b"] }) }), "members.kind"],
		];
		for (const [path, input, field] of denials) {
			const { error } = await owner.mutate(path, input);
			expect([error?.data.code, Object.keys(error?.data.fields ?? {})]).toEqual(["BAD_REQUEST", [field]]);
		}
		expect(await readGroup(owner, chosen.id)).toMatchObject({ kind: "static", version: chosen.version });
	});

	it("writes nothing where nothing changes", async () => {
		await addDevice(owner, { tags: ["a"] });
		const group = await createGroup(owner, { members: filtered({ tags: ["a"] }) });
		const same = dataOf<Group>(await owner.mutate("group.updateGroup", updateOf(group)));
		expect(same).toEqual(group);
		const version = await inAccount(account.id, (db) => {
			return db.select({ version: groups.version }).from(groups).where(eq(groups.id, group.id)).get();
		});
		expect(version).toEqual({ version: group.version });
	});
});

const tags = fc.subarray(["a", "b", "c"]);
const names: fc.Arbitrary<string> = fc.constantFrom("Cold room", "COLD store", "Öfen", "Truck 7");
const models: fc.Arbitrary<string> = fc.constantFrom("", "AQ-1", "AQ-2");
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const at = fc.nat(5);
type Own = Pick<GroupDefaults, "uploadIntervalSeconds" | "retentionDays"> & Partial<DeviceClock>;
const ownClock = fc.constantFrom<Partial<DeviceClock>>({}, { timezoneOffset: 60, timeZoneRule: 2 });
const ownDurations = fc.record({
	uploadIntervalSeconds: optional(fc.constantFrom(300, 600)),
	retentionDays: optional(fc.constantFrom(null, 30)),
});
const own: fc.Arbitrary<Own> = fc
	.tuple(ownDurations, ownClock)
	.map(([durations, clock]) => ({ ...durations, ...clock }));
const facts = fc.record({ name: names, tags, model: models });
const defaults: fc.Arbitrary<GroupDefaults> = fc.record({
	uploadIntervalSeconds: optional(fc.constantFrom(60, 900)),
	offlineAfterSeconds: optional(fc.constantFrom(3_600)),
	retentionDays: optional(fc.constantFrom(null, 90)),
	clock: optional(fc.constantFrom({ timezoneOffset: 345, timeZoneRule: 2 }, { timezoneOffset: 0, timeZoneRule: 1 })),
});
type WantedMembers =
	| { kind: "static"; devices: number[] }
	| {
			kind: "dynamic";
			search?: string | undefined;
			tags?: string[] | undefined;
			models?: string[] | undefined;
			groups?: number[] | undefined;
	  };
const members: fc.Arbitrary<WantedMembers> = fc.oneof(
	fc.record({ kind: fc.constant("static" as const), devices: fc.array(at, { maxLength: 4 }) }),
	fc.record({
		kind: fc.constant("dynamic" as const),
		search: optional(fc.constantFrom("COLD", "ö", "7", "a")),
		tags: optional(tags),
		models: optional(fc.constantFrom<string[][]>(["AQ-1"])),
		groups: optional(fc.array(at, { minLength: 1, maxLength: 2 })),
	}),
);
const steps = fc.oneof(
	fc.record({ do: fc.constant("add device" as const), facts, own, groups: fc.array(at, { maxLength: 2 }) }),
	fc.record({ do: fc.constant("update device" as const), at, facts, own, inherit: fc.boolean() }),
	fc.record({
		do: fc.constant("change devices" as const),
		devices: fc.array(at, { minLength: 1, maxLength: 4 }),
		tags,
		at,
	}),
	fc.record({ do: fc.constant("add group" as const), members, defaults }),
	fc.record({ do: fc.constant("update group" as const), at, members, defaults }),
	fc.record({ do: fc.constant("delete group" as const), at, isUndone: fc.boolean() }),
	fc.record({ do: fc.constant("merge groups" as const), at, into: at }),
	fc.record({ do: fc.constant("archive device" as const), at }),
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

const plain = { name: "Cold room", tags: ["a"], model: "" };
const firstSteps: Step[] = [
	{ do: "add group", members: { kind: "static", devices: [] }, defaults: {} },
	{ do: "add group", members: { kind: "static", devices: [] }, defaults: { retentionDays: 90 } },
	{ do: "add group", members: { kind: "dynamic", groups: [0] }, defaults: { uploadIntervalSeconds: 60 } },
	{ do: "add device", facts: plain, own: { uploadIntervalSeconds: undefined, retentionDays: undefined }, groups: [0] },
	{ do: "add device", facts: plain, own: { uploadIntervalSeconds: undefined, retentionDays: undefined }, groups: [1] },
];

describe("random changes", () => {
	it("leave memberships and inherited settings as the rules require", { timeout: fc.timeLimit(60_000) }, async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(steps, { minLength: 9, maxLength: 20, size: "max" }), async (list) => {
				const { id, owner: person } = await createOwner();
				const run = createRunner(person);
				for (const step of firstSteps) await run(step);
				await expectRecomputed(id);
				for (const step of list) {
					await run(step);
					await expectRecomputed(id);
				}
			}),
			// Few and long runs, because an account costs as much as ten steps.
			{ numRuns: 15 },
		);
	});
});

/** Does a step by the procedures that people call. A denied step changes nothing. */
function createRunner(person: Person) {
	const deviceIds: string[] = [];
	const pick = <Value>(values: Value[], position: number) => values[position % Math.max(values.length, 1)];
	const someOf = <Value>(values: Value[], positions: number[]) => {
		return positions.flatMap((position) => pick(values, position) ?? []);
	};
	/** Null once a step may have changed which groups exist. */
	let known: string[] | null = null;
	const groupIds = async () => {
		known ??= dataOf<GroupListRow[]>(await person.query("group.getGroups"))
			.map(({ id }) => id)
			.sort();
		return known;
	};

	async function toMembers(wanted: WantedMembers): Promise<CreateGroup["members"]> {
		if (wanted.kind === "static") return { kind: "static", deviceIds: someOf(deviceIds, wanted.devices) };
		const { kind: _, groups: places, ...criteria } = wanted;
		return filtered({ ...criteria, groupIds: places && someOf(await groupIds(), places) });
	}

	return async (step: Step): Promise<void> => {
		const deviceId = "at" in step ? pick(deviceIds, step.at) : undefined;
		const groupId = "at" in step ? pick(await groupIds(), step.at) : undefined;
		if (step.do === "add device") {
			const input = { ...step.facts, ...step.own, groupIds: someOf(await groupIds(), step.groups) };
			const channels = [{ name: "Air", quantity: "temperature", unit: "°C" }];
			const { data } = await person.mutate("device.createDevice", { ...input, channels });
			if (data) deviceIds.push((data as CreatedDevice).device.id); // the procedure's response
		}
		if (step.do === "update device" && deviceId) {
			const { version } = dataOf<Device>(await person.query("device.getDevice", { deviceId }));
			const all = ["uploadIntervalSeconds", "retentionDays", "offlineAfterSeconds", "clock"];
			const inherit = step.inherit ? all : undefined;
			await person.mutate("device.updateDevice", {
				deviceId,
				version,
				...step.facts,
				...(inherit ? { inherit } : step.own),
			});
		}
		if (step.do === "change devices" && deviceIds.length > 0) {
			const change = { addTags: step.tags, ...(groupId && { addGroupIds: [groupId] }) };
			await person.mutate("device.changeDevices", { deviceIds: someOf(deviceIds, step.devices), ...change });
		}
		if (step.do === "add group") {
			const input = groupInput({ members: await toMembers(step.members), defaults: step.defaults });
			await person.mutate("group.createGroup", input);
		}
		if (step.do === "update group" && groupId) {
			const input = updateOf(await readGroup(person, groupId), {
				members: await toMembers(step.members),
				defaults: step.defaults,
			});
			await person.mutate("group.updateGroup", input);
		}
		if (step.do === "delete group" && groupId) {
			const { data } = await person.mutate("group.deleteGroups", { ids: [groupId] });
			const undoId = (data as DeletedGroups | null)?.undoId; // the procedure's response, unless it is null
			if (undoId && step.isUndone) dataOf(await person.mutate("account.undo", { undoId }));
		}
		if (step.do === "merge groups" && groupId) {
			await person.mutate("group.mergeGroups", { fromIds: [groupId], intoId: pick(await groupIds(), step.into) });
		}
		if (["add group", "delete group", "merge groups"].includes(step.do)) known = null;
		if (step.do === "archive device" && deviceId)
			await person.mutate("device.archiveDevices", { deviceIds: [deviceId] });
	};
}
