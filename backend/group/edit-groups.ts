import { errorKey } from "../../shared/base/error-key";
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
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { isSameValue, raiseDeviceVersions } from "../db/device-rows";
import { endWaiting } from "../db/follow-up-rows";
import {
	type GroupRow,
	insertGroup,
	listCurrentDeviceIds,
	listDeviceIds,
	listGroupRows,
	saveGroup,
} from "../db/group-rows";
import { deleteMemberships, insertMembers, insertMemberships } from "../db/membership-rows";
import { isMutedAlike, muteColumns, muteGroupRows } from "../db/mute-rows";
import { usesByGroup, wholeGroup } from "./group-projection";
import { saidOfGroupChange } from "./group-texts";
import { effectsOf } from "./recompute-devices";
import { type ComingGroups, inSlicesThenAtOnce } from "./recompute-in-slices";
import { assertWholeScope, deviceIdsOrThrow, groupOrThrow } from "./scope";

/** Throws NOT_PERMITTED, GROUP_LIMIT, DEVICE_NOT_FOUND, GROUP_NOT_FOUND, and InputError for a taken name. */
export async function createGroup({ ctx, input }: Call<CreateGroup>): Promise<Group> {
	assertWholeScope(ctx);
	const id = ctx.newId("group");
	assertMayCreate(ctx, input);
	const coming = () => comingGroup(ctx.db, { id, ...input }, null);
	await inSlicesThenAtOnce(ctx, coming, (recompute) => writeNewGroup(ctx, { id, input, recompute }));
	return afterChange(ctx, id);
}

function assertMayCreate(ctx: MemberContext, { name, members }: CreateGroup): void {
	if (listGroupRows(ctx.db).length >= limits.groups) throw domainError("GROUP_LIMIT", { most: limits.groups });
	assertGroupName(ctx.db, name, null);
	assertFilter(ctx, members, null);
}

function writeNewGroup(ctx: MemberContext, { id, input, recompute }: Writing<CreateGroup> & { id: string }): void {
	const { name, colour, defaults, members } = input;
	ctx.audit.change({ group: [id] }, () => {
		assertMayCreate(ctx, input);
		const { filter, deviceIds } = chosenMembers(ctx, members);
		const texts = pick(input, groupTextNames);
		const createdAt = new Date(ctx.now);
		insertGroup(ctx.db, { id, name, kind: members.kind, ...texts, colour, filter, defaults, createdAt });
		insertMembers(ctx.db, id, deviceIds);
		raiseDeviceVersions(ctx.db, deviceIds);
		recompute();
		addConfigEvent(ctx, null, said("group.added", { name }));
	});
}

async function afterChange(ctx: MemberContext, id: string): Promise<Group> {
	await ctx.watch.intervalsChanged("all");
	await ctx.turnQueue.next();
	return wholeGroup(ctx, groupOrThrow(ctx, id));
}

/** Keeps archived members. Throws CHANGED_MEANWHILE, NOT_PERMITTED, GROUP_NOT_FOUND, DEVICE_NOT_FOUND, and InputError. */
export async function updateGroup({ ctx, input }: Call<UpdateGroup>): Promise<Group> {
	assertWholeScope(ctx);
	const before = changeableOrThrow(ctx, input);
	const coming = () => comingGroup(ctx.db, input, before);
	await inSlicesThenAtOnce(ctx, coming, (recompute) => writeGroup(ctx, { input, recompute }));
	return afterChange(ctx, input.id);
}

function changeableOrThrow(ctx: MemberContext, { id, version, name, members }: UpdateGroup): GroupRow {
	const group = groupOrThrow(ctx, id);
	if (group.version !== version) throw domainError("CHANGED_MEANWHILE", { groupId: group.id });
	assertGroupName(ctx.db, name, group.id);
	assertFilter(ctx, members, group.id);
	return group;
}

type Writing<Input> = { input: Input; recompute: () => void };

