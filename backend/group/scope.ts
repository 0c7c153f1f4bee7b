import type { UserRow } from "../account/user-rows";
import type { MemberContext } from "../context";
import { domainError } from "../errors";
import { oncePerBatch } from "../once-per-batch";
import { findGroup, groupIdsByDevice, listDeviceIds } from "./group-rows";

/** What the caller may see of the fleet, resolved at each call, so that a change of groups acts at once. */
export function groupsInScope({ user }: MemberContext): string[] | "all" {
	return user.scope === "all" ? "all" : user.scope.groupIds;
}

/** Whether all that somebody may see is what the caller may see too. Only such people are there for the caller. */
export function isWithinScope(ctx: MemberContext, { scope }: Pick<UserRow, "scope">): boolean {
	const visible = groupsInScope(ctx);
	return visible === "all" || (scope !== "all" && scope.groupIds.every((id) => visible.includes(id)));
}

/** Who sees a part of the fleet only changes nothing of what is in it. Throws NOT_PERMITTED. */
export function assertWholeScope(ctx: MemberContext): void {
	if (groupsInScope(ctx) !== "all") throw domainError("NOT_PERMITTED", { scope: "groups" });
}

/** Most queries of a screen begin with it, and one group may hold thousands. */
export const devicesInScope = oncePerBatch((ctx): string[] | "all" => {
	const groupIds = groupsInScope(ctx);
	return groupIds === "all" ? "all" : listDeviceIds(ctx.db, groupIds);
});

/** Of some groups those the caller may see, in their order. */
export function visibleGroupIds(ctx: MemberContext, groupIds: string[]): string[] {
	const visible = groupsInScope(ctx);
	return visible === "all" ? groupIds : groupIds.filter((id) => visible.includes(id));
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
