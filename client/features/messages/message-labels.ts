import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { ownValue } from "../../../shared/base/own-value";
import type { MessageListRow } from "../../../shared/message/message";
import { suppressionText } from "../../../shared/message/suppression-text";
import { denialOf } from "../../entities/labels";
import { t } from "../../words/made/contacts";

const causeLabels: Record<string, string> = {
	test: t("cause.test"),
	code: t("cause.code"),
	verify: t("cause.verify"),
	invitation: t("cause.invitation"),
	secondStep: t("cause.secondStep"),
	domain: t("cause.domain"),
	emergency: t("cause.emergency"),
	providerEnd: t("cause.providerEnd"),
	alert: t("cause.alert"),
	alertTest: t("cause.alertTest"),
	optOut: t("cause.optOut"),
	unreachable: t("cause.unreachable"),
	report: t("cause.report"),
	reportFailed: t("cause.reportFailed"),
	storage: t("cause.storage"),
	deletion: t("cause.deletion"),
	dataExport: t("cause.dataExport"),
	duty: t("cause.duty"),
	dutyGap: t("cause.dutyGap"),
	swap: t("cause.swap"),
	usage: t("cause.usage"),
	payment: t("cause.payment"),
	event: t("cause.event"),
	mailWaits: t("cause.mailWaits"),
	trailReview: t("cause.trailReview"),
	apiKeyEnding: t("cause.apiKeyEnding"),
	wallEnding: t("cause.wallEnding"),
	publicLinkEnding: t("cause.publicLinkEnding"),
	certificatesDue: t("cause.certificatesDue"),
	webhookStopped: t("cause.webhookStopped"),
};

export function causeLabel({ cause, notices }: Pick<MessageListRow, "cause" | "notices">): string {
	const label = ownValue(causeLabels, cause) ?? (cause || t("cause.other"));
	return notices > 1 ? t("cause.several", { label, count: notices }) : label;
}

export function whyText({ state, reason, error }: Pick<MessageListRow, "state" | "reason" | "error">): string | null {
	if (state === "mayHaveArrived" && reason !== null && error !== null)
		return t("whyText.notSentAgain", { error, reason: suppressionText[reason] });
	// The error names whose share is used up.
	if (reason === null || (reason === "shareSpent" && error !== null)) return error;
	return suppressionText[reason];
}

export function logDenial({ role, scope }: Pick<CurrentAccount["me"], "role" | "scope">): string | null {
	if (!can(role, "viewMessages")) return denialOf("viewMessages", "seeDeliveryLog");
	return scope === "all" ? null : t("log.denial.scope");
}
