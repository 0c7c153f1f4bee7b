import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listDeviceIds } from "../../../backend/db/group-rows";
import { insertMemberships } from "../../../backend/db/membership-rows";
import { alerts, groups, users } from "../../../backend/db/schema";
import type { Scope } from "../../../shared/account/account";
import type { Wall } from "../../../shared/account/wall";
import type { AlertScope } from "../../../shared/alert/alert";
import type { PlannedMute } from "../../../shared/alert/planned-mute";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { limits } from "../../../shared/base/limits";
import type { ChangedDevices, Undone } from "../../../shared/device/device-inputs";
import type { DeletedGroups, Group, GroupListRow, UpdateGroup } from "../../../shared/device/group";
import type { LogPage } from "../../../shared/log/log";
import { warmRule } from "../fixtures/alert-rules";
import { addDevice, addGroup, addMember, createOwner, inAccount, newId, type TestAccount } from "../fixtures/fleet";
import { createGroup, filtered, groupInput, readGroup, updateOf } from "../fixtures/group-input";
import { dataOf, type Person } from "../fixtures/people";
import { expectRecomputed } from "../fixtures/recomputed-fleet";

let account: TestAccount;
let owner: Person;

beforeEach(async () => {
	account = await createOwner();
	owner = account.owner;
});

const listGroups = async (person = owner) => dataOf<GroupListRow[]>(await person.query("group.getGroups"));
const chosen = (...deviceIds: string[]) => ({ kind: "static" as const, deviceIds });
const save = (input: UpdateGroup, person = owner) => person.mutate("group.updateGroup", input);
const addSomeDevice = async (name: string, groupIds?: string[]) =>
	(await addDevice(owner, { name, ...(groupIds && { groupIds }) })).device.id;

async function addRule(scope: AlertScope): Promise<string> {
	const id = newId("alert");
	const rule = { name: `Rule ${id}`, severity: "info" as const, rule: warmRule, isEnabled: true, contactIds: [] };
	await inAccount(account.id, (db) =>
		db
			.insert(alerts)
			.values({ ...rule, id, scope, createdAt: new Date() })
			.run(),
	);
	return id;
}

async function accountEvents(): Promise<string[]> {
	const page = dataOf<LogPage>(await owner.query("log.getLogs", { rangeType: "hour", offset: 0, kinds: ["config"] }));
	return page.events.filter(({ deviceId }) => deviceId === null).map(({ text }) => text);
}

describe("a group", () => {
	it("starts with its devices, and writes an entry in the account's log", async () => {
		const [one, two] = [await addSomeDevice("One"), await addSomeDevice("Two")];
		const input = groupInput({
			name: " Cold rooms ",
			colour: "teal",
			description: "North",
			members: chosen(two, one, two),
		});
		const group = dataOf<Group>(
			await owner.mutate("group.createGroup", { ...input, defaults: { retentionDays: null } }),
		);
		const facts = { name: "Cold rooms", colour: "teal", description: "North", kind: "static" as const, filter: null };
		const rest = { defaults: { retentionDays: null }, version: 1, createdAt: expect.any(Date) };
		const uses = { alerts: [], reports: [], users: [], invitations: [], groups: [] };
		expect(group).toEqual({ id: group.id, ...facts, ...rest, deviceIds: [one, two], deviceCount: 2, uses });
		const { id, name, kind, colour, description, defaults } = group;
		const useCounts = { alerts: 0, reports: 0, users: 0, groups: 0 };
		expect(await listGroups()).toEqual([{ id, name, kind, colour, description, defaults, deviceCount: 2, useCounts }]);
		expect(await accountEvents()).toEqual(["Group Cold rooms added"]);
	});

	it("writes changes to the account's log, and nothing without a change", async () => {
		const group = await createGroup(owner, { name: "North" });
		const device = await addSomeDevice("One");
		await save(updateOf(group));
		const changes = { name: "South", members: chosen(device), defaults: { retentionDays: 30 }, colour: "red" as const };
		await save(updateOf(group, changes));
		const text = "Group North changed: name North → South; 1 device added; defaults changed; colour changed";
		expect(await accountEvents()).toEqual([text, "Group North added"]);
	});

	it.each(["cold rooms", "COLD ROOMS", " Cold rooms "])("is refused the name %j of another", async (name) => {
		await createGroup(owner, { name: "Cold rooms" });
		const other = await createGroup(owner, { name: "Öfen" });
		const fields = { name: "Another group has this name." };
		expect((await owner.mutate("group.createGroup", groupInput({ name }))).error?.data.fields).toEqual(fields);
		expect((await save(updateOf(other, { name }))).error?.data.fields).toEqual(fields);
		expect((await save(updateOf(other, { name: "ÖFEN" }))).error).toBeNull();
		expect((await owner.mutate("group.createGroup", groupInput({ name: "öfen" }))).error?.data.fields).toEqual(fields);
	});

	it("fails beyond the largest number", async () => {
		await inAccount(account.id, (db) => {
			const group = { kind: "static" as const, createdAt: new Date() };
			for (let n = 1; n < limits.groups; n += 1) {
				db.insert(groups)
					.values({ ...group, id: newId("group"), name: `Group ${n}` })
					.run();
			}
		});
		await createGroup(owner, { name: "Last" });
		const { error } = await owner.mutate("group.createGroup", groupInput());
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "GROUP_LIMIT" });
	});

	it("counts and names no archived device, and has it back with it", async () => {
		const [kept, archived] = [await addSomeDevice("Kept"), await addSomeDevice("Archived")];
		const group = await createGroup(owner, { members: chosen(kept, archived) });
		const input = { deviceIds: [archived] };
		const { undoId } = dataOf<ChangedDevices>(await owner.mutate("device.archiveDevices", input));
		expect(await readGroup(owner, group.id)).toMatchObject({ deviceIds: [kept], deviceCount: 1 });
		expect((await listGroups())[0]?.deviceCount).toBe(1);
		dataOf(await save(updateOf(await readGroup(owner, group.id), { name: "Saved meanwhile" })));
		dataOf(await owner.mutate("account.undo", { undoId }));
		expect((await readGroup(owner, group.id)).deviceIds).toEqual([kept, archived]);
	});
});

