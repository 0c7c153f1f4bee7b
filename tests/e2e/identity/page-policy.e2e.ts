import type { Response } from "playwright-core";
import { describe, expect } from "vitest";
import { mainLink, requestsDuring, signInByForm, signOutByMenu, testInOwnProfile } from "../visitor";

describe("the protecting headers", () => {
	testInOwnProfile(
		"S33 S34 come with every file from sign-in over dashboard, devices and log to sign-out, and nothing violates their policy",
		async ({ page, complaints }) => {
			complaints.allow(/401/);
			const responses: Response[] = [];
			page.on("response", (response) => {
				if (!new URL(response.url()).pathname.startsWith("/api/")) responses.push(response);
			});
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
				await requestsDuring(page, async () => {
					await mainLink(page, name).click();
					await page.getByRole("heading", { level: 1, name }).waitFor();
				});
			}
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
			await signOutByMenu(page);
			await page.waitForURL("**/login");
			await page.getByRole("heading", { name: "Sign in" }).waitFor();
			expect(violations).toEqual([]);

			// The browser enforces the policy and reports what it blocks.
			complaints.allow(/inline script/);
			await page.evaluate(() => {
				const script = document.createElement("script");
				script.textContent = "globalThis.hasRun = true";
				document.head.append(script);
			});
			await expect.poll(() => violations).toEqual(["script-src-elem inline"]);
			expect(await page.evaluate(() => Reflect.get(globalThis, "hasRun"))).toBeUndefined();
		},
	);
});
