import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { GetLogs, LogPage } from "../../../shared/log";
import { live } from "../../api/live";
import { trpc } from "../../api/trpc";
import { useRefreshInterval } from "../../api/use-live";
import { readingFilter } from "./entry-filters";
import { newestKey, newestPage } from "./log-pages";
import { setLogPaused, useLogPaused } from "./log-pause";
import { isRunning, type LogView, newestInput } from "./log-view";
import { countNew, type NewCount, newestReceipt } from "./new-count";

export type Following = {
	/** The range moves on with the time; a person may stop it. */
	canPause: boolean;
	isPaused: boolean;
	/** What came in since, where the screen does not show it by itself. */
	news: NewCount | null;
	pause: () => void;
	resume: () => void;
};

/** Whether the log keeps up with what comes in, and how much there is beyond what it shows. */
export function useFollowing(view: LogView, input: GetLogs, pages: LogPage[]): Following {
	const queryClient = useQueryClient();
	const isPaused = useLogPaused();
	const refreshInterval = useRefreshInterval();
	const canPause = isRunning(view);
	const isBehind = isPaused || !canPause;
	const newest = useMemo(() => (canPause ? newestReceipt(pages) : null), [canPause, pages]);
	const [seenUntil, setSeenUntil] = useState(() => newest ?? Date.now());
	if (newest !== null && newest !== seenUntil) setSeenUntil(newest);

	const beyond = useQuery({
		...newestPage(input, () => newestInput(view, seenUntil)),
		enabled: isBehind,
		refetchInterval: refreshInterval,
	});
	// What stands still must not change under the eye of who reads it: a hint then only counts.
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

	const news = isBehind && beyond.data ? countNew(beyond.data, seenUntil, readingFilter(view.filters)) : null;
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
