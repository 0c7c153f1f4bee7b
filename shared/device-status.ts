import type { DeviceStatus } from "./device-terms";

const shortestOfflineAfterSeconds = 15 * 60;

/** Seconds of silence after which a device counts as offline, where nothing else is set. */
export function defaultOfflineAfterSeconds(uploadIntervalSeconds: number): number {
	return Math.max(3 * uploadIntervalSeconds, shortestOfflineAfterSeconds);
}

/** Seconds of silence past which a device counts as late: an upload interval, with half of one to spare. */
export function lateAfterSeconds(uploadIntervalSeconds: number): number {
	return uploadIntervalSeconds * 1.5;
}

type Heard = {
	archivedAt: Date | null;
	lastReceivedAt: number | null;
	uploadIntervalSeconds: number;
	offlineAfterSeconds: number;
};

/** A device's status at an instant (epoch ms). */
export function deviceStatus(device: Heard, now: number): DeviceStatus {
	if (device.archivedAt) return "disabled";
	if (device.lastReceivedAt === null) return "never";
	const silentSeconds = (now - device.lastReceivedAt) / 1000;
	if (silentSeconds >= device.offlineAfterSeconds) return "offline";
	return silentSeconds <= lateAfterSeconds(device.uploadIntervalSeconds) ? "online" : "late";
}

/** Seconds of silence after which a device counts as offline: its own, or those of its upload interval. */
export function offlineAfterSeconds({ offlineAfterSeconds: own, uploadIntervalSeconds }: SilenceLimits): number {
	return own ?? defaultOfflineAfterSeconds(uploadIntervalSeconds);
}

/** `offlineAfterSeconds` null: none of its own. */
type SilenceLimits = { offlineAfterSeconds: number | null; uploadIntervalSeconds: number };
