/** One upload as the store keeps it: its place in the order of receipt, and when that was (epoch ms). */
export type UploadFact = { seq: number; receivedAt: number };

/**
 * Readings of one channel as equally long columns: `at` is epoch ms, ascending, each instant once; `value` is finite;
 * `upload` indexes the `uploads` beside it. `channel` is the channel's number in its device's row.
 */
export type ChannelReadings = { channel: number; at: Float64Array; value: Float64Array; upload: Uint32Array };

/** Readings of one device. A channel occurs once, channels ascend by number, and no channel is empty. */
export type Readings = { uploads: UploadFact[]; channels: ChannelReadings[] };

/** How many readings there are of a channel. */
export type ChannelCount = { channel: number; readings: number };

export const noReadings: Readings = { uploads: [], channels: [] };

export function countReadings({ channels }: Readings): number {
	return channels.reduce((count, { at }) => count + at.length, 0);
}

/** A half-open span, epoch ms. */
export type Between = { from: number; to: number };

/** Readings from `from` up to but not at `to`, epoch ms, as views of the same memory; the uploads stay as they are. */
export function readingsBetween({ uploads, channels }: Readings, from: number, to: number): Readings {
	const within = channels.flatMap(({ channel, at, value, upload }) => {
		const start = placeOf(at, from);
		const end = placeOf(at, to);
		if (start >= end) return [];
		return [
			{
				channel,
				at: at.subarray(start, end),
				value: value.subarray(start, end),
				upload: upload.subarray(start, end),
			},
		];
	});
	return { uploads, channels: within };
}

/** The readings of some channels; the uploads stay as they are. */
export function onlyChannels({ uploads, channels }: Readings, only: ReadonlySet<number>): Readings {
	return { uploads, channels: channels.filter(({ channel }) => only.has(channel)) };
}

/** Place of the first time that is not before `time`; the length where all are. */
export function placeOf(at: Float64Array, time: number): number {
	let low = 0;
	let high = at.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((at[middle] ?? 0) < time) low = middle + 1;
		else high = middle;
	}
	return low;
}
