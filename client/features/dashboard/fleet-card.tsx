import type { ReactNode } from "react";
import type { DeviceListRow } from "../../../shared/device";
import { deviceStatusWords, statusesFromBest } from "../../entities/device-labels";
import { FleetBar } from "../../entities/device-rows";
import { Figure } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import classes from "./dashboard.module.css";
import { summarizeFleet } from "./fleet-summary";

type FleetCardProps = { rows: DeviceListRow[]; groupId: string | null; isWhole: boolean; children: ReactNode };

/** How many devices are how; `children` is the way there. */
export function FleetCard({ rows, groupId, isWhole, children }: FleetCardProps) {
	const { total, reporting, counts } = summarizeFleet(rows);
	const present = statusesFromBest.filter((status) => counts[status] > 0);
	const group = groupId === null ? {} : { group: groupId };
	return (
		<Card
			title="Fleet"
			className={isWhole ? classes.whole : classes.fleet}
			action={
				<TextLink to="/devices" search={group}>
					Devices
				</TextLink>
			}
		>
			<div className={classes.body}>
				<Figure value={total}>
					{total === 1 ? "device" : "devices"}, {reporting} reporting
				</Figure>
				<div className={classes.bar}>
					<FleetBar counts={counts} />
				</div>
				<ul className={classes.legend}>
					{present.map((status) => (
						<li key={status}>
							<TextLink to="/devices" search={{ ...group, status }} underline="never" className={classes.chipLink}>
								<StatusChip tone={deviceStatusWords[status].tone}>
									{counts[status]} {deviceStatusWords[status].label.toLowerCase()}
								</StatusChip>
							</TextLink>
						</li>
					))}
				</ul>
				{children}
			</div>
		</Card>
	);
}
