import { beforeAll, describe, expect } from "vitest";
import { product } from "../this-product";
import { test } from "../visitor";
import { bundleOldConsole } from "./bundle-old-console";

let script: string;
beforeAll(async () => {
	script = await bundleOldConsole();
});

describe("7.10/55 and 2: a browser that Amplify signed in", () => {
	test("opens this console without signing in, and its session is then out of reach of script", async ({ browser }) => {
		// The old console had a policy of its own, which let its scripts run.
		const context = await browser.newContext({ baseURL: product.origin, bypassCSP: true });
		try {
			const page = await context.newPage();
			await page.goto("/login");
			await page.addScriptTag({ content: script });
			const isSignedIn = await page.evaluate(() =>
				globalThis.oldConsole.signInAsBefore("operator@aqlcloud.test", "Local-demo-1"),
			);
			expect(isSignedIn).toBe(true);
			const readable = await page.evaluate(() => document.cookie);
			expect(readable).toMatch(/operator%40aqlcloud\.test\.accessToken=eyJ/);
			expect(readable).toMatch(/\.refreshToken=/);

			const visited: string[] = [];
			page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
			await page.goto("/dashboard");
			await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
			await page.getByRole("button", { name: /account of Ana Prado/i }).waitFor();
			expect(new Set(visited)).toEqual(new Set(["/dashboard"]));
			expect(await page.evaluate(() => document.cookie)).toBe("");
			const kept = await context.cookies();
			expect(kept.filter(({ httpOnly }) => !httpOnly)).toEqual([]);
			expect(kept.map(({ name }) => name)).toContain("aql.adopted");
		} finally {
			await context.close();
		}
	});
});
