import { type DeviceClock, formatTimestamp } from "../../shared/time-zones";
import { Age } from "./age";
import { Clocks } from "./clocks";
import { LateFocusTooltip, LateTooltip } from "./late-tooltip";
import { shownOffsetMinutes, useTimeDisplayMode } from "./time-display";
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
