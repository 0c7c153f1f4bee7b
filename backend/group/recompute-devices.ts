import { addTo } from "../../shared/base/multi-map";
import type { GroupFilter } from "../../shared/device/device-filter";
import type { GroupDefaults } from "../../shared/device/group";
import type { AccountDb, MemberContext } from "../base/context";
import { findAccountRetention } from "../db/account-rows";
import {
	type DeviceForGroups,
	deleteMemberships,
	insertMemberships,
	listDevicesForGroups,
	listGroupsWithEffect,
	listMemberships,
	type Membership,
	type SettingColumns,
	writeSettings,
} from "../db/membership-rows";
import { createDeviceFinder } from "./device-finder";
import { differingColumns, inheritedSettings } from "./inherited-settings";

type Recomputed = { memberships: string[]; settings: string[] };

/** Call in the transaction that changes facts of devices, memberships, or groups. Writes only differences. */
export function recomputeDevices(db: AccountDb, deviceIds: string[] | "all"): Recomputed {
	const groups = listGroupsWithEffect(db);
	const devices = listDevicesForGroups(db, deviceIds);
	const groupIdsByDevice = new Map<string, string[]>(devices.map(({ id }) => [id, []]));
	for (const { groupId, deviceId } of listMemberships(db, deviceIds)) groupIdsByDevice.get(deviceId)?.push(groupId);
	return {
		memberships: recomputeMemberships(db, { groups, devices, groupIdsByDevice }),
		settings: recomputeSettings(db, { groups, devices, groupIdsByDevice }),
	};
}

/** Hints to everybody: a person whose groups a device just left cannot be found by it any more. */
export function recomputeGroups({ db, hints }: Pick<MemberContext, "db" | "hints">, deviceIds: string[] | "all"): void {
	recomputeDevices(db, deviceIds);
	hints.changed("groups", "all");
	hints.changed("devices", "all");
}

type MembershipParts = {
	groups: { id: string; filter: GroupFilter | null }[];
	devices: DeviceForGroups[];
	groupIdsByDevice: Map<string, string[]>;
};

function recomputeMemberships(db: AccountDb, { groups, devices, groupIdsByDevice }: MembershipParts): string[] {
	const dynamic = new Map(groups.flatMap(({ id, filter }) => (filter === null ? [] : [[id, filter] as const])));
	if (dynamic.size === 0) return [];
	const chosen = new Map<string, string[]>();
	const present = new Map<string, string[]>();
	for (const [deviceId, groupIds] of groupIdsByDevice) {
		chosen.set(
			deviceId,
			groupIds.filter((groupId) => !dynamic.has(groupId)),
		);
		present.set(
			deviceId,
			groupIds.filter((groupId) => dynamic.has(groupId)),
		);
	}
	const wanted = membersOf(dynamic, withGroups(devices, chosen));
	const added: Membership[] = [];
	const removed: Membership[] = [];
	const changed: string[] = [];
	for (const [deviceId, before] of present) {
		const after = wanted.get(deviceId) ?? [];
		if (isSameList(before, after)) continue;
		changed.push(deviceId);
		for (const groupId of after) if (!before.includes(groupId)) added.push({ groupId, deviceId });
		for (const groupId of before) if (!after.includes(groupId)) removed.push({ groupId, deviceId });
		groupIdsByDevice.set(deviceId, [...(chosen.get(deviceId) ?? []), ...after].sort());
	}
	deleteMemberships(db, removed);
	insertMemberships(db, added);
	return changed;
}

/** Of which groups devices would be, those that filters choose included, in order of creation. Writes nothing. */
export function settledMemberships({ groups, devices, groupIdsByDevice }: MembershipParts): Map<string, string[]> {
	const dynamic = new Map(groups.flatMap(({ id, filter }) => (filter === null ? [] : [[id, filter] as const])));
	const isChosen = (groupId: string) => !dynamic.has(groupId);
	const chosen = new Map(devices.map(({ id }) => [id, (groupIdsByDevice.get(id) ?? []).filter(isChosen)]));
	const found = membersOf(dynamic, withGroups(devices, chosen));
	return new Map([...chosen].map(([id, groupIds]) => [id, [...groupIds, ...(found.get(id) ?? [])].sort()]));
}

function membersOf(dynamic: Map<string, GroupFilter>, devices: ReturnType<typeof withGroups>): Map<string, string[]> {
	const find = createDeviceFinder(devices);
	const members = new Map<string, string[]>();
	for (const [groupId, filter] of dynamic) {
		for (const { id } of find(filter)) addTo(members, id, groupId);
	}
	return members;
}

/** With manual groups only, so that no group depends on itself. */
function withGroups(devices: DeviceForGroups[], chosen: Map<string, string[]>) {
	return devices.map((device) => ({
		...device,
		power: device.power ?? undefined,
		groupIds: chosen.get(device.id) ?? [],
		// Groups cannot filter by what changes by the minute.
		status: "never" as const, // a literal of the schema
		lastReceivedAt: null,
		latest: [],
	}));
}

function isSameList(some: string[], others: string[]): boolean {
	return some.length === others.length && some.every((value, index) => value === others[index]);
}

type SettingParts = {
	groups: { id: string; defaults: GroupDefaults }[];
	devices: DeviceForGroups[];
	groupIdsByDevice: Map<string, string[]>;
};

function recomputeSettings(db: AccountDb, { groups, devices, groupIdsByDevice }: SettingParts): string[] {
	const retentionDays = findAccountRetention(db);
	const defaults = { groups: new Map(groups.map((group) => [group.id, group.defaults])), retentionDays };
	// Devices of the same groups change alike: one statement for all of them.
	const changes = new Map<string, { values: SettingColumns; deviceIds: string[] }>();
	for (const device of devices) {
		if (device.inherits.length === 0) continue;
		const inherited = inheritedSettings(device, groupIdsByDevice.get(device.id) ?? [], defaults);
		const values = differingColumns(device, inherited);
		const key = JSON.stringify(values);
		if (key === "{}") continue;
		const known = changes.get(key);
		if (known) known.deviceIds.push(device.id);
		else changes.set(key, { values, deviceIds: [device.id] });
	}
	for (const { values, deviceIds } of changes.values()) writeSettings(db, deviceIds, values);
	return [...changes.values()].flatMap(({ deviceIds }) => deviceIds);
}
