import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig, useAuthConfig } from "../../api/auth-config";
import { SignInForm } from "../../features/sign-in/sign-in-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { TextLink } from "../../ui/layout/link";
import { shownBrand } from "../../ui/layout/shown-brand";
import { rich, t } from "../../words/made/session";

export const Route = createFileRoute("/_public/login")({
	validateSearch: SignInSearch,
	staticData: { outerTitle: "signIn" },
	loader: loadAuthConfig,
	component: LoginPage,
});

function LoginPage() {
	const { email, next } = Route.useSearch();
	const isSignUpOpen = useAuthConfig()?.isSignUpOpen !== false;
	const isInvited = next?.startsWith("/join") === true;
	return (
		<WelcomePanes>
			<h1>{t("signIn")}</h1>
			<p>{isInvited ? t("signIn.leadInvited") : next ? t("signIn.leadBefore") : t("signIn.lead")}</p>
			{readEmailInLink(email).state === "invalid" && <InvalidLinkNote />}
			<SignInForm email={email} next={next} />
			{isSignUpOpen && (isInvited || !shownBrand()) && (
				<StepLinks>
					<span>
						{rich("signIn.create", {
							link: (label) => (
								<TextLink to="/signup" search={{ email, next }} inherit underline="always">
									{label}
								</TextLink>
							),
						})}
					</span>
				</StepLinks>
			)}
		</WelcomePanes>
	);
}
