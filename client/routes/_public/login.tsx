import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { loadAuthConfig } from "../../api/auth-config";
import { EmailSearch } from "../../features/sign-in/email-search";
import { SignInForm } from "../../features/sign-in/sign-in-form";
import { WelcomePanes } from "../../features/sign-in/welcome-panes";

const LoginSearch = z.extend(EmailSearch, { next: z.optional(z.string()) });

export const Route = createFileRoute("/_public/login")({
	validateSearch: LoginSearch,
	staticData: { title: "Sign in" },
	loader: loadAuthConfig,
	component: LoginPage,
});

function LoginPage() {
	const { email, next } = Route.useSearch();
	return (
		<WelcomePanes>
			<h1>Sign in</h1>
			<p>{next ? "Sign in to go on to where you were." : "Use the e-mail address of your account."}</p>
			<SignInForm email={email} next={next} />
		</WelcomePanes>
	);
}
