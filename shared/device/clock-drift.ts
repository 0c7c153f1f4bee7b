import { minuteMs } from "../base/durations";
import type { DeviceStatus } from "./device-terms";

/** Smaller differences are ignored: clocks drift, and an upload takes time. */
export const tolerableAheadMs = 5 * minuteMs;

type LastSeen = { lastReadingAt: number | null; lastReceivedAt: number | null };

/**
 * By how much (ms) a device's clock is ahead, at least: its newest reading less its newest receipt (both epoch ms).
 * Null: within tolerance or unknown. A slow clock cannot be distinguished from readings that arrive late.
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
