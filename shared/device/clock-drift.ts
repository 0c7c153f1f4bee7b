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

type Watched = {
	status: DeviceStatus;
	lastReadingAt?: number | null | undefined;
	lastReceivedAt: number | null;
	clockBehindMs?: number | undefined;
};

/** How far (ms) a clock that needs care is ahead; negative: behind. Null: no care. */
export function clockErrorMs({ status, lastReadingAt = null, lastReceivedAt, clockBehindMs }: Watched): number | null {
	if (status === "disabled") return null;
	return clockBehindMs === undefined ? clockAheadMs({ lastReadingAt, lastReceivedAt }) : -clockBehindMs;
}
