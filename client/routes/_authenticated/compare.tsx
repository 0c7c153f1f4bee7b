import { createFileRoute } from "@tanstack/react-router";
import { deviceList } from "../../api/device-list";
import { warm } from "../../api/query-client";
import { loadScreenFor } from "../../api/screen-loader";
import { CompareSearch } from "../../entities/compare-search";
import { comparedOf } from "../../entities/compared";
import { comparedSeries } from "../../features/compare/compare-queries";
import { ComparePending, CompareScreen } from "../../features/compare/compare-screen";
import { RoleGate } from "../../features/shell/role-gate";

export const Route = createFileRoute("/_authenticated/compare")({
	validateSearch: CompareSearch,
	staticData: { title: "compare" },
	loaderDeps: ({ search }) => search,
	loader: ({ deps, ...context }) =>
		loadScreenFor(
			"viewFleet",
			() => [
				...comparedOf(deps).flatMap(({ request }) => (request ? [warm(comparedSeries(request))] : [])),
				warm(deviceList()),
			],
			context,
		),
	pendingComponent: ComparePending,
	component: ComparePage,
});

function ComparePage() {
	const search = Route.useSearch();
	const navigate = Route.useNavigate();
	return (
		<RoleGate capability="viewFleet" act="seeReadings">
			<CompareScreen
				search={search}
				onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })}
			/>
		</RoleGate>
	);
}
