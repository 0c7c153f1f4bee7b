import type { FormerMembership, Membership } from "../../../shared/account/account";
import { askingText } from "./former-membership";

type Lost = { named: string | null; memberships: Membership[]; former: FormerMembership | null };

/** Why the tab's account cannot be opened, without revealing its owner. */
export function lostAccountText({ named, memberships, former }: Lost): { title: string; text: string } {
	const lost = memberships.find(({ accountId }) => accountId === named);
	if (lost?.state === "signedOut") {
		return {
			title: `${lost.companyName} has signed you out`,
			text: "Sign out below and sign in again to open it. Your other accounts stay open.",
		};
	}
	if (former?.how === "disabled") {
		const text = `You are disabled at ${former.companyName}. ${askingText(former, "to enable you")}: you keep the same sign-in.`;
		return { title: "You no longer have access", text };
	}
	if (named !== null && lost === undefined && memberships.length > 0) {
		return {
			title: "This account is not yours to open",
			text: "You are not a member of it, or no longer. If a link led here, it may have been sent to another address of yours: ask whoever sent it, or open one of your accounts.",
		};
	}
	return {
		title: "You no longer have access",
		text: "An owner or admin has removed or disabled you in this account. If that is a mistake, ask them to invite you again: you keep the same sign-in.",
	};
}
