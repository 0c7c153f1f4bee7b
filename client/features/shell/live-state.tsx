import { useEffect } from "react";
import { live, useLive } from "../../api/live";
import type { LineState } from "../../api/live-line";
import { appConstants } from "../../base/app-constants";
import { LazyTooltip } from "../../ui/feedback/lazy-tooltip";
import { instantParts, shownOffsetMinutes, useTimeDisplayMode } from "../../ui/time/time-display";
import classes from "./live-state.module.css";

const everySeconds = appConstants.refreshEveryMs / 1_000;

export function LiveState() {
	useEffect(() => live.start(), []);
	const state = useLive();
	const mode = useTimeDisplayMode();
	const { label, explained } = labelFor(state, (at) => instantParts(at, shownOffsetMinutes(at, null, mode)).minutes);
	return (
		<LazyTooltip label={explained} multiline w={260}>
			<span role="status" className={classes.state} data-status={state.status}>
				<span className={classes.words}>{label}</span>
			</span>
		</LazyTooltip>
	);
}

function labelFor(state: LineState, timeOf: (at: number) => string): { label: string; explained: string } {
	const meanwhile = `Meanwhile the screen asks every ${everySeconds} seconds.`;
	switch (state.status) {
		case "connecting":
			return { label: "Connecting", explained: meanwhile };
		case "live":
			return { label: "Live", explained: "New readings and changes appear automatically." };
		case "reconnecting":
			return { label: "Reconnecting", explained: `Changes are not pushed just now. ${meanwhile}` };
		case "stale":
			return {
				label: `Stale since ${timeOf(state.since)}`,
				explained: `Nothing has been pushed since then, so what you see may be behind. ${meanwhile}`,
			};
		case "polling":
			return {
				label: `Every ${everySeconds} s`,
				explained: `Changes are not pushed to this page. It asks every ${everySeconds} seconds.`,
			};
	}
}
