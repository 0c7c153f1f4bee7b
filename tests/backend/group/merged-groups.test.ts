import { beforeEach, describe, expect, it } from "vitest";
import type { CurrentAccount } from "../../../shared/account/account";
import type { DeviceListRow } from "../../../shared/device/device";
import type { DeletedGroups, Group } from "../../../shared/device/group";
import { createChanged } from "../fixtures/changed-account";
import { addMember } from "../fixtures/fleet";
import { createGroup, filtered, readGroup, updateOf } from "../fixtures/group-input";
import { invite } from "../fixtures/invitations";
import { createPerson, dataOf, type Person } from "../fixtures/people";
import { expectRecomputed } from "../fixtures/recomputed-fleet";

type Changed = Awaited<ReturnType<typeof createChanged>>;
let account: Changed["account"];
let owner: Changed["owner"];
let get: Changed["get"];
let add: Changed["add"];
let act: Changed["act"];
let undo: Changed["undo"];

beforeEach(async () => {
	({ account, owner, get, add, act, undo } = await createChanged());
});

const chosen = (...deviceIds: string[]) => ({ kind: "static" as const, deviceIds });
const merge = async (into: Group, ...from: Group[]) => {
	const fromIds = from.map(({ id }) => id);
	return dataOf<Group>(await owner.mutate("group.mergeGroups", { fromIds, intoId: into.id }));
};
const remove = (...groups: Group[]) => owner.mutate("group.deleteGroups", { ids: groups.map(({ id }) => id) });
const accept = async (guest: Person, invitationId: string) =>
	dataOf<CurrentAccount>(await guest.mutate("account.acceptInvitation", { invitationId }));
const seenBy = async (person: Person) =>
	dataOf<DeviceListRow[]>(await person.query("device.getDevices")).map(({ id }) => id);

describe("a pending invitation", () => {
	it("lets its guest see the group that the one it names went into, however often groups were merged", async () => {
		const [inside, outside] = [await add(), await add()];
		const first = await createGroup(owner, { members: chosen(inside.id) });
		const [second, last] = [await createGroup(owner), await createGroup(owner)];
		await createGroup(owner, { members: chosen(outside.id) });
		const guest = await createPerson();
		const scope = { groupIds: [first.id, second.id] };
		const invitationId = await invite({ accountId: account.id, email: guest.email, scope });
		await merge(second, first);
		await merge(last, second);
		expect((await accept(guest, invitationId)).me.scope).toEqual({ groupIds: [last.id] });
		expect(await seenBy(guest)).toEqual([inside.id]);
	});

	it("counts as a use of its group, by its e-mail, and blocks deleting the group until it is over", async () => {
		const [group, other] = [await createGroup(owner), await createGroup(owner)];
		const scope = { groupIds: [group.id] };
		const email = `guest-${crypto.randomUUID()}@example.test`;
		const invitationId = await invite({ accountId: account.id, email, scope });
		await invite({ accountId: account.id, email: `late-${email}`, scope: { groupIds: [other.id] }, expiresAt: 1 });
		await invite({
			accountId: (await createChanged()).account.id,
			email: `else-${email}`,
			scope: { groupIds: [other.id] },
		});
		const invitations = [{ id: invitationId, name: email }];
		expect((await readGroup(owner, group.id)).uses).toEqual({
			alerts: [],
			reports: [],
			users: [],
			invitations,
			groups: [],
		});
		const viewer = await addMember(account.id, "viewer");
		expect((await readGroup(viewer, group.id)).uses.invitations).toEqual([]);
		expect((await remove(group, other)).error?.data).toMatchObject({ code: "CONFLICT", reason: "GROUP_IN_USE" });
		dataOf(await remove(other));
		const into = await createGroup(owner);
		expect((await merge(into, group)).uses.invitations).toEqual(invitations);
		expect((await remove(into)).error?.data.reason).toBe("GROUP_IN_USE");
	});

	it("shows nothing of a group that is gone", async () => {
		const device = await add();
		const group = await createGroup(owner, { members: chosen(device.id) });
		dataOf(await remove(group));
		const guest = await createPerson();
		const scope = { groupIds: [group.id] };
		const invitationId = await invite({ accountId: account.id, email: guest.email, scope });
		expect((await accept(guest, invitationId)).me.scope).toEqual({ groupIds: [] });
		expect(await seenBy(guest)).toEqual([]);
	});
});

