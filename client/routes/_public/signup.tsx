import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { LaterStep } from "../../features/sign-in/later-step";

export const Route = createFileRoute("/_public/signup")({
	staticData: { title: "Create account" },
	loader: loadAuthConfig,
	component: SignUpPage,
});

function SignUpPage() {
	return (
		<LaterStep
			title="Create account"
			text="Signing up by yourself is not available in this console yet."
			help="If your company has an account, ask its owner or an administrator to let you in. You can then sign in with the address they used."
		/>
	);
}
