import type { DeviceClock } from "../../shared/time-zones";
import { formatAge } from "./relative-time";
import { useTickingNow } from "./ticking-now";
import { describeInstant } from "./time-display";
import classes from "./time-stamp.module.css";

/** A time by the device's clock, the viewer's and UTC, and how long ago it is. */
export function Clocks({ at, clock }: { at: number; clock: DeviceClock | null }) {
	const now = useTickingNow(1_000);
	return (
		<dl className={classes.clocks}>
			{describeInstant(at, clock).map(({ label, text }) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{text}</dd>
				</div>
			))}
			<div>
				<dt>Age</dt>
				<dd>{formatAge(at, now)}</dd>
			</div>
		</dl>
	);
}
