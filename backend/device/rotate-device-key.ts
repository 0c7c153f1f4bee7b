import type { RotateDeviceKey, RotatedDeviceKey } from "../../shared/device";
import { deviceOffsetMinutes, formatTimestamp } from "../../shared/time-zones";
import type { Verb } from "../context";
import { domainError } from "../errors";
import { addConfigEvent } from "../log/events/add-config-event";
import { deviceOrThrow } from "./device-or-throw";
import { type DeviceRow, replaceDeviceKey } from "./device-rows";
import { toKeyFacts } from "./device-view";

/** Gives a device another key. Throws DEVICE_NOT_FOUND and DEVICE_ARCHIVED. */
export async function rotateDeviceKey({ ctx, input }: Verb<RotateDeviceKey>): Promise<RotatedDeviceKey> {
	const { key, digest } = await ctx.deviceKeys.mint(ctx.accountId, input.deviceId);
	// Found after the key took an await: another request may have replaced the key meanwhile.
	const device = deviceOrThrow(ctx, input.deviceId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	const previousKeyUntil = input.graceSeconds === 0 ? null : new Date(ctx.now + input.graceSeconds * 1000);
	const replaced = replaceDeviceKey(ctx.db, { device, digest, previousKeyUntil, now: ctx.now });
	addConfigEvent(ctx, device.id, eventText(device, previousKeyUntil));
	return { key, facts: toKeyFacts(replaced, ctx.now) };
}

function eventText(device: DeviceRow, previousKeyUntil: Date | null): string {
	if (previousKeyUntil === null) return "Key replaced; the former one works no longer";
	const at = previousKeyUntil.getTime();
	const clock = device.timeZoneRule === 0 ? "UTC" : "device clock";
	return `Key replaced; the former one works until ${formatTimestamp(at, deviceOffsetMinutes(device, at))} (${clock})`;
}
