import type { DeviceListRow, DeviceShelf } from "../../shared/device";
import type { DeviceLack } from "../../shared/device-filter";
import { toListedReading } from "../../shared/device-reading";
import { isDeviceFact } from "../../shared/units";
import type { MemberContext } from "../context";
import { groupIdsByDevice } from "../group/group-rows";
import { devicesInScope, visibleGroupIds } from "../group/scope";
import type { DeviceLatest } from "../log/log-store";
import { isGone } from "./deletion/is-gone";
import { deviceLacks } from "./device-lacks";
import { type ListedChannel, type ListedDevice, listListedChannels, listShelf } from "./device-list-rows";
import { alertState, sharedFields } from "./device-view";
import { idsWithRefusals } from "./refusal/refusal-rows";

/** Channels in a list row, which must stay small in a list of thousands. */
const listedChannels = 3;

/** The rows of every device that the caller may see of a shelf, in order of creation. */
export async function listDeviceRows(ctx: MemberContext, shelf: DeviceShelf): Promise<DeviceListRow[]> {
	const { db, now } = ctx;
	const scope = devicesInScope(ctx);
	const devices = listShelf(db, shelf, scope).filter((device) => !isGone(device, now));
	const latest = await ctx.log.latest(devices.map(({ id }) => id));
	const channels = channelsByDevice(listListedChannels(db, scope));
	const groupIds = groupIdsByDevice(db);
	const lacksOf = shelf === "current" ? deviceLacks(db) : () => [];
	const refused = shelf === "current" ? idsWithRefusals(db) : new Set<string>();
	return devices.map((device) => {
		const own = groupIds.get(device.id) ?? [];
		const lacks = lacksOf({ id: device.id, groupIds: own });
		const hasRefusals = refused.has(device.id);
		const parts = { channels: channels.get(device.id) ?? [], latest: latest.get(device.id), lacks, hasRefusals, now };
		return toListRow(device, { ...parts, groupIds: visibleGroupIds(ctx, own) });
	});
}

type Parts = {
	channels: ListedChannel[];
	latest: DeviceLatest | undefined;
	groupIds: string[];
	lacks: DeviceLack[];
	hasRefusals: boolean;
	now: number;
};

function toListRow(
	device: ListedDevice,
	{ channels, latest, groupIds, lacks, hasRefusals, now }: Parts,
): DeviceListRow {
	const { model, firmwareVersion, site, power, tags, mutedUntil, deletedFrom } = device;
	const state = alertState(device, now);
	// Absent rather than undefined, which superjson would note for each of thousands.
	return {
		...sharedFields({ device, groupIds, latest, now }),
		latest: shownChannels(channels).map((channel) =>
			toListedReading({ ...channel, value: latest?.values.get(channel.id)?.value ?? null }),
		),
		...(model !== "" && { model }),
		...(firmwareVersion !== "" && { firmwareVersion }),
		...(site !== "" && { site }),
		...(power && { power }),
		...(tags.length > 0 && { tags }),
		...(state !== "ok" && { alertState: state }),
		...(state === "muted" && mutedUntil && { mutedUntil: mutedUntil.getTime() }),
		...(deletedFrom && { deletedFrom: deletedFrom.getTime() }),
		...(lacks.length > 0 && { lacks }),
		...(hasRefusals && { hasRefusals }),
	};
}

function shownChannels(channels: ListedChannel[]): ListedChannel[] {
	// What tells of the device itself has columns of its own in every list.
	const isFact = ({ quantity }: ListedChannel) => isDeviceFact(quantity);
	return [...channels.filter((channel) => !isFact(channel)).slice(0, listedChannels), ...channels.filter(isFact)];
}

function channelsByDevice(channels: ListedChannel[]): Map<string, ListedChannel[]> {
	const byDevice = new Map<string, ListedChannel[]>();
	for (const channel of channels) {
		const known = byDevice.get(channel.deviceId);
		if (known) known.push(channel);
		else byDevice.set(channel.deviceId, [channel]);
	}
	return byDevice;
}
