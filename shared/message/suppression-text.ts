import { limits } from "../base/limits";
import { t } from "../words/made/unsent";
import type { SuppressionReason } from "./message";

export const suppressionText: Record<SuppressionReason, string> = {
	recipientGone: t("recipientGone"),
	noAddress: t("noAddress"),
	addressChanged: t("addressChanged"),
	addressBouncing: t("addressBouncing"),
	optedOut: t("optedOut"),
	paused: t("paused"),
	quietHours: t("quietHours"),
	outsideHours: t("outsideHours"),
	muted: t("muted"),
	channelOff: t("channelOff"),
	countryOff: t("countryOff"),
	numberOff: t("numberOff"),
	unverifiedLimit: t("unverifiedLimit", { messages: String(limits.messagesPerUnverifiedAddress) }),
	unverifiedAccountLimit: t("unverifiedAccountLimit", {
		messages: String(limits.unverifiedMessagesPerDay),
		invitations: String(limits.unverifiedKeptForInvitations),
	}),
	codeLimit: t("codeLimit", {
		hour: String(limits.codeSmsPerUserAndHour),
		day: String(limits.codeSmsPerUserAndDay),
		account: String(limits.codeSmsPerDay),
	}),
	testLimit: t("testLimit", {
		address: String(limits.testsPerAddressAndHour),
		user: String(limits.testsPerUserAndHour),
		account: String(limits.testsPerDay),
	}),
	sameAddress: t("sameAddress"),
	shareSpent: t("shareSpent"),
	superseded: t("superseded"),
	noLongerNeeded: t("noLongerNeeded"),
	providerSuppressed: t("providerSuppressed"),
	browserGone: t("browserGone"),
	addressGone: t("addressGone"),
	unconfirmed: t("unconfirmed"),
};