describe("two edits of one group", () => {
	it("accept exactly one of them", async () => {
		const group = await createGroup(owner);
		const admin = await addMember(account.id, "admin");
		const people = [owner, admin, owner, admin, owner, admin];
		const responses = await Promise.all(
			people.map((person, position) => save(updateOf(group, { name: `Name ${position}` }), person)),
		);
		expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
		const reasons = responses.flatMap(({ error }) => error?.data.reason ?? []);
		expect(reasons).toEqual(Array(people.length - 1).fill("CHANGED_MEANWHILE"));
		expect((await readGroup(owner, group.id)).version).toBe(group.version + 1);
	});

	it("overwrite no choice of devices, even from the devices' side", async () => {
		const device = await addSomeDevice("One");
		const group = await createGroup(owner);
		const moves: (() => Promise<unknown>)[] = [
			() => addSomeDevice("Two", [group.id]),
			() => owner.mutate("device.changeDevices", { deviceIds: [device], addGroupIds: [group.id] }),
			() => owner.mutate("device.changeDevices", { deviceIds: [device], removeGroupIds: [group.id] }),
		];
		for (const move of moves) {
			const form = updateOf(await readGroup(owner, group.id));
			await move();
			const { error } = await save({ ...form, name: "Overwritten" });
			expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "CHANGED_MEANWHILE" });
		}
	});

	it("show the later user who was first or deleted it, within their permissions", async () => {
		const group = await createGroup(owner);
		const admin = await addMember(account.id, "admin");
		dataOf(await save(updateOf(group, { name: "By the admin" }), admin));
		const changedBy = async (person: Person) => (await save(updateOf(group), person)).error?.data.changedBy;
		expect(await changedBy(owner)).toEqual({ name: "Pat Example", isCaller: false });
		expect(await changedBy(admin)).toEqual({ name: "Pat Example", isCaller: true });
		const other = await createGroup(owner, { name: "Another" });
		const scoped = await addMember(account.id, "admin", { groupIds: [other.id] });
		dataOf(await admin.mutate("group.deleteGroups", { ids: [group.id] }));
		expect(await changedBy(owner)).toEqual({ name: "Pat Example", isCaller: false });
		expect(await changedBy(scoped)).toBeUndefined();
	});
});

