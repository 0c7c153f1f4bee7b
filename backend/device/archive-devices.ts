import type { ChangedDevices, DevicesTarget } from "../../shared/device-inputs";
import type { Verb } from "../context";
import { applyDeviceChanges } from "./change/apply-device-changes";
import { rowChange } from "./change/device-change";
import { devicesOrThrow } from "./devices-or-throw";

/** Takes devices out of use and keeps all there is of them. One that is archived already stays as it is. */
export async function archiveDevices({ ctx, input }: Verb<DevicesTarget>): Promise<ChangedDevices> {
	const archivedAt = new Date(ctx.now);
	const answer = ctx.db.transaction(() => {
		const current = devicesOrThrow(ctx, input.deviceIds).filter((device) => device.archivedAt === null);
		return applyDeviceChanges(
			ctx,
			"devices",
			current.map((device) => rowChange(device, { archivedAt })),
		);
	});
	await ctx.watch.intervalsChanged();
	return answer;
}
