import type { ChangeDevices, ChangedDevices } from "../../shared/device-inputs";
import type { Verb } from "../context";
import { groupIdsByDevice } from "../group/group-rows";
import { applyDeviceChanges } from "./change/apply-device-changes";
import { chosenGroupIds } from "./change/chosen-groups";
import type { DeviceChange } from "./change/device-change";
import { mergedSettings } from "./change/merged-settings";
import { mergedTags } from "./change/merged-tags";
import type { DeviceRow } from "./device-rows";
import { currentDevicesOrThrow } from "./devices-or-throw";

/** The same change of many devices: of all of them or, where one cannot be changed, of none. */
export async function changeDevices({ ctx, input }: Verb<ChangeDevices>): Promise<ChangedDevices> {
	const answer = ctx.db.transaction(() => {
		const devices = currentDevicesOrThrow(ctx, input.deviceIds);
		const joining = chosenGroupIds(ctx, input.addGroupIds, "addGroupIds");
		const leaving = chosenGroupIds(ctx, input.removeGroupIds, "removeGroupIds").filter((id) => !joining.includes(id));
		const isMoving = joining.length + leaving.length > 0;
		const memberships = isMoving ? groupIdsByDevice(ctx.db) : new Map<string, string[]>();
		const changes = devices.map((before): DeviceChange => {
			const groupIds = new Set(memberships.get(before.id));
			return {
				before,
				after: changedRow(before, input),
				joins: joining.filter((id) => !groupIds.has(id)),
				leaves: leaving.filter((id) => groupIds.has(id)),
				alsoSaid: [],
			};
		});
		return applyDeviceChanges(ctx, "devices", changes);
	});
	await ctx.watch.intervalsChanged();
	return answer;
}

function changedRow(device: DeviceRow, { addTags, removeTags, clock, ...change }: ChangeDevices): DeviceRow {
	const tags = mergedTags(device.tags, { name: device.name, addTags, removeTags });
	return { ...device, ...mergedSettings(device, { ...change, ...clock }), tags };
}
