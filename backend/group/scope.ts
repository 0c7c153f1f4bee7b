import { type MemberContext, oncePerBatch } from "../base/context";
import { domainError } from "../base/errors";
import type { UserRow } from "../db/account-rows";
import { type ChannelRow, findChannel } from "../db/channel-rows";
import { isGone } from "../db/deletion-rows";
import { type DeviceRow, findDevice, findDevices } from "../db/device-rows";
import { findGroup, groupIdsByDevice, listDeviceIds } from "../db/group-rows";

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

/** A device the caller may see. Throws DEVICE_NOT_FOUND, also for one outside their scope. */
export function deviceOrThrow(ctx: MemberContext, deviceId: string): DeviceRow {
	const device = isDeviceInScope(ctx, deviceId) ? findDevice(ctx.db, deviceId) : null;
	if (!device || isGone(device, ctx.now)) throw domainError("DEVICE_NOT_FOUND", { deviceId });
	return device;
}

/** Devices the caller may see, each once, in order of creation. Throws DEVICE_NOT_FOUND where one of them is not. */
export function devicesOrThrow(ctx: MemberContext, deviceIds: string[]): DeviceRow[] {
	const visible = devicesInScope(ctx);
	const isVisible = visible === "all" ? () => true : isIn(visible);
	const found = findDevices(ctx.db, deviceIds).filter((device) => isVisible(device.id) && !isGone(device, ctx.now));
	const isFound = isIn(found.map(({ id }) => id));
	const missing = deviceIds.find((id) => !isFound(id));
	if (missing !== undefined) throw domainError("DEVICE_NOT_FOUND", { deviceId: missing });
	return found;
}

/** The same, where none of them is archived. Throws DEVICE_ARCHIVED too. */
export function currentDevicesOrThrow(ctx: MemberContext, deviceIds: string[]): DeviceRow[] {
	const devices = devicesOrThrow(ctx, deviceIds);
	const archived = devices.find(({ archivedAt }) => archivedAt !== null);
	if (archived) throw domainError("DEVICE_ARCHIVED", { deviceId: archived.id });
	return devices;
}

function isIn(ids: string[]): (id: string) => boolean {
	const known = new Set(ids);
	return (id) => known.has(id);
}

/** A channel of a device the caller may see. Throws CHANNEL_NOT_FOUND, also for one outside their scope. */
export function channelOrThrow(ctx: MemberContext, channelId: string): { channel: ChannelRow; device: DeviceRow } {
	const channel = findChannel(ctx.db, channelId);
	const device = channel && isDeviceInScope(ctx, channel.deviceId) ? findDevice(ctx.db, channel.deviceId) : null;
	if (!channel || !device || isGone(device, ctx.now)) throw domainError("CHANNEL_NOT_FOUND", { channelId });
	return { channel, device };
}
