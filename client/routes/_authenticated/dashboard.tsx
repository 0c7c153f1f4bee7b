import { useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../shared/permissions";
import { useAccount } from "../../api/account";
import { warm } from "../../api/query-client";
import { loadScreen } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../app-constants";
import { AlertsCard } from "../../features/dashboard/alerts-card";
import { AttentionCard } from "../../features/dashboard/attention-card";
import classes from "../../features/dashboard/dashboard.module.css";
import { FirstSteps } from "../../features/dashboard/first-steps";
import { FleetCard } from "../../features/dashboard/fleet-card";
import { Greeting } from "../../features/dashboard/greeting";
import { LatestCard } from "../../features/dashboard/latest-card";
import { ReportsCard } from "../../features/dashboard/reports-card";
import { StorageCard } from "../../features/dashboard/storage-card";
import { PageHead } from "../../ui/page-head";

const deviceList = () => trpc.device.getDevices.queryOptions();
const alertList = () => trpc.alert.getAlerts.queryOptions();
const reportList = () => trpc.report.getReports.queryOptions();
const storageDetails = () => trpc.billing.getStorageDetails.queryOptions();

export const Route = createFileRoute("/_authenticated/dashboard")({
	staticData: { title: "Dashboard" },
	loader: (visit) =>
		loadScreen([warm(deviceList()), warm(alertList()), warm(reportList()), warm(storageDetails())], visit),
	component: DashboardPage,
});

function DashboardPage() {
	const { me } = useAccount();
	const storage = useSuspenseQuery(storageDetails());
	return (
		<>
			<PageHead title="Dashboard" subtitle={<Greeting name={me.name} />} />
			<div className={classes.grid}>
				{can(me.role, "viewFleet") && <FleetCards canAdd={can(me.role, "editDevices")} />}
				<StorageCard storage={storage.data} />
			</div>
		</>
	);
}

function FleetCards({ canAdd }: { canAdd: boolean }) {
	const [{ data: rows }, { data: alerts }, { data: reports }] = useSuspenseQueries({
		queries: [{ ...deviceList(), refetchInterval: appConstants.refreshEveryMs }, alertList(), reportList()],
	});
	const hasReadings = rows.some((row) => row.lastReadingAt !== null);
	return (
		<>
			{!hasReadings && <FirstSteps rows={rows} canAdd={canAdd} />}
			{rows.length > 0 && (
				<>
					<AttentionCard rows={rows} />
					<FleetCard rows={rows} />
				</>
			)}
			{alerts.length > 0 && <AlertsCard alerts={alerts} isWhole={reports.length === 0} />}
			{reports.length > 0 && <ReportsCard reports={reports} isWhole={alerts.length === 0} />}
			{hasReadings && <LatestCard rows={rows} />}
		</>
	);
}
