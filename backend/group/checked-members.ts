import type { GroupFilter } from "../../shared/device-filter";
import type { GroupMembers } from "../../shared/group";
import type { MemberContext } from "../context";
import { devicesOrThrow } from "../device/devices-or-throw";
import { InputError } from "../errors";
import { usesByGroup } from "./group-uses";
import { groupOrThrow } from "./scope";

/** What chooses a group's devices. A group made by a filter names none by hand. */
export type CheckedMembers = { filter: GroupFilter | null; deviceIds: string[] };

/**
 * Throws DEVICE_NOT_FOUND and GROUP_NOT_FOUND for what is not the account's, and InputError where groups made by filters
 * would look at one another: then who is a member would depend on the order of looking. `ownId`: of a group that exists.
 */
export function checkedMembers(ctx: MemberContext, members: GroupMembers, ownId: string | null): CheckedMembers {
	if (members.kind === "static") {
		const devices = devicesOrThrow(ctx, [...new Set(members.deviceIds)]);
		return { filter: null, deviceIds: devices.map(({ id }) => id) };
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
