import { useEffect } from "react";
import { live, useLive } from "../../api/live";
import type { LineState } from "../../api/live-line";
import { appConstants } from "../../base/app-constants";
import { LazyTooltip } from "../../ui/feedback/lazy-tooltip";
import { instantParts, shownOffsetMinutes, useTimeDisplayMode } from "../../ui/time/time-display";
import { t } from "../../words/made/first-screen";
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
	const given = { seconds: everySeconds };
	switch (state.status) {
		case "connecting":
			return { label: t("live.connecting"), explained: t("live.connecting.meaning", given) };
		case "live":
			return { label: t("live"), explained: t("live.meaning") };
		case "reconnecting":
			return { label: t("live.reconnecting"), explained: t("live.reconnecting.meaning", given) };
		case "stale":
			return {
				label: t("live.stale", { time: timeOf(state.since) }),
				explained: t("live.stale.meaning", given),
			};
		case "polling":
			return {
				label: t("live.polling", { seconds: everySeconds }),
				explained: t("live.polling.meaning", given),
			};
	}
}
