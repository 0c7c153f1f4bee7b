import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { product } from "../this-product";
import { holdCalls, openIdle, openTwoTabs, returnToTab, signIn, signInByForm, signOutByMenu, test } from "../visitor";

async function setPool(settings: object): Promise<void> {
	const origin = product.origin;
	const response = await fetch(`${origin}/__local/user-pool/settings`, {
		method: "POST",
		headers: { "content-type": "application/json", origin },
		body: JSON.stringify(settings),
	});
	if (!response.ok) throw new Error(`The pool's settings answered ${response.status}: ${await response.text()}`);
}

async function signInAs(context: BrowserContext, name: string): Promise<void> {
	const response = await context.request.post("/api/auth/sign-in", {
		headers: { origin: product.origin, "x-requested-by": "aqlcloud" },
		data: { email: `${name}@aqlcloud.test`, password: "Local-demo-1" },
	});
	expect(await response.json()).toMatchObject({ status: "signed-in" });
}

async function cookieEndingIn(context: BrowserContext, key: string): Promise<string> {
	const cookies = await context.cookies(product.origin);
	return cookies.find(({ name }) => name.endsWith(`.${key}`))?.value ?? `no ${key}`;
}

function pathOf(page: Page): string {
	return new URL(page.url()).pathname;
}

/** Life of an access token; the console refreshes it 5 s before its end. */
const accessTokenSeconds = 8;
const crossings = 3;

describe("S21 S2 two tabs that cross the end of their access token together", () => {
	test("stay signed in, both of them, though each refresh replaces the refresh token", async ({
		page,
		context,
		complaints,
	}) => {
		// A handshake at the token's end fails and is repeated.
		complaints.allow(/WebSocket connection|426/);
		// Shorter than advised to operators: a refresh token that was not replaced expires within the test.
		await setPool({ rotation: true, graceSeconds: 5, accessTokenSeconds });
		await signInAs(context, "stranger");
		const firstRefreshToken = await cookieEndingIn(context, "refreshToken");
		const other = await context.newPage();
		const tabs = [page, other];
		const visitedPaths: string[] = [];
		for (const tab of tabs) tab.on("framenavigated", (frame) => visitedPaths.push(new URL(frame.url()).pathname));
		await page.goto("/devices");
		await other.goto("/groups");
		for (const tab of tabs) await tab.getByRole("heading", { level: 1 }).waitFor();

		const readable = new Set<string>();
		const accessTokens = new Set([await cookieEndingIn(context, "accessToken")]);
		await expect
			.poll(
				async () => {
					await Promise.all(tabs.map(returnToTab));
					for (const tab of tabs) readable.add(await tab.evaluate(() => document.cookie));
					accessTokens.add(await cookieEndingIn(context, "accessToken"));
					return accessTokens.size;
				},
				{ timeout: 45_000, interval: 500 },
			)
			.toBeGreaterThan(crossings);

		expect([...readable]).toEqual([""]);
		expect(tabs.map(pathOf)).toEqual(["/devices", "/groups"]);
		expect(visitedPaths).not.toContain("/login");
		for (const tab of tabs) {
			const answer = await tab.evaluate(async () => (await fetch("/api/isAuthenticated")).json());
			expect(answer).toMatchObject({ isAuthenticated: true, user: { email: "stranger@aqlcloud.test" } });
		}
		expect(await cookieEndingIn(context, "refreshToken")).not.toBe(firstRefreshToken);
	});
});

/** Headless tabs are never hidden: dispatches the browser's events of a hidden and a shown tab. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
	await page.evaluate((hidden) => {
		const state = hidden ? "hidden" : "visible";
		Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
		Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
		document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
	}, isHidden);
}

describe("a page whose person another one has followed in the same browser", () => {
	test("S65 keeps what is typed in it, saves none of it in the other's name, and is its person's again", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		await page.goto("/groups/new/");
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		const typed = `Maria's own ${crypto.randomUUID()}`;
		await name.fill(typed);
		await signIn(context, "scoped");
		const saved = page.waitForResponse((response) => response.url().includes("group.createGroup"));
		await page.getByRole("button", { name: "Create group" }).click();
		expect((await saved).status()).toBe(409);
		const bar = page.getByRole("alert").filter({ hasText: "is signed in here now." });
		await bar.getByText("Maria's entries are kept on this page.").waitFor();
		expect(await name.inputValue()).toBe(typed);

		const opened = context.waitForEvent("page");
		await bar.getByRole("link", { name: "Sign in as Maria" }).click();
		const signingIn = await opened;
		expect(await signingIn.getByLabel("E-mail").inputValue()).toBe("owner@aqlcloud.test");
		await signInByForm(signingIn, "owner");
		await signingIn.waitForURL("**/dashboard");
		await bar.waitFor({ state: "detached" });
		await page.getByRole("button", { name: "Create group" }).click();
		await page.getByRole("heading", { level: 1, name: typed }).waitFor();
	});

	test("S65 loads anew as the other's where nothing is typed in it", async ({ page, context, complaints }) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		await openIdle(page, "Devices", () => page.goto("/devices"));
		await signIn(context, "viewer");
		const loaded = page.waitForEvent("load");
		await returnToTab(page);
		await loaded;
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		await page.getByRole("button", { name: /: account of (?!Maria)/ }).waitFor();
	});
});

describe("a tab that was hidden while its person signed out", () => {
	test("S66 shows nothing of the account until it knows, then the sign-in page, and comes back from there", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/401|WebSocket connection/);
		const tab = await openTwoTabs(page, "admin");
		const coldRoom = tab.getByRole("rowheader", { name: "Cold room 1" });
		await tab.goto("/devices");
		await coldRoom.waitFor();
		await setHidden(tab, true);
		// A sign-out that no other tab knows of.
		const left = await page.context().request.post("/api/auth/sign-out", {
			headers: { origin: product.origin, "x-requested-by": "aqlcloud" },
			data: {},
		});
		expect(left.status()).toBe(200);
		await setHidden(tab, false);
		await tab.waitForURL(/\/login\?next=%2Fdevices/);
		await signInByForm(tab, "admin");
		await coldRoom.waitFor();

		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await setHidden(tab, true);
		const answer = await holdCalls(tab, "**/api/isAuthenticated");
		await signOutByMenu(page);
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await setHidden(tab, false);
		await tab.getByText("Checking who is signed in here.").waitFor();
		const isCovered = await tab.evaluate(() =>
			[0.1, 0.5, 0.9].every((part) =>
				document.elementFromPoint(innerWidth * part, innerHeight * part)?.closest("dialog"),
			),
		);
		expect(isCovered).toBe(true);
		answer();
		await tab.waitForURL(/\/login\?next=%2Fdevices/);
		await tab.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(await coldRoom.count()).toBe(0);
	});
});
