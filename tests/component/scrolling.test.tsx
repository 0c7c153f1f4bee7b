import {
	createMemoryHistory,
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from "@tanstack/react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createScrolling } from "../../client/base/scrolling";

async function openHighScreens() {
	const load = { answer: Promise.resolve() };
	const { scrollRestoration, follow } = createScrolling();
	const root = createRootRoute({ component: Outlet });
	const screens = ["/", "/log/"].map((path) =>
		createRoute({
			getParentRoute: () => root,
			path,
			loader: () => load.answer,
			component: () => <h1 style={{ height: 3_000 }}>Screen at {path}</h1>,
		}),
	);
	const router = createRouter({
		routeTree: root.addChildren(screens),
		history: createMemoryHistory(),
		defaultStaleReloadMode: "blocking",
		defaultErrorComponent: () => "It failed",
		scrollRestoration,
	});
	follow(router);
	await render(<RouterProvider<typeof router> router={router} />);
	await expect.element(page.getByText("Screen at /")).toBeVisible();
	return { load, router };
}

async function scrollTo(top: number): Promise<void> {
	const scrolled = new Promise((resolve) => document.addEventListener("scroll", resolve, { once: true }));
	window.scrollTo(0, top);
	await scrolled;
}

test("A screen that loads anew stays where it is scrolled to meanwhile, and another opens at its top", async () => {
	const { load, router } = await openHighScreens();
	const held = Promise.withResolvers<void>();
	load.answer = held.promise;
	const loaded = router.invalidate();
	await scrollTo(400);
	held.resolve();
	await loaded;
	expect(window.scrollY).toBe(400);
	await router.navigate({ to: "/log/" });
	expect(window.scrollY).toBe(0);
});

test("A screen that failed when it was gone back to finds its place once it loads", async () => {
	const { load, router } = await openHighScreens();
	await scrollTo(400);
	await router.navigate({ to: "/log/" });
	await expect.element(page.getByText("Screen at /log/")).toBeVisible();
	load.answer = Promise.reject(new Error("Nobody answers"));
	router.history.back();
	await expect.element(page.getByText("It failed")).toBeVisible();
	load.answer = Promise.resolve();
	await router.invalidate();
	await expect.element(page.getByText("Screen at /")).toBeVisible();
	expect(window.scrollY).toBe(400);
	vi.mocked(console.error).mockClear();
	vi.mocked(console.warn).mockClear();
});
