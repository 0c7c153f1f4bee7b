import type { Device } from "../../../../shared/device";
import type { GroupListRow } from "../../../../shared/group";
import { ClockCard } from "./clock-card";
import { FactsCard, SettingsCard } from "./facts-card";
import { type DaySeries, LatestCard } from "./latest-card";
import classes from "./overview.module.css";
import { RefusalsNotice } from "./refusals-notice";
import { WaitingCard } from "./waiting-card";

type OverviewTabProps = { device: Device; groups: GroupListRow[]; day: DaySeries };

export function OverviewTab({ device, groups, day }: OverviewTabProps) {
	return (
		<div className={classes.columns}>
			<div className={classes.column}>
				{device.refusals && <RefusalsNotice device={device} refusals={device.refusals} />}
				{device.lastReceivedAt === null && device.archivedAt === null && <WaitingCard device={device} />}
				<LatestCard device={device} day={day} />
				<SettingsCard device={device} groups={groups} />
			</div>
			<div className={classes.column}>
				<ClockCard device={device} groups={groups} />
				<FactsCard device={device} groups={groups} />
			</div>
		</div>
	);
}
