import { createFileRoute, redirect } from "@tanstack/react-router";
import { knownRole } from "../../../api/account";
import { loadScreen } from "../../../api/screen-loader";

export const Route = createFileRoute("/_authenticated/accounts/")({
	staticData: { title: "accounts", isCrumbOnly: true },
	loader: async (context) => {
		await loadScreen([], context);
		if (context.preload) return;
		const { firstAccountArea } = await import("../../../features/shell/navigation");
		throw redirect({ to: firstAccountArea(knownRole()), replace: true });
	},
});
