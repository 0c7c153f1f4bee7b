import type { RotateDeviceKey, RotatedDeviceKey } from "../../shared/device";
import { serialKey } from "../../shared/device-filter";
import { type CreatedDevice, givenParticulars, type ReplaceLogger } from "../../shared/device-inputs";
import { deviceOffsetMinutes, formatTimestamp } from "../../shared/time-zones";
import type { Verb } from "../base/context";
import { domainError } from "../base/errors";
import { type DeviceRow, findDeviceBySerial, replaceDeviceKey } from "../db/device-rows";
import { deviceOrThrow } from "../group/scope";
import { addConfigEvent } from "../journal/log-events";
import { rowChange } from "./change/device-change";
import { writeDeviceChanges } from "./change/write-device-changes";
import { toKeyFacts, wholeDevice } from "./device-view";

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

/**
 * Lets another logger go on in the place of one: what it sends continues the history, and the former key works no
 * longer. The new key is returned here and nowhere again. Throws DEVICE_NOT_FOUND, DEVICE_ARCHIVED, CHANGED_MEANWHILE,
 * SERIAL_NUMBER_TAKEN, and NOT_PERMITTED where somebody with a scope of groups would change a membership by it.
 */
export async function replaceLogger({ ctx, input }: Verb<ReplaceLogger>): Promise<CreatedDevice> {
	const { deviceId, version, serialNumber = null } = input;
	deviceOrThrow(ctx, deviceId);
	const { key, digest } = await ctx.deviceKeys.mint(ctx.accountId, deviceId);
	ctx.db.transaction(() => {
		// Found after the key took an await: another request may have changed the device meanwhile.
		const device = deviceOrThrow(ctx, deviceId);
		if (device.version !== version) throw domainError("CHANGED_MEANWHILE", { deviceId });
		if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId });
		const other = serialNumber === null ? null : findDeviceBySerial(ctx.db, serialNumber);
		if (other && other.id !== deviceId) throw domainError("SERIAL_NUMBER_TAKEN", { serialNumber });
		writeDeviceChanges(ctx, [{ ...rowChange(device, loggerOf(input)), heading: "logger replaced" }]);
		replaceDeviceKey(ctx.db, { device, digest, previousKeyUntil: null, now: ctx.now });
	});
	return { device: await wholeDevice(ctx, deviceOrThrow(ctx, deviceId)), key };
}

/** What is not said of the new one but its serial number is taken to be as it was. */
function loggerOf({ serialNumber, ...texts }: ReplaceLogger): Partial<DeviceRow> {
	return {
		serialNumber: serialNumber ?? null,
		serialKey: serialNumber === undefined ? null : serialKey(serialNumber),
		...givenParticulars(texts),
	};
}
