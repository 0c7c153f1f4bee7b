import { createFileRoute, redirect } from "@tanstack/react-router";
import { loadAuthConfig } from "../api/auth-config";
import { readChallenge } from "../api/kept-challenge";

/** Changing the password can end every session and ask for a second step while this tab's token still verifies. */
function isAnsweringChallenge(path: string): boolean {
	return /^\/(second-step|new-password-required)\/?$/.test(path) && typeof readChallenge() === "object";
}

/** For whoever holds a file, signed in or not. */
function isForEverybody(path: string): boolean {
	return /^\/verify\/?$/.test(path);
}

export const Route = createFileRoute("/_public")({
	beforeLoad: async ({ context, location, preload }) => {
		// Asked for beside the session check: after it, every screen here would wait one round trip longer.
		void loadAuthConfig();
		const answer = await context.sessionAnswer;
		const { pathname } = location;
		const isStaying = isAnsweringChallenge(pathname) || isForEverybody(pathname);
		const hasNothingToDo = answer.outcome === "signed-in" && !isStaying;
		if (hasNothingToDo && !preload) throw redirect({ to: "/dashboard" });
	},
});
