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

/** Who wants to sign in as somebody else than who is signed in. */
function isForAnother(path: string, email: unknown, signedIn: string | null): boolean {
	if (!/^\/login\/?$/.test(path) || typeof email !== "string") return false;
	return email.toLowerCase() !== signedIn?.toLowerCase();
}

export const Route = createFileRoute("/_public")({
	beforeLoad: async ({ context, location, preload }) => {
		// Asked for beside the session check: after it, every screen here would wait one round trip longer.
		void loadAuthConfig();
		const answer = await context.sessionAnswer;
		const isSomebodyHere = answer.outcome === "signed-in" || answer.outcome === "other-person";
		const { pathname, search }: { pathname: string; search: { email?: unknown } } = location;
		const isStaying = isAnsweringChallenge(pathname) || isForEverybody(pathname);
		const hasNothingToDo = isSomebodyHere && !isStaying && !isForAnother(pathname, search.email, answer.user.email);
		if (hasNothingToDo && !preload) throw redirect({ to: "/dashboard" });
	},
});
