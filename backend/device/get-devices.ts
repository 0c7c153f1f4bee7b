import type { DeviceListRow, GetDevices } from "../../shared/device";
import type { Verb } from "../context";
import { groupIdsByDevice } from "../group/group-rows";
import { devicesInScope } from "../group/scope";
import { type ChannelRow, listChannels } from "./channel-rows";
import { type DeviceRow, listDevices, serialKey } from "./device-rows";
import { toDeviceListRow } from "./device-view";

/** Devices in order of creation; `cursor` is the last id of the page before. */
export async function getDevices({ ctx, input }: Verb<GetDevices>): Promise<DeviceListRow[]> {
	const found = listDevices(ctx.db, devicesInScope(ctx), input?.cursor).filter(matcher(input?.search));
	const devices = found.slice(0, input?.limit);
	const ids = devices.map(({ id }) => id);
	const channels = channelsByDevice(listChannels(ctx.db, ids));
	const groupIds = groupIdsByDevice(ctx.db);
	const latest = await ctx.log.latest(ids);
	return devices.map((device) =>
		toDeviceListRow({
			device,
			channels: channels.get(device.id) ?? [],
			groupIds: groupIds.get(device.id) ?? [],
			latest: latest.get(device.id),
			now: ctx.now,
		}),
	);
}

/** Name, model, site and serial number are searched; dashes and spaces of the serial number do not count. */
function matcher(search = ""): (device: DeviceRow) => boolean {
	if (search === "") return () => true;
	const text = search.toLowerCase();
	const serial = serialKey(search);
	return ({ name, model, site, serialKey: own }) =>
		[name, model, site].some((field) => field.toLowerCase().includes(text)) ||
		(serial !== "" && (own ?? "").includes(serial));
}

function channelsByDevice(channels: ChannelRow[]): Map<string, ChannelRow[]> {
	const byDevice = new Map<string, ChannelRow[]>();
	for (const channel of channels) {
		const known = byDevice.get(channel.deviceId);
		if (known) known.push(channel);
		else byDevice.set(channel.deviceId, [channel]);
	}
	return byDevice;
}
