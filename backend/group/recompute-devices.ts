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
	type SettingColumns,
	writeSettings,
} from "../db/membership-rows";
import { createDeviceFinder } from "./device-finder";
import { differingColumns, inheritedSettings } from "./inherited-settings";

export type Effects = {
	groups: { id: string; filter: GroupFilter | null; defaults: GroupDefaults }[];
	retentionDays: number | null;
	chosen?: readonly { groupId: string; deviceIds: ReadonlySet<string> }[] | undefined;
};

/** `values`: columns that differ from the inherited settings. */
export type Difference = { joins: string[]; leaves: string[]; values: SettingColumns };

export function effectsOf(db: AccountDb): Effects {
	return { groups: listGroupsWithEffect(db), retentionDays: findAccountRetention(db) };
}

/** Call in the transaction of the change. Writes only differences. Returns devices that a filter moved. */
export function recomputeDevices(db: AccountDb, deviceIds: string[] | "all"): { memberships: string[] } {
	const differences = differencesOf(db, deviceIds, effectsOf(db));
	writeDifferences(db, differences);
	const isMoved = ({ joins, leaves }: Difference) => joins.length + leaves.length > 0;
	return { memberships: [...differences].flatMap(([id, difference]) => (isMoved(difference) ? id : [])) };
}

/** Invalidates for all users: a device that left a group no longer identifies that group's users. */
export function recomputeGroups(
	{ db, invalidations }: Pick<MemberContext, "db" | "invalidations">,
	deviceIds: string[] | "all",
): void {
	recomputeDevices(db, deviceIds);
	invalidateGroups({ invalidations });
}

export function invalidateGroups({ invalidations }: Pick<MemberContext, "invalidations">): void {
	invalidations.changed("groups", "all");
	invalidations.changed("devices", "all");
}

/** Keys: device ids; omits equal devices. Writes nothing. */
export function differencesOf(
	db: AccountDb,
	deviceIds: string[] | "all",
	{ groups, retentionDays, chosen = [] }: Effects,
): Map<string, Difference> {
	const devices = listDevicesForGroups(db, deviceIds);
	const groupIdsByDevice = new Map<string, string[]>(devices.map(({ id }) => [id, []]));
	const isWrittenLater = new Set(chosen.map(({ groupId }) => groupId));
	for (const { groupId, deviceId } of listMemberships(db, deviceIds)) {
		if (!isWrittenLater.has(groupId)) groupIdsByDevice.get(deviceId)?.push(groupId);
	}
	for (const { groupId, deviceIds: members } of chosen) {
		for (const [id, groupIds] of groupIdsByDevice) {
			if (members.has(id)) groupIdsByDevice.set(id, [...groupIds, groupId].sort());
		}
	}
	const filters = filtersOf(groups);
	const settled = filters.size === 0 ? groupIdsByDevice : settledMemberships({ groups, devices, groupIdsByDevice });
	const defaults = { groups: new Map(groups.map((group) => [group.id, group.defaults])), retentionDays };
	const differences = new Map<string, Difference>();
	for (const device of devices) {
		const before = groupIdsByDevice.get(device.id) ?? noGroups;
		const after = settled.get(device.id) ?? noGroups;
		const values =
			device.inherits.length === 0 ? {} : differingColumns(device, inheritedSettings(device, after, defaults));
		const isSame = before === after || isSameList(before, after);
		if (isSame && Object.keys(values).length === 0) continue;
		const joins = after.filter((groupId) => !before.includes(groupId));
		const leaves = before.filter((groupId) => !after.includes(groupId));
		differences.set(device.id, { joins, leaves, values });
	}
	return differences;
}

const noGroups: readonly string[] = [];

/** Call within a transaction. */
export function writeDifferences(db: AccountDb, differences: ReadonlyMap<string, Difference>): void {
	const pairs = (side: "joins" | "leaves") =>
		[...differences].flatMap(([deviceId, of]) => of[side].map((groupId) => ({ groupId, deviceId })));
	deleteMemberships(db, pairs("leaves"));
	insertMemberships(db, pairs("joins"));
	const changes = new Map<string, { values: SettingColumns; deviceIds: string[] }>();
	for (const [deviceId, { values }] of differences) {
		const key = JSON.stringify(values);
		if (key === "{}") continue;
		const known = changes.get(key);
		if (known) known.deviceIds.push(deviceId);
		else changes.set(key, { values, deviceIds: [deviceId] });
	}
	for (const { values, deviceIds } of changes.values()) writeSettings(db, deviceIds, values);
}

type MembershipParts = {
	groups: { id: string; filter: GroupFilter | null }[];
	devices: DeviceForGroups[];
	groupIdsByDevice: Map<string, string[]>;
};

/** Group ids by device, filter groups included, in order of creation. Writes nothing. */
export function settledMemberships({ groups, devices, groupIdsByDevice }: MembershipParts): Map<string, string[]> {
	const dynamic = filtersOf(groups);
	const isChosen = (groupId: string) => !dynamic.has(groupId);
	const chosen = new Map(devices.map(({ id }) => [id, (groupIdsByDevice.get(id) ?? []).filter(isChosen)]));
	const found = membersOf(dynamic, withGroups(devices, chosen));
	return new Map([...chosen].map(([id, groupIds]) => [id, [...groupIds, ...(found.get(id) ?? [])].sort()]));
}

function filtersOf(groups: MembershipParts["groups"]): Map<string, GroupFilter> {
	return new Map(groups.flatMap(({ id, filter }) => (filter === null ? [] : [[id, filter] as const])));
}

function membersOf(dynamic: Map<string, GroupFilter>, devices: ReturnType<typeof withGroups>): Map<string, string[]> {
	const find = createDeviceFinder(devices);
	const members = new Map<string, string[]>();
	for (const [groupId, filter] of dynamic) {
		for (const { id } of find(filter)) addTo(members, id, groupId);
	}
	return members;
}

/** Filters see static groups only, so that no group depends on itself. */
function withGroups(devices: DeviceForGroups[], chosen: Map<string, string[]>) {
	return devices.map((device) => ({
		...device,
		power: device.power ?? undefined,
		groupIds: chosen.get(device.id) ?? [],
		status: "never" as const, // a literal of the schema
		lastReceivedAt: null,
		latest: [],
	}));
}

function isSameList(some: readonly string[], others: readonly string[]): boolean {
	return some.length === others.length && some.every((value, index) => value === others[index]);
}
