import { deviceTextNames, recordOf } from "../../shared/base/plain-fields";
import type { Device } from "../../shared/device/device";

export const mayAll = {
	edit: null,
	history: null,
	import: null,
	judge: null,
	keys: null,
	membership: null,
	share: null,
	mute: null,
	note: null,
	report: null,
};

const idOf = (prefix: string) => `${prefix}_${"1".repeat(26)}`;

export function sampleDevice(change: Partial<Device> = {}): Device {
	return {
		id: idOf("dev"),
		version: 1,
		name: "Cold room",
		serialNumber: null,
		groupIds: [],
		timezoneOffset: 60,
		timeZoneRule: 2,
		status: "online",
		lastReadingAt: 0,
		lastReceivedAt: 0,
		channels: [
			{
				id: idOf("chn"),
				name: "Temperature",
				quantity: "temperature",
				unit: "°C",
				decimals: 1,
				min: null,
				max: null,
				value: 4,
				at: 0,
				calibrations: [],
			},
		],
		...recordOf(deviceTextNames, () => ""),
		latitude: null,
		longitude: null,
		altitude: null,
		power: null,
		tags: [],
		metadata: {},
		loggingIntervalSeconds: 60,
		uploadIntervalSeconds: 900,
		offlineAfterSeconds: 2_700,
		isOfflineAfterDerived: true,
		retentionDays: null,
		inherited: {},
		alertState: "ok",
		mutedUntil: null,
		muteReason: "",
		lacks: [],
		refusals: null,
		usedBytes: 0,
		readings: 0,
		oldestReadingAt: null,
		key: { createdAt: new Date(0), lastUsedAt: null, previous: null },
		createdAt: new Date(0),
		createdBy: null,
		archivedAt: null,
		deletedFrom: null,
		...change,
	};
}
