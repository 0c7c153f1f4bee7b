import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { ForgotPasswordForm } from "../../features/sign-in/forgot-password-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { TextLink } from "../../ui/layout/link";
import { t } from "../../words/made/password";

export const Route = createFileRoute("/_public/forgot-password")({
	validateSearch: SignInSearch,
	staticData: { outerTitle: "forgot" },
	loader: loadAuthConfig,
	component: ForgotPasswordPage,
});

function ForgotPasswordPage() {
	const { email, next } = Route.useSearch();
	const link = readEmailInLink(email);
	return (
		<WelcomePanes>
			<h1>{t("forgot.title")}</h1>
			<p>{t("forgot.lead")}</p>
			{link.state === "invalid" && <InvalidLinkNote />}
			<ForgotPasswordForm email={email} next={next} />
			<StepLinks>
				<TextLink to="/login" search={{ email: link.state === "valid" ? link.email : undefined, next }} inherit>
					{t("backToSignIn")}
				</TextLink>
			</StepLinks>
		</WelcomePanes>
	);
}
