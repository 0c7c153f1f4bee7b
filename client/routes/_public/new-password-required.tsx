import { createFileRoute, redirect } from "@tanstack/react-router";
import { loadAuthConfig } from "../../api/auth-config";
import { FirstPasswordForm } from "../../features/sign-in/first-password-form";
import { challengeOrLogin } from "../../features/sign-in/follow-sign-in";
import { SignInSearch } from "../../features/sign-in/sign-in-search";
import { StartAgainLink, WelcomePanes } from "../../features/sign-in/welcome-panes";
import { t } from "../../words/made/password";

export const Route = createFileRoute("/_public/new-password-required")({
	validateSearch: SignInSearch,
	staticData: { outerTitle: "firstPassword" },
	loaderDeps: ({ search: { next } }) => ({ next }),
	loader: async ({ deps: { next } }) => {
		const { challenge, email } = challengeOrLogin(next);
		if (challenge.name !== "NEW_PASSWORD_REQUIRED") throw redirect({ to: "/second-step", search: { next } });
		await loadAuthConfig();
		return { challenge, email };
	},
	component: NewPasswordRequiredPage,
});

function NewPasswordRequiredPage() {
	const { next } = Route.useSearch();
	const { challenge, email } = Route.useLoaderData();
	return (
		<WelcomePanes>
			<h1>{t("firstPassword.title")}</h1>
			<p>{t("firstPassword.lead", { email })}</p>
			<FirstPasswordForm
				key={challenge.id}
				challengeId={challenge.id}
				missing={challenge.missing}
				email={email}
				next={next}
			/>
			<StartAgainLink email={email} next={next} />
		</WelcomePanes>
	);
}
