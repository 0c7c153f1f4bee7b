import { createFileRoute, redirect } from "@tanstack/react-router";
import { loadAuthConfig } from "../api/auth-config";
import { readChallenge } from "../api/stored-challenge";

/** Changing the password can require a second step while this tab's token still verifies. */
function isStayingAt(path: string): boolean {
	const [, step] = /^\/(second-step|new-password-required|verify|login\/sso)\/?$/.exec(path) ?? [];
	return step === "verify" || step === "login/sso" || (step !== undefined && typeof readChallenge() === "object");
}

export const Route = createFileRoute("/_public")({
	beforeLoad: async ({ context, location, preload }) => {
		// Parallel to the session check: after it, every screen here would wait one round trip longer.
		void loadAuthConfig();
		const response = await context.sessionResponse;
		const { pathname, search }: { pathname: string; search: { email?: unknown } } = location;
		if (!("user" in response)) return;
		// The link is for another user than the signed-in one.
		const isForAnother = (search.email ?? response.user.email) !== response.user.email;
		const hasNothingToDo = !isForAnother && !isStayingAt(pathname);
		if (hasNothingToDo && !preload) throw redirect({ to: "/dashboard" });
	},
});
