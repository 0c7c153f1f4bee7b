import { decodeQuarters } from "../block/quarter-codec";
import type { Buckets, BucketsRequest } from "../log-store";
import { type AskedDevice, askedDevices, keptSpan } from "./asked-devices";
import { BucketColumns, quarterMs } from "./bucket-columns";
import { dayRollUps } from "./day-roll-ups";
import { readDay } from "./read-day";
import type { StoreParts } from "./store-parts";

/**
 * For each channel asked for, in order. Where every edge is on a UTC quarter of an hour, days that are in one place
 * are answered from their quarters; all others from their readings.
 */
export async function readBuckets(parts: StoreParts, { channels, edges }: BucketsRequest): Promise<Buckets[]> {
	const buckets = channels.map(() => new BucketColumns(edges));
	const isOnQuarters = edges.every((edge) => edge % quarterMs === 0);
	const span = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 };
	for (const device of askedDevices(parts, channels)) {
		const kept = keptSpan(parts, device.deviceId, span);
		const rollUps = dayRollUps(parts, device, kept);
		const towardsDay = rollUps.at(-1)?.day;
		for (const { day, quarters } of rollUps) {
			if (isOnQuarters && quarters) {
				const decoded = decodeQuarters(quarters, device.only);
				addAll(device, decoded, (index, one) => buckets[index]?.addQuarters(day, one));
			} else {
				const readings = await readDay(parts, {
					device,
					day,
					span: kept,
					...(towardsDay !== undefined && { towardsDay }),
				});
				addAll(device, readings.channels, (index, one) => buckets[index]?.addReadings(one));
			}
		}
	}
	return buckets.map(({ columns }) => columns);
}

function addAll<Columns extends { channel: number }>(
	{ indexByNumber }: AskedDevice,
	columns: Columns[],
	add: (index: number, columns: Columns) => void,
): void {
	for (const one of columns) {
		const index = indexByNumber.get(one.channel);
		if (index !== undefined) add(index, one);
	}
}
