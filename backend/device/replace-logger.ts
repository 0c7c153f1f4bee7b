import { serialKey } from "../../shared/device-filter";
import type { CreatedDevice, ReplaceLogger } from "../../shared/device-inputs";
import type { Verb } from "../context";
import { domainError } from "../errors";
import { rowChange } from "./change/device-change";
import { writeDeviceChanges } from "./change/write-device-changes";
import { deviceOrThrow } from "./device-or-throw";
import { type DeviceRow, findDeviceBySerial, replaceDeviceKey } from "./device-rows";
import { wholeDevice } from "./whole-device";

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
		writeDeviceChanges(ctx, [{ ...rowChange(device, loggerOf(device, input)), heading: "logger replaced" }]);
		replaceDeviceKey(ctx.db, { device, digest, previousKeyUntil: null, now: ctx.now });
	});
	return { device: await wholeDevice(ctx, deviceOrThrow(ctx, deviceId)), key };
}

/** What is not said of the new one but its serial number is taken to be as it was. */
function loggerOf(device: DeviceRow, { serialNumber, ...facts }: ReplaceLogger): Partial<DeviceRow> {
	return {
		serialNumber: serialNumber ?? null,
		serialKey: serialNumber === undefined ? null : serialKey(serialNumber),
		model: facts.model ?? device.model,
		firmwareVersion: facts.firmwareVersion ?? device.firmwareVersion,
		hardwareVersion: facts.hardwareVersion ?? device.hardwareVersion,
	};
}
