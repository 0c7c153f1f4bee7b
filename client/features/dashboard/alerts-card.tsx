import type { AlertListRow } from "../../../shared/alert";
import { severityWords, unbuiltAreas } from "../../entities/labels";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./dashboard.module.css";
import { alertsToShow } from "./recent-alerts";

type AlertsCardProps = { alerts: AlertListRow[]; isOfGroup: boolean };

/** What is open now; while nothing is, what fired last. */
export function AlertsCard({ alerts, isOfGroup }: AlertsCardProps) {
	const openCount = alerts.filter(({ openEvents }) => openEvents > 0).length;
	const shown = alertsToShow(alerts);
	return (
		<Card
			title="Alerts"
			className={classes.alerts}
			note={
				<>
					{openCount > 0 ? (
						<TextLink to="/alerts/" search={{ sort: "-open" }} underline="never" className={classes.chipLink}>
							<StatusChip tone="bad">{openCount} open</StatusChip>
						</TextLink>
					) : (
						<span className={classes.small}>None open</span>
					)}
					{isOfGroup && <span className={classes.small}>of all devices</span>}
				</>
			}
			action={<TextLink to="/alerts/">All {alerts.length}</TextLink>}
		>
			{shown.length === 0 ? (
				<div className={classes.calm}>None of {countOf(alerts.length, "rule")} has fired.</div>
			) : (
				<ul className={classes.rows}>
					{shown.map((alert) => (
						<AlertRow key={alert.id} alert={alert} />
					))}
				</ul>
			)}
			<p className={classes.unbuilt}>{unbuiltAreas.alerts}</p>
		</Card>
	);
}

function AlertRow({ alert: { id, name, severity, condition, openEvents, lastFiredAt } }: { alert: AlertListRow }) {
	return (
		<li className={classes.row}>
			<span className={classes.rowChip}>
				<StatusChip tone={severityWords[severity].tone}>{severityWords[severity].label}</StatusChip>
			</span>
			<div className={classes.rowWords}>
				<TextLink to="/alerts/edit/$alertId" params={{ alertId: id }} className={classes.name}>
					{name}
				</TextLink>
				<div className={classes.small}>{condition}</div>
			</div>
			<span className={classes.rowValue}>
				{openEvents > 0 ? `${openEvents} open` : lastFiredAt && <TimeStamp at={lastFiredAt.getTime()} show="age" />}
			</span>
		</li>
	);
}
