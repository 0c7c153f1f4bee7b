import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import {
	lineOf,
	mainLink,
	openIdle,
	openOwnDashboard,
	requestsDuring,
	signIn,
	test,
	testInOwnProfile,
} from "../visitor";

const offlineComplaints =
	/ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported module|was not loaded|undefined \(reading/;

const banner = (page: Page) => page.getByText(/Can't reach AQLCloud; retrying/);

describe("the network gone", () => {
	// The shared profile may have cached its code.
	testInOwnProfile(
		"keeps the page before a navigation whose code is not there yet, and goes on by itself",
		async ({ page, context, complaints }) => {
			complaints.allow(offlineComplaints);
			await openOwnDashboard(page);
			await context.setOffline(true);
			await mainLink(page, "Devices").click();
			await banner(page).waitFor();
			await page.getByText("Can't reach AQLCloud.", { exact: false }).waitFor();
			expect(await mainLink(page, "Dashboard").isVisible()).toBe(true);
			await page.waitForURL("**/devices");
			await context.setOffline(false);
			await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor({ timeout: 20_000 });
			await banner(page).waitFor({ state: "hidden" });
		},
	);

	test("keeps what both screens had before a navigation between screens already seen", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(offlineComplaints);
		await openOwnDashboard(page);
		await openIdle(page, "Devices", () => mainLink(page, "Devices").click());
		const live = page.getByRole("status").getByText("Live", { exact: true });
		await live.waitFor();
		await context.setOffline(true);
		await banner(page).waitFor({ timeout: 3_000 });
		await live.waitFor({ state: "detached", timeout: 3_000 });
		await mainLink(page, "Dashboard").click();
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await mainLink(page, "Devices").click();
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		expect(await page.getByText("Something went wrong!").count()).toBe(0);
		await context.setOffline(false);
		await banner(page).waitFor({ state: "hidden", timeout: 20_000 });
	});

	test("between the check and the batch: the screen says so, never /login, and comes by itself", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(offlineComplaints);
		await signIn(context, "owner");
		await openIdle(page, "Devices", () => page.goto("/devices"));
		const line = await lineOf(page);
		const code = page.waitForResponse(/assets\/log\.index-/);
		// The response still arrives, and the batch leaves after it.
		await page.route(
			"**/api/isAuthenticated",
			async (route) => {
				const response = await route.fetch();
				await (await code).finished();
				await line.cut();
				return route.fulfill({ response });
			},
			{ times: 1 },
		);
		await mainLink(page, "Log").click();
		await banner(page).waitFor({ timeout: 30_000 });
		await page.waitForURL("**/log/");
		await line.mend();
		await page.getByRole("table").waitFor({ timeout: 40_000 });
		await banner(page).waitFor({ state: "hidden" });
	});

	test("keeps what was typed while signing in, and a sentence says why", async ({ page, context, complaints }) => {
		complaints.allow(offlineComplaints);
		await page.goto("/login");
		await page.getByLabel("E-mail").fill("owner@aqlcloud.test");
		await page.getByLabel("Password", { exact: true }).fill("Local-demo-1");
		await context.setOffline(true);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("owner@aqlcloud.test");
		await context.setOffline(false);
	});

	test("sends nothing again and again while only pointing at links, and the screen stays", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(offlineComplaints);
		await openOwnDashboard(page);
		await context.setOffline(true);
		const failed = page.waitForEvent("requestfailed");
		await mainLink(page, "Devices").hover();
		await failed;
		await banner(page).waitFor();
		expect(new URL(page.url()).pathname).toBe("/dashboard");
		expect(await page.getByRole("heading", { level: 1, name: "Dashboard" }).isVisible()).toBe(true);
		await context.setOffline(false);
		await banner(page).waitFor({ state: "hidden", timeout: 20_000 });
		const requests = await requestsDuring(page, async () => {
			await mainLink(page, "Devices").click();
			await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		});
		expect(requests.filter((request) => request.includes("isAuthenticated")).length).toBeLessThanOrEqual(1);
	});
});
