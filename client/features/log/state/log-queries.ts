import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { GetLogs, LogPage } from "../../../../shared/log";
import { trpc, trpcClient } from "../../../api/trpc";

const mostEmptyPages = 5;

/** Last part of the key of a query whose entries are counted, not shown. */
export const newestKey = "newest";

/** The width is rounded to this, so that a preload, the screen and windows of similar size share an answer. */
const step = 100;

/** The navigation at the left and the margins of page and card, in CSS pixels. */
const besideWide = 300;
const besideNarrow = 64;
const narrowWindow = 860;
const widest = 1_480;

/** The first page is requested by the range alone, as in the contract. */
export function logPages(input: GetLogs) {
	return infiniteQueryOptions({
		queryKey: [...trpc.log.getLogs.queryKey(input), "pages"],
		queryFn: ({ pageParam }): Promise<LogPage> => firstPageWithEntries(input, pageParam),
		initialPageParam: null as string | null, // widens the literal: later parameters are cursors
		getNextPageParam: (page) => page.nextCursor,
	});
}

async function firstPageWithEntries(input: GetLogs, start: string | null): Promise<LogPage> {
	const request = (cursor: string | null) =>
		trpcClient.log.getLogs.query(cursor === null ? input : { ...input, cursor });
	let page = await request(start);
	for (let passed = 1; passed < mostEmptyPages && isEmpty(page) && page.nextCursor !== null; passed++) {
		page = await request(page.nextCursor);
	}
	return page;
}

function isEmpty({ readings, events }: LogPage): boolean {
	return readings.value.length + events.length === 0;
}

/** The span moves with the time, so it is not part of the key. */
export function newestPage(shown: GetLogs, input: () => GetLogs) {
	return queryOptions({
		queryKey: [...trpc.log.getLogs.queryKey(shown), newestKey],
		queryFn: (): Promise<LogPage> => firstPageWithEntries(input(), null),
	});
}

/** Approximate, in CSS pixels; known before the chart is rendered. */
export function readChartPixels(): number {
	const width = window.innerWidth;
	const own = Math.min(width - (width > narrowWindow ? besideWide : besideNarrow), widest);
	return Math.max(Math.ceil(own / step), 3) * step;
}

function subscribe(listener: () => void): () => void {
	window.addEventListener("resize", listener);
	return () => window.removeEventListener("resize", listener);
}

export function useChartPixels(): number {
	return useSyncExternalStore(subscribe, readChartPixels);
}
