import { describe, expect } from "vitest";
import { mainLink, outageComplaints, signIn, switchBackend, test } from "./visitor";

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
		await home.click();
		await page.waitForURL((url) => url.pathname === "/");
		await page.getByRole("link", { name: "Sign in" }).waitFor();
	});

	test("sends somebody signed in home to the dashboard", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices/no/such/thing");
		await page.getByRole("heading", { level: 1, name: "Page Not Found", exact: true }).waitFor();
		await page.getByRole("link", { name: "Go to Home", exact: true }).click();
		await page.waitForURL("**/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
	});
});

describe("a thing that is not there, inside a screen that is", () => {
	test.for(["grp_00000000000000000000000000", "nonsense"])(
		"shows the route tree's reading with its link, in the frame: group %s",
		async (groupId, { page, context, complaints }) => {
			complaints.allow(/40[04]/);
			await signIn(context, "owner");
			await page.goto(`/groups/edit/${groupId}`);
			const main = page.getByRole("main");
			await main.getByText("Page not found", { exact: true }).waitFor();
			await main.getByText("404", { exact: true }).waitFor();
			expect(await mainLink(page, "Devices").isVisible()).toBe(true);
			const home = main.getByRole("link", { name: "Return to home", exact: true });
			await expect.poll(() => home.getAttribute("href")).toBe("/");
			await home.click();
			await page.waitForURL("**/dashboard");
		},
	);
});

describe("a screen that fails", () => {
	test("says that something went wrong, quotes the request, and stands after a retry", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		await switchBackend("cut");
		try {
			await page.goto("/dashboard");
			await page.getByRole("heading", { name: "Something went wrong!", exact: true }).waitFor({ timeout: 30_000 });
			const text = await page.getByRole("alert").innerText();
			expect(text).toContain("The backend cannot be reached.");
			const [, requestId] = /Request id\s+(\S+)/.exec(text) ?? [];
			expect(requestId).toMatch(/^[\w-]{8,}$/);
			await page.getByRole("button", { name: "Try again" }).click();
			// The second failure quotes a request of its own; before that the first one's view may still stand.
			await page.waitForFunction(
				(first) => {
					const [, id] = /Request id\s+(\S+)/.exec(document.querySelector("main, body")?.textContent ?? "") ?? [];
					return id !== undefined && !id.startsWith(first);
				},
				requestId ?? "",
				{ timeout: 30_000 },
			);
		} finally {
			await switchBackend("mend");
		}
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		expect(await page.getByText("Something went wrong!").count()).toBe(0);
	});
});
