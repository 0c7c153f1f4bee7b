import type { OpenedInvitation } from "../../../shared/account/account";
import { ButtonLink } from "../../ui/layout/link";
import { t } from "../../words/made/membership";

type InvitationText = { title: string; text: string; to: "/dashboard" | "/create-account"; label: string };

const others = { to: "/create-account", label: t("opened.others") } as const;
const own = { to: "/dashboard", label: t("opened.dashboard") } as const;

export function invitationText(
	opened: Exclude<OpenedInvitation, { state: "open" }>,
	{ hasAccount }: { hasAccount: boolean },
): InvitationText {
	const elsewhere = hasAccount ? own : others;
	switch (opened.state) {
		case "member":
			return {
				title: t("opened.member"),
				text: t("opened.member.help"),
				...own,
			};
		case "otherAddress":
			return {
				title: t("opened.otherAddress"),
				text: t("opened.otherAddress.help", { email: opened.email }),
				...elsewhere,
			};
		case "unverified":
			return {
				title: t("opened.unverified"),
				text: t("opened.unverified.help"),
				to: "/create-account",
				label: t("opened.unverified.do"),
			};
		case "expired":
			return {
				title: t("opened.expired"),
				text: t("opened.expired.help", { inviterName: opened.inviterName, companyName: opened.companyName }),
				...elsewhere,
			};
		case "revoked":
			return {
				title: t("opened.revoked"),
				text: t("opened.revoked.help", { companyName: opened.companyName, inviterName: opened.inviterName }),
				...elsewhere,
			};
		case "used":
			return {
				title: t("opened.used"),
				text: t("opened.used.help", { companyName: opened.companyName, inviterName: opened.inviterName }),
				...elsewhere,
			};
		case "unknown":
			return {
				title: t("opened.unknown"),
				text: t("opened.unknown.help"),
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
