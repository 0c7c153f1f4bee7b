import { ownValue } from "../../shared/base/own-value";
import type { MessageState } from "../../shared/message/message";
import type { ChipTone } from "../ui/feedback/status-chip";
import { t } from "../words/made/entities";

export const messageStateLabels: Record<MessageState, { label: string; tone: ChipTone }> = {
	queued: { label: t("message.queued"), tone: "info" },
	sending: { label: t("message.sending"), tone: "info" },
	sent: { label: t("message.sent"), tone: "ok" },
	delivered: { label: t("message.delivered"), tone: "ok" },
	failed: { label: t("message.failed"), tone: "bad" },
	bounced: { label: t("message.bounced"), tone: "bad" },
	suppressed: { label: t("message.suppressed"), tone: "off" },
	unknown: { label: t("message.unknown"), tone: "warn" },
	mayHaveArrived: { label: t("message.mayHaveArrived"), tone: "warn" },
};

export function messageStateOf(state: string): { label: string; tone: ChipTone } {
	const known: Record<string, { label: string; tone: ChipTone }> = messageStateLabels;
	return ownValue(known, state) ?? messageStateLabels.unknown;
}
