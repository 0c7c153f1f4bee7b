import * as z from "zod/mini";

/**
 * `doubtful`: at receipt a likely fault of the sensor, which figures and limits ignore. `excluded`: a user excluded
 * the reading. `counts`: a user decided that a doubtful reading counts.
 */
export const ReadingMark = z.enum(["doubtful", "excluded", "counts"]);
export type ReadingMark = z.infer<typeof ReadingMark>;

const doubtfulSuffix = "~";

/** The id under which the store keeps the doubtful readings of a channel, apart from its own. */
export function doubtfulIdOf(channelId: string): string {
	return `${channelId}${doubtfulSuffix}`;
}

export function isDoubtfulId(channelId: string): boolean {
	return channelId.endsWith(doubtfulSuffix);
}

export function channelIdOf(id: string): string {
	return isDoubtfulId(id) ? id.slice(0, -doubtfulSuffix.length) : id;
}
