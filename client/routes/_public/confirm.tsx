import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { readEmailInLink } from "../../features/sign-in/email-in-link";
import { EmailSearch } from "../../features/sign-in/email-search";
import { LaterStep } from "../../features/sign-in/later-step";

export const Route = createFileRoute("/_public/confirm")({
	validateSearch: EmailSearch,
	staticData: { title: "Confirm account" },
	loader: loadAuthConfig,
	component: ConfirmPage,
});

function ConfirmPage() {
	const link = readEmailInLink(Route.useSearch().email);
	return (
		<LaterStep
			title="Confirm your account"
			text={
				link.state === "valid"
					? `Confirming ${link.email} is not available in this console yet.`
					: "Confirming an e-mail address is not available in this console yet."
			}
			fault={link.state === "invalid" && "The link that brought you here holds no valid e-mail address."}
			help="The owner or an administrator of your account can confirm you. If you are confirmed already, sign in."
			link={link}
		/>
	);
}
