import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { can, type Role } from "../../../../shared/account/permissions";
import { minuteMs } from "../../../../shared/base/durations";
import { knownRole, useAccount } from "../../../api/account";
import { useRefreshInterval } from "../../../api/live";
import { plannedMutesOf, wallList } from "../../../api/queries";
import { justLoadedMs, warm } from "../../../api/query-client";
import { trpc } from "../../../api/trpc";
import { GroupReadings, groupDay, useSeries } from "../../../chart/day-readings";
import { EventRows } from "../../../entities/alert-event";
import { Tiles } from "../../../entities/tiles";
import { loadGroup, useGroupScreen } from "../../../features/groups/group-calls";
import { GroupDetail } from "../../../features/groups/group-detail";
import { groupDenial } from "../../../features/groups/group-labels";
import { GroupSearch } from "../../../features/groups/group-search";
import { WallCard } from "../../../features/groups/wall-card";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";
import { floorPlansOf } from "../../../floor-plan/plan-calls";
import { muteDenial } from "../../../forms/mute";
import { PlannedMutesCard } from "../../../forms/planned-mutes";
import { LoadingIndicator } from "../../../ui/feedback/loading";
import { Card } from "../../../ui/layout/card";
import { TextLink } from "../../../ui/layout/link";
import { NoRows } from "../../../ui/layout/rows";
import { useRequestedSearch, useSearchEntry } from "../../../ui/table/list-search";
import { useTickingNow } from "../../../ui/time/relative-time";
import { t as inDevices } from "../../../words/made/devices";
import { t } from "../../../words/made/first-screen";

const overviewOf = (groupId: string) => trpc.device.getOverview.queryOptions({ hours: 24, groupId });
const alertEventsOf = (groupId: string) => trpc.alert.getEvents.queryOptions({ groupIds: [groupId], limit: 5 });

export const Route = createFileRoute("/_authenticated/groups/$groupId")({
	validateSearch: GroupSearch,
	staticData: { title: "group" },
	loaderDeps: ({ search: { view, quantity, lines } }) => (view ? { view } : { quantity, lines }),
	loader: async ({ params: { groupId }, deps, preload }) => {
		const now = Date.now();
		const also = () => {
			if (deps.view === "mapping") return [warm(trpc.report.getStudies.queryOptions({ groupId }))];
			if (deps.view) return [warm(floorPlansOf(groupId))];
			return [
				warm(groupDay(groupId, deps, now)),
				warm(alertEventsOf(groupId)),
				warm(overviewOf(groupId)),
				warm(plannedMutesOf({ groupId })),
				...(maySeeWalls(knownRole()) ? [warm(wallList())] : []),
			];
		};
		return { ...(await loadGroup({ groupId, preload, also })), now };
	},
	notFoundComponent: () => <ThingNotFound thing="group" />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeGroups">
			<GroupViews />
		</RoleGate>
	),
});

const FloorPlanScreen = lazy(async () => ({
	default: (await import("../../../features/floor-plans/floor-plan-screen")).FloorPlanScreen,
}));

const StudyScreen = lazy(async () => ({
	default: (await import("../../../features/mapping-studies/study-screen")).StudyScreen,
}));

function GroupViews() {
	const { view } = Route.useSearch();
	if (view === "mapping") return <MappingStudies />;
	return view === "plans" ? <FloorPlans /> : <GroupPage />;
}

function MappingStudies() {
	const { groupId } = Route.useParams();
	const { group, devices } = useGroupScreen(groupId);
	return (
		<Suspense fallback={<LoadingIndicator />}>
			<StudyScreen key={groupId} group={group} devices={devices} />
		</Suspense>
	);
}

function FloorPlans() {
	const { groupId } = Route.useParams();
	const { group, devices } = useGroupScreen(groupId, useRefreshInterval());
	const search = Route.useSearch();
	const navigate = Route.useNavigate();
	return (
		<Suspense fallback={<LoadingIndicator />}>
			<FloorPlanScreen
				key={groupId}
				group={group}
				devices={devices}
				search={search}
				onSearch={(change) =>
					void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace: true })
				}
			/>
		</Suspense>
	);
}

/** True while the role is unknown, on the first screen. */
function maySeeWalls(role: Role | undefined): boolean {
	return role === undefined || can(role, "editKeys");
}

function GroupPage() {
	const { groupId } = Route.useParams();
	const { me } = useAccount();
	const screen = useGroupScreen(groupId, useRefreshInterval());
	return (
		<GroupDetail
			key={groupId}
			{...screen}
			denial={groupDenial(me)}
			tiles={<ReadingTiles groupId={groupId} />}
			readings={<Readings groupId={groupId} />}
			events={<Events groupId={groupId} />}
			mutes={<PlannedMutesCard of={{ groupId }} denial={muteDenial(me, "muteGroups")} hasOwnClock />}
			walls={can(me.role, "editKeys") && <WallCard group={screen.group} />}
		/>
	);
}

function ReadingTiles({ groupId }: { groupId: string }) {
	const { data } = useQuery({
		...overviewOf(groupId),
		refetchInterval: useRefreshInterval(),
		staleTime: justLoadedMs,
	});
	if (!data?.tiles || data.tiles.length === 0) return null;
	return <Tiles isOneRow tiles={data.tiles} devices={data.devices} groupId={groupId} />;
}

function Readings({ groupId }: { groupId: string }) {
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	// Starts at the loader's time, so that its response is in the cache.
	const now = useTickingNow(minuteMs, Route.useLoaderData().now);
	const search = Route.useSearch();
	const { quantity } = useRequestedSearch(GroupSearch, search);
	return (
		<GroupReadings
			groupId={groupId}
			series={useSeries(groupDay(groupId, search, now))}
			search={{ ...search, quantity }}
			onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), ...entryOf({}) })}
		/>
	);
}

function Events({ groupId }: { groupId: string }) {
	const { data, isError } = useQuery({
		...alertEventsOf(groupId),
		refetchInterval: useRefreshInterval(),
		staleTime: justLoadedMs,
	});
	return (
		<Card
			title={t("area.alerts")}
			action={
				<TextLink to="/alerts/" search={{ group: groupId }}>
					{inDevices("group.allEvents")}
				</TextLink>
			}
		>
			{data && data.events.length > 0 ? (
				<EventRows events={data.events} />
			) : (
				<NoRows>
					{data ? inDevices("group.noEvents") : isError ? inDevices("group.eventsFailed") : inDevices("loadingNow")}
				</NoRows>
			)}
		</Card>
	);
}
