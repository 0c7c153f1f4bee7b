import {
	type FetchInfiniteQueryOptions,
	type FetchQueryOptions,
	QueryCache,
	QueryClient,
	type QueryKey,
} from "@tanstack/react-query";
import { isErrorCode } from "../../shared/error-codes";
import { appConstants } from "../app-constants";
import { knowFailures, readFailure } from "./api-error";
import { reportQueryFailure } from "./error-funnel";
import { failureSentences } from "./failure-sentences";
import { session } from "./session";

knowFailures({ isErrorCode, sentences: failureSentences });

const { retries, backoffBaseMs, backoffCapMs, staleMs, cacheMs } = appConstants.query;

/** An answer of 4xx will not change by asking again. */
export function shouldRetry(failedAttempts: number, error: unknown): boolean {
	const { httpStatus } = readFailure(error);
	const isOurFault = httpStatus !== null && httpStatus >= 400 && httpStatus < 500;
	return !isOurFault && failedAttempts < retries;
}

export function retryDelayMs(failedAttempts: number): number {
	return Math.min(backoffBaseMs * 2 ** failedAttempts, backoffCapMs);
}

type LoadedQuery = { state: { dataUpdatedAt: number; isInvalidated: boolean } };

/**
 * Whether a part that appears asks again. All is stale at once, and every loader asks; without this a screen that takes
 * more than a second to render would ask for all of it a second time.
 */
export function isOldOnMount({ state }: LoadedQuery): boolean {
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
			// Without it a query waits silently while the browser believes itself offline.
			networkMode: "always",
		},
		mutations: { networkMode: "always" },
	},
});

session.onUserGone(() => queryClient.clear());
session.onLeaving((isLeaving) => void (isLeaving ? queryClient.cancelQueries() : queryClient.invalidateQueries()));

/**
 * Starts a query ahead of its screen. Resolves at once when an earlier answer can be shown
 * meanwhile; never rejects, the screen itself meets the failure.
 */
export function warm<TData, TError, TShown, TKey extends QueryKey>(
	options: FetchQueryOptions<TData, TError, TShown, TKey>,
): Promise<void> {
	return unlessKnown(options.queryKey, () => queryClient.prefetchQuery(options));
}

/** The same for a query that comes in pages. */
export function warmPages<TData, TError, TShown, TKey extends QueryKey, TPage>(
	options: FetchInfiniteQueryOptions<TData, TError, TShown, TKey, TPage>,
): Promise<void> {
	return unlessKnown(options.queryKey, () => queryClient.prefetchInfiniteQuery(options));
}

async function unlessKnown(queryKey: QueryKey, fetch: () => Promise<void>): Promise<void> {
	// Only a preload gets here signed out; its refusals would move the screen that shows the same data.
	if (session.isKnownSignedOut()) return;
	const fetched = fetch();
	if (queryClient.getQueryState(queryKey)?.data === undefined) await fetched;
}
