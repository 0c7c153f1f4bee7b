import { Suspense } from "react";
import type { AlertEventPage, AlertListRow } from "../../../shared/alert";
import type { StorageDetails } from "../../../shared/billing";
import type { DeviceListRow } from "../../../shared/device";
import type { FleetTrend } from "../../../shared/device-inputs";
import type { FirstSteps as FirstStepsAnswer } from "../../../shared/first-steps";
import type { LogEvent } from "../../../shared/log";
import type { ReportListRow } from "../../../shared/report";
import { AttentionCard } from "./attention-card";
import classes from "./dashboard.module.css";
import { type DashboardState, periodLabel } from "./dashboard-filters";
import { FirstSteps } from "./first-steps-shown";
import { FleetCard, FleetTrendPanel } from "./fleet-card";
import { LogCard } from "./log-card";
import { AlertsCard, ReportsCard, StorageCard } from "./summary-cards";

type FleetOverviewProps = {
	state: DashboardState;
	devices: DeviceListRow[];
	alerts: AlertListRow[];
	alertEvents: AlertEventPage | "none" | null;
	reports: ReportListRow[];
	storage: StorageDetails;
	trend: FleetTrend | "none" | null;
	events: LogEvent[] | "none" | null;
	/** How far the account is; null: they are not shown. */
	steps: FirstStepsAnswer | null;
	canAdd: boolean;
	onSteps: (isShown: boolean) => void;
};

/** A group narrows the devices and their alerts; reports are of the whole account. */
export function FleetOverview(props: FleetOverviewProps) {
	const { state, devices, alerts, alertEvents, reports, storage, trend, events, steps, canAdd, onSteps } = props;
	const { groupId } = state;
	const rows = groupId === null ? devices : devices.filter(({ groupIds }) => groupIds.includes(groupId));
	return (
		<div className={classes.grid}>
			{steps && (
				<Suspense>
					<FirstSteps steps={steps} canAdd={canAdd} onHide={() => onSteps(false)} />
				</Suspense>
			)}
			{alerts.length > 0 && <AlertsCard ruleCount={alerts.length} page={alertEvents} groupId={groupId} />}
			{devices.length > 0 && (
				<>
					<FleetCard rows={rows} groupId={groupId} isWhole={alerts.length === 0}>
						<FleetTrendPanel trend={trend} periodLabel={periodLabel(state)} />
					</FleetCard>
					<AttentionCard rows={rows} groupId={groupId} />
					<LogCard rows={rows} events={events} groupId={groupId} />
				</>
			)}
			<StorageCard
				storage={storage}
				deviceIds={groupId === null ? null : new Set(rows.map(({ id }) => id))}
				isWhole={reports.length === 0}
			/>
			{reports.length > 0 && <ReportsCard reports={reports} />}
		</div>
	);
}
