import type { Response } from "playwright-core";
import { describe, expect } from "vitest";
import { mainLink, signIn, signInByForm, signOutByMenu, test } from "../visitor";

describe("the content security policy", () => {
	test("7.10/41: is never violated from sign-in over dashboard, devices and log to sign-out", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/401/);
		const violations: string[] = [];
		await page.exposeFunction("noteViolation", (text: string) => violations.push(text));
		await page.addInitScript(() => {
			document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
				Reflect.get(globalThis, "noteViolation")(`${violatedDirective} ${blockedURI}`);
			});
		});
		await page.goto("/devices");
		await page.waitForURL(/\/login/);
		await signInByForm(page, "operator");
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		for (const name of ["Log", "Dashboard"]) {
			await mainLink(page, name).click();
			await page.getByRole("heading", { level: 1, name }).waitFor();
			await page.waitForLoadState("networkidle");
		}
		await signOutByMenu(page);
		await page.waitForURL("**/login");
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(violations).toEqual([]);

		// What it would have looked like: the browser enforces the policy, and this test hears of it.
		complaints.allow(/inline script/);
		await page.evaluate(() => {
			const script = document.createElement("script");
			script.textContent = "globalThis.hasRun = true";
			document.head.append(script);
		});
		await expect.poll(() => violations).toEqual(["script-src-elem inline"]);
		expect(await page.evaluate(() => Reflect.get(globalThis, "hasRun"))).toBeUndefined();
	});
});

describe("the protecting headers", () => {
	test("7.10/43: come with the document and with every file it loads", async ({ page, context }) => {
		await signIn(context, "owner");
		const responses: Response[] = [];
		page.on("response", (response) => {
			if (!new URL(response.url()).pathname.startsWith("/api/")) responses.push(response);
		});
		await page.goto("/dashboard");
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		const kinds = new Set(responses.map((response) => response.request().resourceType()));
		expect([...kinds]).toEqual(expect.arrayContaining(["document", "script", "stylesheet"]));
		for (const response of responses) {
			expect(await response.allHeaders(), response.url()).toMatchObject({
				"strict-transport-security": expect.stringMatching(/max-age=31536000/),
				"x-content-type-options": "nosniff",
				"referrer-policy": "same-origin",
				"cross-origin-opener-policy": "same-origin",
			});
		}
	});
});