describe("deleting groups", () => {
	const remove = (...ids: string[]) => owner.mutate("group.deleteGroups", { ids });

	it.each<[user: string, use: (groupId: string) => Promise<unknown>]>([
		["a rule", (groupId) => addRule({ groupIds: [groupId] })],
		["a user", (groupId) => addMember(account.id, "viewer", { groupIds: [groupId] })],
		["a filter", (groupId) => createGroup(owner, { members: filtered({ groupIds: [groupId] }) })],
	])("rejects them all if %s names one", async (_, use) => {
		const [used, unused] = [await createGroup(owner), await createGroup(owner)];
		await use(used.id);
		const before = await listGroups();
		expect((await remove(unused.id, used.id)).error?.data).toMatchObject({ code: "CONFLICT", reason: "GROUP_IN_USE" });
		expect(await listGroups()).toEqual(before);
		expect(dataOf<DeletedGroups>(await remove(unused.id)).deleted).toBe(1);
	});

	it("takes a filter along that names one of them, and brings all back under their ids", async () => {
		const device = await addSomeDevice("One");
		const members = chosen(device);
		const group = await createGroup(owner, { name: "A", members, colour: "pink", defaults: { retentionDays: 5 } });
		const naming = await createGroup(owner, { name: "B", members: filtered({ groupIds: [group.id] }) });
		const { deleted, undoId } = dataOf<DeletedGroups>(await remove(group.id, naming.id));
		expect([deleted, await listGroups()]).toEqual([2, []]);
		await expectRecomputed(account.id);
		expect(dataOf<Undone>(await owner.mutate("account.undo", { undoId }))).toEqual({ restored: 2, skipped: 0 });
		const uses = { alerts: [], reports: [], users: [], invitations: [], groups: [{ id: naming.id, name: "B" }] };
		expect(await readGroup(owner, group.id)).toEqual({ ...group, uses, version: 2 });
		expect(await readGroup(owner, naming.id)).toEqual({ ...naming, version: 2 });
		expect((await accountEvents()).slice(0, 2)).toEqual(["Groups A and B restored", "Groups A and B deleted"]);
		expect((await owner.mutate("account.undo", { undoId })).error?.data.reason).toBe("UNDO_NOT_FOUND");
	});

	it("brings back what is planned for it and the screens that show it", async () => {
		const group = await createGroup(owner);
		const from = Date.now() + dayMs;
		const windows = { zone: "UTC", weekly: [], spans: [{ from, to: from + hourMs }] };
		dataOf(await owner.mutate("alert.planMutes", { groupIds: [group.id], windows }));
		dataOf(await owner.mutate("group.createWall", { groupId: group.id, name: "Hall", days: null }));
		const screens = async () => dataOf<Wall[]>(await owner.query("group.getWalls"));
		const plans = async () => dataOf<PlannedMute[]>(await owner.query("alert.getPlannedMutes"));
		const before = [await screens(), await plans()];
		const { undoId } = dataOf<DeletedGroups>(await remove(group.id));
		expect([await screens(), await plans()]).toEqual([[], []]);
		expect(dataOf(await owner.mutate("account.undo", { undoId }))).toEqual({ restored: 1, skipped: 0 });
		expect([await screens(), await plans()]).toEqual(before);
		expect(before.flat()).toHaveLength(2);
	});

	it("cannot be undone for one whose name was taken meanwhile", async () => {
		const [one, two] = [await createGroup(owner, { name: "One" }), await createGroup(owner, { name: "Two" })];
		const { undoId } = dataOf<DeletedGroups>(await remove(one.id, two.id));
		const other = await createGroup(owner, { name: "ONE" });
		expect(dataOf(await owner.mutate("account.undo", { undoId }))).toEqual({ restored: 1, skipped: 1 });
		expect((await listGroups()).map(({ id }) => id)).toEqual([other.id, two.id]);
	});

	it("lets other members undo it if they may edit groups, and no one else", async () => {
		const group = await createGroup(owner, { members: chosen(await addSomeDevice("One")) });
		const other = await createGroup(owner);
		const { undoId } = dataOf<DeletedGroups>(await remove(group.id));
		const scope: Scope = { groupIds: [other.id] };
		const undo = async (person: Person) => (await person.mutate("account.undo", { undoId })).error?.data.reason;
		expect(await undo((await createOwner()).owner)).toBe("UNDO_NOT_FOUND");
		expect(await undo(await addMember(account.id, "operator"))).toBe("NOT_PERMITTED");
		expect(await undo(await addMember(account.id, "admin", scope))).toBe("UNDO_NOT_FOUND");
		expect(await undo(await addMember(account.id, "admin"))).toBeUndefined();
		expect((await readGroup(owner, group.id)).deviceIds).toEqual(group.deviceIds);
	});

	it("keeps the devices of a large one for the undo", async () => {
		const device = await addSomeDevice("One");
		const group = await createGroup(owner, { members: chosen(device) });
		const ghosts = Array.from({ length: 12_000 }, () => newId("device"));
		await inAccount(account.id, (db) =>
			insertMemberships(
				db,
				ghosts.map((deviceId) => ({ groupId: group.id, deviceId })),
			),
		);
		const { undoId } = dataOf<DeletedGroups>(await remove(group.id));
		expect(dataOf(await owner.mutate("account.undo", { undoId }))).toEqual({ restored: 1, skipped: 0 });
		// Devices that were meanwhile deleted for good do not come back.
		expect(await inAccount(account.id, (db) => listDeviceIds(db, [group.id]))).toEqual([device]);
	});
});

