import type { GroupFilter } from "../../shared/device-filter";
import type { AccountDb } from "../context";
import { createDeviceFinder } from "./device-finder";
import { deleteMemberships, insertMemberships, type Membership } from "./membership-rows";
import type { SettledDevice } from "./settled-rows";

type Parts = {
	groups: { id: string; filter: GroupFilter | null }[];
	devices: SettledDevice[];
	/** Every membership of the devices, by group; left as it is afterwards. */
	groupIdsByDevice: Map<string, string[]>;
};

/** Makes devices members of the groups whose filters they meet, and of no others made by a filter. Answers whose changed. */
export function settleMemberships(db: AccountDb, { groups, devices, groupIdsByDevice }: Parts): string[] {
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
		if (isSame(before, after)) continue;
		changed.push(deviceId);
		for (const groupId of after) if (!before.includes(groupId)) added.push({ groupId, deviceId });
		for (const groupId of before) if (!after.includes(groupId)) removed.push({ groupId, deviceId });
		groupIdsByDevice.set(deviceId, [...(chosen.get(deviceId) ?? []), ...after].sort());
	}
	deleteMemberships(db, removed);
	insertMemberships(db, added);
	return changed;
}

/** Group ids by device, ascending. */
function membersOf(dynamic: Map<string, GroupFilter>, devices: ReturnType<typeof withGroups>): Map<string, string[]> {
	const find = createDeviceFinder(devices);
	const members = new Map<string, string[]>();
	for (const [groupId, filter] of dynamic) {
		for (const { id } of find(filter)) {
			const known = members.get(id);
			if (known) known.push(groupId);
			else members.set(id, [groupId]);
		}
	}
	return members;
}

/** Devices as a group's filter sees them: with the groups that people chose alone, so that no group follows from itself. */
function withGroups(devices: SettledDevice[], chosen: Map<string, string[]>) {
	return devices.map((device) => ({
		...device,
		power: device.power ?? undefined,
		groupIds: chosen.get(device.id) ?? [],
		// What changes by the minute is no criterion of a group.
		status: "never" as const, // a literal of the schema
		lastReceivedAt: null,
		latest: [],
	}));
}

function isSame(some: string[], others: string[]): boolean {
	return some.length === others.length && some.every((value, place) => value === others[place]);
}
