import type { MemberContext } from "../../context";
import { domainError } from "../../errors";
import { isDeviceInScope } from "../../group/scope";
import { type ChannelRow, findChannel } from "../channel-rows";
import { isGone } from "../deletion/is-gone";
import { type DeviceRow, findDevice } from "../device-rows";

/** A channel of a device the caller may see. Throws CHANNEL_NOT_FOUND, also for one outside their scope. */
export function channelOrThrow(ctx: MemberContext, channelId: string): { channel: ChannelRow; device: DeviceRow } {
	const channel = findChannel(ctx.db, channelId);
	const device = channel && isDeviceInScope(ctx, channel.deviceId) ? findDevice(ctx.db, channel.deviceId) : null;
	if (!channel || !device || isGone(device, ctx.now)) throw domainError("CHANNEL_NOT_FOUND", { channelId });
	return { channel, device };
}
