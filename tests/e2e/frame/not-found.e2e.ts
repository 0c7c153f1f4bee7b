import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { check, follow, tripsDuring } from "../trips";
import { mainLink, signIn, test, withoutHints } from "../visitor";

describe("an address that leads nowhere", () => {
	test("shows the root's reading with header and a way home, signed out", async ({ page }) => {
		await page.goto("/no/such/page");
		await page.getByRole("heading", { level: 1, name: "Page Not Found", exact: true }).waitFor();
		await page.getByText("The page you're looking for doesn't exist or has been moved.", { exact: true }).waitFor();
		await page.getByText("404", { exact: true }).waitFor();
		await expect.poll(() => page.getByRole("banner").innerText()).toMatch(/\S/);
		expect(await page.getByRole("banner").locator("svg, img").count()).toBeGreaterThan(0);
		await expect.poll(() => page.title()).toMatch(/^Not Found/);
		const home = page.getByRole("link", { name: "Go to Home", exact: true });
		await expect.poll(() => home.getAttribute("href")).toBe("/");
		await expectAccessible(page);
		await home.click();
		await page.waitForURL((url) => url.pathname === "/");
		await page.getByRole("link", { name: "Sign in" }).waitFor();
	});

	test("checks the session once, and shows a signed-in person the company of their account", async ({
		page,
		context,
	}) => {
		await withoutHints(page);
		const open = (path: string) =>
			tripsDuring(page, async () => {
				await page.goto(path);
				await page.getByRole("heading", { level: 1, name: "Page Not Found", exact: true }).waitFor();
			});
		expect((await open("/nowhere")).requests).toEqual([check]);
		expect(await page.getByRole("banner").innerText()).not.toContain("Northwind");

		await signIn(context, "owner");
		for (const path of ["/nowhere", "/nowhere.html", "/devices/no/such/thing"]) {
			expect((await open(path)).requests, path).toEqual([check, "GET /api/proxy/account.getCurrent"]);
			expect(await page.getByRole("banner").innerText(), path).toContain("Northwind");
		}
	});

	test("sends a signed-in person home to the dashboard; a thing that is not there is reported inside the frame", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/40[04]/);
		await signIn(context, "owner");
		await page.goto("/devices/no/such/thing");
		await page.getByRole("heading", { level: 1, name: "Page Not Found", exact: true }).waitFor();
		await page.getByRole("link", { name: "Go to Home", exact: true }).click();
		await page.waitForURL("**/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();

		for (const path of [
			"/groups/grp_00000000000000000000000000",
			"/groups/nonsense",
			"/groups/a.b",
			"/groups/edit/grp_00000000000000000000000000",
			"/groups/edit/nonsense",
		]) {
			await follow(page, path);
			const main = page.getByRole("main");
			await main.getByText("Page not found", { exact: true }).waitFor();
			await main.getByText("404", { exact: true }).waitFor();
			await main.getByText(/^You can't see this group\./).waitFor();
			expect(await main.getByRole("link", { name: "All groups" }).getAttribute("href")).toBe("/groups/");
			expect(await mainLink(page, "Devices").isVisible(), path).toBe(true);
			const home = main.getByRole("link", { name: "Return to home", exact: true });
			await expect.poll(() => home.getAttribute("href")).toBe("/");
			await home.click();
			await page.waitForURL("**/dashboard");
			await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		}
	});
});
