import { useEffect } from "react";
import { formatTimestamp } from "../../../shared/time-zones";
import { live, useLive } from "../../api/live";
import type { LineState } from "../../api/live-line";
import { appConstants } from "../../app-constants";
import { LateTooltip } from "../../ui/feedback/lazy-tooltip";
import { shownOffsetMinutes, useTimeDisplayMode } from "../../ui/time/time-display";
import classes from "./live-state.module.css";

const everySeconds = appConstants.refreshEveryMs / 1_000;

/** Whether what is on screen follows its devices by itself. Holds the line while the frame stands. */
export function LiveState() {
	useEffect(() => live.start(), []);
	const state = useLive();
	const mode = useTimeDisplayMode();
	const { words, explained } = wordsFor(state, (at) => {
		const [, time] = formatTimestamp(at, shownOffsetMinutes(at, null, mode)).split(", ");
		return time ?? "";
	});
	return (
		<LateTooltip label={explained} multiline w={260}>
			<span role="status" className={classes.state} data-status={state.status}>
				<span className={classes.words}>{words}</span>
			</span>
		</LateTooltip>
	);
}

function wordsFor(state: LineState, timeOf: (at: number) => string): { words: string; explained: string } {
	const meanwhile = `Meanwhile the screen asks every ${everySeconds} seconds.`;
	switch (state.status) {
		case "connecting":
			return { words: "Connecting", explained: meanwhile };
		case "live":
			return { words: "Live", explained: "New readings and changes appear by themselves." };
		case "reconnecting":
			return { words: "Reconnecting", explained: `Changes are not pushed just now. ${meanwhile}` };
		case "stale":
			return {
				words: `Stale since ${timeOf(state.since)}`,
				explained: `Nothing has been pushed since then, so what you see may be behind. ${meanwhile}`,
			};
		case "polling":
			return {
				words: `Every ${everySeconds} s`,
				explained: `Changes are not pushed to this page. It asks every ${everySeconds} seconds.`,
			};
	}
}
