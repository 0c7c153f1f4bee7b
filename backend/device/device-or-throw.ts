import type { MemberContext } from "../context";
import { domainError } from "../errors";
import { isDeviceInScope } from "../group/scope";
import { isGone } from "./deletion/is-gone";
import { type DeviceRow, findDevice } from "./device-rows";

/** A device the caller may see. Throws DEVICE_NOT_FOUND, also for one outside their scope. */
export function deviceOrThrow(ctx: MemberContext, deviceId: string): DeviceRow {
	const device = isDeviceInScope(ctx, deviceId) ? findDevice(ctx.db, deviceId) : null;
	if (!device || isGone(device, ctx.now)) throw domainError("DEVICE_NOT_FOUND", { deviceId });
	return device;
}
