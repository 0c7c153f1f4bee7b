import type { DeviceStatus } from "../../../shared/device-terms";
import { defaultOfflineAfterSeconds, lateAfterSeconds } from "../device-status";

export type StatusChange = { status: "late" | "offline"; at: number };

type Intervals = { uploadIntervalSeconds: number; offlineAfterSeconds: number | null };

/** A shorter silence is no news of a device that is heard every few minutes: it would fill the log with its wavering. */
const shortestLateMs = 15 * 60 * 1000;

/** How long a device is silent until the log says so, ms. */
export function silenceMs(status: StatusChange["status"], intervals: Intervals): number {
	const { uploadIntervalSeconds, offlineAfterSeconds } = intervals;
	if (status === "late") return Math.max(lateAfterSeconds(uploadIntervalSeconds) * 1000, shortestLateMs);
	return (offlineAfterSeconds ?? defaultOfflineAfterSeconds(uploadIntervalSeconds)) * 1000;
}

/**
 * What becomes of a device, last heard at `lastReceivedAt` and of which `said` was last said, as long as it stays
 * silent: the changes that were not said, in order. Epoch ms. One that is offline before it is late is never late.
 */
export function comingChanges(intervals: Intervals, said: DeviceStatus, lastReceivedAt: number): StatusChange[] {
	const offline = { status: "offline" as const, at: lastReceivedAt + silenceMs("offline", intervals) };
	const late = { status: "late" as const, at: lastReceivedAt + silenceMs("late", intervals) };
	if (said === "offline") return [];
	return said === "online" && late.at < offline.at ? [late, offline] : [offline];
}
