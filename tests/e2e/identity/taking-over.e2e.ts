import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
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

/** A page of the old console on this host: somebody went back to it. */
async function openOldConsole(page: Page): Promise<void> {
	await page.goto("/login");
	await page.addScriptTag({ content: script });
}

const userAsBefore = (page: Page) => page.evaluate(() => globalThis.oldConsole.userAsBefore());

describe("going back to the old console", () => {
	test("signs people out, and its script cannot name a new user until its server clears the cookies", async ({
		browser,
	}) => {
		const context = await browser.newContext({ baseURL: product.origin, bypassCSP: true });
		try {
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
		} finally {
			await context.close();
		}
	});
});
