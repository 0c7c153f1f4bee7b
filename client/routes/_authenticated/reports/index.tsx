import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useAccount } from "../../../api/account";
import { dueCertificates, roundList } from "../../../api/later-queries";
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
	loaderDeps: ({ search: { view } }) => ({ view }),
	loader: ({ deps: { view }, preload }) => {
		const start = () => {
			if (view === "rounds") return [warm(roundList())];
			return [view === "certificates" ? warm(dueCertificates()) : warm(reportList())];
		};
		return loadScreenFor("viewFleet", start, { preload });
	},
	pendingComponent: () => <ListPending title={t("list.reports")} />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeReports">
			<ReportsPage />
		</RoleGate>
	),
});

function ReportsPage() {
	const { view } = Route.useSearch();
	if (view === "rounds") return <Rounds />;
	return view === "certificates" ? <Certificates /> : <Reports />;
}

const RoundsScreen = lazy(async () => ({
	default: (await import("../../../features/rounds/rounds-screen")).RoundsScreen,
}));

const CertificateList = lazy(async () => ({
	default: (await import("../../../features/certificates/certificate-list")).CertificateList,
}));

// Views and no routes of their own: the first load of every screen has each route.
function Rounds() {
	const { round, tab } = Route.useSearch();
	return (
		<Suspense fallback={<ListPending title={t("list.rounds")} />}>
			<RoundsScreen roundId={round} tab={tab} tabs={<ReportTabs current="rounds" />} />
		</Suspense>
	);
}

function Certificates() {
	const { data } = useSuspenseQuery(dueCertificates());
	return (
		<Suspense fallback={<ListPending title={t("list.certificates")} />}>
			<CertificateList due={data} tabs={<ReportTabs current="certificates" />} />
		</Suspense>
	);
}

function Reports() {
	const { me } = useAccount();
	const refetchInterval = useRefreshInterval();
	const { data } = useSuspenseQuery({ ...reportList(), refetchInterval });
	return <ReportList rows={data} denial={reportDenial(me)} tabs={<ReportTabs current="reports" />} />;
}
