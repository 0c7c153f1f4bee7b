import type { GetLogs, LogChannel } from "../../shared/log";
import type { AccountDb } from "../context";
import { listChannels } from "../device/channel-rows";
import type { AskedDevices } from "./asked-devices";
import { toLogChannel } from "./log-channel";
import type { ChannelRef } from "./log-store";
import { textSearch } from "./text-search";

type ChannelFilter = Pick<GetLogs, "channelIds" | "text">;

/** The channels a log query is about: of the devices asked for, all or those named, by their ids or by a text. */
export function askedChannels(
	db: AccountDb,
	{ devices }: AskedDevices,
	{ channelIds, text }: ChannelFilter,
): LogChannel[] {
	const isFound = textSearch(text);
	const found = new Set(devices.filter(({ name }) => isFound(name)).map(({ id }) => id));
	const named = channelIds && new Set(channelIds);
	return listChannels(
		db,
		devices.map(({ id }) => id),
	)
		.filter(({ id, deviceId, name }) => named?.has(id) !== false && (found.has(deviceId) || isFound(name)))
		.map(toLogChannel);
}

type RowFilter = ChannelFilter & Pick<GetLogs, "kinds" | "levels" | "isOutOfLimits">;

/** The channels whose readings the log may list: none where its filters leave no reading. */
export function channelsOfRows(db: AccountDb, asked: AskedDevices, filter: RowFilter): LogChannel[] {
	const { kinds, levels, isOutOfLimits } = filter;
	if (levels || (kinds && !kinds.includes("reading"))) return [];
	const channels = askedChannels(db, asked, filter);
	if (!isOutOfLimits) return channels;
	const limited = channels.filter(({ min, max }) => (min ?? max ?? null) !== null);
	const deviceIds = new Set(limited.map(({ deviceId }) => deviceId));
	return channels.filter(({ deviceId }) => deviceIds.has(deviceId));
}

export function toRefs(channels: Pick<LogChannel, "id" | "deviceId">[]): ChannelRef[] {
	return channels.map(({ id, deviceId }) => ({ channelId: id, deviceId }));
}
