import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";
import { product } from "../this-product";
import { signIn, test } from "../visitor";
import { bundleOldConsole } from "./bundle-old-console";
import { type ForeignSite, startForeignSite } from "./foreign-site";

let script: string;
let site: ForeignSite;
beforeAll(async () => {
	[script, site] = await Promise.all([bundleOldConsole(), startForeignSite()]);
});
afterAll(() => site.stop());

/** The profile of the old console, whose own policy let its scripts run. */
async function profileOfOldConsole(browser: Browser): Promise<BrowserContext> {
	const context = await browser.newContext({ baseURL: product.origin, bypassCSP: true });
	onTestFinished(() => context.close());
	return context;
}

async function openOldConsole(page: Page): Promise<void> {
	await page.goto("/login");
	await page.addScriptTag({ content: script });
}

describe("S5 S2 a browser that Amplify signed in", () => {
	test("opens this console without signing in, and its session is then out of reach of script", async ({ browser }) => {
		const context = await profileOfOldConsole(browser);
		const page = await context.newPage();
		await openOldConsole(page);
		const isSignedIn = await page.evaluate(() =>
			globalThis.oldConsole.signInAsBefore("operator@aqlcloud.test", "Local-demo-1"),
		);
		expect(isSignedIn).toBe(true);
		const readable = await page.evaluate(() => document.cookie);
		expect(readable).toMatch(/operator%40aqlcloud\.test\.accessToken=eyJ/);
		expect(readable).toMatch(/\.refreshToken=/);

		const visitedPaths: string[] = [];
		page.on("framenavigated", (frame) => visitedPaths.push(new URL(frame.url()).pathname));
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		await page.getByRole("button", { name: /account of Ana Prado/i }).waitFor();
		expect(new Set(visitedPaths)).toEqual(new Set(["/dashboard"]));
		expect(await page.evaluate(() => document.cookie)).toBe("");
		const kept = await context.cookies();
		expect(kept.filter(({ httpOnly }) => !httpOnly)).toEqual([]);
		expect(kept.map(({ name }) => name)).toContain("aql.adopted");
	});
});

const userAsBefore = (page: Page) => page.evaluate(() => globalThis.oldConsole.userAsBefore());

describe("going back to the old console", () => {
	test("signs people out, and its script cannot name a new user until its server clears the cookies", async ({
		browser,
	}) => {
		const context = await profileOfOldConsole(browser);
		await signIn(context, "owner");
		const page = await context.newPage();
		await openOldConsole(page);
		expect(await userAsBefore(page)).toBeNull();
		await page.evaluate(() => globalThis.oldConsole.signInAsBefore("owner@aqlcloud.test", "Local-demo-1"));
		const written = await page.evaluate(() => document.cookie);
		expect(written).toContain(".username.accessToken=");
		expect(written).not.toContain("LastAuthUser");

		await page.goto(`${site.sibling}/clear`);
		expect(await context.cookies()).toEqual([]);
		await openOldConsole(page);
		await page.evaluate(() => globalThis.oldConsole.signInAsBefore("owner@aqlcloud.test", "Local-demo-1"));
		expect(await page.evaluate(() => document.cookie)).toContain("LastAuthUser=owner@aqlcloud.test");
		expect(await userAsBefore(page)).toBe("0a5e7b10-0001-4000-8000-000000000001");
	});
});
