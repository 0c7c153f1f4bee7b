import type { RotateDeviceKey, RotatedDeviceKey } from "../../shared/device/device";
import { serialKey } from "../../shared/device/device-filter";
import { type CreatedDevice, givenParticulars, type ReplaceLogger } from "../../shared/device/device-inputs";
import { type Said, said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call } from "../base/context";
import { domainError } from "../base/errors";
import { type DeviceRow, findDeviceBySerial, replaceDeviceKey } from "../db/device-rows";
import { deviceOrThrow } from "../group/scope";
import { deviceKeyUsedAt } from "../keys/ingest-keys";
import { clockTime } from "./change/change-text";
import { rowChange } from "./change/device-change";
import { writeDeviceChanges } from "./change/write-device-changes";
import { toKeyFacts, wholeDevice } from "./device-projection";
import { endRejections } from "./status/record-rejections";

/** Throws DEVICE_NOT_FOUND and DEVICE_ARCHIVED. */
export async function rotateDeviceKey({ ctx, input }: Call<RotateDeviceKey>): Promise<RotatedDeviceKey> {
	const { key, digest } = await ctx.deviceKeys.mint(ctx.accountId, input.deviceId);
	const latest = await ctx.readingStore.latest([input.deviceId]);
	// Read after the awaits: another request may have replaced the key.
	const device = deviceOrThrow(ctx, input.deviceId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	const previousKeyUntil = input.graceSeconds === 0 ? null : new Date(ctx.now + input.graceSeconds * 1000);
	const usedAt = deviceKeyUsedAt(device, latest.get(device.id)?.lastReceivedAt ?? null, ctx.now);
	const replaced = ctx.audit.change({ device: [device.id] }, () => {
		addConfigEvent(ctx, device.id, saidOfRotation(device, previousKeyUntil));
		return replaceDeviceKey(ctx.db, {
			device: { ...device, keyUsedAt: usedAt },
			digest,
			previousKeyUntil,
			now: ctx.now,
		});
	});
	return { key, facts: toKeyFacts(replaced, null, ctx.now) };
}

function saidOfRotation(device: DeviceRow, previousKeyUntil: Date | null): Said {
	if (previousKeyUntil === null) return said("device.keyReplaced");
	return said("device.keyReplacedUntil", clockTime(device, previousKeyUntil.getTime()));
}

/** Throws DEVICE_NOT_FOUND, DEVICE_ARCHIVED, CHANGED_MEANWHILE, SERIAL_NUMBER_TAKEN and NOT_PERMITTED. */
export async function replaceLogger({ ctx, input }: Call<ReplaceLogger>): Promise<CreatedDevice> {
	const { deviceId, version, serialNumber = null } = input;
	deviceOrThrow(ctx, deviceId);
	const { key, digest } = await ctx.deviceKeys.mint(ctx.accountId, deviceId);
	ctx.audit.change({ device: [deviceId] }, () => {
		// Read after the await: another request may have changed the device.
		const device = deviceOrThrow(ctx, deviceId);
		if (device.version !== version) throw domainError("CHANGED_MEANWHILE", { deviceId });
		if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId });
		const other = serialNumber === null ? null : findDeviceBySerial(ctx.db, serialNumber);
		if (other && other.id !== deviceId) throw domainError("SERIAL_NUMBER_TAKEN", { serialNumber });
		writeDeviceChanges(ctx, [{ ...rowChange(device, loggerOf(input)), isNewLogger: true }]);
		replaceDeviceKey(ctx.db, { device, digest, previousKeyUntil: null, now: ctx.now });
		endRejections(ctx.db, deviceId, ctx.now);
	});
	return { device: await wholeDevice(ctx, deviceOrThrow(ctx, deviceId)), key };
}

function loggerOf({ serialNumber, ...texts }: ReplaceLogger): Partial<DeviceRow> {
	return {
		serialNumber: serialNumber ?? null,
		serialKey: serialNumber === undefined ? null : serialKey(serialNumber),
		...givenParticulars(texts),
	};
}
