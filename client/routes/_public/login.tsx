import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig, useAuthConfig } from "../../api/auth-config";
import { SignInForm } from "../../features/sign-in/sign-in-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { TextLink } from "../../ui/layout/link";

export const Route = createFileRoute("/_public/login")({
	validateSearch: SignInSearch,
	staticData: { title: "Sign in" },
	loader: loadAuthConfig,
	component: LoginPage,
});

function LoginPage() {
	const { email, next } = Route.useSearch();
	const isSignUpClosed = useAuthConfig()?.isSignUpOpen === false;
	return (
		<WelcomePanes>
			<h1>Sign in</h1>
			<p>{leadOf(next)}</p>
			{readEmailInLink(email).state === "invalid" && <InvalidLinkNote>Type yours below.</InvalidLinkNote>}
			<SignInForm email={email} next={next} />
			{!isSignUpClosed && (
				<StepLinks>
					<span>
						No account yet?{" "}
						<TextLink to="/signup" search={{ email, next }} inherit underline="always">
							Create an account
						</TextLink>
					</span>
				</StepLinks>
			)}
		</WelcomePanes>
	);
}

function leadOf(next: string | undefined): string {
	if (next?.startsWith("/join"))
		return "To join, sign in with the address you were invited by. New here? Create an account.";
	return next ? "Sign in to continue." : "Use the e-mail address of your account.";
}
