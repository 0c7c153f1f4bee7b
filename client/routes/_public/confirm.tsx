import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { ConfirmForm } from "../../features/sign-in/confirm-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { TextLink } from "../../ui/layout/link";
import { t } from "../../words/made/password";

export const Route = createFileRoute("/_public/confirm")({
	validateSearch: SignInSearch,
	staticData: { outerTitle: "confirm" },
	loader: loadAuthConfig,
	component: ConfirmPage,
});

function ConfirmPage() {
	const { email, next } = Route.useSearch();
	const link = readEmailInLink(email);
	const knownEmail = link.state === "valid" ? link.email : null;
	return (
		<WelcomePanes>
			<h1>{t("confirm.title")}</h1>
			<p>{knownEmail === null ? t("confirm.leadWithoutAddress") : t("confirm.lead", { email: knownEmail })}</p>
			{link.state === "invalid" && <InvalidLinkNote />}
			<ConfirmForm key={knownEmail} knownEmail={knownEmail} next={next} />
			<StepLinks>
				<TextLink to="/login" search={{ email: knownEmail ?? undefined, next }} inherit>
					{t("backToSignIn")}
				</TextLink>
				{knownEmail !== null && (
					<TextLink to="/confirm" search={{ next }} inherit>
						{t("anotherAddress")}
					</TextLink>
				)}
			</StepLinks>
		</WelcomePanes>
	);
}
