import type { Readings } from "../../../../backend/store/block/readings";
import type { UnsortedUpload } from "../../../../backend/store/block/sort-upload";

/** One reading of the plain list that blocks are compared with. */
export type ListedReading = { channel: number; at: number; value: number; seq: number; receivedAt: number };

export function listed({ uploads, channels }: Readings): ListedReading[] {
	return channels.flatMap(({ channel, at, value, upload }) =>
		Array.from(at, (time, position) => {
			const { seq, receivedAt } = uploads[upload[position] ?? -1] ?? { seq: Number.NaN, receivedAt: Number.NaN };
			return { channel, at: time, value: value[position] ?? Number.NaN, seq, receivedAt };
		}),
	);
}

/** Returns the stored readings of uploads: by channel and time the last of the highest `seq`. */
export function listedFrom(uploads: UnsortedUpload[]): ListedReading[] {
	const kept = new Map<string, ListedReading>();
	for (const { seq, receivedAt, channel, at, value } of uploads) {
		for (const [position, number] of channel.entries()) {
			const time = at[position] ?? Number.NaN;
			const key = `${number} ${time}`;
			const known = kept.get(key);
			const reading = { channel: number, at: time, value: value[position] ?? Number.NaN, seq, receivedAt };
			if (!known || known.seq <= seq) kept.set(key, reading);
		}
	}
	return [...kept.values()].sort((a, b) => a.channel - b.channel || a.at - b.at);
}
