import { slotOfReading, type UploadSlots } from "../../../shared/upload-slots";
import type { ChannelReadings, Readings, UploadFact } from "./readings";

/** In the order sent; `channel` are numbers in the device's row. Times are epoch ms. */
export type UnsortedUpload = UploadFact & { channel: number[]; at: number[]; value: number[] };

/** Of two readings of one channel and time the later entry stays. */
export function sortUpload({ seq, receivedAt, channel, at, value }: UnsortedUpload): Readings {
	const placesByChannel = new Map<number, number[]>();
	for (const [place, number] of channel.entries()) {
		const places = placesByChannel.get(number);
		if (places) places.push(place);
		else placesByChannel.set(number, [place]);
	}
	if (placesByChannel.size === 0) return { uploads: [], channels: [] };
	const numbers = [...placesByChannel.keys()].sort((a, b) => a - b);
	const channels = numbers.map((number): ChannelReadings => {
		const places = lastOfEachTime(placesByChannel.get(number) ?? [], at);
		return {
			channel: number,
			at: Float64Array.from(places, (place) => at[place] ?? Number.NaN),
			value: Float64Array.from(places, (place) => value[place] ?? Number.NaN),
			upload: new Uint32Array(places.length),
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
	const places = new Map(receipts.map((receivedAt, place) => [receivedAt, place]));
	return {
		uploads: receipts.map((receivedAt) => ({ seq: upload.seq, receivedAt })),
		channels: readings.channels.map((channel) => ({
			...channel,
			upload: Uint32Array.from(channel.at, (time) => places.get(receiptOf(time)) ?? 0),
		})),
	};
}
