import type { GetLogs } from "../../shared/log";
import type { MemberContext } from "../context";
import { deviceIdsOfChannels } from "../device/channel-rows";
import { isGone } from "../device/deletion/is-gone";
import { type DeviceRow, findDevices, listDevices } from "../device/device-rows";
import { domainError } from "../errors";
import { listDeviceIds } from "../group/group-rows";
import { devicesInScope, groupOrThrow } from "../group/scope";

type Filter = Pick<GetLogs, "deviceIds" | "groupIds" | "channelIds">;

/** `isFiltered`: the caller named devices, groups or channels; otherwise it is all they may see. */
export type AskedDevices = { devices: DeviceRow[]; isFiltered: boolean };

/** The devices a log query is about. Throws DEVICE_NOT_FOUND and GROUP_NOT_FOUND for what the caller may not see. */
export function askedDevices(ctx: MemberContext, { deviceIds, groupIds, channelIds }: Filter): AskedDevices {
	const scope = devicesInScope(ctx);
	if (!deviceIds && !groupIds && !channelIds) return { devices: listDevices(ctx.db, scope), isFiltered: false };
	const inScope = scope === "all" ? null : new Set(scope);
	const found = new Map(findDevices(ctx.db, deviceIds ?? []).map((device) => [device.id, device]));
	for (const deviceId of deviceIds ?? []) {
		const device = found.get(deviceId);
		const isVisible = device && !isGone(device, ctx.now) && inScope?.has(deviceId) !== false;
		if (!isVisible) throw domainError("DEVICE_NOT_FOUND", { deviceId });
	}
	for (const groupId of groupIds ?? []) groupOrThrow(ctx, groupId);
	const ofChannels = deviceIds || groupIds ? [] : deviceIdsOfChannels(ctx.db, channelIds ?? []);
	const ids = [...listDeviceIds(ctx.db, groupIds ?? []), ...ofChannels];
	const others = findDevices(
		ctx.db,
		ids.filter((id) => inScope?.has(id) !== false),
	);
	for (const device of others) if (!isGone(device, ctx.now)) found.set(device.id, device);
	return { devices: [...found.values()], isFiltered: true };
}
