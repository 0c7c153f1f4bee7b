import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { GetLogs, LogPage } from "../../../shared/log";
import { trpc, trpcClient } from "../../api/trpc";

/** A range of the log, page by page. The first page asks with nothing but the range, as the contract names it. */
export function logPages(input: GetLogs) {
	return infiniteQueryOptions({
		queryKey: [...trpc.log.getLogs.queryKey(input), "pages"],
		queryFn: ({ pageParam }): Promise<LogPage> => firstPageWithEntries(input, pageParam),
		initialPageParam: null as string | null, // widens the literal: later parameters are cursors
		getNextPageParam: (page) => page.nextCursor,
	});
}

/** Where entries are rare, so many pages without any are passed by before a person is asked whether to look further. */
const mostEmptyPages = 5;

async function firstPageWithEntries(input: GetLogs, start: string | null): Promise<LogPage> {
	const ask = (cursor: string | null) => trpcClient.log.getLogs.query(cursor === null ? input : { ...input, cursor });
	let page = await ask(start);
	for (let passed = 1; passed < mostEmptyPages && isEmpty(page) && page.nextCursor !== null; passed++) {
		page = await ask(page.nextCursor);
	}
	return page;
}

function isEmpty({ readings, events }: LogPage): boolean {
	return readings.value.length + events.length === 0;
}

/** Ends the key of what only counts and is not shown. */
export const newestKey = "newest";

/** What came in lately. The span moves with the time, so it is no part of what the answer is kept under. */
export function newestPage(shown: GetLogs, input: () => GetLogs) {
	return queryOptions({
		queryKey: [...trpc.log.getLogs.queryKey(shown), newestKey],
		queryFn: (): Promise<LogPage> => firstPageWithEntries(input(), null),
	});
}
