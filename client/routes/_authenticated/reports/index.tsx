import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { useRefreshInterval } from "../../../api/live";
import { reportList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { reportDenial } from "../../../features/reports/report-labels";
import { ReportList } from "../../../features/reports/report-list";
import { RoleGate } from "../../../features/shell/role-gate";
import { ListPending } from "../../../ui/table/list-pending";
import { ListSearch } from "../../../ui/table/list-search";
import { t } from "../../../words/made/lists";

export const Route = createFileRoute("/_authenticated/reports/")({
	validateSearch: ListSearch,
	staticData: { title: "reports" },
	loader: (context) => loadScreenFor("viewFleet", () => [warm(reportList())], context),
	pendingComponent: () => <ListPending title={t("list.reports")} />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeReports">
			<ReportsPage />
		</RoleGate>
	),
});

function ReportsPage() {
	const { me } = useAccount();
	const refetchInterval = useRefreshInterval();
	const { data } = useSuspenseQuery({ ...reportList(), refetchInterval });
	return <ReportList rows={data} denial={reportDenial(me)} />;
}
