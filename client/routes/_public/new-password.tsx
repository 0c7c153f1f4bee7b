import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { NewPasswordForm } from "../../features/sign-in/new-password-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, LinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { ButtonLink, TextLink } from "../../ui/layout/link";
import { t } from "../../words/made/password";

export const Route = createFileRoute("/_public/new-password")({
	validateSearch: SignInSearch,
	staticData: { outerTitle: "reset" },
	loader: loadAuthConfig,
	component: NewPasswordPage,
});

function NewPasswordPage() {
	const { email, next } = Route.useSearch();
	const link = readEmailInLink(email);
	if (link.state !== "valid") {
		return (
			<WelcomePanes>
				<h1>{t("reset.title")}</h1>
				<p>{t("reset.leadWithoutAddress")}</p>
				{link.state === "invalid" ? (
					<InvalidLinkNote hasField={false} />
				) : (
					<LinkNote>{t("linkWithoutAddress.none")}</LinkNote>
				)}
				<ButtonLink to="/forgot-password" search={{ next }} size="md" fullWidth mt={18}>
					{t("reset.ask")}
				</ButtonLink>
				<StepLinks>
					<TextLink to="/login" search={{ next }} inherit>
						{t("backToSignIn")}
					</TextLink>
				</StepLinks>
			</WelcomePanes>
		);
	}
	return (
		<WelcomePanes>
			<h1>{t("reset.title")}</h1>
			<p>{t("reset.lead", { email: link.email })}</p>
			<NewPasswordForm key={link.email} email={link.email} next={next} />
			<StepLinks>
				<TextLink to="/login" search={{ email: link.email, next }} inherit>
					{t("backToSignIn")}
				</TextLink>
				<TextLink to="/forgot-password" search={{ next }} inherit>
					{t("anotherAddress")}
				</TextLink>
			</StepLinks>
		</WelcomePanes>
	);
}
