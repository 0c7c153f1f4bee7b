import { QueryClientProvider } from "@tanstack/react-query";
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { knownRole, useIsAccountRequested } from "../api/account";
import { failedCheckError, sessionOverState } from "../api/api-error";
import { queryClient } from "../api/query-client";
import { PendingView } from "../features/shell/error-screens";
import { Frame } from "../features/shell/frame";
import { LazyToaster, LazyWhosePage } from "../features/shell/lazy-toaster";
import { useChoice } from "../ui/browser-choice";
import { areUnitsKnown } from "../ui/value-display";

const SearchEverything = lazy(async () => ({
	default: (await import("../features/search/search-everything")).SearchEverything,
}));

export const Route = createFileRoute("/_authenticated")({
	beforeLoad: async ({ context, location, preload }) => {
		const response = await context.sessionResponse;
		const isSignedOut = response.outcome === "signed-out";
		const isOver = isSignedOut && response.hasEnded;
		const state = isOver ? sessionOverState() : {};
		if (isSignedOut && !preload) throw redirect({ to: "/login", search: { next: location.href }, state });
		if (response.outcome === "unanswered" && !response.lastUser) throw failedCheckError();
	},
	pendingComponent: () => <PendingView fills="page" />,
	component: AuthenticatedLayout,
});

function AuthenticatedLayout() {
	if (!useIsAccountRequested()) return <PendingView fills="page" />;
	return (
		<QueryClientProvider client={queryClient}>
			<LazyWhosePage />
			<Frame Search={SearchEverything}>
				<Screen />
			</Frame>
			<LazyToaster />
		</QueryClientProvider>
	);
}

/** A screen that was drawn with its company's formats stays, whatever units are chosen on it. */
function Screen() {
	const state = useChoice(() => (areUnitsKnown() ? (knownRole() ?? "begun") : "waiting"));
	const [isDrawn, setIsDrawn] = useState(false);
	if (state !== "waiting" && state !== "begun" && !isDrawn) setIsDrawn(true);
	return (isDrawn || state !== "waiting") && <Outlet />;
}
