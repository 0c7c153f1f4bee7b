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
