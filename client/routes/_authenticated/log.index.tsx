import { createFileRoute, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { LogDevice } from "../../../shared/log/log";
import type { TimeDisplayMode } from "../../../shared/time/time-zones";
import { groupList, savedViews } from "../../api/queries";
import { warm, warmPages } from "../../api/query-client";
import { loadScreen } from "../../api/screen-loader";
import { LogPending, LogScreen } from "../../features/log/log-screen";
import { LogFailed } from "../../features/log/range/empty-range";
import { readLogPlan, useLogPlan } from "../../features/log/state/log-plan";
import { isCalendarRange } from "../../features/log/state/log-ranges";
import { LogSearch } from "../../features/log/state/log-search";
import { moved, stateFromSearch, withChosen } from "../../features/log/state/log-state";
import { useFollowing, useLogResults } from "../../features/log/state/use-log";
import { copyText } from "../../features/log/table/log-table";
import { RouteError } from "../../features/shell/error-screens";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { useRequestedSearch, useSearchEntry } from "../../ui/table/list-search";
import { useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";
import { t } from "../../words/made/log";

const ImportDialog = lazy(async () => ({
	default: (await import("../../features/import/import-dialog")).ImportDialog,
}));
const IntegrationsDialog = lazy(async () => ({
	default: (await import("../../features/integrations/integrations-dialog")).IntegrationsDialog,
}));

export const Route = createFileRoute("/_authenticated/log/")({
	validateSearch: LogSearch,
	staticData: { title: "log" },
	loaderDeps: ({ search: { form: _, raw: __, hide: ___, view: ____, ...requested } }) => requested,
	loader: ({ deps, preload }) => {
		const { pages, series, events, device, staleTime } = readLogPlan(deps);
		return loadScreen(
			[
				warmPages({ ...pages, staleTime }),
				warm({ ...series, staleTime }),
				...(events ? [warm({ ...events, staleTime })] : []),
				...(device ? [warm(device)] : []),
				warm(groupList()),
				warm(savedViews()),
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
	const plan = useLogPlan(search);
	const [isImporting, setIsImporting] = useState(false);
	const results = useLogResults(plan, isImporting);
	const following = useFollowing(plan, results.pages);
	const requested = stateFromSearch(useRequestedSearch(LogSearch, search));
	const [mailed, setMailed] = useState<File[]>();
	const [isConnecting, setIsConnecting] = useState(false);
	const isImportWanted = useIsWanted(isImporting);
	const isConnectWanted = useIsWanted(isConnecting);
	return (
		<>
			<LogScreen
				plan={plan}
				results={results}
				following={following}
				requested={requested}
				{...useMoves(search)}
				onImport={() => setIsImporting(true)}
				onConnect={() => setIsConnecting(true)}
			/>
			<Suspense>
				{isImportWanted && (
					<ImportDialog
						opened={isImporting}
						onClose={() => {
							setIsImporting(false);
							setMailed(undefined);
						}}
						files={mailed}
						deviceId={plan.onlyDeviceId}
						devices={withChosen<LogDevice>(
							results.devices ?? [],
							results.named,
							plan.onlyDeviceId ? [plan.onlyDeviceId] : [],
						)}
					/>
				)}
				{isConnectWanted && (
					<IntegrationsDialog
						opened={isConnecting}
						onClose={() => setIsConnecting(false)}
						onImport={(file) => {
							setMailed([file]);
							setIsConnecting(false);
							setIsImporting(true);
						}}
					/>
				)}
			</Suspense>
		</>
	);
}

function useMoves(search: LogSearch) {
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const router = useRouter();
	const mode = useTimeDisplayMode();
	const shownMode = useRef(mode);
	// The switch decides whose days are shown, even after a link named a zone.
	useEffect(() => {
		if (shownMode.current === mode) return;
		shownMode.current = mode;
		void navigate({
			search: (before) => ({ ...before, zone: zoneOfRange(before, mode) }),
			resetScroll: false,
			replace: true,
		});
	}, [mode, navigate]);
	return {
		onSearch: (change: LogSearch) =>
			void navigate({ search: (before) => ({ ...before, ...cutBy(mode, change) }), ...entryOf(change) }),
		// From the address, not from the rendered state: quick steps must not wait for rendering.
		onMove: (steps: 1 | -1) =>
			void navigate({ search: (before) => ({ ...before, ...moved(stateFromSearch(before), steps) }), ...entryOf({}) }),
		onCopyLink: (bounds: LogSearch | null) => {
			const { href } = router.buildLocation({ to: "/log/", search: { ...search, ...bounds } });
			void copyText(new URL(href, window.location.href).href, bounds ? t("log.linkExact") : t("log.linkRange"));
		},
	};
}

/** Names the zone whose days bound the range, so that its link shows the same to every reader. */
function cutBy(mode: TimeDisplayMode, change: LogSearch): LogSearch {
	return "range" in change && !change.from ? { ...change, zone: zoneOfRange(change, mode) } : change;
}

function zoneOfRange(search: LogSearch, mode: TimeDisplayMode): string | undefined {
	const { rangeType, exact } = stateFromSearch(search);
	return mode === "current" && exact === null && isCalendarRange(rangeType) ? viewerZone : undefined;
}
