import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { alertList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { AlertList } from "../../../features/alerts/alert-list";
import { RoleGate } from "../../../features/shell/role-gate";
import { ListPending } from "../../../ui/table/list-pending";
import { ListSearch } from "../../../ui/table/list-search";

export const Route = createFileRoute("/_authenticated/alerts/")({
	validateSearch: ListSearch,
	staticData: { title: "alerts list" },
	loader: (context) => loadScreenFor("viewFleet", () => [warm(alertList())], context),
	pendingComponent: () => <ListPending title="Alerts" />,
	component: () => (
		<RoleGate capability="viewFleet" things="alerts">
			<AlertsPage />
		</RoleGate>
	),
});

function AlertsPage() {
	const { data } = useSuspenseQuery(alertList());
	return <AlertList rows={data} />;
}
