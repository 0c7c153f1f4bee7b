import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { GetLogs, LogPage } from "../../../shared/log";
import { type ReadingFilter, withPassing } from "../../../shared/reading-filter";
import { live, useRefreshInterval } from "../../api/live";
import { trpc } from "../../api/trpc";
import { readingFilter } from "./entry-filters";
import { newestKey, newestPage } from "./log-queries";
import { isRunning, type LogState, newestInput } from "./log-state";

export type Following = {
	canPause: boolean;
	isPaused: boolean;
	news: NewCount | null;
	pause: () => void;
	resume: () => void;
};

export function useFollowing(state: LogState, input: GetLogs, pages: LogPage[]): Following {
	const queryClient = useQueryClient();
	const isPaused = useLogPaused();
	const refreshInterval = useRefreshInterval();
	const canPause = isRunning(state);
	const isBehind = isPaused || !canPause;
	const newest = useMemo(() => (canPause ? newestReceipt(pages) : null), [canPause, pages]);
	const [seenUntil, setSeenUntil] = useState(() => newest ?? Date.now());
	if (newest !== null && newest !== seenUntil) setSeenUntil(newest);

	const beyond = useQuery({
		...newestPage(input, () => newestInput(state, { since: seenUntil, now: Date.now() })),
		enabled: isBehind,
		refetchInterval: refreshInterval,
	});
	// A paused or past range must not change while somebody reads it: a hint only refreshes the count.
	useEffect(() => {
		const isOfNews = (key: readonly unknown[]) => key.at(-1) === newestKey;
		return live.subscribe("log", () => {
			void queryClient.invalidateQueries({
				...trpc.log.pathFilter(),
				predicate: ({ queryKey }) => !isBehind || isOfNews(queryKey),
			});
		});
	}, [queryClient, isBehind]);
	useEffect(() => () => setLogPaused(false), []);

	const news = isBehind && beyond.data ? countNew(beyond.data, seenUntil, readingFilter(state.filters)) : null;
	return {
		canPause,
		isPaused: canPause && isPaused,
		news: news && news.count > 0 ? news : null,
		pause: () => setLogPaused(true),
		resume: () => {
			setLogPaused(false);
			void queryClient.invalidateQueries(trpc.log.pathFilter());
		},
	};
}

export function useLogPaused(): boolean {
	return useSyncExternalStore(subscribe, isLogPaused);
}

/** Outside React, since the route's loader reads it too. */
export function isLogPaused(): boolean {
	return isPaused;
}

/** By the backend's clock (UTC ms); null: nothing is shown. */
export function newestReceipt(pages: LogPage[]): number | null {
	let newest: number | null = null;
	for (const { readings, events } of pages) {
		for (const at of readings.receivedAt) if (newest === null || at > newest) newest = at;
		for (const { at } of events) if (newest === null || at > newest) newest = at;
	}
	return newest;
}

type NewCount = { count: number; isMore: boolean };

export function countNew(page: LogPage, since: number, filter: ReadingFilter = {}): NewCount {
	const { readings, events, nextCursor } = withPassing(page, filter);
	const newer = readings.receivedAt.filter((at) => at > since).length + events.filter(({ at }) => at > since).length;
	return { count: newer, isMore: newer > 0 && nextCursor !== null };
}

export function newCountLabel({ count, isMore }: NewCount): string {
	return `${count.toLocaleString("en-US")}${isMore ? "+" : ""} new`;
}

let isPaused = false;

const listeners = new Set<() => void>();

function setLogPaused(paused: boolean): void {
	isPaused = paused;
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}
