import type { ChangedDevices, DevicesTarget } from "../../../shared/device-inputs";
import type { Verb } from "../../context";
import { assertRoom } from "../assert-room";
import { applyDeviceChanges } from "../change/apply-device-changes";
import { rowChange } from "../change/device-change";
import { devicesOrThrow } from "../devices-or-throw";

/** Takes devices into use again that are archived or being deleted. Throws DEVICE_NOT_FOUND and DEVICE_LIMIT. */
export async function restoreDevices({ ctx, input }: Verb<DevicesTarget>): Promise<ChangedDevices> {
	const answer = ctx.db.transaction(() => {
		const archived = devicesOrThrow(ctx, input.deviceIds).filter((device) => device.archivedAt !== null);
		assertRoom(ctx.db, archived.length);
		return applyDeviceChanges(
			ctx,
			"devices",
			archived.map((device) => rowChange(device, { archivedAt: null, deletedFrom: null })),
		);
	});
	await ctx.watch.intervalsChanged();
	return answer;
}
