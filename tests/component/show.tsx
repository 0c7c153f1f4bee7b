import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
	type AnyRouter,
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type RenderResult, render } from "vitest-browser-react";
import { theme } from "../../client/ui/layout/theme";

type Frame = {
	/** The address of the part's router. */
	at?: string;
};

type Shown = RenderResult & { router: AnyRouter };

/** Draws a part of a screen as the product does: with the theme and a router. */
export async function show(part: ReactNode, { at = "/" }: Frame = {}): Promise<Shown> {
	const root = createRootRoute({ component: Outlet });
	const anywhere = createRoute({ getParentRoute: () => root, path: "$", component: () => part });
	const router = createRouter({
		routeTree: root.addChildren([anywhere]),
		history: createMemoryHistory({ initialEntries: [at] }),
	});
	const screen = await render(
		<MantineProvider theme={theme}>
			<QueryClientProvider client={new QueryClient()}>
				<RouterProvider<typeof router> router={router} />
			</QueryClientProvider>
		</MantineProvider>,
	);
	return { ...screen, router };
}

/** Mantine counts arrow keys from a position that it learns by a timer of 0 ms after its list has opened. */
export const listKnowsWhatIsMarked = () => new Promise((resolve) => setTimeout(resolve));
