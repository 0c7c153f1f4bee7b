import { describe, expect } from "vitest";
import { testAsOwner as test } from "../visitor";

describe("a screen of a language that is written from right to left", () => {
	for (const path of ["/dashboard", "/devices"]) {
		for (const width of [1440, 360]) {
			test(`begins at the right edge and scrolls in no direction: ${path} at ${width} px`, async ({ page }) => {
				await page.setViewportSize({ width, height: 800 });
				await page.goto(path);
				await page.evaluate(() => {
					document.documentElement.dir = "rtl";
				});
				const title = page.getByRole("heading", { level: 1 });
				await title.waitFor();
				await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
				const [box, main] = [await title.boundingBox(), await page.getByRole("main").boundingBox()];
				expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan((main?.x ?? 0) + (main?.width ?? 0) - 60);
				if (width > 1000) {
					const navigation = await page.getByRole("navigation", { name: "Main" }).boundingBox();
					expect(navigation?.x).toBeGreaterThan(width / 2);
				}
				const beyond = await page.evaluate(
					() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
				);
				expect(beyond).toBe(0);
			});
		}
	}
});
