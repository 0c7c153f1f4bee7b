import { medianInterval } from "./chart-lines";
import type { ChannelReadings } from "./log-readings";

const leastMs = 15 * 60_000;

/** How often each device uploads, as its receipts tell: ms by device id. Devices of one upload are not among them. */
export function uploadIntervals(channels: Pick<ChannelReadings, "device" | "receivedAt">[]): Map<string, number> {
	const receipts = new Map<string, Set<number>>();
	for (const { device, receivedAt } of channels) {
		const known = receipts.get(device.id) ?? new Set();
		for (const at of receivedAt) known.add(at);
		receipts.set(device.id, known);
	}
	return new Map(
		[...receipts].flatMap(([deviceId, at]) => {
			const usual = medianInterval([...at].sort((a, b) => a - b));
			return usual === null ? [] : [[deviceId, usual] as const];
		}),
	);
}

/** How long after it was read (ms) a reading arrives late: over a quarter of an hour, and over two of the device's upload intervals. */
export function lateAfter(uploadIntervalMs: number | undefined): number {
	return Math.max(leastMs, 2 * (uploadIntervalMs ?? 0));
}
