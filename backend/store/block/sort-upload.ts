import { slotOfReading, type UploadSlots } from "../../../shared/ingest/upload-slots";
import type { ChannelReadings, Readings, UploadFact } from "./readings";

/** Entries in the order sent; `channel` holds numbers of the device's row. Times are epoch ms. */
export type UnsortedUpload = UploadFact & { channel: number[]; at: number[]; value: number[] };

/** The later of two entries of one channel and time wins. */
export function sortUpload({ seq, receivedAt, channel, at, value }: UnsortedUpload): Readings {
	const positionsByChannel = new Map<number, number[]>();
	for (const [index, number] of channel.entries()) {
		const indexes = positionsByChannel.get(number);
		if (indexes) indexes.push(index);
		else positionsByChannel.set(number, [index]);
	}
	if (positionsByChannel.size === 0) return { uploads: [], channels: [] };
	const numbers = [...positionsByChannel.keys()].sort((a, b) => a - b);
	const channels = numbers.map((number): ChannelReadings => {
		const indexes = lastOfEachTime(positionsByChannel.get(number) ?? [], at);
		return {
			channel: number,
			at: Float64Array.from(indexes, (index) => at[index] ?? Number.NaN),
			value: Float64Array.from(indexes, (index) => value[index] ?? Number.NaN),
			upload: new Uint32Array(indexes.length),
		};
	});
	return { uploads: [{ seq, receivedAt }], channels };
}

function lastOfEachTime(positions: number[], at: number[]): number[] {
	const timeOf = (position: number | undefined) => at[position ?? -1] ?? Number.NaN;
	const isAscending = positions.every(
		(position, index) => index === 0 || timeOf(positions[index - 1]) < timeOf(position),
	);
	if (isAscending) return positions;
	// The sort is stable, so entries of one time stay in the order sent.
	const sorted = positions.toSorted((a, b) => timeOf(a) - timeOf(b));
	return sorted.filter((position, index) => timeOf(position) !== timeOf(sorted[index + 1]));
}

/** Dates each reading to its device's next slot, at most to the upload itself. */
export function receiveInSlots(readings: Readings, slots: UploadSlots): Readings {
	const [upload] = readings.uploads;
	if (!upload) return readings;
	const receiptOf = (at: number) => Math.min(slotOfReading(slots, at), upload.receivedAt);
	const times = new Set<number>();
	for (const { at } of readings.channels) for (const time of at) times.add(receiptOf(time));
	const receipts = [...times].sort((a, b) => a - b);
	const indexes = new Map(receipts.map((receivedAt, index) => [receivedAt, index]));
	return {
		uploads: receipts.map((receivedAt) => ({ seq: upload.seq, receivedAt })),
		channels: readings.channels.map((channel) => ({
			...channel,
			upload: Uint32Array.from(channel.at, (time) => indexes.get(receiptOf(time)) ?? 0),
		})),
	};
}
