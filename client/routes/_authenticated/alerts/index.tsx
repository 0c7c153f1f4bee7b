import { useSuspenseInfiniteQuery, useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { can } from "../../../../shared/account/permissions";
import { useAccount } from "../../../api/account";
import { deviceList } from "../../../api/device-list";
import { useRefreshInterval } from "../../../api/live";
import { alertList, groupList, savedViews } from "../../../api/queries";
import { warm, warmPages } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { denialOf } from "../../../entities/labels";
import { alertDenial } from "../../../features/alerts/alert-labels";
import { AlertList } from "../../../features/alerts/alert-list";
import { AlertTabs } from "../../../features/alerts/alert-tabs";
import { AlertsSearch } from "../../../features/alerts/alerts-search";
import { EventList } from "../../../features/alerts/event-list";
import { eventFilters, eventPages } from "../../../features/alerts/event-queries";
import { RoleGate } from "../../../features/shell/role-gate";
import { ListPending } from "../../../ui/table/list-pending";
import { useSearchEntry } from "../../../ui/table/list-search";
import { t as duty } from "../../../words/made/duty";
import { t } from "../../../words/made/lists";

export const Route = createFileRoute("/_authenticated/alerts/")({
	validateSearch: AlertsSearch,
	staticData: { title: "alerts" },
	loaderDeps: ({ search: { view, status, severity, rule, device, group, of, whose } }) => ({
		view,
		status,
		severity,
		rule,
		device,
		group,
		of,
		whose,
	}),
	loader: ({ deps, preload }) =>
		loadScreenFor(
			"viewFleet",
			() => [
				warm(alertList()),
				...(deps.view
					? []
					: [
							warmPages(eventPages(eventFilters(deps))),
							...[warm(deviceList()), warm(groupList()), warm(savedViews())],
						]),
			],
			{ preload },
		),
	pendingComponent: () => <ListPending title={t("list.alerts")} />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeAlerts">
			<AlertsPage />
		</RoleGate>
	),
});

function AlertsPage() {
	const { view } = Route.useSearch();
	if (view === "rules") return <Rules />;
	return view === "rosters" ? <Rosters /> : <Events />;
}

const RosterScreen = lazy(async () => ({
	default: (await import("../../../features/duty/roster-screen")).RosterScreen,
}));

// A view and no route of its own: the first load of every screen has each route.
function Rosters() {
	const { roster } = Route.useSearch();
	return (
		<Suspense fallback={<ListPending title={duty("title")} />}>
			<RosterScreen rosterId={roster} tabs={<AlertTabs current="rosters" />} />
		</Suspense>
	);
}

function Rules() {
	const { data } = useSuspenseQuery(alertList());
	return <AlertList rows={data} tabs={<AlertTabs current="rules" />} />;
}

function Events() {
	const { me } = useAccount();
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const filters = eventFilters(Route.useSearch());
	const refetchInterval = useRefreshInterval();
	const pages = useSuspenseInfiniteQuery({ ...eventPages(filters), refetchInterval });
	const [rules, devices, groups] = useSuspenseQueries({ queries: [alertList(), deviceList(), groupList()] });
	const counts = pages.data.pages[0]?.counts ?? { open: 0, acknowledged: 0, mine: 0 };
	return (
		<EventList
			rows={pages.data.pages.flatMap(({ events }) => events)}
			counts={counts}
			userId={me.id}
			rules={rules.data}
			devices={devices.data}
			groups={groups.data}
			filters={filters}
			onFilter={(change) => void navigate({ search: (before) => ({ ...before, ...change }), ...entryOf(change) })}
			onOlder={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
			isLoadingOlder={pages.isFetchingNextPage}
			denial={can(me.role, "acknowledgeAlerts") ? null : denialOf("acknowledgeAlerts", "actOnAlerts")}
			ruleDenial={alertDenial(me)}
			tabs={<AlertTabs current={filters.whose === "mine" ? "mine" : "events"} mine={counts.mine} />}
		/>
	);
}
