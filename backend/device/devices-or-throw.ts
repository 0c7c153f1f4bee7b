import type { MemberContext } from "../context";
import { domainError } from "../errors";
import { devicesInScope } from "../group/scope";
import { isGone } from "./deletion/is-gone";
import { type DeviceRow, findDevices } from "./device-rows";

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
