import { createFileRoute } from "@tanstack/react-router";
import { useRefreshInterval } from "../../../api/live";
import { warm } from "../../../api/query-client";
import { FloorPlanScreen } from "../../../features/floor-plans/floor-plan-screen";
import { FloorPlanSearch } from "../../../features/floor-plans/floor-plan-search";
import { floorPlansOf } from "../../../features/floor-plans/plan-calls";
import { loadGroup, useGroupScreen } from "../../../features/groups/group-calls";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";

export const Route = createFileRoute("/_authenticated/groups/plans/$groupId")({
	validateSearch: FloorPlanSearch,
	staticData: { title: "group" },
	loader: ({ params: { groupId }, preload }) =>
		loadGroup({ groupId, preload, also: () => [warm(floorPlansOf(groupId))] }),
	notFoundComponent: () => <ThingNotFound thing="group" />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeGroups">
			<FloorPlansPage />
		</RoleGate>
	),
});

function FloorPlansPage() {
	const { groupId } = Route.useParams();
	const { group, devices } = useGroupScreen(groupId, useRefreshInterval());
	const search = Route.useSearch();
	const navigate = Route.useNavigate();
	return (
		<FloorPlanScreen
			key={groupId}
			group={group}
			devices={devices}
			search={search}
			onSearch={(change) =>
				void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace: true })
			}
		/>
	);
}