describe("an undo after groups were merged", () => {
	it("puts a device back into the group that the one it left went into", async () => {
		const group = await createGroup(owner);
		const [left, stayed] = [await add({ groupIds: [group.id] }), await add({ groupIds: [group.id] })];
		const into = await createGroup(owner);
		const removeGroupIds = [group.id];
		const undoId = await act("device.changeDevices", { deviceIds: [left.id], removeGroupIds });
		await merge(into, group);
		expect(dataOf(await undo(undoId))).toEqual({ restored: 1, skipped: 0 });
		expect((await readGroup(owner, into.id)).deviceIds).toEqual([left.id, stayed.id]);
		await expectRecomputed(account.id);
	});

	it("leaves a device in the group that the merge chose", async () => {
		const [group, into] = [await createGroup(owner), await createGroup(owner)];
		const device = await add();
		const undoId = await act("device.changeDevices", { deviceIds: [device.id], addGroupIds: [group.id] });
		await merge(into, group);
		expect(dataOf(await undo(undoId))).toEqual({ restored: 0, skipped: 1 });
		expect((await get(device.id)).groupIds).toEqual([into.id]);
	});

	it("brings back a filter that names what the merged group went into", async () => {
		const device = await add({ tags: ["food"] });
		const [group, into] = [await createGroup(owner, { members: chosen(device.id) }), await createGroup(owner)];
		const naming = await createGroup(owner, { members: filtered({ groupIds: [group.id], tags: ["food"] }) });
		const { undoId } = dataOf<DeletedGroups>(await remove(naming));
		await merge(into, group);
		expect(dataOf(await undo(undoId))).toEqual({ restored: 1, skipped: 0 });
		expect(await readGroup(owner, naming.id)).toMatchObject({
			filter: { groupIds: [into.id], tags: ["food"] },
			deviceIds: [device.id],
		});
		await expectRecomputed(account.id);
	});

	it("brings back no filter that names a group that is gone, or that a filter makes by now", async () => {
		const [gone, turned] = [await createGroup(owner), await createGroup(owner)];
		const naming = await createGroup(owner, { members: filtered({ groupIds: [gone.id] }) });
		const other = await createGroup(owner, { members: filtered({ groupIds: [turned.id] }) });
		const { undoId } = dataOf<DeletedGroups>(await remove(naming, other));
		dataOf(await remove(gone));
		dataOf(await owner.mutate("group.updateGroup", updateOf(turned, { members: filtered({ tags: ["x"] }) })));
		expect(dataOf(await undo(undoId))).toEqual({ restored: 0, skipped: 2 });
	});
});

describe("an edit of a device", () => {
	type Choice = (group: Group, other: Group, deviceId: string) => Promise<unknown>;
	const choices: [string, Choice][] = [
		["added to a group", (_, other, id) => owner.mutate("group.updateGroup", updateOf(other, { members: chosen(id) }))],
		["taken out of one", (group) => owner.mutate("group.updateGroup", updateOf(group, { members: chosen() }))],
		["put into a new one", (_, __, id) => createGroup(owner, { members: chosen(id) })],
		["left without its group", (group) => remove(group)],
		["moved by a merge", (group, other) => merge(other, group)],
	];

	it.each(choices)("fails if the device was %s meanwhile, as it would revert that", async (_, choose) => {
		const group = await createGroup(owner);
		const [other, wanted] = [await createGroup(owner), await createGroup(owner)];
		const device = await add({ groupIds: [group.id] });
		const opened = await readGroup(owner, group.id);
		const form = { deviceId: device.id, version: device.version, groupIds: [group.id, wanted.id] };
		await choose(opened, other, device.id);
		const { groupIds } = await get(device.id);
		const { error } = await owner.mutate("device.updateDevice", form);
		expect(error?.data).toMatchObject({ code: "CONFLICT", reason: "CHANGED_MEANWHILE" });
		expect((await get(device.id)).groupIds).toEqual(groupIds);
	});

	it("succeeds whatever happens to other devices' groups", async () => {
		const [device, moved] = [await add(), await add()];
		await createGroup(owner, { members: chosen(moved.id) });
		dataOf(await owner.mutate("device.updateDevice", { deviceId: device.id, version: device.version, name: "B" }));
	});
});
