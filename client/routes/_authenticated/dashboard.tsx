import { keepPreviousData, useQuery, useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { hourMs } from "../../../shared/durations";
import { can } from "../../../shared/permissions";
import { useAccount } from "../../api/account";
import { useRefreshInterval } from "../../api/live";
import { alertList, deviceList, firstSteps, groupList, reportList, storageDetails } from "../../api/queries";
import { justLoadedMs, queryClient, warm } from "../../api/query-client";
import { loadScreen } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import classes from "../../features/dashboard/dashboard.module.css";
import {
	alertsInput,
	DashboardFilters,
	type DashboardState,
	eventsInput,
	Greeting,
	stateFromSearch,
	trendInput,
} from "../../features/dashboard/dashboard-filters";
import { DashboardSearch } from "../../features/dashboard/dashboard-search";
import { areStepsShown, loadFirstSteps } from "../../features/dashboard/first-steps-shown";
import { FleetOverview } from "../../features/dashboard/fleet-overview";
import { StorageCard } from "../../features/dashboard/summary-cards";
import { PageHead } from "../../ui/layout/page-head";
import { useRequestedSearch, useSearchEntry } from "../../ui/table/list-search";
import { useTickingNow } from "../../ui/time/relative-time";

const trendOf = (state: DashboardState) => trpc.device.getFleetTrend.queryOptions(trendInput(state));
const eventsOf = (state: DashboardState, now: number) => trpc.log.getLogs.queryOptions(eventsInput(state, now));

const alertEventsOf = (state: DashboardState) => trpc.alert.getEvents.queryOptions(alertsInput(state));

const justLoaded = { staleTime: justLoadedMs, refetchOnMount: false, placeholderData: keepPreviousData } as const;

export const Route = createFileRoute("/_authenticated/dashboard")({
	validateSearch: DashboardSearch,
	staticData: { title: "Dashboard" },
	loaderDeps: ({ search }) => search,
	loader: async ({ deps, preload }) => {
		const state = stateFromSearch(deps);
		await loadScreen(
			[
				warm(deviceList()),
				warm(groupList()),
				warm(alertList()),
				warm(firstSteps()),
				warm(reportList()),
				warm(storageDetails()),
				warm(trendOf(state)),
				warm(eventsOf(state, Date.now())),
				warm(alertEventsOf(state)),
			],
			{ preload },
		);
		await loadFirstSteps(queryClient.getQueryData(firstSteps().queryKey), deps);
	},
	component: DashboardPage,
});

function DashboardPage() {
	const { me } = useAccount();
	return can(me.role, "viewFleet") ? <FleetDashboard /> : <StorageDashboard />;
}

function FleetDashboard() {
	const { me } = useAccount();
	const search = Route.useSearch();
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const refetchInterval = useRefreshInterval();
	const requested = stateFromSearch(useRequestedSearch(DashboardSearch, search));
	const [devices, groups, alerts, reports, storage] = useSuspenseQueries({
		queries: [{ ...deviceList(), refetchInterval }, groupList(), alertList(), reportList(), storageDetails()],
	});
	const known = (state: DashboardState) =>
		groups.data.some(({ id }) => id === state.groupId) ? state : { ...state, groupId: null };
	const state = known(stateFromSearch(search));
	const trend = useQuery({ ...trendOf(state), ...justLoaded, refetchInterval });
	const log = useQuery({ ...eventsOf(state, useTickingNow(hourMs)), ...justLoaded, refetchInterval });
	const alertEvents = useQuery({ ...alertEventsOf(state), ...justLoaded, refetchInterval });
	// A backend of another party may know nothing of them.
	const steps = useQuery(firstSteps());
	const canAdd = me.scope === "all" && can(me.role, "editDevices");
	const changeSearch = (change: DashboardSearch) =>
		void navigate({ search: (before) => ({ ...before, ...change }), ...entryOf(change) });
	return (
		<>
			<PageHead title="Dashboard" subtitle={<Greeting name={me.name} />}>
				{devices.data.length > 0 && (
					<DashboardFilters state={known(requested)} groups={groups.data} onSearch={changeSearch} />
				)}
			</PageHead>
			<FleetOverview
				state={state}
				devices={devices.data}
				alerts={alerts.data}
				alertEvents={alertEvents.data ?? (alertEvents.isError ? "none" : null)}
				reports={reports.data}
				storage={storage.data}
				trend={trend.data ?? (trend.isError ? "none" : null)}
				events={log.data?.events ?? (log.isError ? "none" : null)}
				steps={areStepsShown(steps.data, { search, canAdd }) ? steps.data : null}
				canAdd={canAdd}
				onSteps={() => changeSearch({ steps: undefined })}
			/>
		</>
	);
}

function StorageDashboard() {
	const { me } = useAccount();
	const storage = useSuspenseQuery(storageDetails());
	return (
		<>
			<PageHead title="Dashboard" subtitle={<Greeting name={me.name} />} />
			<div className={classes.grid}>
				<StorageCard storage={storage.data} deviceIds={null} isWhole />
			</div>
		</>
	);
}
