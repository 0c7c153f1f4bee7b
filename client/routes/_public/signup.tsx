import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig, useAuthConfig } from "../../api/auth-config";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { SignUpForm } from "../../features/sign-in/sign-up-form";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { ButtonLink, TextLink } from "../../ui/layout/link";

export const Route = createFileRoute("/_public/signup")({
	validateSearch: SignInSearch,
	staticData: { title: "Create account" },
	loader: loadAuthConfig,
	component: SignUpPage,
});

function SignUpPage() {
	const { email, next } = Route.useSearch();
	const isSignUpClosed = useAuthConfig()?.isSignUpOpen === false;
	if (isSignUpClosed) {
		return (
			<WelcomePanes>
				<h1>Create account</h1>
				<p>
					This console is by invitation only. Ask your administrator to invite you. You can then sign in with the
					address they invited.
				</p>
				<ButtonLink to="/login" search={{ email, next }} size="md" fullWidth mt={22}>
					Back to sign in
				</ButtonLink>
			</WelcomePanes>
		);
	}
	return (
		<WelcomePanes>
			<h1>Create account</h1>
			<p>We'll email you a code to confirm your address.</p>
			{readEmailInLink(email).state === "invalid" && <InvalidLinkNote>Type yours below.</InvalidLinkNote>}
			<SignUpForm email={email} next={next} />
			<StepLinks>
				<span>
					Have an account already?{" "}
					<TextLink to="/login" search={{ email, next }} inherit underline="always">
						Sign in
					</TextLink>
				</span>
			</StepLinks>
		</WelcomePanes>
	);
}
