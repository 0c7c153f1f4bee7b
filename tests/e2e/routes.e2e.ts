import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { signedInScreens, withEntity } from "./signed-in-screens";
import { signIn, test } from "./visitor";

const publicRoutes = [
	"/",
	"/login",
	"/signup",
	"/forgot-password",
	"/confirm",
	"/new-password?email=ana%40example.com",
	"/new-password-required",
	"/second-step",
];

/** Each scheme on a load of its own: colours on their way from one to the other have no contrast to measure. */
async function expectAccessible(page: Page, path: string): Promise<void> {
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		await page.goto(path);
		await page.getByRole("heading", { level: 1 }).waitFor();
		await page.waitForLoadState("networkidle");
		await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "hidden" });
		expect(await violations(page), colorScheme).toEqual([]);
	}
}

describe("a signed-in route", () => {
	test.for(signedInScreens)("$path shows its title in breadcrumbs and tab", async (screen, { page, context }) => {
		await signIn(context, "owner");
		const { path, title } = await withEntity(page, screen);
		await page.goto(path);
		const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
		await crumbs.getByText(title, { exact: true }).waitFor();
		await page.waitForFunction((name) => document.title.startsWith(name), title);
	});

	test.for(signedInScreens)("$path is accessible in light and dark", async (route, { page, context }) => {
		await signIn(context, "owner");
		await expectAccessible(page, (await withEntity(page, route)).path);
	});

	test.for(signedInScreens)(
		"$path sends a visitor to /login, and remembers where they were going",
		async ({ path }, { page }) => {
			const address = path.replace(/\{.+\}/, "some-id");
			await page.goto(address);
			await page.waitForURL((url) => url.pathname === "/login");
			expect(new URL(page.url()).searchParams.get("next")).toBe(address);
		},
	);
});

describe("/accounts", () => {
	test("is a place in the breadcrumbs that leads to the users", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/accounts");
		await page.waitForURL("**/accounts/users/");
		const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
		await crumbs.getByText("Accounts", { exact: true }).waitFor();
		expect(await crumbs.getByRole("link", { name: "Accounts" }).count()).toBe(0);
	});
});

describe("a public route", () => {
	test.for(publicRoutes)("%s opens for a visitor, accessible in light and dark", async (path, { page }) => {
		await expectAccessible(page, path);
		await expect.poll(() => page.title()).toContain("AQLCloud");
	});

	test.for(publicRoutes)("%s sends somebody who is signed in to the dashboard", async (path, { page, context }) => {
		await signIn(context, "owner");
		await page.goto(path);
		await page.waitForURL("**/dashboard");
	});
});
