import type { DeviceListRow } from "../../../shared/device";
import { deviceStatusWords, statusesFromBest } from "../../device-status-words";
import { Card } from "../../ui/card";
import { TextLink } from "../../ui/link";
import { StatusChip } from "../../ui/status-chip";
import classes from "./dashboard.module.css";
import { summarizeFleet } from "./fleet-summary";

export function FleetCard({ rows }: { rows: DeviceListRow[] }) {
	const { total, reporting, counts } = summarizeFleet(rows);
	const present = statusesFromBest.filter((status) => counts[status] > 0);
	return (
		<Card title="Fleet" className={classes.fleet} action={<TextLink to="/devices">Devices</TextLink>}>
			<div className={classes.body}>
				<p className={classes.figure}>
					{total}{" "}
					<span>
						{total === 1 ? "device" : "devices"}, {reporting} reporting
					</span>
				</p>
				<div className={classes.stack} aria-hidden="true">
					{present.map((status) => (
						<i key={status} data-status={status} style={{ flexGrow: counts[status] }} />
					))}
				</div>
				<ul className={classes.legend}>
					{present.map((status) => (
						<li key={status}>
							<TextLink to="/devices" search={{ status }} underline="never" className={classes.chipLink}>
								<StatusChip tone={deviceStatusWords[status].tone}>
									{counts[status]} {deviceStatusWords[status].label.toLowerCase()}
								</StatusChip>
							</TextLink>
						</li>
					))}
				</ul>
				<p className={classes.note}>
					{reporting === total
						? "Every device uploads on time."
						: `${Math.round((reporting / total) * 100)} % of your devices upload on time.`}
				</p>
			</div>
		</Card>
	);
}
