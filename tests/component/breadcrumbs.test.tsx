import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Breadcrumbs } from "../../client/features/shell/breadcrumbs";

test("Names the screen that is on its way at once, and the thing once its data are there", async () => {
	const data = Promise.withResolvers<{ title: string }>();
	const root = createRootRoute({
		component: () => (
			<>
				<Breadcrumbs />
				<Outlet />
			</>
		),
	});
	const router = createRouter({
		routeTree: root.addChildren([
			createRoute({ getParentRoute: () => root, path: "/", staticData: { title: "dashboard" } }),
			createRoute({ getParentRoute: () => root, path: "/groups/", staticData: { title: "groups" } }),
			createRoute({
				getParentRoute: () => root,
				path: "/groups/$id",
				staticData: { title: "group" },
				loader: () => data.promise,
			}),
		]),
		history: createMemoryHistory(),
		defaultPendingMs: Number.POSITIVE_INFINITY,
	});
	await render(<RouterProvider<typeof router> router={router} />);
	const crumbs = () => page.getByRole("navigation", { name: "Breadcrumbs" }).element().textContent;
	await expect.poll(crumbs).toBe("Dashboard");
	void router.navigate({ href: "/groups/one" });
	await expect.poll(crumbs).toBe("groups listGroup");
	data.resolve({ title: "Cold rooms" });
	await expect.poll(crumbs).toBe("groups listCold rooms");
});
