import type { LogChannel } from "../../shared/log";
import type { AccountDb } from "../context";
import { listChannels } from "../device/channel-rows";
import type { AskedDevices } from "./asked-devices";
import { toLogChannel } from "./log-channel";
import type { ChannelRef } from "./log-store";

/** The channels a log query is about: of the devices asked for, all or those named. */
export function askedChannels(
	db: AccountDb,
	{ devices }: AskedDevices,
	channelIds: string[] | undefined,
): LogChannel[] {
	const channels = listChannels(
		db,
		devices.map(({ id }) => id),
	).map(toLogChannel);
	if (!channelIds) return channels;
	const named = new Set(channelIds);
	return channels.filter(({ id }) => named.has(id));
}

export function toRefs(channels: Pick<LogChannel, "id" | "deviceId">[]): ChannelRef[] {
	return channels.map(({ id, deviceId }) => ({ channelId: id, deviceId }));
}
