import { ownValue } from "../../shared/base/own-value";
import type { MessageState } from "../../shared/message/message";
import type { ChipTone } from "../ui/feedback/status-chip";

export const messageStateLabels: Record<MessageState, { label: string; tone: ChipTone }> = {
	queued: { label: "Waiting", tone: "info" },
	sending: { label: "Sending", tone: "info" },
	sent: { label: "Sent", tone: "ok" },
	delivered: { label: "Delivered", tone: "ok" },
	failed: { label: "Failed", tone: "bad" },
	bounced: { label: "Bounced", tone: "bad" },
	suppressed: { label: "Suppressed", tone: "off" },
	unknown: { label: "Unknown", tone: "warn" },
	mayHaveArrived: { label: "May have arrived", tone: "warn" },
};

export function messageStateOf(state: string): { label: string; tone: ChipTone } {
	const known: Record<string, { label: string; tone: ChipTone }> = messageStateLabels;
	return ownValue(known, state) ?? messageStateLabels.unknown;
}
