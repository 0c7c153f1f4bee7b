import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { GetLogs, LogPage } from "../../../../shared/log/log";
import { deviceBy } from "../../../api/queries";
import { trpc, trpcClient } from "../../../api/trpc";
import { chartChoice, shownInput } from "../../../chart/chart-choice";
import { useChoice } from "../../../ui/browser-choice";
import { ownFormat } from "../../../ui/display-formats";
import { readTimeDisplayMode, useTimeDisplayMode, viewerZone } from "../../../ui/time/time-display";
import type { LogSearch } from "./log-search";
import { eventsInput, isRunning, logsInput, seriesInput, stateFromSearch, type Viewer } from "./log-state";

type PlanFor = { viewer: Viewer; pixels: number; isPaused: boolean };

export type LogPlan = ReturnType<typeof logPlan>;

export function logPlan(search: LogSearch, { viewer, pixels, isPaused }: PlanFor) {
	const state = stateFromSearch(search);
	const choice = chartChoice(search);
	const input = logsInput(state, viewer);
	const chart = seriesInput(state, viewer, pixels);
	const { pixels: wanted, quantity: _, ...choosable } = chart;
	const apart = eventsInput(state, viewer);
	const [first, ...others] = state.deviceIds;
	const onlyDeviceId = first !== undefined && others.length === 0 ? first : null;
	const isStill = isRunning(state) && isPaused;
	return {
		state,
		choice,
		input,
		choosable,
		distribution: { ...choosable, ...shownInput(choice) },
		pixels: wanted,
		onlyDeviceId,
		isMoving: isRunning(state) && !isPaused,
		staleTime: isStill ? Number.POSITIVE_INFINITY : 0,
		pages: logPages(input),
		series: queryOptions(trpc.log.getSeries.queryOptions({ ...chart, ...shownInput(choice) })),
		events: apart && queryOptions(trpc.log.getLogs.queryOptions(apart)),
		device: onlyDeviceId === null ? null : deviceBy(onlyDeviceId),
	};
}

export function readLogPlan(search: LogSearch): LogPlan {
	const viewer = { mode: readTimeDisplayMode(), zone: viewerZone, weekStart: ownWeekStart() };
	return logPlan(search, { viewer, pixels: readChartPixels(), isPaused });
}

export function useLogPlan(search: LogSearch): LogPlan {
	const mode = useTimeDisplayMode();
	const weekStart = useChoice(ownWeekStart);
	const pixels = useSyncExternalStore(subscribeToWidth, readChartPixels);
	const isStopped = useLogPaused();
	return useMemo(
		() => logPlan(search, { viewer: { mode, zone: viewerZone, weekStart }, pixels, isPaused: isStopped }),
		[search, mode, weekStart, pixels, isStopped],
	);
}

function ownWeekStart() {
	return ownFormat("weekStart");
}

function logPages(input: GetLogs) {
	return infiniteQueryOptions({
		queryKey: [...trpc.log.getLogs.queryKey(input), "pages"],
		queryFn: ({ pageParam }): Promise<LogPage> => firstPageWithEntries(input, pageParam),
		initialPageParam: null as string | null, // widens the literal: later parameters are cursors
		getNextPageParam: (page) => page.nextCursor,
	});
}

const mostEmptyPages = 5;

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

export const newestKey = "newest";

export function newestPage(shown: GetLogs, input: () => GetLogs) {
	return queryOptions({
		queryKey: [...trpc.log.getLogs.queryKey(shown), newestKey],
		queryFn: (): Promise<LogPage> => firstPageWithEntries(input(), null),
	});
}

/** Rounds the width to this step, so that a preload, the screen and similar windows share a response. */
const step = 100;

const besideWide = 300;
const besideNarrow = 64;
const narrowWindow = 860;
const widest = 1_480;

/** An estimate in CSS pixels, available before the chart renders. */
function readChartPixels(): number {
	const width = window.innerWidth;
	const own = Math.min(width - (width > narrowWindow ? besideWide : besideNarrow), widest);
	return Math.max(Math.ceil(own / step), 3) * step;
}

function subscribeToWidth(listener: () => void): () => void {
	window.addEventListener("resize", listener);
	return () => window.removeEventListener("resize", listener);
}

let isPaused = false;

const pauseListeners = new Set<() => void>();

/** Outside React, because the loader reads it too. */
export function setLogPaused(paused: boolean): void {
	isPaused = paused;
	for (const listener of pauseListeners) listener();
}

export function useLogPaused(): boolean {
	return useSyncExternalStore(subscribeToPause, () => isPaused);
}

function subscribeToPause(listener: () => void): () => void {
	pauseListeners.add(listener);
	return () => void pauseListeners.delete(listener);
}
