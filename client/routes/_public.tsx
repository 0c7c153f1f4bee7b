import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { readChallenge } from "../api/kept-challenge";

/** Changing the password can end every session and ask for a second step while this tab's token still verifies. */
function isAnsweringChallenge(path: string): boolean {
	return /^\/(second-step|new-password-required)\/?$/.test(path) && typeof readChallenge() === "object";
}

export const Route = createFileRoute("/_public")({
	beforeLoad: async ({ context, location, preload }) => {
		const answer = await context.sessionAnswer;
		const hasNothingToDo = answer.outcome === "signed-in" && !isAnsweringChallenge(location.pathname);
		if (hasNothingToDo && !preload) throw redirect({ to: "/dashboard" });
	},
	component: Outlet,
});
