import type { MemberContext } from "../context";
import { domainError } from "../errors";
import { findGroup, groupIdsByDevice, listDeviceIds } from "./group-rows";

/** What the caller may see of the fleet, resolved at each call, so that a change of groups acts at once. */
export function groupsInScope({ user }: MemberContext): string[] | "all" {
	return user.scope === "all" ? "all" : user.scope.groupIds;
}

export function devicesInScope(ctx: MemberContext): string[] | "all" {
	const groupIds = groupsInScope(ctx);
	return groupIds === "all" ? "all" : listDeviceIds(ctx.db, groupIds);
}

export function isDeviceInScope(ctx: MemberContext, deviceId: string): boolean {
	const groupIds = groupsInScope(ctx);
	if (groupIds === "all") return true;
	return (groupIdsByDevice(ctx.db, deviceId).get(deviceId) ?? []).some((groupId) => groupIds.includes(groupId));
}

/** A group the caller may see. Throws GROUP_NOT_FOUND, also for one outside their scope. */
export function groupOrThrow(ctx: MemberContext, groupId: string) {
	const groupIds = groupsInScope(ctx);
	const group = groupIds === "all" || groupIds.includes(groupId) ? findGroup(ctx.db, groupId) : null;
	if (!group) throw domainError("GROUP_NOT_FOUND", { groupId });
	return group;
}
