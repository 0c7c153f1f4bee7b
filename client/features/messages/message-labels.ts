import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { ownValue } from "../../../shared/base/own-value";
import { type MessageListRow, suppressionText } from "../../../shared/message/message";
import { denialOf } from "../../entities/labels";

const causeLabels: Record<string, string> = {
	test: "Test",
	code: "Code",
	verify: "Link to confirm the address",
	invitation: "Invitation",
	secondStep: "Two-step sign-in required",
	alert: "Alert",
	alertTest: "Test of a rule",
	optOut: "Alerts stopped",
	unreachable: "Rule reaches nobody",
	report: "Report",
	reportFailed: "Report failed",
	storage: "Storage",
	deletion: "Deletion of the account",
	dataExport: "Export of all data",
	usage: "Use of the plan",
	payment: "Payment",
	event: "Event for a program",
	apiKeyEnding: "API key expires soon",
	wallEnding: "Screen expires soon",
	webhookStopped: "Webhook switched off",
};

export function causeLabel({ cause, notices }: Pick<MessageListRow, "cause" | "notices">): string {
	const label = ownValue(causeLabels, cause) ?? (cause || "Message");
	return notices > 1 ? `${label}, ${notices} at once` : label;
}

export function whyText({ state, reason, error }: Pick<MessageListRow, "state" | "reason" | "error">): string | null {
	if (state === "mayHaveArrived" && reason !== null)
		return `${error}. It was not sent again: ${suppressionText[reason]}`;
	// The error names whose share is used up.
	if (reason === null || (reason === "shareSpent" && error !== null)) return error;
	return suppressionText[reason];
}

export function logDenial({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "viewMessages")) return denialOf("viewMessages", "seeDeliveryLog");
	return scope === "all"
		? null
		: "You only see some groups, and the delivery log names addresses of the whole account.";
}
