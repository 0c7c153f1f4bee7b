import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { product } from "../this-product";
import { returnToTab, test } from "../visitor";

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
		// A line that is asked for as the token ends is refused, and asked for anew.
		complaints.allow(/WebSocket connection|426/);
		// Shorter than operators are advised to set it: a refresh token that was not replaced runs out within the test.
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
