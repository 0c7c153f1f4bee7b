import { createRootRoute, Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import { DocumentTitle } from "../features/shell/document-title";
import { RootNotFound } from "../features/shell/root-not-found";
import { ProgressBar } from "../ui/progress-bar";

export const Route = createRootRoute({
	component: RootLayout,
	notFoundComponent: RootNotFound,
});

function RootLayout() {
	const isLoading = useRouterState({ select: (state) => state.status === "pending" });
	// An address below a screen that leads nowhere still matches that screen's layouts.
	const hasFrame = useMatches({
		select: (matches) =>
			matches.some(({ routeId }) => routeId === "/_authenticated") && !matches.some(({ _notFound }) => _notFound),
	});
	return (
		<>
			<ProgressBar isLoading={isLoading} />
			{!hasFrame && <DocumentTitle productName="AQLCloud" />}
			<Outlet />
		</>
	);
}
