import type { DeviceListRow } from "../../../shared/device/device";
import { isOutside } from "../../../shared/device/device-reading";
import type { ListedLimits, MadeRow, MemberContext } from "../../base/context";
import { groupsInScope } from "../../group/scope";
import { channelLimits } from "./channel-limits";

/** Devices in the caller's scope, with visible groups, and limits and marks of visible rules only. */
export function visibleDevices<Device extends MadeRow>(
	ctx: MemberContext,
	devices: readonly Device[],
): readonly Device[] {
	const visible = groupsInScope(ctx);
	if (visible === "all") return devices;
	const groups = new Set(visible);
	let limitsOf: ReturnType<typeof channelLimits> | null = null;
	return devices.flatMap((device) => {
		const groupIds = device.row.groupIds.filter((id) => groups.has(id));
		if (groupIds.length === 0) return [];
		if (groupIds.length === device.row.groupIds.length) return [device];
		limitsOf ??= channelLimits(ctx.db);
		return [seenBy(device, groupIds, limitsOf)];
	});
}

function seenBy<Device extends MadeRow>(
	device: Device,
	groupIds: string[],
	limitsOf: ReturnType<typeof channelLimits>,
): Device {
	const { row, logged } = device;
	const seenLimits = (listed: readonly ListedLimits[]) => {
		const shown = listed.flatMap(({ channelId }) => {
			const channel = logged.channels.find(({ id }) => id === channelId);
			return channel ? { ...channel, min: channel.min ?? null, max: channel.max ?? null } : [];
		});
		return limitsOf({ id: row.id, groupIds }, shown);
	};
	const channels = seenLimits(device.channels);
	const ofUnlisted = new Map(seenLimits(device.unlisted).map((limits) => [limits.channelId, limits]));
	const unlisted = device.unlisted.map((own) => ({ ...own, ...ofUnlisted.get(own.channelId) }));
	const latest = row.latest.map(({ isOut: _, ...reading }, index) => {
		return isOutside(reading.value, channels[index]) ? { ...reading, isOut: true } : reading;
	});
	return { ...device, channels, unlisted, row: { ...row, groupIds, latest } };
}

export function visibleRows(ctx: MemberContext, devices: readonly MadeRow[]): DeviceListRow[] {
	return visibleDevices(ctx, devices).map(({ row }) => row);
}
