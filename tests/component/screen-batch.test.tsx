import { MantineProvider } from "@mantine/core";
import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from "@tanstack/react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { groupList } from "../../client/api/queries";
import { queryClient, warm } from "../../client/api/query-client";
import { loadScreen } from "../../client/api/screen-loader";
import { Route as Authenticated } from "../../client/routes/_authenticated";
import { theme } from "../../client/ui/layout/theme";
import { stubCalls } from "./stubbed-calls";

beforeEach(() => {
	queryClient.clear();
	return () => queryClient.clear();
});

/** Draws the frame around a screen whose code comes later. Its calls get no response. */
async function openScreen() {
	const never = () => new Promise(() => {});
	const calls = stubCalls({ "account.getCurrent": never, "group.getGroups": never });
	const code = Promise.withResolvers<void>();
	const root = createRootRoute({ component: Outlet });
	const { component, pendingComponent } = Authenticated.options;
	const shown = { ...(component && { component }), ...(pendingComponent && { pendingComponent }) };
	const layout = createRoute({ getParentRoute: () => root, id: "frame", ...shown });
	const screen = createRoute({
		getParentRoute: () => layout,
		path: "/",
		loader: async () => {
			await code.promise;
			await loadScreen([warm(groupList())], { preload: false });
		},
	});
	const router = createRouter({
		routeTree: root.addChildren([layout.addChildren([screen])]),
		history: createMemoryHistory(),
		defaultPendingMs: 0,
		defaultPendingComponent: () => "Loading the screen",
		defaultErrorComponent: () => "The screen has failed",
	});
	await render(
		<MantineProvider theme={theme}>
			<RouterProvider<typeof router> router={router} />
		</MantineProvider>,
	);
	await expect.element(page.getByText("Loading...")).toBeVisible();
	return { calls, code };
}

describe("a screen whose code comes after that of the frame", () => {
	test("fetches the account in its own batch, once", async () => {
		const { calls, code } = await openScreen();
		expect(calls).toEqual([]);
		code.resolve();
		await expect.poll(() => calls.map(({ procedure }) => procedure)).toEqual(["group.getGroups", "account.getCurrent"]);
		expect(window.fetch).toHaveBeenCalledTimes(1);
	});

	test("leaves the account to the frame where it never comes", async () => {
		const { calls, code } = await openScreen();
		vi.mocked(console.warn).mockClear();
		code.reject(new Error("No such file"));
		await expect.poll(() => calls.map(({ procedure }) => procedure)).toEqual(["account.getCurrent"]);
	});
});
