import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { LaterStep } from "../../features/sign-in/later-step";

export const Route = createFileRoute("/_public/new-password-required")({
	staticData: { title: "New password required" },
	loader: loadAuthConfig,
	component: NewPasswordRequiredPage,
});

function NewPasswordRequiredPage() {
	return (
		<LaterStep
			title="A new password is required"
			text="Your account must set a password of its own first, and this console cannot do that yet."
			help="Ask whoever invited you, or the owner or an administrator of your account, to set a lasting password for you."
		/>
	);
}
