import type { CurrentAccount } from "../../../shared/account";
import { type MessageListRow, type MessageState, suppressionText } from "../../../shared/message";
import { can } from "../../../shared/permissions";
import { refusalOf } from "../../entities/labels";
import type { ChipTone } from "../../ui/feedback/status-chip";

export const stateLabels: Record<MessageState, { label: string; tone: ChipTone }> = {
	queued: { label: "Waiting", tone: "brand" },
	sending: { label: "Sending", tone: "brand" },
	sent: { label: "Sent", tone: "ok" },
	delivered: { label: "Delivered", tone: "ok" },
	failed: { label: "Failed", tone: "bad" },
	bounced: { label: "Bounced", tone: "bad" },
	suppressed: { label: "Suppressed", tone: "off" },
	unknown: { label: "Unknown", tone: "warn" },
};

/** A newer backend may know more causes. */
const causeLabels: Record<string, string> = {
	test: "Test",
	code: "Code",
	invitation: "Invitation",
	alert: "Alert",
	optOut: "Alerts stopped",
	unreachable: "Rule reaches nobody",
};

export function causeLabel({ cause, notices }: Pick<MessageListRow, "cause" | "notices">): string {
	const label = causeLabels[cause] ?? (cause || "Message");
	return notices > 1 ? `${label}, ${notices} at once` : label;
}

/** Why it was not sent, or what went wrong; null: nothing did. */
export function whyText({ reason, error }: Pick<MessageListRow, "reason" | "error">): string | null {
	// The error tells whose share is used up.
	if (reason === null || (reason === "shareSpent" && error !== null)) return error;
	return suppressionText[reason];
}

export function logRefusal({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "viewMessages")) return refusalOf("viewMessages", "the delivery log");
	return scope === "all"
		? null
		: "You see some groups only, and the delivery log names addresses of the whole account.";
}
