import type { AlertListRow, AlertSeverity } from "../../../shared/alert";
import { Card } from "../../ui/card";
import { type ChipTone, StatusChip } from "../../ui/status-chip";
import classes from "./dashboard.module.css";

const severityWords: Record<AlertSeverity, { label: string; tone: ChipTone }> = {
	critical: { label: "Critical", tone: "bad" },
	warning: { label: "Warning", tone: "warn" },
	info: { label: "Info", tone: "brand" },
};

export function AlertsCard({ alerts }: { alerts: AlertListRow[] }) {
	const open = alerts.filter(({ openEvents }) => openEvents > 0);
	const rules = `${alerts.length} ${alerts.length === 1 ? "rule watches" : "rules watch"} your devices.`;
	return (
		<Card
			title="Active alerts"
			className={classes.whole}
			note={open.length > 0 && <StatusChip tone="bad">{open.length} open</StatusChip>}
		>
			{open.length === 0 ? (
				<div className={classes.calm}>No active alerts. {rules}</div>
			) : (
				<ul className={classes.rows}>
					{open.map(({ id, name, severity, condition }) => (
						<li key={id} className={classes.row}>
							<span className={classes.rowChip}>
								<StatusChip tone={severityWords[severity].tone}>{severityWords[severity].label}</StatusChip>
							</span>
							<div className={classes.rowWords}>
								<b>{name}</b>
								<div className={classes.small}>{condition}</div>
							</div>
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}
