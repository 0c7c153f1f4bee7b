import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { ConfirmForm } from "../../features/sign-in/confirm-form";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { readEmailInLink } from "../../features/sign-in/step-rules";
import { InvalidLinkNote, StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { TextLink } from "../../ui/layout/link";

export const Route = createFileRoute("/_public/confirm")({
	validateSearch: SignInSearch,
	staticData: { title: "Confirm account" },
	loader: loadAuthConfig,
	component: ConfirmPage,
});

function ConfirmPage() {
	const { email, next } = Route.useSearch();
	const link = readEmailInLink(email);
	const knownEmail = link.state === "valid" ? link.email : null;
	return (
		<WelcomePanes>
			<h1>Confirm your account</h1>
			<p>
				{knownEmail === null
					? "Enter your e-mail address and the code that was sent to it."
					: `Enter the code that was sent to ${knownEmail}.`}
			</p>
			{link.state === "invalid" && <InvalidLinkNote>Type yours below.</InvalidLinkNote>}
			<ConfirmForm key={knownEmail} knownEmail={knownEmail} next={next} />
			<StepLinks>
				<TextLink to="/login" search={{ email: knownEmail ?? undefined, next }} inherit>
					Back to sign in
				</TextLink>
				{knownEmail !== null && (
					<TextLink to="/confirm" search={{ next }} inherit>
						Use another address
					</TextLink>
				)}
			</StepLinks>
		</WelcomePanes>
	);
}
