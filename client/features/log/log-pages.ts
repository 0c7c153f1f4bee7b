import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { GetLogs, LogPage } from "../../../shared/log";
import { trpc, trpcClient } from "../../api/trpc";

/** A range of the log, page by page. The first page asks with nothing but the range, as the contract names it. */
export function logPages(input: GetLogs) {
	return infiniteQueryOptions({
		queryKey: [...trpc.log.getLogs.queryKey(input), "pages"],
		queryFn: ({ pageParam }): Promise<LogPage> =>
			trpcClient.log.getLogs.query(pageParam === null ? input : { ...input, cursor: pageParam }),
		initialPageParam: null as string | null, // widens the literal: later parameters are cursors
		getNextPageParam: (page) => page.nextCursor,
	});
}

/** Ends the key of what only counts and is not shown. */
export const newestKey = "newest";

/** What came in lately. The span moves with the time, so it is no part of what the answer is kept under. */
export function newestPage(shown: GetLogs, input: () => GetLogs) {
	return queryOptions({
		queryKey: [...trpc.log.getLogs.queryKey(shown), newestKey],
		queryFn: (): Promise<LogPage> => trpcClient.log.getLogs.query(input()),
	});
}
