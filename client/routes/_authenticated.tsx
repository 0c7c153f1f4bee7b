import { QueryClientProvider } from "@tanstack/react-query";
import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { unansweredCheckError } from "../api/api-error";
import { queryClient } from "../api/query-client";
import { session } from "../api/session";
import { ConsoleToaster } from "../features/shell/console-toaster";
import { Frame } from "../features/shell/frame";
import { LoadingIndicator } from "../ui/loading-indicator";

export const Route = createFileRoute("/_authenticated")({
	beforeLoad: async ({ location, preload }) => {
		const answer = await session.check();
		if (answer.outcome === "signed-out" && !preload) throw redirect({ to: "/login", search: { next: location.href } });
		if (answer.outcome === "unanswered" && !answer.lastUser) throw unansweredCheckError();
	},
	pendingComponent: () => <LoadingIndicator fills="page" />,
	component: AuthenticatedLayout,
});

function AuthenticatedLayout() {
	return (
		<QueryClientProvider client={queryClient}>
			<Frame>
				<Outlet />
			</Frame>
			<ConsoleToaster />
		</QueryClientProvider>
	);
}
