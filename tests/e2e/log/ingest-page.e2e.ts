import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "../accessibility";
import { product } from "../this-product";
import { signIn, test } from "../visitor";

const path = "/api/v1/";
const linkName = "How readings are sent (opens a new tab)";
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "API of the console", exact: true });

describe("the page about the API", () => {
	test("opens from the dialog of integrations", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/log");
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: /^Connect devices and network servers/ }).click();
		const [opened] = await Promise.all([
			context.waitForEvent("page"),
			page.getByRole("dialog").getByRole("link", { name: linkName, exact: true }).click(),
		]);
		await heading(opened).waitFor();
		expect(new URL(opened.url()).pathname).toBe(path);
	});

	test("opens for a person without a session, leads to the document, and is accessible", async ({ page }) => {
		await page.goto("/api/ingest/v1/");
		await page.waitForURL(new URL(path, product.origin).href);
		await page.getByRole("link", { name: "CSV files", exact: true }).click();
		await page.waitForURL(/#csv$/);
		await page.getByRole("heading", { level: 2, name: "CSV files", exact: true }).waitFor();
		const openApi = page.getByRole("link", { name: /^OpenAPI 3\.1\.\d document$/ });
		const answer = await page.request.get((await openApi.getAttribute("href")) ?? "");
		expect((await answer.json()).servers).toEqual([expect.objectContaining({ url: product.origin })]);
		const refused = await page.request.post("/api/ingest/v1/readings");
		expect([refused.status(), refused.headers()["x-request-id"]]).toEqual([401, expect.any(String)]);

		for (const summary of await page.locator("summary").all()) await summary.click();
		const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
		expect(await violations(page), "light").toEqual([]);
		const light = await ground();
		await page.emulateMedia({ colorScheme: "dark" });
		await expect.poll(ground).not.toBe(light);
		await page.setViewportSize({ width: 360, height: 740 });
		await page.waitForFunction(() => document.documentElement.scrollWidth <= 360);
		expect(await violations(page), "dark, narrow").toEqual([]);
	});
});
