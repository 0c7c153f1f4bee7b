import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig, useAuthConfig } from "../../api/auth-config";
import { SignInForm } from "../../features/sign-in/sign-in-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { TextLink } from "../../ui/layout/link";
import { shownBrand } from "../../ui/layout/shown-brand";

export const Route = createFileRoute("/_public/login")({
	validateSearch: SignInSearch,
	staticData: { title: "Sign in" },
	loader: loadAuthConfig,
	component: LoginPage,
});

function LoginPage() {
	const { email, next } = Route.useSearch();
	const isSignUpOpen = useAuthConfig()?.isSignUpOpen !== false;
	const isInvited = next?.startsWith("/join") === true;
	return (
		<WelcomePanes>
			<h1>Sign in</h1>
			<p>{isInvited ? invitedLead : next ? "Sign in to continue." : "Use the e-mail address of your account."}</p>
			{readEmailInLink(email).state === "invalid" && <InvalidLinkNote>Type yours below.</InvalidLinkNote>}
			<SignInForm email={email} next={next} />
			{isSignUpOpen && (isInvited || !shownBrand()) && (
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

const invitedLead = "To join, sign in with the address you were invited by. New here? Create an account.";
