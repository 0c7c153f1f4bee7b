import type { LogPage } from "../../../shared/log";
import { type ReadingFilter, withPassing } from "../../../shared/reading-filter";

/** When the newest of what is shown came in, by the backend's clock (UTC ms); null where nothing is shown. */
export function newestReceipt(pages: LogPage[]): number | null {
	let newest: number | null = null;
	for (const { readings, events } of pages) {
		for (const at of readings.receivedAt) if (newest === null || at > newest) newest = at;
		for (const { at } of events) if (newest === null || at > newest) newest = at;
	}
	return newest;
}

/** How much came in after `since` that passes by itself; `isMore` where the page does not hold it all. */
export type NewCount = { count: number; isMore: boolean };

export function countNew(page: LogPage, since: number, filter: ReadingFilter = {}): NewCount {
	const { readings, events, nextCursor } = withPassing(page, filter);
	const newer = readings.receivedAt.filter((at) => at > since).length + events.filter(({ at }) => at > since).length;
	return { count: newer, isMore: newer > 0 && nextCursor !== null };
}

/** `37 new`. */
export function newCountWords({ count, isMore }: NewCount): string {
	return `${count.toLocaleString("en-US")}${isMore ? "+" : ""} new`;
}
