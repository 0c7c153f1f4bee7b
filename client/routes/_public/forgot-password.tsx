import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { ForgotPasswordForm } from "../../features/sign-in/forgot-password-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { TextLink } from "../../ui/layout/link";

export const Route = createFileRoute("/_public/forgot-password")({
	validateSearch: SignInSearch,
	staticData: { title: "Forgot password" },
	loader: loadAuthConfig,
	component: ForgotPasswordPage,
});

function ForgotPasswordPage() {
	const { email, next } = Route.useSearch();
	const link = readEmailInLink(email);
	return (
		<WelcomePanes>
			<h1>Forgot your password?</h1>
			<p>Enter your e-mail address. We'll email you a code to set a new password.</p>
			{link.state === "invalid" && <InvalidLinkNote>Type yours below.</InvalidLinkNote>}
			<ForgotPasswordForm email={email} next={next} />
			<StepLinks>
				<TextLink to="/login" search={{ email: link.state === "valid" ? link.email : undefined, next }} inherit>
					Back to sign in
				</TextLink>
			</StepLinks>
		</WelcomePanes>
	);
}
