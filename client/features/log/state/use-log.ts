import {
	keepPreviousData,
	useQuery,
	useQueryClient,
	useSuspenseInfiniteQuery,
	useSuspenseQuery,
} from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { LogPage } from "../../../../shared/log/log";
import { type ReadingFilter, withPassing } from "../../../../shared/log/reading-filter";
import { readFailure } from "../../../api/api-error";
import { deviceList } from "../../../api/device-list";
import { live, useRefreshInterval } from "../../../api/live";
import { deviceBy, groupList } from "../../../api/queries";
import { justLoadedMs } from "../../../api/query-client";
import { trpc } from "../../../api/trpc";
import { responseOf } from "../../../chart/day-readings";
import { t } from "../../../words/made/log";
import { readingFilter } from "./entry-filters";
import { type LogPlan, newestKey, newestPage, setLogPaused, useLogPaused } from "./log-plan";
import { isRunning, newestInput } from "./log-state";

export type LogResponses = ReturnType<typeof useLogResults>;

/** Entries name their devices, so the list of all devices loads only on demand. */
export function useLogResults(plan: LogPlan, areDevicesWanted: boolean) {
	const { events: apart, device: only, staleTime } = plan;
	const refreshInterval = useRefreshInterval();
	const interval = plan.isMoving && refreshInterval;
	const pace = { refetchInterval: interval, staleTime };
	const withoutRefetch = { staleTime: Math.max(staleTime, justLoadedMs), refetchOnMount: false } as const;
	const pages = useSuspenseInfiniteQuery({ ...plan.pages, ...pace });
	const series = useQuery({
		...plan.series,
		...withoutRefetch,
		refetchInterval: ({ state: { error } }) => (hasNoSeries(error) ? false : interval),
		placeholderData: keepPreviousData,
	});
	const events = useQuery({
		...(apart ?? trpc.log.getLogs.queryOptions(plan.input)),
		...pace,
		...withoutRefetch,
		enabled: apart !== null,
	});
	const groups = useSuspenseQuery(groupList());
	const device = useQuery({ ...(only ?? deviceBy("")), enabled: only !== null, staleTime: justLoadedMs });
	const [areOffered, setAreOffered] = useState(false);
	const naming = [...pages.data.pages.flatMap((page) => page.devices), ...(device.data ? [device.data] : [])];
	const named = [...new Map(naming.map((each) => [each.id, each])).values()];
	const isUnnamed = plan.state.deviceIds.some((id) => !named.some((each) => each.id === id));
	const isEmpty = named.length === 0;
	const devices = useQuery({
		...deviceList(),
		enabled: areDevicesWanted || areOffered || isEmpty || (isUnnamed && !device.isLoading),
	});
	return {
		pages: pages.data.pages,
		series: responseOf(series),
		events: apart === null ? null : (events.data?.events ?? null),
		devices: devices.data ?? null,
		areDevicesLoading: devices.isLoading,
		named,
		offerDevices: () => setAreOffered(true),
		groups: groups.data,
		channels: only === null ? null : (device.data?.channels ?? []),
		onOlder: pages.hasNextPage ? () => void pages.fetchNextPage() : null,
		isLoadingOlder: pages.isFetchingNextPage,
	};
}

/** A third party's backend may lack the procedure, and then retries do not help. */
function hasNoSeries(error: unknown): boolean {
	return readFailure(error).httpStatus === 404;
}

export type Following = {
	canPause: boolean;
	isPaused: boolean;
	news: NewCount | null;
	pause: () => void;
	resume: () => void;
};

export function useFollowing({ state, input }: Pick<LogPlan, "state" | "input">, pages: LogPage[]): Following {
	const queryClient = useQueryClient();
	const isPaused = useLogPaused();
	const refetchInterval = useRefreshInterval();
	const canPause = isRunning(state);
	const isBehind = isPaused || !canPause;
	const newest = useMemo(() => (canPause ? newestReceipt(pages) : null), [canPause, pages]);
	const [seenUntil, setSeenUntil] = useState(() => newest ?? Date.now());
	if (newest !== null && newest !== seenUntil) setSeenUntil(newest);

	const beyond = useQuery({
		...newestPage(input, () => newestInput(state, { since: seenUntil, now: Date.now() })),
		enabled: isBehind,
		refetchInterval,
	});
	// A paused or past range must not change under the reader: an invalidation refreshes only the count.
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
	return isMore ? t("newCount.more", { count }) : t("newCount", { count });
}
