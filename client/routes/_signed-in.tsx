import { QueryClientProvider } from "@tanstack/react-query";
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { failedCheckError } from "../api/api-error";
import { queryClient } from "../api/query-client";
import { LazyToaster, LazyWhosePage } from "../features/shell/lazy-toaster";

/** Outside the frame, whose account record would send users without an account here again. */
export const Route = createFileRoute("/_signed-in")({
	beforeLoad: async ({ context, location, preload }) => {
		const response = await context.sessionResponse;
		if (response.outcome === "signed-out" && !preload) throw redirect({ to: "/login", search: signInFor(location) });
		if (response.outcome === "unanswered" && !response.lastUser) throw failedCheckError();
		const user =
			response.outcome === "signed-in" ? response.user : response.outcome === "unanswered" ? response.lastUser : null;
		return { email: user?.email ?? null };
	},
	component: SignedInLayout,
});

function signInFor({ href, search }: { href: string; search: { email?: unknown } }) {
	return { next: href, ...(typeof search.email === "string" && { email: search.email }) };
}

function SignedInLayout() {
	return (
		<QueryClientProvider client={queryClient}>
			<LazyWhosePage />
			<Outlet />
			<LazyToaster />
		</QueryClientProvider>
	);
}
