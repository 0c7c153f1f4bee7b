import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { contractVersion, headerNames } from "../../../shared/base/header-names";
import { mainLink, requestsDuring, signIn, test } from "../visitor";

/** A cancelled `vite:preloadError` leaves the router with no module, which it says in its own way. */
const codeComplaints = /404|dynamically imported module|was not loaded|undefined \(reading/;

type Loss = {
	requested: () => number;
	/** Answers what was held back, and all that follows, with what is left of the code: nothing. */
	refuse: () => void;
	mend: () => Promise<void>;
};

/**
 * Makes the requests for a screen's code fail as after a deployment that renamed it: whatever the page asks until it is
 * loaded anew, or also what it asks then, for as long as nobody mends it. Some browsers remember that code could not be
 * loaded and others ask again, so it is never lost for a number of requests. Nothing else fails: the product served
 * here has one version, and its files are other tests' too.
 */
async function loseCode(page: Page, screen: string, { isBackAfterReload = false, isHeld = false } = {}): Promise<Loss> {
	let requested = 0;
	let isLost = true;
	const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
	if (!isHeld) refuse();
	if (isBackAfterReload) {
		page.on("request", (request) => {
			if (request.isNavigationRequest()) isLost = false;
		});
	}
	const code = new RegExp(`/assets/${screen}-[^/]+\\.js$`);
	await page.route(code, async (route) => {
		if (!isLost) return route.fallback();
		requested += 1;
		await refused;
		return route.fulfill({ status: 404, contentType: "application/json", body: '{"error":{"name":"NotFound"}}' });
	});
	return { requested: () => requested, refuse, mend: () => page.unroute(code) };
}

async function openDashboard(page: Page): Promise<void> {
	await signIn(page.context(), "owner");
	await page.goto("/dashboard");
	await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
	// The screen stands before the router is at rest, and what is lost until then is another case.
	await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
}

/** How many documents came since. */
function documentsOf(page: Page): () => number {
	let documents = 0;
	page.on("domcontentloaded", () => {
		documents += 1;
	});
	return () => documents;
}

const isReload = (page: Page) =>
	page.evaluate(() =>
		performance.getEntriesByType("navigation").some((entry) => Reflect.get(entry, "type") === "reload"),
	);

describe("a response of a newer console", () => {
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
		await openDashboard(page);
		const documents = documentsOf(page);
		await loseCode(page, "devices.index", { isBackAfterReload: true });
		await mainLink(page, "Devices").click();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		expect(new URL(page.url()).pathname).toBe("/devices");
		await expect.poll(documents).toBe(1);
		expect(await isReload(page)).toBe(true);
	});

	test("leaves the page alone for a screen that is only pointed at, until it is opened", async ({
		page,
		complaints,
	}) => {
		complaints.allow(codeComplaints);
		await openDashboard(page);
		const documents = documentsOf(page);
		const lost = await loseCode(page, "devices.index", { isBackAfterReload: true });
		await requestsDuring(page, async () => {
			await mainLink(page, "Devices").hover();
			await expect.poll(lost.requested).toBeGreaterThan(0);
		});
		expect(documents()).toBe(0);
		const requested: string[] = [];
		page.on("request", (request) => {
			if (request.isNavigationRequest() || request.method() === "HEAD") requested.push(request.method());
		});
		await mainLink(page, "Devices").click();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		expect(new URL(page.url()).pathname).toBe("/devices");
		await expect.poll(documents).toBe(1);
		expect(await isReload(page)).toBe(true);
		// Both the pointing and the click have met the missing code; whether anybody answers is asked once, and so is the page.
		expect(requested).toEqual(["HEAD", "GET"]);
	});

	test("becomes an error with a retry that works where it is still missing after the reload, not a second reload", async ({
		page,
		complaints,
	}) => {
		complaints.allow(codeComplaints);
		await openDashboard(page);
		const documents = documentsOf(page);
		const lost = await loseCode(page, "devices.index");
		await mainLink(page, "Devices").click();
		await page.getByRole("heading", { name: "Something went wrong!" }).waitFor();
		expect(lost.requested()).toBeGreaterThan(1);
		expect(documents()).toBe(1);
		expect(await page.getByText("Can't reach AQLCloud.").count()).toBe(0);
		await lost.mend();
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
	});

	test("offers a new version while a form holds what was typed", async ({ page, context, complaints }) => {
		complaints.allow(codeComplaints);
		await signIn(context, "owner");
		await page.goto("/devices?add=true");
		const documents = documentsOf(page);
		const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" }).first();
		await name.fill("Half typed");
		const lost = await loseCode(page, "log\\.index");
		// The drawer covers the navigation: pointing at a link under it is what the preload of a page's form would be.
		await page
			.getByRole("navigation", { name: "Main", includeHidden: true })
			.getByRole("link", { name: "Log", exact: true, includeHidden: true })
			.dispatchEvent("mouseover");
		const offer = page.getByRole("status", { includeHidden: true }).filter({ hasText: "New version." });
		await offer.waitFor();
		expect(lost.requested()).toBeGreaterThan(0);
		await expect.poll(() => name.inputValue()).toBe("Half typed");
		expect(documents()).toBe(0);
	});

	test("offers a reload for a menu when the menu is opened, and it comes with the reload", async ({
		page,
		complaints,
	}) => {
		complaints.allow(codeComplaints);
		// Lost while the page still comes it would be made anew at once, and is then as here.
		const lost = await loseCode(page, "header-menu-entries", { isHeld: true });
		await openDashboard(page);
		await expect.poll(lost.requested).toBeGreaterThan(0);
		await requestsDuring(page, async () => lost.refuse());
		const avatar = page.getByRole("button", { name: /: account of / });
		await avatar.click();
		const notice = page.getByRole("status").filter({ hasText: "This menu could not be loaded." });
		await notice.waitFor();
		await expect.poll(() => avatar.getAttribute("aria-expanded")).toBe("false");
		expect(await isReload(page)).toBe(false);
		await lost.mend();
		await notice.getByRole("button", { name: "Reload" }).click();
		await notice.waitFor({ state: "detached" });
		await avatar.click();
		await page.getByRole("menuitem", { name: "My profile" }).waitFor();
	});
});
