import { keepPreviousData, useQuery, useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { can, mayAddDevices } from "../../../shared/account/permissions";
import { useAccount } from "../../api/account";
import { useRefreshInterval } from "../../api/live";
import { firstSteps, groupList, storageDetails } from "../../api/queries";
import { justLoadedMs, queryClient, warm } from "../../api/query-client";
import { loadScreen, mayBe } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import {
	alertsInput,
	DashboardFilters,
	type DashboardState,
	Greeting,
	stateFromSearch,
	trendInput,
} from "../../features/dashboard/dashboard-filters";
import { DashboardSearch } from "../../features/dashboard/dashboard-search";
import { areStepsShown, loadFirstSteps } from "../../features/dashboard/first-steps-shown";
import { FleetOverview } from "../../features/dashboard/fleet-overview";
import { overviewOf } from "../../features/dashboard/overview-query";
import { lazyPart } from "../../ui/feedback/lazy-parts";
import { PageHead } from "../../ui/layout/page-head";
import { useRequestedSearch, useSearchEntry } from "../../ui/table/list-search";
import { t } from "../../words/made/first-screen";

const trendOf = (state: Parameters<typeof trendInput>[0]) => trpc.device.getFleetTrend.queryOptions(trendInput(state));
const alertEventsOf = (state: DashboardState) => trpc.alert.getEvents.queryOptions(alertsInput(state));

const StorageCard = lazyPart(async () => (await import("../../features/dashboard/lower-cards")).StorageCard);

const justLoaded = { staleTime: justLoadedMs, refetchOnMount: false, placeholderData: keepPreviousData } as const;

const PlanCard = lazyPart(async () => (await import("../../features/floor-plans/plan-card")).PlanCard);

export const Route = createFileRoute("/_authenticated/dashboard")({
	validateSearch: DashboardSearch,
	staticData: { title: "dashboard" },
	loaderDeps: ({ search }) => search,
	loader: async ({ deps, preload }) => {
		const state = stateFromSearch(deps);
		const ofFleet = () => [
			...[warm(overviewOf(state)), warm(groupList()), warm(firstSteps())],
			warm(alertEventsOf(state)),
			...(state.period === null ? [] : [warm(trendOf({ ...state, period: state.period }))]),
		];
		await loadScreen(mayBe("viewFleet") ? ofFleet() : [warm(storageDetails())], { preload });
		await loadFirstSteps(queryClient.getQueryData(firstSteps().queryKey), deps);
	},
	component: DashboardPage,
});

function DashboardPage() {
	const { me } = useAccount();
	return can(me.role, "viewFleet") ? (
		<FleetDashboard />
	) : (
		<>
			<PageHead title={t("title.dashboard")} subtitle={<Greeting name={me.name} />} />
			<Suspense>
				<StorageCard />
			</Suspense>
		</>
	);
}

function FleetDashboard() {
	const { me } = useAccount();
	const search = Route.useSearch();
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const refetchInterval = useRefreshInterval();
	const requested = stateFromSearch(useRequestedSearch(DashboardSearch, search));
	const [overview, groups] = useSuspenseQueries({
		queries: [{ ...overviewOf(stateFromSearch(search)), refetchInterval }, groupList()],
	});
	const known = (state: DashboardState) =>
		groups.data.some(({ id }) => id === state.groupId) ? state : { ...state, groupId: null };
	const state = known(stateFromSearch(search));
	const alertEvents = useQuery({ ...alertEventsOf(state), ...justLoaded, refetchInterval });
	// A third party's backend may lack the procedure.
	const steps = useQuery(firstSteps());
	const canAdd = mayAddDevices(me);
	const changeSearch = (change: DashboardSearch) =>
		void navigate({ search: (before) => ({ ...before, ...change }), ...entryOf(change) });
	return (
		<>
			<PageHead isDense title={t("title.dashboard")} subtitle={<Greeting name={me.name} />}>
				{(overview.data.devices > 0 || state.groupId !== null) && (
					<DashboardFilters state={known(requested)} groups={groups.data} onSearch={changeSearch} />
				)}
			</PageHead>
			<FleetOverview
				state={state}
				requested={known(requested)}
				overview={overview.data}
				alertEvents={alertEvents.data ?? (alertEvents.isError ? "none" : null)}
				onSearch={changeSearch}
				steps={areStepsShown(steps.data, { search, canAdd }) ? steps.data : null}
				canAdd={canAdd}
				plan={state.groupId !== null && <PlanCard groupId={state.groupId} />}
				onSteps={() => changeSearch({ steps: undefined })}
			/>
		</>
	);
}
