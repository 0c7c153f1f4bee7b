import { type Device, hiddenGroup } from "../../shared/device";
import { findUser } from "../account/user-rows";
import type { AccountDb, MemberContext } from "../context";
import { groupIdsByDevice } from "../group/group-rows";
import { inheritedSettings } from "../group/inherited-settings";
import { visibleGroupIds } from "../group/scope";
import { listSettlingGroups } from "../group/settled-rows";
import { findIntegrationKey } from "../integration/integration-key-rows";
import { listCalibrations } from "./calibration/calibration-rows";
import { listChannels } from "./channel-rows";
import { deviceLacks } from "./device-lacks";
import type { DeviceRow } from "./device-rows";
import { toDevice } from "./device-view";
import { findRefusals } from "./refusal/refusal-rows";

/** A device with its channels, newest values, those of its groups that the caller may see, and where its settings come from. */
export async function wholeDevice(ctx: MemberContext, device: DeviceRow): Promise<Device> {
	const { db, log, now } = ctx;
	const latest = (await log.latest([device.id])).get(device.id);
	const usage = await log.deviceUsage(device.id, now);
	const channels = listChannels(db, [device.id]);
	const channelIds = channels.map(({ id }) => id);
	const groupIds = groupIdsByDevice(db, device.id).get(device.id) ?? [];
	return toDevice({
		device,
		channels,
		groupIds: visibleGroupIds(ctx, groupIds),
		latest,
		calibrations: listCalibrations(db, channelIds),
		inherited: inheritedFrom(ctx, device, groupIds),
		// Nobody is told of a device that is out of use.
		lacks: device.archivedAt ? [] : deviceLacks(db)({ id: device.id, groupIds }),
		refusals: device.archivedAt ? null : findRefusals(db, device.id),
		createdBy: creatorName(db, device.createdBy),
		usage,
		now,
	});
}

function creatorName(db: AccountDb, id: string): string | null {
	return findUser(db, id)?.name ?? findIntegrationKey(db, id)?.name ?? null;
}

function inheritedFrom(ctx: MemberContext, { inherits }: DeviceRow, groupIds: string[]): Device["inherited"] {
	const defaults = new Map(listSettlingGroups(ctx.db).map((group) => [group.id, group.defaults]));
	const inherited = Object.entries(inheritedSettings(inherits, groupIds, defaults));
	const told = (groupId: string | null) =>
		groupId === null || visibleGroupIds(ctx, [groupId]).length > 0 ? groupId : hiddenGroup;
	return Object.fromEntries(inherited.map(([setting, { groupId }]) => [setting, told(groupId)]));
}
