import { LazyTooltip } from "../../ui/feedback/lazy-tooltip";
import { viewerZone } from "../../ui/time/time-display";
import { Clocks } from "../../ui/time/time-stamp";
import { dayAndTime } from "./report-labels";
import classes from "./runs.module.css";

export function ZoneTime({ at, zone }: { at: number; zone: string | undefined }) {
	// A backend of the specification returns no zone.
	const shown = zone ?? viewerZone;
	return (
		<LazyTooltip label={<Clocks at={at} clock={null} />} multiline>
			<time dateTime={new Date(at).toISOString()}>
				{dayAndTime(shown, at)}
				{shown !== viewerZone && (
					<>
						{" "}
						<span className={classes.zone}>{shown}</span>
					</>
				)}
			</time>
		</LazyTooltip>
	);
}
