import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { NewPasswordForm } from "../../features/sign-in/new-password-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, LinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { ButtonLink, TextLink } from "../../ui/layout/link";

export const Route = createFileRoute("/_public/new-password")({
	validateSearch: SignInSearch,
	staticData: { title: "New password" },
	loader: loadAuthConfig,
	component: NewPasswordPage,
});

function NewPasswordPage() {
	const { email, next } = Route.useSearch();
	const link = readEmailInLink(email);
	if (link.state !== "valid") {
		return (
			<WelcomePanes>
				<h1>Set a new password</h1>
				<p>This page needs the e-mail address whose password is to be set.</p>
				{link.state === "invalid" ? (
					<InvalidLinkNote />
				) : (
					<LinkNote>The link that brought you here holds no e-mail address.</LinkNote>
				)}
				<ButtonLink to="/forgot-password" search={{ next }} size="md" fullWidth mt={18}>
					Ask for a new password
				</ButtonLink>
				<StepLinks>
					<TextLink to="/login" search={{ next }} inherit>
						Back to sign in
					</TextLink>
				</StepLinks>
			</WelcomePanes>
		);
	}
	return (
		<WelcomePanes>
			<h1>Set a new password</h1>
			<p>For {link.email}, with the code that was sent to it.</p>
			<NewPasswordForm key={link.email} email={link.email} next={next} />
			<StepLinks>
				<TextLink to="/login" search={{ email: link.email, next }} inherit>
					Back to sign in
				</TextLink>
				<TextLink to="/forgot-password" search={{ next }} inherit>
					Use another address
				</TextLink>
			</StepLinks>
		</WelcomePanes>
	);
}
