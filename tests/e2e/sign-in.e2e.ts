import { expect } from "vitest";
import { test } from "./visitor";

test("x", async ({ page }) => {
	await page.goto("/devices");
	await page.waitForTimeout(1500);
	console.log(page.url(), await page.locator("body").innerText());
	await page.screenshot({ path: "/tmp/login.png" });
	expect(1).toBe(1);
});
