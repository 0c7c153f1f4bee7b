import * as z from "zod/mini";

/**
 * What a reading is marked with. `doubtful`: judged at receipt to be a fault of the sensor, in no figure and no limit. `excluded`: a
 * person took it out. `counts`: a person said that a doubtful one counts.
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
