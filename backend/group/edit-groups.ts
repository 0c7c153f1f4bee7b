import { limits } from "../../shared/base/limits";
import { groupTextNames, pick } from "../../shared/base/plain-fields";
import type { GroupFilter } from "../../shared/device/device-filter";
import type {
	CreateGroup,
	Group,
	GroupListRow,
	GroupMembers,
	MuteGroups,
	UpdateGroup,
} from "../../shared/device/group";
import type { AccountDb, MemberContext, Verb } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { raiseDeviceVersions } from "../db/device-rows";
import { endWaiting } from "../db/follow-up-rows";
import {
	type GroupRow,
	insertGroup,
	listCurrentDeviceIds,
	listDeviceIds,
	listGroupRows,
	saveGroup,
} from "../db/group-rows";
import { deleteMemberships, insertMemberships } from "../db/membership-rows";
import { isMutedAlike, muteColumns, muteGroupRows } from "../db/mute-rows";
import { addConfigEvent } from "../journal/log-events";
import { usesByGroup, wholeGroup } from "./group-projection";
import { groupChangeText } from "./group-texts";
import { recomputeGroups } from "./recompute-devices";
import { assertWholeScope, deviceIdsOrThrow, groupOrThrow } from "./scope";

/** Throws NOT_PERMITTED, GROUP_LIMIT, DEVICE_NOT_FOUND, GROUP_NOT_FOUND, and InputError for a taken name. */
export async function createGroup({ ctx, input }: Verb<CreateGroup>): Promise<Group> {
	assertWholeScope(ctx);
	const { name, colour, defaults, members } = input;
	const texts = pick(input, groupTextNames);
	const id = ctx.newId("group");
	ctx.audit.change({ group: [id] }, () => {
		if (listGroupRows(ctx.db).length >= limits.groups) throw domainError("GROUP_LIMIT", { most: limits.groups });
		assertGroupName(ctx.db, name, null);
		const { filter, deviceIds } = checkedMembers(ctx, members, null);
		const createdAt = new Date(ctx.now);
		insertGroup(ctx.db, { id, name, kind: members.kind, ...texts, colour, filter, defaults, createdAt });
		insertMemberships(
			ctx.db,
			deviceIds.map((deviceId) => ({ groupId: id, deviceId })),
		);
		raiseDeviceVersions(ctx.db, deviceIds);
		recomputeGroups(ctx, filter === null ? deviceIds : "all");
		addConfigEvent(ctx, null, `Group ${name} added`);
	});
	await ctx.watch.intervalsChanged("all");
	return wholeGroup(ctx, groupOrThrow(ctx, id));
}

/**
 * Throws CHANGED_MEANWHILE if the group has another version than the caller edited, NOT_PERMITTED, GROUP_NOT_FOUND,
 * DEVICE_NOT_FOUND, and InputError for a taken name. Archived devices stay members.
 */
export async function updateGroup({ ctx, input }: Verb<UpdateGroup>): Promise<Group> {
	assertWholeScope(ctx);
	ctx.audit.change({ group: [input.id] }, () => {
		const before = groupOrThrow(ctx, input.id);
		if (before.version !== input.version) throw domainError("CHANGED_MEANWHILE", { groupId: before.id });
		assertGroupName(ctx.db, input.name, before.id);
		const members = checkedMembers(ctx, input.members, before.id);
		const { name, colour, defaults } = input;
		const texts = pick(input, groupTextNames);
		const after = { ...before, name, ...texts, colour, defaults, filter: members.filter, kind: input.members.kind };
		const touched = listDeviceIds(ctx.db, [before.id]);
		const moved = chooseDevices(ctx, after, members);
		const text = groupChangeText(before, after, moved);
		if (text === null) return;
		saveGroup(ctx.db, after);
		const isChosenOtherwise = before.kind !== after.kind;
		raiseDeviceVersions(ctx.db, isChosenOtherwise ? touched : [...moved.joined, ...moved.left]);
		const isFilterAtWork = before.filter !== null || after.filter !== null;
		recomputeGroups(ctx, isFilterAtWork ? "all" : [...touched, ...moved.joined]);
		addConfigEvent(ctx, null, text);
	});
	await ctx.watch.intervalsChanged("all");
	return wholeGroup(ctx, groupOrThrow(ctx, input.id));
}

/** Throws GROUP_NOT_FOUND, and InputError for a time that is past. */
export function muteGroups({ ctx, input }: Verb<MuteGroups>): GroupListRow["id"][] {
	const columns = muteColumns(input, ctx.now);
	const groups = input.ids.map((id) => groupOrThrow(ctx, id)).filter((group) => !isMutedAlike(group, columns));
	if (groups.length === 0) return input.ids;
	const ids = groups.map(({ id }) => id);
	ctx.audit.change({ group: ids }, () => {
		muteGroupRows(ctx.db, ids, columns);
		endWaiting(
			ctx.db,
			groups.map(({ mutedUntil }) => mutedUntil),
			ctx.now,
		);
		const done = columns.mutedUntil === null ? "not muted any more" : "muted";
		for (const { name } of groups) addConfigEvent(ctx, null, `Group ${name} ${done}`);
	});
	ctx.hints.changed("devices", "all");
	return input.ids;
}

type MovedDevices = { joined: string[]; left: string[] };

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

type CheckedMembers = { filter: GroupFilter | null; deviceIds: string[] };

/**
 * Throws DEVICE_NOT_FOUND and GROUP_NOT_FOUND, and InputError for filters that name each other, whose members would
 * depend on the order of evaluation. `ownId`: of an existing group.
 */
function checkedMembers(ctx: MemberContext, members: GroupMembers, ownId: string | null): CheckedMembers {
	if (members.kind === "static") {
		return { filter: null, deviceIds: deviceIdsOrThrow(ctx, [...new Set(members.deviceIds)]) };
	}
	for (const groupId of members.filter.groupIds ?? []) {
		if (groupId === ownId || groupOrThrow(ctx, groupId).kind === "dynamic") {
			throw new InputError({ "members.filter.groupIds": "Choose groups whose devices are chosen by hand." });
		}
	}
	if (ownId !== null && (usesByGroup(ctx.db).get(ownId)?.groups.length ?? 0) > 0) {
		throw new InputError({ "members.kind": "A filter of another group names this one." });
	}
	return { filter: members.filter, deviceIds: [] };
}

/** Throws InputError if a group other than `ownId` has the name. */
function assertGroupName(db: AccountDb, name: string, ownId: string | null): void {
	if (isNameTaken(db, name, ownId)) throw new InputError({ name: "Another group has this name." });
}

/** Ignores case in any script: the database ignores it in ASCII only. */
export function isNameTaken(db: AccountDb, name: string, ownId: string | null): boolean {
	const key = nameKey(name);
	return listGroupRows(db).some((group) => group.id !== ownId && nameKey(group.name) === key);
}

function nameKey(name: string): string {
	return name.normalize("NFC").toLowerCase();
}
