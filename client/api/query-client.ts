import {
	type FetchInfiniteQueryOptions,
	type FetchQueryOptions,
	QueryCache,
	QueryClient,
	type QueryKey,
} from "@tanstack/react-query";
import type { ErrorCode } from "../../shared/errors/error-codes";
import { appConstants } from "../base/app-constants";
import { readFailure } from "./api-error";
import { connection } from "./connection";
import { reportQueryFailure } from "./error-funnel";
import { session } from "./session";

const { retries, backoffBaseMs, backoffCapMs, retryAfterCapMs, staleMs, cacheMs } = appConstants.query;

/** A screen does not refetch data that its loader has just fetched. Suspense queries need no such option. */
export const justLoadedMs = 1_000;

/** The error code decides. Without a code, 4xx is final, except 408 and 429. */
export function shouldRetry(failedAttempts: number, error: unknown): boolean {
	if (failedAttempts >= retries || demandedWaitMs(error) > retryAfterCapMs) return false;
	const { reason, httpStatus } = readFailure(error);
	if (reason !== null) return retriedCodes.has(reason);
	const isOurFault = httpStatus !== null && httpStatus >= 400 && httpStatus < 500;
	return !isOurFault || httpStatus === 408 || httpStatus === 429;
}

export function retryDelayMs(failedAttempts: number, error: unknown): number {
	return Math.max(Math.min(backoffBaseMs * 2 ** failedAttempts, backoffCapMs), demandedWaitMs(error));
}

/** Retry-After in ms, for the two retried statuses that define it. */
function demandedWaitMs(error: unknown): number {
	const { httpStatus, retryAfterMs } = readFailure(error);
	return retryAfterMs !== null && (httpStatus === 429 || httpStatus === 503) ? retryAfterMs : 0;
}

type LoadedQuery = { state: { dataUpdatedAt: number; isInvalidated: boolean } };

/** Data is stale at once. A slow screen would otherwise refetch all that its loader has just fetched. */
function isOldOnMount({ state }: LoadedQuery): boolean {
	return state.isInvalidated || Date.now() - state.dataUpdatedAt > appConstants.loadedWithinMs;
}

export const queryClient = new QueryClient({
	queryCache: new QueryCache({
		onError: (error, query) => reportQueryFailure(error, query.getObserversCount() > 0),
	}),
	defaultOptions: {
		queries: {
			staleTime: staleMs,
			refetchOnMount: isOldOnMount,
			gcTime: cacheMs,
			retry: shouldRetry,
			retryDelay: retryDelayMs,
			// Without it, a query waits silently while the browser reports itself offline.
			networkMode: "always",
		},
		// Only the user sends a change again.
		mutations: { networkMode: "always", retry: false },
	},
});

// A query without data is fetched at once, not after the wait before its next attempt.
connection.onRetry(() => void queryClient.cancelQueries({ predicate: ({ state }) => state.data === undefined }));
session.onLeaving((isLeaving) => void (isLeaving ? queryClient.cancelQueries() : queryClient.invalidateQueries()));

/** Resolves at once if cached data exists. Never rejects: the screen's own query shows the failure. */
export function warm<TData, TError, TShown, TKey extends QueryKey>(
	options: FetchQueryOptions<TData, TError, TShown, TKey>,
): Promise<void> {
	return unlessKnown(options.queryKey, () => queryClient.prefetchQuery(options));
}

export function warmPages<TData, TError, TShown, TKey extends QueryKey, TPage>(
	options: FetchInfiniteQueryOptions<TData, TError, TShown, TKey, TPage>,
): Promise<void> {
	return unlessKnown(options.queryKey, () => queryClient.prefetchInfiniteQuery(options));
}

async function unlessKnown(queryKey: QueryKey, fetch: () => Promise<void>): Promise<void> {
	// Only a preload gets here signed out; its denial would navigate the screen that shows the same data.
	if (session.isKnownSignedOut()) return;
	const fetched = fetch();
	if (queryClient.getQueryState(queryKey)?.data === undefined) await fetched;
}

export const retriedCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
	"DATA_EXPORT_RUNNING",
	"REPORT_RUN_LIMIT",
	"REPORT_READS_DEVICE",
	"LOG_ARCHIVE_UNAVAILABLE",
	"SESSION_UNCHECKED",
	"CREDENTIALS_UNAVAILABLE",
	"RESEND",
	"TOO_MANY_REQUESTS",
	"INTERNAL",
	"UPDATE_UNDER_WAY",
	"UPSTREAM_UNREACHABLE",
	"UPSTREAM_BAD_ANSWER",
	"UPSTREAM_TIMEOUT",
]);
