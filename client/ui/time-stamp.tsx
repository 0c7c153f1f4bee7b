import { type DeviceClock, formatTimestamp } from "../../shared/time-zones";
import { LateTooltip } from "./late-tooltip";
import { formatAge } from "./relative-time";
import { useTickingNow } from "./ticking-now";
import { describeInstant, shownOffsetMinutes, useTimeDisplayMode } from "./time-display";
import classes from "./time-stamp.module.css";

type TimeStampProps = {
	at: number;
	/** The clock of the device the time belongs to; none for times of the account. */
	clock?: DeviceClock | null;
	/** `age` shows how long ago and keeps the exact time for the hover. */
	show?: "exact" | "age";
};

/** The one way a time is shown: `Nov 07, 05:04:03 PM`, with every other clock behind it. */
export function TimeStamp({ at, clock = null, show = "exact" }: TimeStampProps) {
	const mode = useTimeDisplayMode();
	const exact = formatTimestamp(at, shownOffsetMinutes(at, clock, mode));
	return (
		<LateTooltip label={<Clocks at={at} clock={clock} />} multiline>
			<time className={classes.time} dateTime={new Date(at).toISOString()}>
				{show === "exact" ? exact : <Age at={at} />}
			</time>
		</LateTooltip>
	);
}

/** `12 s ago`, counting on. */
export function Age({ at }: { at: number }) {
	const now = useTickingNow(1_000);
	return formatAge(at, Math.max(now, at));
}

function Clocks({ at, clock }: { at: number; clock: DeviceClock | null }) {
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
