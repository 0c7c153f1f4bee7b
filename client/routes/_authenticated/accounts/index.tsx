import { createFileRoute, redirect } from "@tanstack/react-router";
import { knownRole, loadScreen } from "../../../api/screen-loader";

/** A place in the breadcrumbs only: it opens the first of its screens that the person's role may see. */
export const Route = createFileRoute("/_authenticated/accounts/")({
	staticData: { title: "Accounts", isCrumbOnly: true },
	loader: async (visit) => {
		await loadScreen([], visit);
		if (visit.preload) return;
		const { firstAccountArea } = await import("../../../features/shell/navigation");
		throw redirect({ to: firstAccountArea(knownRole()), replace: true });
	},
});
