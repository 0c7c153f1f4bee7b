import type { Readings } from "./readings";

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
