import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { LaterStep } from "../../features/sign-in/later-step";

export const Route = createFileRoute("/_public/forgot-password")({
	staticData: { title: "Forgot password" },
	loader: loadAuthConfig,
	component: ForgotPasswordPage,
});

function ForgotPasswordPage() {
	return (
		<LaterStep
			title="Forgot your password?"
			text="Asking for a new password is not available in this console yet."
			help="The owner or an administrator of your account can have it reset. Your devices go on recording meanwhile."
		/>
	);
}
