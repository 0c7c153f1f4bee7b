import type { PastDrill } from "../../shared/alert/drill";
import { t } from "../words/made/alerts";
import { deliveryChannelLabels } from "./contact";
import { messageStateLabels } from "./message-state";

type DrillMessage = PastDrill["messages"][number];

/** The message with its channel and outcome; `who` leads the text. */
export function drillMessageText({ name, channel, state, outcome }: DrillMessage): string {
	const what = { who: name ?? t("drills.another"), channel: deliveryChannelLabels[channel] };
	if (outcome !== undefined) return t("drills.call", { ...what, outcome });
	return t("drills.message", { ...what, state: messageStateLabels[state].label });
}
