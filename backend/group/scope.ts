import { type MemberContext, oncePerBatch } from "../base/context";
import { domainError } from "../base/errors";
import type { UserRow } from "../db/account-rows";
import { type ChannelRow, findChannel } from "../db/channel-rows";
import { isGone } from "../db/deletion-rows";
import { type DeviceRow, findDevice, findDevices, listPresentIds } from "../db/device-rows";
import { findGroup, groupIdsByDevice, listDeviceIds } from "../db/group-rows";

/** Resolved at each call, so that a change of groups applies at once. */
export function groupsInScope({ user }: Pick<MemberContext, "user">): string[] | "all" {
	return user.scope === "all" ? "all" : user.scope.groupIds;
}

export function isWithinScope(ctx: Pick<MemberContext, "user">, { scope }: Pick<UserRow, "scope">): boolean {
	const visible = groupsInScope(ctx);
	return visible === "all" || (scope !== "all" && scope.groupIds.every((id) => visible.includes(id)));
}

/** Throws NOT_PERMITTED for a scope of groups. */
export function assertWholeScope(ctx: MemberContext): void {
	if (groupsInScope(ctx) !== "all") throw domainError("NOT_PERMITTED", { scope: "groups" });
}

/** Cached per batch: one group may hold thousands of devices. */
export const devicesInScope = oncePerBatch((ctx): string[] | "all" => {
	const groupIds = groupsInScope(ctx);
	return groupIds === "all" ? "all" : listDeviceIds(ctx.db, groupIds);
});

export function visibleGroupIds(ctx: MemberContext, groupIds: string[]): string[] {
	const visible = groupsInScope(ctx);
	return visible === "all" ? groupIds : groupIds.filter((id) => visible.includes(id));
}

export function isDeviceInScope(ctx: Pick<MemberContext, "db" | "user">, deviceId: string): boolean {
	const groupIds = groupsInScope(ctx);
	if (groupIds === "all") return true;
	return (groupIdsByDevice(ctx.db, deviceId).get(deviceId) ?? []).some((groupId) => groupIds.includes(groupId));
}

export function groupOrThrow(ctx: MemberContext, groupId: string) {
	const groupIds = groupsInScope(ctx);
	const group = groupIds === "all" || groupIds.includes(groupId) ? findGroup(ctx.db, groupId) : null;
	if (!group) throw domainError("GROUP_NOT_FOUND", { groupId });
	return group;
}

export function deviceOrThrow(ctx: MemberContext, deviceId: string): DeviceRow {
	const device = isDeviceInScope(ctx, deviceId) ? findDevice(ctx.db, deviceId) : null;
	if (!device || isGone(device, ctx.now)) throw domainError("DEVICE_NOT_FOUND", { deviceId });
	return device;
}

/** Sorted by creation, without repetitions. Throws DEVICE_NOT_FOUND, also out of scope. */
export function devicesOrThrow(ctx: MemberContext, deviceIds: string[]): DeviceRow[] {
	const visible = devicesInScope(ctx);
	const isVisible = visible === "all" ? () => true : isIn(visible);
	const found = findDevices(ctx.db, deviceIds).filter((device) => isVisible(device.id) && !isGone(device, ctx.now));
	assertNoneMissing(
		deviceIds,
		found.map(({ id }) => id),
	);
	return found;
}

/** Throws DEVICE_NOT_FOUND, also out of scope. */
export function deviceIdsOrThrow(ctx: MemberContext, deviceIds: string[]): string[] {
	const visible = devicesInScope(ctx);
	const isVisible = visible === "all" ? () => true : isIn(visible);
	const found = listPresentIds(ctx.db, deviceIds, ctx.now).filter(isVisible);
	assertNoneMissing(deviceIds, found);
	return found;
}

function assertNoneMissing(deviceIds: string[], found: string[]): void {
	const isFound = isIn(found);
	const missing = deviceIds.find((id) => !isFound(id));
	if (missing !== undefined) throw domainError("DEVICE_NOT_FOUND", { deviceId: missing });
}

/** Throws DEVICE_NOT_FOUND and DEVICE_ARCHIVED. */
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

/** Throws CHANNEL_NOT_FOUND, also out of scope. */
export function channelOrThrow(ctx: MemberContext, channelId: string): { channel: ChannelRow; device: DeviceRow } {
	const channel = findChannel(ctx.db, channelId);
	const device = channel && isDeviceInScope(ctx, channel.deviceId) ? findDevice(ctx.db, channel.deviceId) : null;
	if (!channel || !device || isGone(device, ctx.now)) throw domainError("CHANNEL_NOT_FOUND", { channelId });
	return { channel, device };
}

/** Throws CHANNEL_NOT_FOUND, also out of scope, and CHANNEL_IS_DERIVED: a derived channel has no readings of its own. */
export function sentChannelOrThrow(ctx: MemberContext, channelId: string): { channel: ChannelRow; device: DeviceRow } {
	const found = channelOrThrow(ctx, channelId);
	if (found.channel.derived) throw domainError("CHANNEL_IS_DERIVED", { channelId });
	return found;
}
