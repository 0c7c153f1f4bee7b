import { createFileRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { loadAuthConfig } from "../../api/auth-config";
import { SignInForm } from "../../features/sign-in/sign-in-form";
import { WelcomePanes } from "../../features/sign-in/welcome-panes";

/** An `email` that is none is let through: the form says so instead of failing to open. */
const LoginSearch = z.object({ email: z.optional(z.string()), next: z.optional(z.string()) });

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
