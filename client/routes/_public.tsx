import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { session } from "../api/session";

export const Route = createFileRoute("/_public")({
	beforeLoad: async ({ preload }) => {
		const answer = await session.check();
		if (answer.outcome === "signed-in" && !preload) throw redirect({ to: "/dashboard" });
	},
	component: Outlet,
});
