import type { Device, DeviceListRow } from "../../shared/device";
import type { DeviceLatest } from "../log/log-store";
import type { ChannelRow } from "./channel-rows";
import type { DeviceRow } from "./device-rows";
import { defaultOfflineAfterSeconds, deviceStatus } from "./device-status";

/** Channels in a list row, which must stay small in a list of thousands. */
const listedChannels = 3;

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

export function toDeviceListRow(parts: Parts): DeviceListRow {
	const latest = parts.channels.slice(0, listedChannels).map(({ id, name, quantity, unit, decimals }) => {
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
