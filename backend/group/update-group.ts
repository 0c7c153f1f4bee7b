import type { Group, UpdateGroup } from "../../shared/group";
import type { MemberContext, Verb } from "../context";
import { raiseDeviceVersions } from "../device/device-rows";
import { domainError } from "../errors";
import { addConfigEvent } from "../log/events/add-config-event";
import { assertGroupName } from "./assert-group-name";
import { type CheckedMembers, checkedMembers } from "./checked-members";
import { groupChangeText } from "./group-change-text";
import { type GroupRow, listCurrentDeviceIds, listDeviceIds, saveGroup } from "./group-rows";
import { deleteMemberships, insertMemberships } from "./membership-rows";
import { pendingInvitations } from "./pending-invitations";
import { assertWholeScope, groupOrThrow } from "./scope";
import { settleGroups } from "./settle-groups";
import { wholeGroup } from "./whole-group";

/**
 * Throws CHANGED_MEANWHILE where the group is not of the version the changes were made on, NOT_PERMITTED,
 * GROUP_NOT_FOUND, DEVICE_NOT_FOUND, and InputError for a name that is taken. Archived devices stay members.
 */
export async function updateGroup({ ctx, input }: Verb<UpdateGroup>): Promise<Group> {
	assertWholeScope(ctx);
	const invitationsTo = await pendingInvitations(ctx);
	ctx.db.transaction(() => {
		const before = groupOrThrow(ctx, input.id);
		if (before.version !== input.version) throw domainError("CHANGED_MEANWHILE", { groupId: before.id });
		assertGroupName(ctx.db, input.name, before.id);
		const members = checkedMembers(ctx, input.members, before.id);
		const { name, description, colour, defaults } = input;
		const after = { ...before, name, description, colour, defaults, filter: members.filter, kind: input.members.kind };
		const touched = listDeviceIds(ctx.db, [before.id]);
		const moved = chooseDevices(ctx, after, members);
		const text = groupChangeText(before, after, moved);
		if (text === null) return;
		saveGroup(ctx.db, after);
		const isChosenOtherwise = before.kind !== after.kind;
		raiseDeviceVersions(ctx.db, isChosenOtherwise ? touched : [...moved.joined, ...moved.left]);
		const isFilterAtWork = before.filter !== null || after.filter !== null;
		settleGroups(ctx, isFilterAtWork ? "all" : [...touched, ...moved.joined]);
		addConfigEvent(ctx, null, text);
	});
	await ctx.watch.intervalsChanged();
	return wholeGroup(ctx, groupOrThrow(ctx, input.id), invitationsTo);
}

export type MovedDevices = { joined: string[]; left: string[] };

/** Makes the members of a group those that were chosen. Where a filter chooses, it settles them. */
function chooseDevices({ db }: MemberContext, group: GroupRow, { filter, deviceIds }: CheckedMembers): MovedDevices {
	if (filter !== null) return { joined: [], left: [] };
	const all = new Set(listDeviceIds(db, [group.id]));
	const wanted = new Set(deviceIds);
	const joined = deviceIds.filter((id) => !all.has(id));
	const left = listCurrentDeviceIds(db, group.id).filter((id) => !wanted.has(id));
	const ofGroup = (deviceId: string) => ({ groupId: group.id, deviceId });
	deleteMemberships(db, left.map(ofGroup));
	insertMemberships(db, joined.map(ofGroup));
	return { joined, left };
}
