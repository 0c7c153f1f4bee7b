import { slotOfReading, type UploadSlots } from "../../../shared/upload-slots";
import type { Readings } from "./readings";

/** One upload's readings as if each had come with its device's next slot, and none after the upload itself. */
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
