import type { DeviceStatus } from "./device-terms";

/** A clock is never quite right, and an upload takes its time: within this nothing is said of it. */
export const tolerableAheadMs = 5 * 60 * 1000;

type Heard = { lastReadingAt: number | null; lastReceivedAt: number | null };

/**
 * How far a device's clock is ahead (ms), by its newest reading and its newest receipt (epoch ms): at least so much, as
 * the one cannot be later than the other by a clock that is right. Null: not ahead by more than is tolerable, or not
 * known. A clock that lags cannot be told from readings that came late.
 */
export function clockAheadMs({ lastReadingAt, lastReceivedAt }: Heard): number | null {
	if (lastReadingAt === null || lastReceivedAt === null) return null;
	const aheadMs = lastReadingAt - lastReceivedAt;
	return aheadMs > tolerableAheadMs ? aheadMs : null;
}

type Watched = { status: DeviceStatus; lastReadingAt?: number | null | undefined; lastReceivedAt: number | null };

/** Whether somebody should look at a device's clock. Nothing is said of a device that is switched off. */
export function needsClockCare({ status, lastReadingAt = null, lastReceivedAt }: Watched): boolean {
	return status !== "disabled" && clockAheadMs({ lastReadingAt, lastReceivedAt }) !== null;
}
