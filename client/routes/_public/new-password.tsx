import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { readEmailInLink } from "../../features/sign-in/email-in-link";
import { EmailSearch } from "../../features/sign-in/email-search";
import { LaterStep } from "../../features/sign-in/later-step";
import { TextLink } from "../../ui/link";

export const Route = createFileRoute("/_public/new-password")({
	validateSearch: EmailSearch,
	staticData: { title: "New password" },
	loader: loadAuthConfig,
	component: NewPasswordPage,
});

function NewPasswordPage() {
	const link = readEmailInLink(Route.useSearch().email);
	return (
		<LaterStep
			title="Set a new password"
			text={
				link.state === "valid"
					? `Setting a new password for ${link.email} is not available in this console yet.`
					: "Setting a new password is not available in this console yet."
			}
			fault={
				link.state !== "valid" && (
					<>
						{link.state === "absent"
							? "This page needs the e-mail address whose password is to be set, and the link that brought you here holds none."
							: "The link that brought you here holds no valid e-mail address."}{" "}
						<TextLink to="/forgot-password" inherit c="inherit" underline="always">
							Ask for a new password
						</TextLink>
					</>
				)
			}
			help="The owner or an administrator of your account can have your password reset."
			link={link}
		/>
	);
}
