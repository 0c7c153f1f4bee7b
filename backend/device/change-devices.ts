import type { ChangeDevices, ChangedDevices, MuteDevices } from "../../shared/device-inputs";
import type { Verb } from "../base/context";
import { InputError } from "../base/errors";
import type { DeviceRow } from "../db/device-rows";
import { endWaiting } from "../db/follow-up-rows";
import { groupIdsByDevice } from "../db/group-rows";
import { muteColumns } from "../db/mute-rows";
import { currentDevicesOrThrow } from "../group/scope";
import { chosenGroupIds, type DeviceChange, mergedSettings, rowChange } from "./change/device-change";
import { applyDeviceChanges } from "./change/undo-device-changes";

const mostTags = 20;

/** All or nothing: if one device cannot be changed, none is. */
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

export function muteDevices({ ctx, input }: Verb<MuteDevices>): ChangedDevices {
	const { mutedUntil: until, muteReason } = muteColumns(input, ctx.now);
	const mute = { mutedUntil: until === null ? null : new Date(until), muteReason };
	return ctx.db.transaction(() => {
		const devices = currentDevicesOrThrow(ctx, input.deviceIds);
		endWaiting(
			ctx.db,
			devices.map(({ mutedUntil }) => mutedUntil),
			ctx.now,
		);
		return applyDeviceChanges(
			ctx,
			"mutes",
			devices.map((device) => rowChange(device, mute)),
		);
	});
}

type TagsChange = { name: string; addTags?: string[] | undefined; removeTags?: string[] | undefined };

/** Case does not count, the first spelling stays. Throws InputError for too many tags. */
function mergedTags(tags: string[], { name, addTags = [], removeTags = [] }: TagsChange): string[] {
	const removed = new Set(removeTags.map(tagKey));
	const merged = new Map<string, string>();
	for (const tag of tags) if (!removed.has(tagKey(tag))) merged.set(tagKey(tag), tag);
	for (const tag of addTags) if (!merged.has(tagKey(tag))) merged.set(tagKey(tag), tag);
	if (merged.size > mostTags && merged.size > tags.length) {
		throw new InputError({ addTags: `At most ${mostTags} tags: ${name} would have ${merged.size}.` });
	}
	return [...merged.values()];
}

function tagKey(tag: string): string {
	return tag.toLowerCase();
}
