import { createRootRoute, Outlet, useMatches, useRouterState } from "@tanstack/react-router";
import type { CurrentAccount } from "../../shared/account/account";
import { type SessionResponse, session } from "../api/session";
import { OuterDocumentTitle } from "../features/shell/document-title";
import { PendingView, RootNotFound } from "../features/shell/error-screens";
import { ProgressBar } from "../ui/feedback/progress-bar";

/** `account` is for the not-found page only; a screen's loader loads it in its own batch. */
type RootContext = { sessionResponse: Promise<SessionResponse>; account: CurrentAccount | null };

export const Route = createRootRoute({
	beforeLoad: async ({ matches }): Promise<RootContext> => {
		// Awaited in the layouts, which show the loading indicator meanwhile.
		const sessionResponse = session.check();
		const leadsNowhere = matches.some(({ _notFound }) => _notFound);
		return { sessionResponse, account: leadsNowhere ? await accountOf(await sessionResponse) : null };
	},
	pendingComponent: RootPending,
	component: RootLayout,
	notFoundComponent: () => <RootNotFound account={Route.useRouteContext().account} />,
});

async function accountOf({ outcome }: SessionResponse): Promise<CurrentAccount | null> {
	if (outcome !== "signed-in") return null;
	// Signed-out visitors do not load the data client.
	const { loadAccount } = await import("../api/account");
	return loadAccount();
}

function RootPending() {
	return (
		<>
			<ProgressBar isLoading />
			<PendingView fills="page" />
		</>
	);
}

function RootLayout() {
	const isLoading = useRouterState({ select: (state) => state.status === "pending" });
	const { account } = Route.useRouteContext();
	// An unknown address below a screen still matches that screen's layouts.
	const hasFrame = useMatches({
		select: (matches) =>
			matches.some(({ routeId }) => routeId === "/_authenticated") && !matches.some(({ _notFound }) => _notFound),
	});
	return (
		<>
			<ProgressBar isLoading={isLoading} />
			{!hasFrame && <OuterDocumentTitle productName={account?.productName ?? "AQLCloud"} />}
			<Outlet />
		</>
	);
}
