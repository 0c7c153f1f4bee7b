import type { GoneGroups, MovedDevices, PreviewRetention, RetentionTarget } from "../../shared/account/storage";
import type { AccountDb } from "../base/context";
import { groupIdsByDevice, listCurrentDeviceIds, listDeviceIds } from "../db/group-rows";
import { type DeviceForGroups, listDevicesForGroups, listGroupsWithEffect } from "../db/membership-rows";
import { mergedTags } from "../device/change/merged-tags";
import { settledMemberships } from "../group/recompute-devices";

type Group = ReturnType<typeof listGroupsWithEffect>[number];
type Tried = { groups: Group[]; memberships: Map<string, string[]> };

/** Sorts after every group, like a group created now. */
const newGroupId = "grp_~";

/** Groups and members after a change, by the same rules as saving. Writes nothing. */
export function triedGroups(db: AccountDb, { target, choice }: PreviewRetention): Tried {
	const groups = listGroupsWithEffect(db);
	const memberships = groupIdsByDevice(db);
	if ("moved" in target) {
		const { deviceIds } = target.moved;
		move(memberships, target.moved);
		const devices = listDevicesForGroups(db, deviceIds).map((device) => withTried(device, target.moved));
		return { groups, memberships: settledMemberships({ groups, devices, groupIdsByDevice: memberships }) };
	}
	if ("gone" in target) return withoutGroups(db, { groups, memberships }, target.gone);
	if (!("group" in target)) return { groups, memberships };
	const { members } = target.group;
	const id = target.group.id ?? newGroupId;
	const filter = members.kind === "static" ? null : members.filter;
	const tried = { id, filter, defaults: choice === "inherit" ? {} : { retentionDays: choice } };
	const all = [...groups.filter((group) => group.id !== id), tried];
	const chosen = chosenDevices(db, target.group);
	for (const [deviceId, groupIds] of memberships) {
		if (groupIds.includes(id))
			memberships.set(
				deviceId,
				groupIds.filter((groupId) => groupId !== id),
			);
	}
	move(memberships, { deviceIds: chosen, addGroupIds: [id], removeGroupIds: [] });
	const devices = listDevicesForGroups(db, "all");
	return { groups: all, memberships: settledMemberships({ groups: all, devices, groupIdsByDevice: memberships }) };
}

/** Mirrors a merge or deletion: filters use the remaining group, and manual members move. */
function withoutGroups(db: AccountDb, { groups, memberships }: Tried, { groupIds, intoId }: GoneGroups): Tried {
	const isGone = new Set(groupIds.filter((id) => id !== intoId));
	const stays = groups
		.filter(({ id }) => !isGone.has(id))
		.map((group) => ({ ...group, filter: renamed(group.filter) }));
	const members = [...memberships].filter(([, ids]) => ids.some((id) => isGone.has(id))).map(([deviceId]) => deviceId);
	const addGroupIds = intoId === null ? [] : [intoId];
	move(memberships, { deviceIds: members, addGroupIds, removeGroupIds: [...isGone] });
	const devices = listDevicesForGroups(db, "all");
	return { groups: stays, memberships: settledMemberships({ groups: stays, devices, groupIdsByDevice: memberships }) };

	function renamed(filter: Group["filter"]): Group["filter"] {
		if (intoId === null || !filter?.groupIds) return filter;
		return { ...filter, groupIds: [...new Set(filter.groupIds.map((id) => (isGone.has(id) ? intoId : id)))] };
	}
}

/** Throws InputError for too many tags. */
function withTried(device: DeviceForGroups, { addTags, removeTags, facts = {} }: MovedDevices): DeviceForGroups {
	const tried = { ...device, ...given(facts) };
	return { ...tried, tags: mergedTags(tried.tags, { name: tried.name, addTags, removeTags }) };
}

function given<Facts extends object>(facts: Facts): { [Name in keyof Facts]: Exclude<Facts[Name], undefined> } {
	const entries = Object.entries(facts).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [Name in keyof Facts]: Exclude<Facts[Name], undefined> }; // only these are left
}

function move(memberships: Map<string, string[]>, { deviceIds, addGroupIds, removeGroupIds }: MovedDevices): void {
	const left = new Set(removeGroupIds);
	for (const id of deviceIds) {
		const stays = (memberships.get(id) ?? []).filter((groupId) => !left.has(groupId));
		memberships.set(id, [...new Set([...stays, ...addGroupIds])]);
	}
}

type TriedGroup = Extract<RetentionTarget, { group: unknown }>["group"];

function chosenDevices(db: AccountDb, { id, members }: TriedGroup): string[] {
	if (members.kind === "dynamic") return [];
	if (id === null) return members.deviceIds;
	const current = new Set(listCurrentDeviceIds(db, id));
	const archived = listDeviceIds(db, [id]).filter((deviceId) => !current.has(deviceId));
	return [...members.deviceIds, ...archived];
}
