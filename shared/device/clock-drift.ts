import { minuteMs } from "../base/durations";
import type { DeviceStatus } from "./device-terms";

/** Smaller differences come from normal drift and upload time. */
export const tolerableAheadMs = 5 * minuteMs;

type LastSeen = { lastReadingAt: number | null; lastReceivedAt: number | null };

/**
 * How far (ms) a device's clock is ahead, at least: newest reading less newest receipt.
 * Null: tolerable or unknown. A slow clock looks like late readings.
 */
export function clockAheadMs({ lastReadingAt, lastReceivedAt }: LastSeen): number | null {
	if (lastReadingAt === null || lastReceivedAt === null) return null;
	const aheadMs = lastReadingAt - lastReceivedAt;
	return aheadMs > tolerableAheadMs ? aheadMs : null;
}

type Watched = { status: DeviceStatus; lastReadingAt?: number | null | undefined; lastReceivedAt: number | null };

export function needsClockCare({ status, lastReadingAt = null, lastReceivedAt }: Watched): boolean {
	return status !== "disabled" && clockAheadMs({ lastReadingAt, lastReceivedAt }) !== null;
}
