import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { formatValue } from "../../../shared/units";
import { outOfLimits } from "../../entities/reading-limits";
import { LateTooltip } from "../../ui/feedback/lazy-tooltip";
import classes from "./log.module.css";
import type { LogValue } from "./log-rows";

/** A value of a row; one that is out of its channel's limits says so by colour, arrow and words. */
export function ReadingValue({ value, channel }: LogValue) {
	const text = formatValue(value, channel);
	const problem = outOfLimits(value, channel);
	if (problem === null) return text;
	const Arrow = value > (channel.max ?? Number.POSITIVE_INFINITY) ? IconArrowUp : IconArrowDown;
	return (
		<LateTooltip label={problem}>
			<span className={classes.out}>
				<Arrow size={14} aria-label={problem} /> {text}
			</span>
		</LateTooltip>
	);
}
