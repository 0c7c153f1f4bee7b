import { lazy, Suspense } from "react";
import type { FleetTrend } from "../../../shared/device-inputs";
import classes from "./fleet-trend.module.css";

const FleetTrendChart = lazy(async () => {
	try {
		return { default: (await import("./fleet-trend-chart")).FleetTrendChart };
	} catch {
		// The bar above says how things are now; the rest of the screen need not fail for the way there.
		return { default: () => <p>The drawing could not be loaded.</p> };
	}
});

type FleetTrendPanelProps = {
	/** Null while it is on its way; none where it could not be read. */
	trend: FleetTrend | "none" | null;
	periodWords: string;
};

/** Keeps the trend's place from the first moment on, so that nothing moves when it comes. */
export function FleetTrendPanel({ trend, periodWords }: FleetTrendPanelProps) {
	return (
		<div className={classes.room}>
			{trend === "none" && <p className={classes.under}>How it was before could not be read.</p>}
			{trend !== null && trend !== "none" && (
				<Suspense>
					<FleetTrendChart trend={trend} periodWords={periodWords} />
				</Suspense>
			)}
		</div>
	);
}
