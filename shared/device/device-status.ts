import type { DeviceStatus } from "./device-terms";

const shortestOfflineAfterSeconds = 15 * 60;

export function defaultOfflineAfterSeconds(uploadIntervalSeconds: number): number {
	return Math.max(3 * uploadIntervalSeconds, shortestOfflineAfterSeconds);
}

export function lateAfterSeconds(uploadIntervalSeconds: number): number {
	return uploadIntervalSeconds * 1.5;
}

type LastSeen = {
	archivedAt: Date | null;
	lastReceivedAt: number | null;
	lastReadingAt: number | null;
	uploadIntervalSeconds: number;
	offlineAfterSeconds: number;
};

/** `now` is epoch ms. */
export function deviceStatus(device: LastSeen, now: number): DeviceStatus {
	if (device.archivedAt) return "disabled";
	if (device.lastReceivedAt === null) return device.lastReadingAt === null ? "never" : "imported";
	const silentSeconds = (now - device.lastReceivedAt) / 1000;
	if (silentSeconds >= device.offlineAfterSeconds) return "offline";
	return silentSeconds <= lateAfterSeconds(device.uploadIntervalSeconds) ? "online" : "late";
}

export function offlineAfterSeconds({ offlineAfterSeconds: own, uploadIntervalSeconds }: SilenceLimits): number {
	return own ?? defaultOfflineAfterSeconds(uploadIntervalSeconds);
}

/** `offlineAfterSeconds` null: derived from the upload interval. */
type SilenceLimits = { offlineAfterSeconds: number | null; uploadIntervalSeconds: number };
