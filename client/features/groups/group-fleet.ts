import { careLimits } from "../../../shared/care-limits";
import type { DeviceListRow } from "../../../shared/device";
import { matchesFilter } from "../../../shared/device-filter";
import type { DeviceStatus } from "../../../shared/device-terms";
import { deviceStatusWords, statusesFromWorst } from "../../entities/device-labels";

/** More than an account has devices. */
const manyDevices = 100_000;

/** How the devices of one group are. */
export type GroupFleet = {
	counts: Record<DeviceStatus, number>;
	/** Devices with an alert that is not over, acknowledged or not. */
	inAlert: number;
	lowBattery: number;
	/** Of those that were ever heard, the one silent longest. */
	silentLongest: DeviceListRow | null;
};

export const noFleet: GroupFleet = {
	counts: { online: 0, late: 0, offline: 0, never: 0, disabled: 0 },
	inAlert: 0,
	lowBattery: 0,
	silentLongest: null,
};

/** What a list of devices says of each group, by the group's id; groups without a device are left out. */
export function fleetsByGroup(devices: DeviceListRow[]): Map<string, GroupFleet> {
	const members = new Map<string, DeviceListRow[]>();
	for (const device of devices) {
		for (const groupId of device.groupIds) {
			const held = members.get(groupId);
			if (held) held.push(device);
			else members.set(groupId, [device]);
		}
	}
	return new Map([...members].map(([groupId, held]) => [groupId, fleetOf(held)]));
}

function fleetOf(devices: DeviceListRow[]): GroupFleet {
	const counts = { ...noFleet.counts };
	for (const { status } of devices) counts[status] += 1;
	const heard = devices.filter(({ lastReceivedAt }) => lastReceivedAt !== null);
	return {
		counts,
		inAlert: devices.filter(({ alertState }) => alertState === "alerting" || alertState === "acknowledged").length,
		lowBattery: devices.filter((device) => matchesFilter(device, { batteryBelow: careLimits.battery })).length,
		silentLongest: heard.reduce<DeviceListRow | null>(
			(oldest, device) =>
				oldest === null || (device.lastReceivedAt ?? 0) < (oldest.lastReceivedAt ?? 0) ? device : oldest,
			null,
		),
	};
}

/** `2 offline, 1 late`, `all online`; null where there is no device. */
export function fleetWords({ counts }: GroupFleet): string | null {
	const amiss = statusesFromWorst
		.filter((status) => status !== "online" && counts[status] > 0)
		.map((status) => `${counts[status].toLocaleString("en-US")} ${deviceStatusWords[status].label.toLowerCase()}`);
	if (amiss.length > 0) return amiss.join(", ");
	return counts.online > 0 ? "all online" : null;
}

/** Orders groups by what is amiss: the more are offline, then late, then have never reported, the lower. */
export function fleetRank({ counts: { offline, late, never } }: GroupFleet): number {
	return -((offline * manyDevices + late) * manyDevices + never);
}
