import "../../client/ui/layout/styles";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { theme } from "../../client/ui/layout/theme";
import { Workshop } from "./workshop";

/** `?scheme=light` or `dark` shows one; without it the page shows both side by side. */
const scheme = new URLSearchParams(window.location.search).get("scheme");
const root = document.getElementById("root");
if (!root) throw new Error("The page has no element to draw in.");

if (scheme !== "light" && scheme !== "dark") {
	const frame = (name: string) => <iframe src={`?scheme=${name}`} title={name} style={{ flex: 1, border: 0 }} />;
	createRoot(root).render(
		<div style={{ display: "flex", height: "100vh" }}>
			{frame("light")}
			{frame("dark")}
		</div>,
	);
} else {
	const top = createRootRoute({ component: Outlet });
	const anywhere = createRoute({ getParentRoute: () => top, path: "$", component: Workshop });
	const router = createRouter({ routeTree: top.addChildren([anywhere]), history: createMemoryHistory() });
	createRoot(root).render(
		<MantineProvider theme={theme} forceColorScheme={scheme}>
			<QueryClientProvider client={new QueryClient()}>
				<RouterProvider<typeof router> router={router} />
			</QueryClientProvider>
		</MantineProvider>,
	);
}
