import type { DeviceStatus } from "../../shared/device";

const shortestOfflineAfterSeconds = 15 * 60;

/** Seconds of silence after which a device counts as offline, where nothing else is set. */
export function defaultOfflineAfterSeconds(uploadIntervalSeconds: number): number {
	return Math.max(3 * uploadIntervalSeconds, shortestOfflineAfterSeconds);
}

type Heard = {
	archivedAt: Date | null;
	lastReceivedAt: number | null;
	uploadIntervalSeconds: number;
	offlineAfterSeconds: number;
};

/** A device's status at an instant (epoch ms). Late is judged on the upload interval, with half of one to spare. */
export function deviceStatus(device: Heard, now: number): DeviceStatus {
	if (device.archivedAt) return "disabled";
	if (device.lastReceivedAt === null) return "never";
	const silentSeconds = (now - device.lastReceivedAt) / 1000;
	if (silentSeconds >= device.offlineAfterSeconds) return "offline";
	return silentSeconds <= device.uploadIntervalSeconds * 1.5 ? "online" : "late";
}
