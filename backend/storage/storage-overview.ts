import type { DeviceRetention, StorageOverview } from "../../shared/account/storage";
import { appendAll } from "../../shared/base/lists";
import type { Call } from "../base/context";
import { accountOrThrow } from "../db/account-rows";
import { countAttachmentBytes } from "../db/attachment-rows";
import { type DeviceRow, findDevices, listCurrentIds } from "../db/device-rows";
import { groupIdsByDevice, listGroups } from "../db/group-rows";
import { lakeSums } from "../db/lake-rows";
import { countReportFileBytes } from "../db/retention-rows";
import { inheritedSettings } from "../group/inherited-settings";
import { devicesInScope, groupsInScope, visibleGroupIds } from "../group/scope";

const readTogether = 500;

export async function getStorageOverview({ ctx }: Call): Promise<StorageOverview> {
	const { db, readingStore, now } = ctx;
	const { retentionDays, isQuotaBinding, whenFull, fullSince, storageContacts } = accountOrThrow(db);
	const usage = await readingStore.usage(now);
	const growthOf = new Map(usage.map(({ deviceId, growthBytesPerDay }) => [deviceId, growthBytesPerDay]));
	await ctx.turnQueue.next();
	const memberships = groupIdsByDevice(db);
	const groups = listGroups(db, "all");
	const names = new Map(groups.map(({ id, name }) => [id, name]));
	const defaults = { groups: new Map(groups.map((group) => [group.id, group.defaults])), retentionDays };
	const scope = devicesInScope(ctx);
	const ids = scope === "all" ? [...new Set([...usage.map(({ deviceId }) => deviceId), ...listCurrentIds(db)])] : scope;
	const toRetention = (device: DeviceRow): DeviceRetention => {
		const groupIds = memberships.get(device.id) ?? [];
		const visible = visibleGroupIds(ctx, groupIds);
		const inherited = inheritedSettings(device, groupIds, defaults).retentionDays;
		const from = !inherited ? "device" : inherited.groupId === null ? "account" : "group";
		const isSeen = inherited?.groupId != null && visible.includes(inherited.groupId);
		return {
			deviceId: device.id,
			retentionDays: device.retentionDays,
			from,
			...(from === "group" && { groupName: isSeen ? (names.get(inherited?.groupId ?? "") ?? "") : "" }),
			groupNames: visible.flatMap((id) => names.get(id) ?? []),
			growthBytesPerDay: growthOf.get(device.id) ?? 0,
			isArchived: device.archivedAt !== null,
			goneAt: device.deletedFrom?.getTime() ?? null,
		};
	};
	const devices: DeviceRetention[] = [];
	for (let from = 0; from < ids.length; from += readTogether) {
		await ctx.turnQueue.next();
		appendAll(devices, findDevices(db, ids.slice(from, from + readTogether)).map(toRetention));
	}
	// Serializing the result takes one uninterrupted slice.
	await ctx.turnQueue.next();
	devices.sort((one, other) => (one.deviceId < other.deviceId ? -1 : 1));
	return {
		retentionDays,
		isQuotaBinding,
		whenFull,
		fullSince,
		...(groupsInScope(ctx) === "all" && { contacts: storageContacts }),
		reportFileBytes: countReportFileBytes(db),
		attachmentBytes: countAttachmentBytes(db),
		lakeBytes: lakeSums(db).bytes,
		devices,
	};
}
