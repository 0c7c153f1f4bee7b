import { useLocalStorage } from "@mantine/hooks";
import type { AlertEventPage, AlertListRow } from "../../../shared/alert";
import type { StorageDetails } from "../../../shared/billing";
import type { Contact } from "../../../shared/contact";
import type { DeviceListRow } from "../../../shared/device";
import type { FleetTrend } from "../../../shared/device-inputs";
import type { LogEvent } from "../../../shared/log";
import type { ReportListRow } from "../../../shared/report";
import { AttentionCard } from "./attention-card";
import classes from "./dashboard.module.css";
import { type DashboardState, periodLabel } from "./dashboard-filters";
import { FirstSteps, stepsDone } from "./first-steps";
import { FleetCard, FleetTrendPanel } from "./fleet-card";
import { LogCard } from "./log-card";
import { AlertsCard, ReportsCard, StorageCard } from "./summary-cards";

type FleetOverviewProps = {
	state: DashboardState;
	devices: DeviceListRow[];
	alerts: AlertListRow[];
	alertEvents: AlertEventPage | "none" | null;
	contacts: Contact[];
	reports: ReportListRow[];
	storage: StorageDetails;
	trend: FleetTrend | "none" | null;
	events: LogEvent[] | "none" | null;
	canAdd: boolean;
};

/** A group narrows the devices and their alerts; reports are of the whole account. */
export function FleetOverview(props: FleetOverviewProps) {
	const { state, devices, alerts, alertEvents, contacts, reports, storage, trend, events, canAdd } = props;
	const { groupId } = state;
	const [isHidden, setIsHidden] = useLocalStorage({
		key: "firstStepsAreHidden",
		defaultValue: false,
		getInitialValueInEffect: false,
	});
	const rows = groupId === null ? devices : devices.filter(({ groupIds }) => groupIds.includes(groupId));
	const done = stepsDone({ rows: devices, contacts, alerts });
	const isComplete = Object.values(done).every(Boolean);
	// A person who may not take the steps sees them only until there are readings.
	const hasSteps = !isComplete && (!done.hasReading || (canAdd && !isHidden));
	return (
		<div className={classes.grid}>
			{hasSteps && <FirstSteps done={done} canAdd={canAdd} onHide={done.hasReading ? () => setIsHidden(true) : null} />}
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
