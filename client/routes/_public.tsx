import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { readChallenge } from "../api/kept-challenge";
import { session } from "../api/session";

/** A new password can end every session and ask for a second step, while the token of this one still verifies. */
function isAnsweringChallenge(path: string): boolean {
	return /^\/(second-step|new-password-required)\/?$/.test(path) && typeof readChallenge() === "object";
}

export const Route = createFileRoute("/_public")({
	beforeLoad: async ({ location, preload }) => {
		const answer = await session.check();
		const hasNothingToDo = answer.outcome === "signed-in" && !isAnsweringChallenge(location.pathname);
		if (hasNothingToDo && !preload) throw redirect({ to: "/dashboard" });
	},
	component: Outlet,
});
