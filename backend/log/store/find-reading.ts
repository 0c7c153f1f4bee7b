import type { Readings } from "../block/readings";
import { placeOf } from "../block/readings-between";

export type KnownReading = { value: number; seq: number };

/** The reading of a channel (by its number) at an instant, or null. */
export function findReading({ uploads, channels }: Readings, channel: number, at: number): KnownReading | null {
	const columns = channels.find((one) => one.channel === channel);
	if (!columns) return null;
	const place = placeOf(columns.at, at);
	const value = columns.value[place];
	const upload = uploads[columns.upload[place] ?? -1];
	if (columns.at[place] !== at || value === undefined || !upload) return null;
	return { value, seq: upload.seq };
}
