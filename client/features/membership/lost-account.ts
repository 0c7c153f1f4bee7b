import type { FormerMembership, Membership } from "../../../shared/account/account";
import { membershipTitle } from "../../entities/membership";
import { t as endings } from "../../words/made/endings";
import { t } from "../../words/made/membership";
import { ownersOf } from "./former-membership";

type Lost = { named: string | null; memberships: Membership[]; former: FormerMembership | null };

/** Why the tab's account cannot be opened, without revealing its owner. */
export function lostAccountText({ named, memberships, former }: Lost): { title: string; text: string } {
	const lost = memberships.find(({ accountId }) => accountId === named);
	if (lost?.state === "signedOut") {
		return {
			title: t("lost.signedOut", { companyName: membershipTitle(lost) }),
			text: lost.isOnlySso ? endings("ending.onlySso") : t("lost.signedOut.help"),
		};
	}
	if (former?.how === "disabled") {
		return { title: t("lost.noAccess"), text: t("lost.disabled", ownersOf(former)) };
	}
	if (named !== null && lost === undefined && memberships.length > 0) {
		return {
			title: t("lost.notYours"),
			text: t("lost.notYours.help"),
		};
	}
	return {
		title: t("lost.noAccess"),
		text: t("lost.noAccess.help"),
	};
}
