import type { AccountDb } from "../context";
import { listMemberships } from "./membership-rows";
import { settleMemberships } from "./settle-memberships";
import { settleSettings } from "./settle-settings";
import { listSettledDevices, listSettlingGroups } from "./settled-rows";

/** Devices whose memberships of groups made by a filter changed, and those for which an inherited setting did. */
export type Settled = { memberships: string[]; settings: string[] };

/**
 * Makes true again what follows from devices and groups: who is a member of the groups that a filter makes, and what
 * devices inherit. To be called in the transaction of whatever changes the facts of devices, their memberships, or
 * groups. Writes only what differs.
 */
export function settleDevices(db: AccountDb, deviceIds: string[] | "all"): Settled {
	const groups = listSettlingGroups(db);
	const devices = listSettledDevices(db, deviceIds);
	const groupIdsByDevice = new Map<string, string[]>(devices.map(({ id }) => [id, []]));
	for (const { groupId, deviceId } of listMemberships(db, deviceIds)) groupIdsByDevice.get(deviceId)?.push(groupId);
	return {
		memberships: settleMemberships(db, { groups, devices, groupIdsByDevice }),
		settings: settleSettings(db, { groups, devices, groupIdsByDevice }),
	};
}
