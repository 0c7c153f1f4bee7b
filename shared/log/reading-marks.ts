import * as z from "zod/mini";

/**
 * `doubtful`: at receipt a likely fault of the sensor, which figures and limits ignore. `excluded`: a user excluded
 * the reading. `counts`: a user decided that a doubtful reading counts. `saturated`: a derived value that counts, computed
 * at 100 % humidity because the sensor sent more.
 */
export const ReadingMark = z.enum(["doubtful", "excluded", "counts", "saturated"]);
export const SentMark = z.enum(["doubtful", "excluded", "counts"]);
export type ReadingMark = z.infer<typeof ReadingMark>;

export function isCounting(mark: ReadingMark | null): boolean {
	return mark !== "doubtful" && mark !== "excluded";
}

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
