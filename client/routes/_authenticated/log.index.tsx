import { keepPreviousData, useQuery, useSuspenseInfiniteQuery, useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { GetLogs, GetSeries } from "../../../shared/log";
import type { TimeDisplayMode } from "../../../shared/time-zones";
import { readFailure } from "../../api/api-error";
import { useRefreshInterval } from "../../api/live";
import { deviceBy, deviceList, groupList } from "../../api/queries";
import { justLoadedMs, warm, warmPages } from "../../api/query-client";
import { loadScreen } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import { type ChartChoice, chartChoice, shownInput } from "../../features/log/chart-choice";
import { LogFailed } from "../../features/log/empty-range";
import { LogPending } from "../../features/log/log-pending";
import { logPages, readChartPixels, useChartPixels } from "../../features/log/log-queries";
import { isCalendarRange } from "../../features/log/log-ranges";
import { LogScreen } from "../../features/log/log-screen";
import { LogSearch } from "../../features/log/log-search";
import {
	eventsInput,
	isRunning,
	type LogState,
	logsInput,
	moved,
	seriesInput,
	stateFromSearch,
} from "../../features/log/log-state";
import { copyText } from "../../features/log/log-table";
import { isLogPaused, useFollowing, useLogPaused } from "../../features/log/use-following";
import { RouteError } from "../../features/shell/error-screens";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { useRequestedSearch, useSearchEntry } from "../../ui/table/list-search";
import { readTimeDisplayMode, useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";

const ImportDialog = lazy(async () => ({
	default: (await import("../../features/import/import-dialog")).ImportDialog,
}));
const IntegrationsDialog = lazy(async () => ({
	default: (await import("../../features/integrations/integrations-dialog")).IntegrationsDialog,
}));

const seriesOf = (input: GetSeries, choice: ChartChoice) =>
	trpc.log.getSeries.queryOptions({ ...input, ...shownInput(choice) });
const eventsOf = (input: GetLogs) => trpc.log.getLogs.queryOptions(input);
const standingStillMs = Number.POSITIVE_INFINITY;

export const Route = createFileRoute("/_authenticated/log/")({
	validateSearch: LogSearch,
	staticData: { title: "Log" },
	loaderDeps: ({ search: { form: _, raw: __, hide: ___, ...requested } }) => requested,
	loader: ({ deps, preload }) => {
		const state = stateFromSearch(deps);
		const viewer = { mode: readTimeDisplayMode(), zone: viewerZone };
		const pace = { staleTime: isRunning(state) && isLogPaused() ? standingStillMs : 0 };
		const events = eventsInput(state, viewer);
		const single = onlyDeviceOf(state);
		return loadScreen(
			[
				warmPages({ ...logPages(logsInput(state, viewer)), ...pace }),
				warm({ ...seriesOf(seriesInput(state, viewer, readChartPixels()), chartChoice(deps)), ...pace }),
				...(events ? [warm({ ...eventsOf(events), ...pace })] : []),
				...(single === null ? [] : [warm(deviceBy(single))]),
				warm(deviceList()),
				warm(groupList()),
			],
			{ preload },
		);
	},
	pendingComponent: LogPending,
	errorComponent: (failure) => <LogFailed error={failure.error} otherwise={<RouteError {...failure} />} />,
	component: LogPage,
});

function LogPage() {
	const search = Route.useSearch();
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const router = useRouter();
	const mode = useTimeDisplayMode();
	const pixels = useChartPixels();
	const isPaused = useLogPaused();
	const refreshInterval = useRefreshInterval();
	const state = useMemo(() => stateFromSearch(search), [search]);
	const { lines, hide } = search;
	const choice = useMemo(() => chartChoice({ lines, hide }), [lines, hide]);
	const requested = stateFromSearch(useRequestedSearch(LogSearch, search));
	const viewer = { mode, zone: viewerZone };
	const input = logsInput(state, viewer);
	const isStill = isRunning(state) && isPaused;
	const interval = isRunning(state) && !isPaused ? refreshInterval : false;
	const pace = { refetchInterval: interval, staleTime: isStill ? standingStillMs : 0 };
	const withoutRefetch = { staleTime: Math.max(pace.staleTime, justLoadedMs), refetchOnMount: false } as const;
	const log = useSuspenseInfiniteQuery({ ...logPages(input), ...pace });
	const { pixels: _, quantity: __, ...choosable } = seriesInput(state, viewer, pixels);
	const series = useQuery({
		...seriesOf(seriesInput(state, viewer, pixels), choice),
		...pace,
		...withoutRefetch,
		refetchInterval: ({ state: { error } }) => (hasNoSeries(error) ? false : interval),
		placeholderData: keepPreviousData,
	});
	const apart = eventsInput(state, viewer);
	const events = useQuery({ ...eventsOf(apart ?? input), ...pace, ...withoutRefetch, enabled: apart !== null });
	const [devices, groups] = useSuspenseQueries({ queries: [deviceList(), groupList()] });
	const single = onlyDeviceOf(state);
	const device = useQuery({ ...deviceBy(single ?? ""), enabled: single !== null, staleTime: justLoadedMs });
	const following = useFollowing(state, input, log.data.pages);

	const [isImporting, setIsImporting] = useState(false);
	const [isConnecting, setIsConnecting] = useState(false);
	const isImportWanted = useIsWanted(isImporting);
	const isConnectWanted = useIsWanted(isConnecting);

	const changeSearch = (change: LogSearch) =>
		void navigate({ search: (before) => ({ ...before, ...cutBy(mode, change) }), ...entryOf(change) });
	// From the address, not from what is rendered: quick steps must not wait for rendering.
	const move = (steps: 1 | -1) =>
		void navigate({
			search: (before) => ({ ...before, ...moved(stateFromSearch(before), steps) }),
			...entryOf({}),
		});
	const shownMode = useRef(mode);
	// The switch decides whose days are shown, also where the link had decided.
	useEffect(() => {
		if (shownMode.current === mode) return;
		shownMode.current = mode;
		void navigate({
			search: (before) => ({ ...before, zone: zoneOfRange(before, mode) }),
			resetScroll: false,
			replace: true,
		});
	}, [mode, navigate]);
	const copyLink = (bounds: LogSearch | null) => {
		const { href } = router.buildLocation({ to: "/log/", search: { ...search, ...bounds } });
		const meaning = bounds ? "it shows exactly this" : "it shows this range as of when it is opened";
		void copyText(new URL(href, window.location.href).href, `Link copied: ${meaning}.`);
	};

	return (
		<>
			<LogScreen
				state={state}
				requested={requested}
				input={input}
				pages={log.data.pages}
				series={series.data ?? (series.isError ? "none" : "pending")}
				events={apart === null ? null : (events.data?.events ?? null)}
				devices={devices.data}
				groups={groups.data}
				channels={single === null ? null : (device.data?.channels ?? [])}
				choice={choice}
				choosable={choosable}
				following={following}
				onOlder={log.hasNextPage ? () => void log.fetchNextPage() : null}
				isLoadingOlder={log.isFetchingNextPage}
				onSearch={changeSearch}
				onMove={move}
				onCopyLink={copyLink}
				onImport={() => setIsImporting(true)}
				onConnect={() => setIsConnecting(true)}
			/>
			<Suspense>
				{isImportWanted && (
					<ImportDialog
						opened={isImporting}
						onClose={() => setIsImporting(false)}
						deviceId={single}
						devices={devices.data}
					/>
				)}
				{isConnectWanted && <IntegrationsDialog opened={isConnecting} onClose={() => setIsConnecting(false)} />}
			</Suspense>
		</>
	);
}

function onlyDeviceOf({ deviceIds: [first, ...others] }: LogState): string | null {
	return first !== undefined && others.length === 0 ? first : null;
}

/** Another backend may not have the procedure; retrying does not help. */
function hasNoSeries(error: unknown): boolean {
	return readFailure(error).httpStatus === 404;
}

/** Names the zone whose days bound the range, so that its link shows the same to everybody. */
function cutBy(mode: TimeDisplayMode, change: LogSearch): LogSearch {
	return "range" in change && !change.from ? { ...change, zone: zoneOfRange(change, mode) } : change;
}

/** Only for a calendar range by the viewer's clock. The devices' clocks need no name. */
function zoneOfRange(search: LogSearch, mode: TimeDisplayMode): string | undefined {
	const { rangeType, exact } = stateFromSearch(search);
	return mode === "current" && exact === null && isCalendarRange(rangeType) ? viewerZone : undefined;
}
