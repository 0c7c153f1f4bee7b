import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useAccount } from "../../../api/account";
import { useRefreshInterval } from "../../../api/live";
import { reportList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { reportDenial } from "../../../features/reports/report-labels";
import { ReportList } from "../../../features/reports/report-list";
import { ReportTabs } from "../../../features/reports/report-tabs";
import { ReportsSearch } from "../../../features/reports/reports-search";
import { RoleGate } from "../../../features/shell/role-gate";
import { ListPending } from "../../../ui/table/list-pending";
import { t } from "../../../words/made/lists";

export const Route = createFileRoute("/_authenticated/reports/")({
	validateSearch: ReportsSearch,
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
	const { view } = Route.useSearch();
	return view === "rounds" ? <Rounds /> : <Reports />;
}

const RoundsScreen = lazy(async () => ({
	default: (await import("../../../features/rounds/rounds-screen")).RoundsScreen,
}));

// A view and no route of its own: the first load of every screen has each route.
function Rounds() {
	const { round, tab } = Route.useSearch();
	return (
		<Suspense fallback={<ListPending title={t("list.rounds")} />}>
			<RoundsScreen roundId={round} tab={tab} tabs={<ReportTabs current="rounds" />} />
		</Suspense>
	);
}

function Reports() {
	const { me } = useAccount();
	const refetchInterval = useRefreshInterval();
	const { data } = useSuspenseQuery({ ...reportList(), refetchInterval });
	return <ReportList rows={data} denial={reportDenial(me)} tabs={<ReportTabs current="reports" />} />;
}
