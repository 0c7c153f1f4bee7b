import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig, useAuthConfig } from "../../api/auth-config";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { SignUpForm } from "../../features/sign-in/sign-up-form";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { ButtonLink, TextLink } from "../../ui/layout/link";
import { rich, t } from "../../words/made/password";

export const Route = createFileRoute("/_public/signup")({
	validateSearch: SignInSearch,
	staticData: { outerTitle: "signUp" },
	loader: loadAuthConfig,
	component: SignUpPage,
});

function SignUpPage() {
	const { email, next } = Route.useSearch();
	const isSignUpClosed = useAuthConfig()?.isSignUpOpen === false;
	if (isSignUpClosed) {
		return (
			<WelcomePanes>
				<h1>{t("signUp")}</h1>
				<p>{t("signUp.closed")}</p>
				<ButtonLink to="/login" search={{ email, next }} size="md" fullWidth mt={22}>
					{t("backToSignIn")}
				</ButtonLink>
			</WelcomePanes>
		);
	}
	return (
		<WelcomePanes>
			<h1>{t("signUp")}</h1>
			<p>{t("signUp.lead")}</p>
			{readEmailInLink(email).state === "invalid" && <InvalidLinkNote />}
			<SignUpForm email={email} next={next} />
			<StepLinks>
				<span>
					{rich("signUp.signIn", {
						link: (label) => (
							<TextLink to="/login" search={{ email, next }} inherit underline="always">
								{label}
							</TextLink>
						),
					})}
				</span>
			</StepLinks>
		</WelcomePanes>
	);
}
