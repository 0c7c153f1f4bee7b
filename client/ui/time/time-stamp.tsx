import type { ReactNode } from "react";
import type { DeviceClock } from "../../../shared/time/time-zones";
import { t } from "../../words/made/first-screen";
import { LateFocusTooltip, LazyTooltip } from "../feedback/lazy-tooltip";
import { formatAge, useTickingNow } from "./relative-time";
import {
	describeInstant,
	instantLines,
	joined,
	type Precision,
	shownOffsetMinutes,
	useTimeDisplayMode,
} from "./time-display";
import classes from "./time-stamp.module.css";

/** Overlays must be within a landmark of the page. */
const withinMain = { target: "main" };

type TimeStampProps = {
	at: number;
	clock?: DeviceClock | null;
	show?: "exact" | "age";
	/** Seconds where entries follow each other within a minute, as in the log. */
	to?: Precision;
	/** Only for a few times: its focus shows the other clocks. In tables the row's menu shows them. */
	isFocusable?: boolean;
	/** Narrow layouts show the time below the date, and this beside the date. */
	besideDate?: ReactNode;
};

/** The only component for a time: `Nov 07, 05:04 PM`, with every clock to the second on hover. */
export function TimeStamp({ at, clock = null, show = "exact", to = "minutes", ...props }: TimeStampProps) {
	const { isFocusable, besideDate } = props;
	const mode = useTimeDisplayMode();
	const [date, time] = instantLines(at, shownOffsetMinutes(at, clock, mode), to);
	const exact =
		besideDate === undefined ? (
			joined(date, time)
		) : (
			<>
				<span className={classes.line}>
					{joined(date, "")}
					{besideDate}
				</span>{" "}
				{time}
			</>
		);
	const label = <Clocks at={at} clock={clock} />;
	const looks = { className: classes.time, dateTime: new Date(at).toISOString() };
	const text = show === "exact" ? exact : <Age at={at} />;
	if (!isFocusable) {
		return (
			<LazyTooltip label={label} multiline>
				<time {...looks}>{text}</time>
			</LazyTooltip>
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

export function Age({ at }: { at: number }) {
	const now = useTickingNow(1_000);
	return formatAge(at, Math.max(now, at));
}

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
				<dt>{t("ageLabel")}</dt>
				<dd>{formatAge(at, now)}</dd>
			</div>
		</dl>
	);
}