function writeGroup(ctx: MemberContext, { input, recompute }: Writing<UpdateGroup>): void {
	ctx.audit.change({ group: [input.id] }, () => {
		const before = changeableOrThrow(ctx, input);
		const members = chosenMembers(ctx, input.members);
		const { name, colour, defaults } = input;
		const texts = pick(input, groupTextNames);
		const after = { ...before, name, ...texts, colour, defaults, filter: members.filter, kind: input.members.kind };
		const touched = listDeviceIds(ctx.db, [before.id]);
		const moved = chooseDevices(ctx, after, members);
		const change = saidOfGroupChange(before, after, moved);
		if (change === null) return;
		saveGroup(ctx.db, after);
		const isChosenOtherwise = before.kind !== after.kind;
		raiseDeviceVersions(ctx.db, isChosenOtherwise ? touched : [...moved.joined, ...moved.left]);
		recompute();
		addConfigEvent(ctx, null, change);
	});
}

type WantedGroup = Pick<UpdateGroup, "id" | "members" | "defaults">;

/** `before` is null for a new group. Archived devices stay in a static group. */
function comingGroup(db: AccountDb, { id, members, defaults }: WantedGroup, before: GroupRow | null): ComingGroups {
	const filter = members.kind === "static" ? null : members.filter;
	const groups = effectsOf(db).groups.filter((group) => group.id !== id);
	const hasEffect = filter !== null || Object.keys(defaults).length > 0;
	const coming = hasEffect ? [...groups, { id, filter, defaults }] : groups;
	const effects = { groups: coming.sort((one, other) => (one.id < other.id ? -1 : 1)) };
	const isSameFilter = before !== null && isSameValue(before.filter, filter);
	if (members.kind === "dynamic") {
		const isAsBefore = isSameFilter && isSameValue(before.defaults, defaults);
		return { ...effects, deviceIds: isAsBefore ? [] : "all" };
	}
	const present = before === null ? [] : listDeviceIds(db, [id]);
	const current = new Set(before === null ? [] : listCurrentDeviceIds(db, id));
	const chosen = new Set([...members.deviceIds, ...present.filter((deviceId) => !current.has(deviceId))]);
	const touched = [...chosen, ...present];
	return { ...effects, chosen: [{ groupId: id, deviceIds: chosen }], deviceIds: before?.filter ? "all" : touched };
}

/** Throws GROUP_NOT_FOUND, and InputError for a past time. */
export function muteGroups({ ctx, input }: Call<MuteGroups>): GroupListRow["id"][] {
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
		const key = columns.mutedUntil === null ? "group.notMuted" : "group.muted";
		for (const { name } of groups) addConfigEvent(ctx, null, said(key, { name }));
	});
	ctx.invalidations.changed("devices", "all");
	return input.ids;
}

type MovedDevices = { joined: string[]; left: string[] };

function chooseDevices({ db }: MemberContext, group: GroupRow, { filter, deviceIds }: ChosenMembers): MovedDevices {
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

type ChosenMembers = { filter: GroupFilter | null; deviceIds: string[] };

function chosenMembers(ctx: MemberContext, members: GroupMembers): ChosenMembers {
	if (members.kind === "dynamic") return { filter: members.filter, deviceIds: [] };
	return { filter: null, deviceIds: deviceIdsOrThrow(ctx, [...new Set(members.deviceIds)]) };
}

/** A filter may name static groups only, so that order does not matter. Throws GROUP_NOT_FOUND and InputError. */
function assertFilter(ctx: MemberContext, members: GroupMembers, ownId: string | null): void {
	if (members.kind === "static") return;
	for (const groupId of members.filter.groupIds ?? []) {
		if (groupId === ownId || groupOrThrow(ctx, groupId).kind === "dynamic") {
			throw new InputError({ "members.filter.groupIds": errorKey("group.byHand") });
		}
	}
	if (ownId !== null && (usesByGroup(ctx.db).get(ownId)?.groups.length ?? 0) > 0) {
		throw new InputError({ "members.kind": errorKey("group.named") });
	}
}

function assertGroupName(db: AccountDb, name: string, ownId: string | null): void {
	if (isNameTaken(db, name, ownId)) throw new InputError({ name: errorKey("group.nameTaken") });
}

/** SQLite ignores case in ASCII only. */
export function isNameTaken(db: AccountDb, name: string, ownId: string | null): boolean {
	const key = nameKey(name);
	return listGroupRows(db).some((group) => group.id !== ownId && nameKey(group.name) === key);
}

function nameKey(name: string): string {
	return name.normalize("NFC").toLowerCase();
}
