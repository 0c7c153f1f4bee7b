import type { DeviceListRow } from "../../shared/device/device";
import type { GroupListRow } from "../../shared/device/group";

export function deviceRow(name: string, change: Partial<DeviceListRow> = {}): DeviceListRow {
	return {
		id: `dev_${name}`,
		name,
		serialNumber: null,
		groupIds: [],
		timezoneOffset: 0,
		timeZoneRule: 0,
		status: "online",
		lastReadingAt: null,
		lastReceivedAt: null,
		latest: [],
		...change,
	};
}

export const coldRoomAndGate = [
	deviceRow("Cold room 1", { latest: [{ quantity: "temperature", value: 4, name: "Door side" }] }),
	deviceRow("Gate", { latest: [{ quantity: "door", value: 0 }] }),
];

export function groupRow(id: string, change: Partial<GroupListRow> = {}): GroupListRow {
	return {
		id,
		name: id,
		kind: "static",
		description: "",
		colour: null,
		deviceCount: 0,
		defaults: {},
		useCounts: { alerts: 0, reports: 0, users: 0, groups: 0 },
		...change,
	};
}
