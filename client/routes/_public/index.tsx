import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig, useAuthConfig } from "../../api/auth-config";
import { WelcomePanes } from "../../features/sign-in/welcome-panes";
import { ButtonLink } from "../../ui/layout/link";
import { shownProductName } from "../../ui/layout/shown-brand";

export const Route = createFileRoute("/_public/")({
	loader: loadAuthConfig,
	component: PublicIndex,
});

function PublicIndex() {
	const isSignUpClosed = useAuthConfig()?.isSignUpOpen === false;
	return (
		<WelcomePanes hasPicture>
			<h1>{shownProductName()}</h1>
			<p>The web console for your data loggers: what they measure, now and back to the first reading.</p>
			<ButtonLink to="/login" size="md" fullWidth mt={22}>
				Sign in
			</ButtonLink>
			{!isSignUpClosed && (
				<ButtonLink to="/signup" variant="default" size="md" fullWidth mt={10}>
					Create account
				</ButtonLink>
			)}
		</WelcomePanes>
	);
}
