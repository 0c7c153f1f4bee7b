import { type DeviceClock, formatTimestamp } from "../../../shared/time-zones";
import { LateFocusTooltip, LateTooltip } from "../feedback/lazy-tooltip";
import { formatAge, useTickingNow } from "./relative-time";
import { describeInstant, shownOffsetMinutes, useTimeDisplayMode } from "./time-display";
import classes from "./time-stamp.module.css";

/** Words of the page belong to a landmark of it. */
const withinMain = { target: "main" };

type TimeStampProps = {
	at: number;
	/** The clock of the device the time belongs to; none for times of the account. */
	clock?: DeviceClock | null;
	/** `age` shows how long ago and keeps the exact time for the hover. */
	show?: "exact" | "age";
	/** Where there are few: it takes the focus, which tells the other clocks too. In tables a row's menu tells them. */
	isFocusable?: boolean;
};

/** The one way a time is shown: `Nov 07, 05:04:03 PM`, with every other clock behind it. */
export function TimeStamp({ at, clock = null, show = "exact", isFocusable = false }: TimeStampProps) {
	const mode = useTimeDisplayMode();
	const exact = formatTimestamp(at, shownOffsetMinutes(at, clock, mode));
	const label = <Clocks at={at} clock={clock} />;
	const looks = { className: classes.time, dateTime: new Date(at).toISOString() };
	const text = show === "exact" ? exact : <Age at={at} />;
	if (!isFocusable) {
		return (
			<LateTooltip label={label} multiline>
				<time {...looks}>{text}</time>
			</LateTooltip>
		);
	}
	return (
		<LateFocusTooltip label={label} multiline portalProps={withinMain}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: its other clocks must be reachable by keyboard */}
			<time {...looks} tabIndex={0}>
				{text}
			</time>
		</LateFocusTooltip>
	);
}

/** `12 s ago`, counting on. */
export function Age({ at }: { at: number }) {
	const now = useTickingNow(1_000);
	return formatAge(at, Math.max(now, at));
}

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
