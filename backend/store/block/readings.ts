import { positionFrom } from "../../../shared/base/sorted";

/** `seq`: the order of receipt; `receivedAt`: epoch ms. */
export type UploadFact = { seq: number; receivedAt: number };

/**
 * Equally long columns: `at` is epoch ms, ascending and unique; `value` is finite; `upload` indexes `Readings.uploads`.
 * `channel` is the number in the device's row.
 */
export type ChannelReadings = { channel: number; at: Float64Array; value: Float64Array; upload: Uint32Array };

/** Readings of one device. Channels are unique, ascend by number, and are never empty. */
export type Readings = { uploads: UploadFact[]; channels: ChannelReadings[] };

export type ChannelCount = { channel: number; readings: number };

export const noReadings: Readings = { uploads: [], channels: [] };

export function countReadings({ channels }: Readings): number {
	return channels.reduce((count, { at }) => count + at.length, 0);
}

/** Half-open, epoch ms. */
export type Between = { from: number; to: number };

/** Readings from `from` to before `to`, epoch ms, as views of the same memory. Uploads stay unchanged. */
export function readingsBetween({ uploads, channels }: Readings, from: number, to: number): Readings {
	const within = channels.flatMap(({ channel, at, value, upload }) => {
		const start = positionFrom(at, from);
		const end = positionFrom(at, to);
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

export function onlyChannels({ uploads, channels }: Readings, only: ReadonlySet<number>): Readings {
	return { uploads, channels: channels.filter(({ channel }) => only.has(channel)) };
}
