import { Suspense } from "react";
import type { AlertEventPage } from "../../../shared/alert";
import type { FleetTrend } from "../../../shared/device-inputs";
import type { FirstSteps as FirstStepsAnswer } from "../../../shared/first-steps";
import type { FleetOverview as Overview } from "../../../shared/fleet-overview";
import { AttentionCard } from "./attention-card";
import classes from "./dashboard.module.css";
import { type DashboardState, periodLabel } from "./dashboard-filters";
import { FirstSteps } from "./first-steps-shown";
import { FleetCard, FleetTrendPanel } from "./fleet-card";
import { Headline } from "./headline";
import { LogCard } from "./log-card";
import { AlertsCard, ReportsCard, StorageCard } from "./summary-cards";

type FleetOverviewProps = {
	state: DashboardState;
	overview: Overview;
	alertEvents: AlertEventPage | "none" | null;
	trend: FleetTrend | "none" | null;
	/** How far the account is; null: they are not shown. */
	steps: FirstStepsAnswer | null;
	canAdd: boolean;
	onSteps: (isShown: boolean) => void;
};

/** A group narrows the devices and their alerts; reports are of the whole account. */
export function FleetOverview(props: FleetOverviewProps) {
	const { state, overview, alertEvents, trend, steps, canAdd, onSteps } = props;
	const { groupId, rules, reports, storage } = overview;
	const hasDevices = overview.devices > 0 || groupId !== null;
	return (
		<div className={classes.grid}>
			{steps && (
				<Suspense>
					<FirstSteps steps={steps} canAdd={canAdd} onHide={() => onSteps(false)} />
				</Suspense>
			)}
			{hasDevices && <Headline overview={overview} />}
			{rules > 0 && <AlertsCard ruleCount={rules} page={alertEvents} groupId={groupId} />}
			{hasDevices && (
				<>
					<FleetCard overview={overview} isWhole={rules === 0}>
						<FleetTrendPanel trend={trend} periodLabel={periodLabel(state)} />
					</FleetCard>
					<AttentionCard {...overview} deviceCount={overview.devices} />
					<LogCard {...overview} />
				</>
			)}
			<StorageCard storage={storage} isWhole={reports.count === 0} />
			{reports.count > 0 && <ReportsCard reports={reports} />}
		</div>
	);
}
