import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig, useAuthConfig } from "../../api/auth-config";
import { WelcomePanes } from "../../features/sign-in/welcome-panes";
import { ButtonLink } from "../../ui/layout/link";
import { shownProductName } from "../../ui/layout/shown-brand";
import { t } from "../../words/made/session";
import { t as outer } from "../../words/made/start";

export const Route = createFileRoute("/_public/")({
	loader: loadAuthConfig,
	component: PublicIndex,
});

function PublicIndex() {
	const isSignUpClosed = useAuthConfig()?.isSignUpOpen === false;
	return (
		<WelcomePanes hasPicture>
			<h1>{shownProductName()}</h1>
			<p>{t("home.lead")}</p>
			<ButtonLink to="/login" size="md" fullWidth mt={22}>
				{outer("signIn")}
			</ButtonLink>
			{!isSignUpClosed && (
				<ButtonLink to="/signup" variant="default" size="md" fullWidth mt={10}>
					{outer("signUp")}
				</ButtonLink>
			)}
		</WelcomePanes>
	);
}
