import { createFileRoute } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { finishSso } from "../../features/sign-in/finish-sso";
import { StepLinks, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { FormFailure } from "../../ui/form/buttons";
import { ButtonLink } from "../../ui/layout/link";
import { t } from "../../words/made/sso";

export const Route = createFileRoute("/_public/login_/sso")({
	staticData: { outerTitle: "signIn" },
	loader: async () => {
		const [failed] = await Promise.all([finishSso(), loadAuthConfig()]);
		return failed;
	},
	component: SsoReturnPage,
});

/** A sign-in that succeeds leaves the page. */
function SsoReturnPage() {
	const { sentence, isInOtherTab, email, next } = Route.useLoaderData();
	if (isInOtherTab) {
		return (
			<WelcomePanes>
				<h1>{t(sentence === null ? "return.confirmed" : "return.notConfirmed")}</h1>
				<FormFailure failure={sentence} />
				<p>{t("return.closeTab")}</p>
			</WelcomePanes>
		);
	}
	return (
		<WelcomePanes>
			<h1>{t("return.failed")}</h1>
			<FormFailure failure={sentence} />
			<StepLinks>
				<ButtonLink to="/login" search={{ email, next }} size="md" fullWidth autoFocus>
					{t("return.back")}
				</ButtonLink>
			</StepLinks>
		</WelcomePanes>
	);
}
