import { lazy, type ReactNode, Suspense } from "react";
import type { DeviceListRow } from "../../../shared/device";
import type { FleetTrend } from "../../../shared/device-inputs";
import type { DeviceStatus } from "../../../shared/device-terms";
import { deviceStatusLabels, statusesFromBest } from "../../entities/device-labels";
import { FleetBar } from "../../entities/device-rows";
import { Figure } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import classes from "./dashboard.module.css";
import fleetTrendStyles from "./fleet-trend.module.css";

const FleetTrendChart = lazy(async () => {
	try {
		return { default: (await import("./fleet-trend-chart")).FleetTrendChart };
	} catch {
		// The bar above shows the present state; the screen need not fail for the trend.
		return { default: () => <p>The drawing could not be loaded.</p> };
	}
});

type FleetCardProps = { rows: DeviceListRow[]; groupId: string | null; isWhole: boolean; children: ReactNode };

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
								<StatusChip tone={deviceStatusLabels[status].tone}>
									{counts[status]} {deviceStatusLabels[status].label.toLowerCase()}
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

type FleetSummary = { total: number; reporting: number; counts: Record<DeviceStatus, number> };

function summarizeFleet(rows: DeviceListRow[]): FleetSummary {
	const counts: Record<DeviceStatus, number> = { online: 0, late: 0, offline: 0, never: 0, disabled: 0 };
	for (const { status } of rows) counts[status] += 1;
	return { total: rows.length, reporting: counts.online, counts };
}

type FleetTrendPanelProps = {
	trend: FleetTrend | "none" | null;
	periodLabel: string;
};

/** Reserves the trend's space, so that nothing moves when it loads. */
export function FleetTrendPanel({ trend, periodLabel }: FleetTrendPanelProps) {
	return (
		<div className={fleetTrendStyles.room}>
			{trend === "none" && <p className={fleetTrendStyles.under}>How it was before could not be read.</p>}
			{trend !== null && trend !== "none" && (
				<Suspense>
					<FleetTrendChart trend={trend} periodLabel={periodLabel} />
				</Suspense>
			)}
		</div>
	);
}
