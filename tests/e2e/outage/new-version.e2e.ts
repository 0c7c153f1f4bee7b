import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { contractVersion, headerNames } from "../../../shared/base/header-names";
import { mainLink, requestsDuring, signIn, test } from "../visitor";

/** A cancelled `vite:preloadError` leaves the router without a module, which it reports in its own words. */
const codeComplaints = /404|dynamically imported module|was not loaded|undefined \(reading/;

type Loss = {
	requested: () => number;
	/** Fails the held and all later requests for the code. */
	refuse: () => void;
	mend: () => Promise<void>;
};

/**
 * Fails the requests for a screen's code as after a deployment that renamed it: until the page is reloaded, or until `mend`. Some
 * browsers remember a failure and others retry, so it does not count requests. Nothing else fails.
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
	// The screen stands before the router is at rest; a loss before that is another case.
	await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
}

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
		// The drawer covers the navigation; the test wants a call such as a preload makes.
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
	test("reloads the page once, at the screen that was opened", async ({ page, complaints }) => {
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
		// Pointing and click have both met the missing code; the page checks the server once, and reloads once.
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
		// The drawer covers the navigation: pointing at a link under it acts like the preload of a page with a form.
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
		// Code lost while the page still loads would cause a reload at once.
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