describe("merging groups", () => {
	const merge = (fromIds: string[], intoId: string) => owner.mutate("group.mergeGroups", { fromIds, intoId });

	it("moves the devices and everything that named the others, and they go", async () => {
		const [first, second, third] = [await addSomeDevice("1"), await addSomeDevice("2"), await addSomeDevice("3")];
		const into = await createGroup(owner, { name: "Stays", members: chosen(first), defaults: { retentionDays: 9 } });
		const from = await createGroup(owner, { name: "Goes", members: chosen(first, second) });
		const byFilter = await createGroup(owner, { name: "Too", members: filtered({ search: "3" }) });
		const naming = await createGroup(owner, { name: "Naming", members: filtered({ groupIds: [from.id, into.id] }) });
		const rule = await addRule({ groupIds: [byFilter.id, from.id] });
		const other = await addRule({ deviceIds: [first] });
		await addMember(account.id, "viewer", { groupIds: [from.id] });
		const merged = dataOf<Group>(await merge([from.id, byFilter.id, from.id], into.id));
		expect(merged).toMatchObject({ id: into.id, version: into.version + 1, deviceIds: [first, second, third] });
		expect(merged.uses).toEqual({
			reports: [],
			alerts: [{ id: rule, name: `Rule ${rule}` }],
			users: [{ id: expect.any(String), name: "A viewer" }],
			invitations: [],
			groups: [{ id: naming.id, name: "Naming" }],
		});
		expect((await listGroups()).map(({ id }) => id).sort()).toEqual([into.id, naming.id].sort());
		expect(await readGroup(owner, naming.id)).toMatchObject({
			filter: { groupIds: [into.id] },
			version: naming.version + 1,
			deviceIds: [first, second, third],
		});
		const scopes = await inAccount(account.id, (db) =>
			db.select({ id: alerts.id, scope: alerts.scope }).from(alerts).all(),
		);
		expect(scopes).toEqual([
			{ id: rule, scope: { groupIds: [into.id] } },
			{ id: other, scope: { deviceIds: [first] } },
		]);
		expect((await accountEvents())[0]).toBe("Groups Goes and Too merged into Stays");
		await expectRecomputed(account.id);
	});

	it("takes archived devices along", async () => {
		const device = await addSomeDevice("One");
		const [into, from] = [await createGroup(owner), await createGroup(owner, { members: chosen(device) })];
		await owner.mutate("device.archiveDevices", { deviceIds: [device] });
		expect(dataOf<Group>(await merge([from.id], into.id)).deviceIds).toEqual([]);
		await owner.mutate("device.restoreDevices", { deviceIds: [device] });
		expect((await readGroup(owner, into.id)).deviceIds).toEqual([device]);
	});

	it("rejects a merge into itself and into one made by a filter", async () => {
		const [one, two] = [await createGroup(owner), await createGroup(owner, { members: filtered({ tags: ["a"] }) })];
		expect(Object.keys((await merge([one.id], one.id)).error?.data.fields ?? {})).toEqual(["fromIds"]);
		expect(Object.keys((await merge([one.id], two.id)).error?.data.fields ?? {})).toEqual(["intoId"]);
		expect(await listGroups()).toHaveLength(2);
	});
});

describe("the uses of a group", () => {
	it("come with the group and as a count in the list, users only for members who may see them", async () => {
		const groupId = await addGroup(account.id, "North");
		const rule = await addRule({ groupIds: [groupId] });
		const naming = await createGroup(owner, { name: "Naming", members: filtered({ groupIds: [groupId] }) });
		const viewer = await addMember(account.id, "viewer", { groupIds: [groupId] });
		const id = await inAccount(account.id, (db) => db.select().from(users).where(eq(users.sub, viewer.sub)).get()?.id);
		const own = { alerts: [{ id: rule, name: `Rule ${rule}` }], users: [{ id, name: "A viewer" }] };
		const named = { ...own, reports: [], invitations: [] };
		expect((await readGroup(owner, groupId)).uses).toEqual({ ...named, groups: [{ id: naming.id, name: "Naming" }] });
		expect((await readGroup(viewer, groupId)).uses).toEqual({ ...named, users: [], groups: [] });
		const counts = async (person: Person) => (await listGroups(person)).find((row) => row.id === groupId)?.useCounts;
		expect(await counts(owner)).toEqual({ alerts: 1, reports: 0, users: 1, groups: 1 });
		expect(await counts(viewer)).toEqual({ alerts: 1, reports: 0, users: 0, groups: 0 });
	});
});
