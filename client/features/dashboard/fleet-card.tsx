import { lazy, type ReactNode, Suspense } from "react";
import type { FleetTrend } from "../../../shared/device-inputs";
import type { FleetOverview } from "../../../shared/fleet-overview";
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

type FleetCardProps = { overview: FleetOverview; isWhole: boolean; children: ReactNode };

export function FleetCard({ overview: { devices: total, counts, groupId }, isWhole, children }: FleetCardProps) {
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
					{total === 1 ? "device" : "devices"}, {counts.online} reporting
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
