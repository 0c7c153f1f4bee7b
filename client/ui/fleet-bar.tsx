import type { DeviceStatus } from "../../shared/device-terms";
import { statusesFromBest } from "../device-status-words";
import classes from "./fleet-bar.module.css";

/** How many devices are how, as lengths. Decorative: the numbers stand beside it. */
export function FleetBar({ counts, isSmall }: { counts: Record<DeviceStatus, number>; isSmall?: boolean }) {
	return (
		<span className={classes.bar} data-small={isSmall || undefined} aria-hidden="true">
			{statusesFromBest
				.filter((status) => counts[status] > 0)
				.map((status) => (
					<i key={status} data-status={status} style={{ flexGrow: counts[status] }} />
				))}
		</span>
	);
}
