import { createFileRoute, redirect } from "@tanstack/react-router";
import { authApi } from "../../api/auth-api";
import { loadAuthConfig } from "../../api/auth-config";
import { challengeOrLogin } from "../../features/sign-in/follow-sign-in";
import { SecondStep, secondStepSentence } from "../../features/sign-in/second-step";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { StartAgainLink, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { t } from "../../words/made/password";

export const Route = createFileRoute("/_public/second-step")({
	validateSearch: SignInSearch,
	staticData: { outerTitle: "secondStep" },
	loaderDeps: ({ search: { next } }) => ({ next }),
	loader: async ({ deps: { next } }) => {
		const { challenge, email } = challengeOrLogin(next);
		if (challenge.name === "NEW_PASSWORD_REQUIRED") throw redirect({ to: "/new-password-required", search: { next } });
		const isSetUp = challenge.name === "MFA_SETUP";
		const [setup] = await Promise.all([
			isSetUp ? authApi.totpSetup({ challengeId: challenge.id }) : null,
			loadAuthConfig(),
		]);
		return { challenge, email, setup };
	},
	component: SecondStepPage,
});

function SecondStepPage() {
	const { next } = Route.useSearch();
	const { challenge, email, setup } = Route.useLoaderData();
	return (
		<WelcomePanes>
			<h1>{t("secondStep.title")}</h1>
			<p>{secondStepSentence(challenge)}</p>
			<SecondStep
				key={`${challenge.name} ${challenge.id}`}
				challenge={challenge}
				setup={setup}
				email={email}
				next={next}
			/>
			<StartAgainLink email={email} next={next} />
		</WelcomePanes>
	);
}
