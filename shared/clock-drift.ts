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
