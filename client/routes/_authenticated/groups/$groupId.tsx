import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { Quantity } from "../../../../shared/units";
import { useAccount } from "../../../api/account";
import { useRefreshInterval } from "../../../api/live";
import { justLoadedMs, warm } from "../../../api/query-client";
import { trpc } from "../../../api/trpc";
import { EventRows } from "../../../entities/alert-event";
import { historyRefusal } from "../../../entities/labels";
import { loadGroup, useGroupScreen } from "../../../features/groups/group-calls";
import { GroupDetail } from "../../../features/groups/group-detail";
import { groupRefusal } from "../../../features/groups/group-labels";
import { GroupPageSearch } from "../../../features/groups/group-search";
import { chartChoice, searchOfChoice } from "../../../features/log/chart-choice";
import { GroupReadings, groupReadingsInput } from "../../../features/log/day-readings";
import { exactSearch } from "../../../features/log/log-state";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";
import { HistoryLink } from "../../../ui/form/history-link";
import { Card } from "../../../ui/layout/card";
import { TextLink } from "../../../ui/layout/link";
import { NoRows } from "../../../ui/layout/rows";
import { useRequestedSearch, useSearchEntry } from "../../../ui/table/list-search";
import { useTickingNow } from "../../../ui/time/relative-time";

const readingsOf = (groupId: string, search: GroupPageSearch, now: number) =>
	trpc.log.getSeries.queryOptions(
		groupReadingsInput(groupId, { quantity: quantityFromSearch(search), choice: chartChoice(search), now }),
	);
const alertEventsOf = (groupId: string) => trpc.alert.getEvents.queryOptions({ groupIds: [groupId], limit: 5 });
const minuteMs = 60_000;

export const Route = createFileRoute("/_authenticated/groups/$groupId")({
	validateSearch: GroupPageSearch,
	staticData: { title: "Group" },
	loaderDeps: ({ search: { quantity, lines } }) => ({ quantity, lines }),
	loader: async ({ params: { groupId }, deps, preload }) => {
		const now = Date.now();
		const also = () => [warm(readingsOf(groupId, deps, now)), warm(alertEventsOf(groupId))];
		return { ...(await loadGroup({ groupId, preload, also })), now };
	},
	notFoundComponent: () => <ThingNotFound thing="group" />,
	component: () => (
		<RoleGate capability="viewFleet" things="groups">
			<GroupPage />
		</RoleGate>
	),
});

function GroupPage() {
	const { groupId } = Route.useParams();
	const { me } = useAccount();
	const screen = useGroupScreen(groupId, useRefreshInterval());
	return (
		<GroupDetail
			key={groupId}
			{...screen}
			refusal={groupRefusal(me)}
			readings={<Readings groupId={groupId} />}
			events={<Events groupId={groupId} />}
			history={<HistoryLink entityId={groupId} refusal={historyRefusal(me.role)} />}
		/>
	);
}

function Readings({ groupId }: { groupId: string }) {
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	// Not before the loader's time, so that its answer is in the cache.
	const now = Math.max(Route.useLoaderData().now, useTickingNow(minuteMs));
	const search = Route.useSearch();
	const { lines, hide } = search;
	const choice = useMemo(() => chartChoice({ lines, hide }), [lines, hide]);
	const series = useQuery({
		...readingsOf(groupId, search, now),
		refetchInterval: useRefreshInterval(),
		staleTime: justLoadedMs,
		placeholderData: keepPreviousData,
	});
	return (
		<GroupReadings
			groupId={groupId}
			quantity={quantityFromSearch(useRequestedSearch(GroupPageSearch, search))}
			series={series.data ?? (series.isError ? null : undefined)}
			choice={choice}
			onChoice={(next) =>
				void navigate({ search: (before) => ({ ...before, ...searchOfChoice(next) }), ...entryOf({}) })
			}
			onChoose={(quantity) => void navigate({ search: (before) => ({ ...before, quantity }), ...entryOf({}) })}
			onSpan={(span) => void navigate({ to: "/log/", search: { group: groupId, ...exactSearch(span) } })}
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
			title="Alerts"
			action={
				<TextLink to="/alerts/" search={{ group: groupId }}>
					All its events
				</TextLink>
			}
		>
			{data && data.events.length > 0 ? (
				<EventRows events={data.events} />
			) : (
				<NoRows>
					{data ? "No alert has fired for its devices." : isError ? "The events could not be loaded." : "Loading…"}
				</NoRows>
			)}
		</Card>
	);
}

function quantityFromSearch({ quantity }: GroupPageSearch): Quantity | null {
	const known = Quantity.safeParse(quantity);
	return known.success ? known.data : null;
}
