import type { Device, DeviceListRow } from "../../shared/device";
import type { Quantity } from "../../shared/units";
import type { DeviceLatest } from "../log/log-store";
import type { ChannelRow } from "./channel-rows";
import type { DeviceRow } from "./device-rows";
import { defaultOfflineAfterSeconds, deviceStatus } from "./device-status";

/** Channels in a list row, which must stay small in a list of thousands. */
const listedChannels = 3;
/** What tells of the device itself has columns of its own in every list. */
const deviceFacts: readonly Quantity[] = ["battery", "signal"];

type Parts = {
	device: DeviceRow;
	channels: ChannelRow[];
	groupIds: string[];
	latest: DeviceLatest | undefined;
	now: number;
};

function offlineAfterSeconds({ offlineAfterSeconds: own, uploadIntervalSeconds }: DeviceRow): number {
	return own ?? defaultOfflineAfterSeconds(uploadIntervalSeconds);
}

function sharedFields({ device, groupIds, latest, now }: Parts) {
	const lastReceivedAt = latest?.lastReceivedAt ?? null;
	return {
		id: device.id,
		name: device.name,
		serialNumber: device.serialNumber,
		groupIds,
		timezoneOffset: device.timezoneOffset,
		timeZoneRule: device.timeZoneRule,
		status: deviceStatus({ ...device, lastReceivedAt, offlineAfterSeconds: offlineAfterSeconds(device) }, now),
		lastReadingAt: latest?.lastReadingAt ?? null,
		lastReceivedAt,
	};
}

function listedChannelsOf(channels: ChannelRow[]): ChannelRow[] {
	const isFact = ({ quantity }: ChannelRow) => deviceFacts.includes(quantity);
	return [...channels.filter((channel) => !isFact(channel)).slice(0, listedChannels), ...channels.filter(isFact)];
}

export function toDeviceListRow(parts: Parts): DeviceListRow {
	const latest = listedChannelsOf(parts.channels).map(({ id, name, quantity, unit, decimals }) => {
		const reading = parts.latest?.values.get(id);
		return { name, quantity, unit, decimals, value: reading?.value ?? null, at: reading?.at ?? null };
	});
	return { ...sharedFields(parts), latest };
}

export function toDevice(parts: Parts): Device {
	const { device } = parts;
	const channels = parts.channels.map(({ deviceId: _, ...channel }) => {
		const reading = parts.latest?.values.get(channel.id);
		return { ...channel, value: reading?.value ?? null, at: reading?.at ?? null };
	});
	return {
		...sharedFields(parts),
		channels,
		description: device.description,
		model: device.model,
		site: device.site,
		loggingIntervalSeconds: device.loggingIntervalSeconds,
		uploadIntervalSeconds: device.uploadIntervalSeconds,
		offlineAfterSeconds: offlineAfterSeconds(device),
		createdAt: device.createdAt,
		archivedAt: device.archivedAt,
	};
}
