import { keepPreviousData, useQuery, useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { hourMs } from "../../../shared/durations";
import { can } from "../../../shared/permissions";
import { useAccount } from "../../api/account";
import { useRefreshInterval } from "../../api/live";
import { alertList, contactList, deviceList, groupList, reportList, storageDetails } from "../../api/queries";
import { justLoadedMs, warm } from "../../api/query-client";
import { loadScreen } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import classes from "../../features/dashboard/dashboard.module.css";
import { DashboardSearch } from "../../features/dashboard/dashboard-search";
import {
	alertsInput,
	DashboardFilters,
	type DashboardView,
	eventsInput,
	Greeting,
	trendInput,
	viewFromSearch,
} from "../../features/dashboard/dashboard-view";
import { FleetOverview } from "../../features/dashboard/fleet-overview";
import { StorageCard } from "../../features/dashboard/summary-cards";
import { PageHead } from "../../ui/layout/page-head";
import { useRequestedSearch, useSearchEntry } from "../../ui/table/list-search";
import { useTickingNow } from "../../ui/time/relative-time";

const trendOf = (view: DashboardView) => trpc.device.getFleetTrend.queryOptions(trendInput(view));
const eventsOf = (view: DashboardView, now: number) => trpc.log.getLogs.queryOptions(eventsInput(view, now));

const alertEventsOf = (view: DashboardView) => trpc.alert.getEvents.queryOptions(alertsInput(view));

const justLoaded = { staleTime: justLoadedMs, refetchOnMount: false, placeholderData: keepPreviousData } as const;

export const Route = createFileRoute("/_authenticated/dashboard")({
	validateSearch: DashboardSearch,
	staticData: { title: "Dashboard" },
	loaderDeps: ({ search }) => search,
	loader: ({ deps, preload }) => {
		const view = viewFromSearch(deps);
		return loadScreen(
			[
				warm(deviceList()),
				warm(groupList()),
				warm(alertList()),
				warm(contactList()),
				warm(reportList()),
				warm(storageDetails()),
				warm(trendOf(view)),
				warm(eventsOf(view, Date.now())),
				warm(alertEventsOf(view)),
			],
			{ preload },
		);
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
	const requested = viewFromSearch(useRequestedSearch(DashboardSearch, search));
	const [devices, groups, alerts, contacts, reports, storage] = useSuspenseQueries({
		queries: [
			{ ...deviceList(), refetchInterval },
			groupList(),
			alertList(),
			contactList(),
			reportList(),
			storageDetails(),
		],
	});
	const known = (view: DashboardView) =>
		groups.data.some(({ id }) => id === view.groupId) ? view : { ...view, groupId: null };
	const view = known(viewFromSearch(search));
	const trend = useQuery({ ...trendOf(view), ...justLoaded, refetchInterval });
	const log = useQuery({ ...eventsOf(view, useTickingNow(hourMs)), ...justLoaded, refetchInterval });
	const alertEvents = useQuery({ ...alertEventsOf(view), ...justLoaded, refetchInterval });
	const changeSearch = (change: DashboardSearch) =>
		void navigate({ search: (before) => ({ ...before, ...change }), ...entryOf(change) });
	return (
		<>
			<PageHead title="Dashboard" subtitle={<Greeting name={me.name} />}>
				{devices.data.length > 0 && (
					<DashboardFilters view={known(requested)} groups={groups.data} onSearch={changeSearch} />
				)}
			</PageHead>
			<FleetOverview
				view={view}
				devices={devices.data}
				alerts={alerts.data}
				alertEvents={alertEvents.data ?? (alertEvents.isError ? "none" : null)}
				contacts={contacts.data}
				reports={reports.data}
				storage={storage.data}
				trend={trend.data ?? (trend.isError ? "none" : null)}
				events={log.data?.events ?? (log.isError ? "none" : null)}
				canAdd={me.scope === "all" && can(me.role, "editDevices")}
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
