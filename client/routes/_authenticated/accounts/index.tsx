import { createFileRoute, redirect } from "@tanstack/react-router";

/** A place in the breadcrumbs only: it opens the first of its screens. */
export const Route = createFileRoute("/_authenticated/accounts/")({
	staticData: { title: "Accounts", isCrumbOnly: true },
	beforeLoad: ({ preload }) => {
		if (!preload) throw redirect({ to: "/accounts/users/", replace: true });
	},
});
