import type { Calibration } from "../../shared/calibration";
import type { Device, DeviceKeyFacts } from "../../shared/device";
import type { DeviceAlertState, DeviceLack } from "../../shared/device-filter";
import type { DeviceRefusals } from "../../shared/device-refusals";
import type { DeviceLatest, DeviceUsage } from "../log/log-store";
import type { ChannelRow } from "./channel-rows";
import type { DeviceRow } from "./device-rows";
import { defaultOfflineAfterSeconds, deviceStatus } from "./device-status";

type Sharing = Pick<
	DeviceRow,
	| "id"
	| "name"
	| "serialNumber"
	| "timezoneOffset"
	| "timeZoneRule"
	| "archivedAt"
	| "uploadIntervalSeconds"
	| "offlineAfterSeconds"
>;

type SharedParts = { device: Sharing; groupIds: string[]; latest: DeviceLatest | undefined; now: number };

/** What a device has in a list and on its own; `now` is epoch ms. */
export function sharedFields({ device, groupIds, latest, now }: SharedParts) {
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

type Intervals = Pick<DeviceRow, "offlineAfterSeconds" | "uploadIntervalSeconds">;

/** Seconds of silence after which a device counts as offline. */
export function offlineAfterSeconds({ offlineAfterSeconds: own, uploadIntervalSeconds }: Intervals): number {
	return own ?? defaultOfflineAfterSeconds(uploadIntervalSeconds);
}

/** No rule is evaluated yet: a device is muted at an instant (epoch ms), or nothing is the matter with it. */
export function alertState({ mutedUntil }: Pick<DeviceRow, "mutedUntil">, now: number): DeviceAlertState {
	return mutedUntil && mutedUntil.getTime() > now ? "muted" : "ok";
}

type Parts = {
	device: DeviceRow;
	channels: ChannelRow[];
	groupIds: string[];
	latest: DeviceLatest | undefined;
	/** By channel id. */
	calibrations: ReadonlyMap<string, Calibration[]>;
	inherited: Device["inherited"];
	lacks: DeviceLack[];
	refusals: DeviceRefusals | null;
	createdBy: string | null;
	/** Null: it never uploaded. */
	usage: DeviceUsage | null;
	now: number;
};

export function toDevice({ device, usage, now, ...parts }: Parts): Device {
	const channels = parts.channels.map(({ deviceId: _, ...channel }) => {
		const reading = parts.latest?.values.get(channel.id);
		const calibrations = parts.calibrations.get(channel.id) ?? [];
		return { ...channel, value: reading?.value ?? null, at: reading?.at ?? null, calibrations };
	});
	return {
		...sharedFields({ device, now, ...parts }),
		version: device.version,
		channels,
		description: device.description,
		model: device.model,
		site: device.site,
		address: device.address,
		latitude: device.latitude,
		longitude: device.longitude,
		firmwareVersion: device.firmwareVersion,
		hardwareVersion: device.hardwareVersion,
		power: device.power,
		tags: device.tags,
		metadata: device.metadata,
		loggingIntervalSeconds: device.loggingIntervalSeconds,
		uploadIntervalSeconds: device.uploadIntervalSeconds,
		offlineAfterSeconds: offlineAfterSeconds(device),
		isOfflineAfterDerived: device.offlineAfterSeconds === null,
		retentionDays: device.retentionDays,
		inherited: parts.inherited,
		alertState: alertState(device, now),
		mutedUntil: device.mutedUntil?.getTime() ?? null,
		muteReason: device.muteReason,
		lacks: parts.lacks,
		refusals: parts.refusals,
		usedBytes: usage?.usedBytes ?? 0,
		readings: usage?.readings ?? 0,
		oldestReadingAt: usage?.oldestReadingAt ?? null,
		key: toKeyFacts(device, now),
		createdAt: device.createdAt,
		createdBy: parts.createdBy,
		archivedAt: device.archivedAt,
		deletedFrom: device.deletedFrom,
	};
}

/** What is told of a device's keys at an instant (epoch ms). */
export function toKeyFacts(device: DeviceRow, now: number): DeviceKeyFacts {
	const { previousKeyUntil: until, previousKeyUsedAt } = device;
	return {
		// Devices from before keys could be replaced have the one they were made with.
		createdAt: device.keyCreatedAt ?? device.createdAt,
		lastUsedAt: device.keyUsedAt,
		previous: until && until.getTime() > now ? { until, lastUsedAt: previousKeyUsedAt } : null,
	};
}
