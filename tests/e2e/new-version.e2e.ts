import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { contractVersion, headerNames } from "../../shared/limits";
import { mainLink, openOwnDashboard, requestsDuring, signIn, test } from "./visitor";

/** A cancelled `vite:preloadError` leaves the router with no module, which it says in its own way. */
const codeComplaints = /404|dynamically imported module|was not loaded|undefined \(reading/;

/**
 * Makes the next requests for a screen's code fail as after a deployment that renamed it. Nothing
 * else does: the product served here has one version, and its files are other tests' too.
 */
async function loseCode(page: Page, screen: string, times: number): Promise<{ asked: () => number }> {
	let asked = 0;
	await page.route(
		new RegExp(`/assets/${screen}-[^/]+\\.js$`),
		(route) => {
			asked += 1;
			return route.fulfill({ status: 404, contentType: "application/json", body: '{"error":{"name":"NotFound"}}' });
		},
		{ times },
	);
	return { asked: () => asked };
}

const isReload = (page: Page) =>
	page.evaluate(() =>
		performance.getEntriesByType("navigation").some((entry) => Reflect.get(entry, "type") === "reload"),
	);

describe("an answer of a newer console", () => {
	test("offers the new version and leaves what was typed where it is", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices?add=true");
		const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" }).first();
		await name.fill("Half typed");
		const notice = page.getByRole("status", { includeHidden: true }).filter({ hasText: "New version." });
		expect(await notice.count()).toBe(0);
		await page.route("**/api/proxy/**", async (route) => {
			const response = await route.fetch();
			const headers = { ...response.headers(), [headerNames.contractVersion]: String(Number(contractVersion) + 1) };
			await route.fulfill({ response, headers });
		});
		// The drawer covers the navigation; what is wanted is a call, such as a preload makes.
		await page
			.getByRole("navigation", { name: "Main", includeHidden: true })
			.getByRole("link", { name: "Groups", includeHidden: true })
			.dispatchEvent("mouseover");
		await notice.waitFor();
		await expect.poll(() => name.inputValue()).toBe("Half typed");
		expect(await isReload(page)).toBe(false);
		const reloaded = page.waitForEvent("load");
		await notice.getByRole("button", { name: "Reload", includeHidden: true }).dispatchEvent("click");
		await reloaded;
		expect(await isReload(page)).toBe(true);
	});
});

describe("code of a version that is gone", () => {
	test("reloads the page once, at the screen that was asked for", async ({ page, complaints }) => {
		complaints.allow(codeComplaints);
		await openOwnDashboard(page);
		await loseCode(page, "devices.index", 1);
		await mainLink(page, "Devices").click();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		expect(new URL(page.url()).pathname).toBe("/devices");
		expect(await isReload(page)).toBe(true);
	});

	test("of a screen that is only pointed at leaves the page alone until somebody goes there", async ({
		page,
		complaints,
	}) => {
		complaints.allow(codeComplaints);
		await openOwnDashboard(page);
		const lost = await loseCode(page, "devices.index", 1);
		await requestsDuring(page, async () => {
			await mainLink(page, "Devices").hover();
			await expect.poll(lost.asked).toBe(1);
		});
		expect(await isReload(page)).toBe(false);
		const reloaded = page.waitForEvent("load");
		await mainLink(page, "Devices").click();
		await reloaded;
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		expect(new URL(page.url()).pathname).toBe("/devices");
		expect(await isReload(page)).toBe(true);
	});

	test("that is still missing after the reload is an error with a retry that works, not a second reload", async ({
		page,
		complaints,
	}) => {
		complaints.allow(codeComplaints);
		await openOwnDashboard(page);
		let documents = 0;
		page.on("domcontentloaded", () => {
			documents += 1;
		});
		const lost = await loseCode(page, "devices.index", 10);
		await mainLink(page, "Devices").click();
		await page.getByRole("heading", { name: "Something went wrong!" }).waitFor();
		expect(lost.asked()).toBeGreaterThan(1);
		expect(documents).toBe(1);
		expect(await page.getByText("The backend cannot be reached.").count()).toBe(0);
		await page.unrouteAll();
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
	});

	test("is offered as a new version while a form holds what somebody typed", async ({ page, context, complaints }) => {
		complaints.allow(codeComplaints);
		await signIn(context, "owner");
		await page.goto("/devices?add=true");
		const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" }).first();
		await name.fill("Half typed");
		const lost = await loseCode(page, "log\\.index", 10);
		// The drawer covers the navigation: pointing at a link under it is what the preload of a page's form would be.
		await page
			.getByRole("navigation", { name: "Main", includeHidden: true })
			.getByRole("link", { name: "Log", includeHidden: true })
			.dispatchEvent("mouseover");
		const offer = page.getByRole("status", { includeHidden: true }).filter({ hasText: "New version." });
		await offer.waitFor();
		expect(lost.asked()).toBeGreaterThan(0);
		await expect.poll(() => name.inputValue()).toBe("Half typed");
		expect(await isReload(page)).toBe(false);
	});

	test("of a menu is told of when the menu is asked for, and comes with a reload", async ({ page, complaints }) => {
		complaints.allow(codeComplaints);
		const lost = await loseCode(page, "user-menu-entries", 10);
		await openOwnDashboard(page);
		await expect.poll(lost.asked).toBeGreaterThan(0);
		// Where it is lost while the page still comes, the page is made anew once.
		await page.waitForLoadState("networkidle");
		const avatar = page.getByRole("button", { name: /: account of / });
		await avatar.click();
		const notice = page.getByRole("status").filter({ hasText: "This menu could not be loaded." });
		await notice.waitFor();
		await expect.poll(() => avatar.getAttribute("aria-expanded")).toBe("false");
		await page.unrouteAll();
		await notice.getByRole("button", { name: "Reload" }).click();
		await notice.waitFor({ state: "detached" });
		await avatar.click();
		await page.getByRole("menuitem", { name: "My profile" }).waitFor();
	});
});
