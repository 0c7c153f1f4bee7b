import type { AlertEventPage } from "../../../shared/alert/alert";
import { shownReading } from "../../../shared/device/device-reading";
import { kineticDays } from "../../../shared/device/kinetic-means";
import type { FleetOverview, OverviewTile } from "../../../shared/overview/fleet-overview";
import { LazyTooltip } from "../../ui/feedback/lazy-tooltip";
import { useValueStyle, valueText } from "../../ui/value-display";
import { t } from "../../words/made/dashboard";
import { AttentionCard } from "./attention-card";
import classes from "./cards.module.css";
import type { DashboardState } from "./dashboard-filters";
import type { DashboardSearch } from "./dashboard-search";
import { LogCard } from "./log-card";
import { StateLines } from "./state-lines";
import { AlertsCard } from "./summary-cards";

export { StorageCard } from "./summary-cards";

export type LowerCardsProps = {
	state: DashboardState;
	requested: DashboardState;
	overview: FleetOverview;
	alertEvents: AlertEventPage | "none" | null;
	onSearch: (change: DashboardSearch) => void;
};

/** A group narrows devices and alerts; reports are of the whole account. */
export function LowerCards({ overview, alertEvents, ...of }: LowerCardsProps) {
	const { groupId, rules, devices } = overview;
	const hasDevices = devices > 0 || groupId !== null;
	return (
		<>
			<div className={classes.main}>
				{rules > 0 && <AlertsCard ruleCount={rules} page={alertEvents} groupId={groupId} />}
				{hasDevices && <LogCard {...overview} />}
			</div>
			{hasDevices && (
				<div className={classes.side}>
					<AttentionCard {...overview} deviceCount={devices} />
				</div>
			)}
			<StateLines overview={overview} {...of} />
		</>
	);
}

export function TileKinetic({ tile: { kinetic, reading } }: { tile: OverviewTile }) {
	useValueStyle();
	if (kinetic === undefined) return null;
	return (
		<LazyTooltip label={t("kinetic.text", { days: kineticDays })} multiline w={280}>
			<span>{t("kinetic", { value: valueText(kinetic, shownReading(reading)) })}</span>
		</LazyTooltip>
	);
}
