import type { ChangedDevices, DevicesTarget } from "../../../shared/device-inputs";
import { limits } from "../../../shared/limits";
import type { Verb } from "../../context";
import { applyDeviceChanges } from "../change/apply-device-changes";
import { rowChange } from "../change/device-change";
import { devicesOrThrow } from "../devices-or-throw";

/**
 * Takes devices out of use, and out of the account after `limits.deletionGraceMs`. One that is being deleted already
 * goes when it was to go. Throws DEVICE_NOT_FOUND.
 */
export async function deleteDevices({ ctx, input }: Verb<DevicesTarget>): Promise<ChangedDevices> {
	const now = new Date(ctx.now);
	const deletedFrom = new Date(ctx.now + limits.deletionGraceMs);
	const answer = ctx.db.transaction(() => {
		const staying = devicesOrThrow(ctx, input.deviceIds).filter((device) => device.deletedFrom === null);
		return applyDeviceChanges(
			ctx,
			"devices",
			staying.map((device) => rowChange(device, { archivedAt: device.archivedAt ?? now, deletedFrom })),
		);
	});
	await ctx.watch.intervalsChanged();
	return answer;
}
