import type { OpenedInvitation } from "../../../shared/account/account";
import { ButtonLink } from "../../ui/layout/link";

type InvitationText = { title: string; text: string; to: "/dashboard" | "/create-account"; label: string };

const others = { to: "/create-account", label: "See other ways in" } as const;
const own = { to: "/dashboard", label: "Go to the dashboard" } as const;

export function invitationText(
	opened: Exclude<OpenedInvitation, { state: "open" }>,
	{ hasAccount }: { hasAccount: boolean },
): InvitationText {
	const elsewhere = hasAccount ? own : others;
	switch (opened.state) {
		case "member":
			return {
				title: "You have joined already",
				text: "You belong to the company that this invitation leads to.",
				...own,
			};
		case "otherAddress":
			return {
				title: "This invitation is for another address",
				text: `It was sent to ${opened.email}. Sign out below and sign in with that address, or ask to be invited by the one you are signed in with.`,
				...elsewhere,
			};
		case "unverified":
			return {
				title: "Verify your e-mail address first",
				text: "An invitation can be accepted only with a verified address. Verify yours on the next page: your invitations are shown there afterwards.",
				to: "/create-account",
				label: "Verify my address",
			};
		case "expired":
			return {
				title: "This invitation has expired",
				text: `Ask ${opened.inviterName} of ${opened.companyName} to send it again: the same link then works.`,
				...elsewhere,
			};
		case "revoked":
			return {
				title: "This invitation was withdrawn",
				text: `If you should still join ${opened.companyName}, ask ${opened.inviterName} for a new one.`,
				...elsewhere,
			};
		case "used":
			return {
				title: "This invitation was used already",
				text: `It joins once. If you have lost your access to ${opened.companyName}, ask ${opened.inviterName} for a new one.`,
				...elsewhere,
			};
		case "unknown":
			return {
				title: "This invitation does not exist any more",
				text: "A newer one may replace it. Use the link in the newest mail, or ask for a new one.",
				...elsewhere,
			};
	}
}

export function InvitationWay({ to, label }: Pick<InvitationText, "to" | "label">) {
	return (
		<ButtonLink to={to} mt={18}>
			{label}
		</ButtonLink>
	);
}
