import type { Device } from "../../shared/device";
import type { MemberContext } from "../context";
import { groupIdsByDevice } from "../group/group-rows";
import { listChannels } from "./channel-rows";
import type { DeviceRow } from "./device-rows";
import { toDevice } from "./device-view";

/** A device with its channels, groups and newest values. */
export async function wholeDevice(ctx: Pick<MemberContext, "db" | "log" | "now">, device: DeviceRow): Promise<Device> {
	const latest = await ctx.log.latest([device.id]);
	return toDevice({
		device,
		channels: listChannels(ctx.db, [device.id]),
		groupIds: groupIdsByDevice(ctx.db, device.id).get(device.id) ?? [],
		latest: latest.get(device.id),
		now: ctx.now,
	});
}
