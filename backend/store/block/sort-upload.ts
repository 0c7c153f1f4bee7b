import { slotOfReading, type UploadSlots } from "../../../shared/ingest/upload-slots";
import type { ChannelReadings, Readings, UploadFact } from "./readings";

/** In the order sent; `channel` are numbers in the device's row. Times are epoch ms. */
export type UnsortedUpload = UploadFact & { channel: number[]; at: number[]; value: number[] };

/** Of two readings of one channel and time the later entry stays. */
export function sortUpload({ seq, receivedAt, channel, at, value }: UnsortedUpload): Readings {
	const placesByChannel = new Map<number, number[]>();
	for (const [index, number] of channel.entries()) {
		const indexes = placesByChannel.get(number);
		if (indexes) indexes.push(index);
		else placesByChannel.set(number, [index]);
	}
	if (placesByChannel.size === 0) return { uploads: [], channels: [] };
	const numbers = [...placesByChannel.keys()].sort((a, b) => a - b);
	const channels = numbers.map((number): ChannelReadings => {
		const indexes = lastOfEachTime(placesByChannel.get(number) ?? [], at);
		return {
			channel: number,
			at: Float64Array.from(indexes, (index) => at[index] ?? Number.NaN),
			value: Float64Array.from(indexes, (index) => value[index] ?? Number.NaN),
			upload: new Uint32Array(indexes.length),
		};
	});
	return { uploads: [{ seq, receivedAt }], channels };
}

function lastOfEachTime(places: number[], at: number[]): number[] {
	const timeOf = (place: number | undefined) => at[place ?? -1] ?? Number.NaN;
	const isAscending = places.every((place, index) => index === 0 || timeOf(places[index - 1]) < timeOf(place));
	if (isAscending) return places;
	// The sort is stable, so entries of one time stay in the order sent.
	const sorted = places.toSorted((a, b) => timeOf(a) - timeOf(b));
	return sorted.filter((place, index) => timeOf(place) !== timeOf(sorted[index + 1]));
}

/** Each reading counts as received at its device's next slot, but not after the upload itself. */
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
