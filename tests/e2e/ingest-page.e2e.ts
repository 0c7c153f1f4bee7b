import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { addLogger } from "./device-logger";
import { product } from "./this-product";
import { signIn, test } from "./visitor";

const path = "/api/ingest/v1/";
const linkName = "How readings are sent (opens a new tab)";
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Sending readings", exact: true });

/** The tab that the dialog's link opens. */
async function openFrom(page: Page): Promise<Page> {
	const [opened] = await Promise.all([
		page.context().waitForEvent("page"),
		page.getByRole("dialog").getByRole("link", { name: linkName, exact: true }).click(),
	]);
	await heading(opened).waitFor();
	expect(new URL(opened.url()).pathname).toBe(path);
	return opened;
}

describe("the page about the doors of readings", () => {
	test("opens beside the dialog in which a device's key is shown, which stays", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Told of its door");
		await page.goto(`/devices/${logger.id}?tab=settings`);
		await page.getByRole("button", { name: "Replace key", exact: true }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: "Replace key" }).click();
		await dialog.getByText(/^aqd_/).waitFor();
		const opened = await openFrom(page);
		await opened.getByText(`curl '${product.origin}/api/ingest/v1/readings'`).waitFor();
		await opened.close();
		expect(await dialog.getByText(/^aqd_/).isVisible()).toBe(true);
	});

	test("opens from the dialog of integrations", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/log");
		await page.getByRole("button", { name: "Add data", exact: true }).click();
		await page.getByRole("menuitem", { name: /^Connect devices and network servers/ }).click();
		await openFrom(page);
	});

	test("is there for whoever has no session, and leads to the document", async ({ page }) => {
		await page.goto(path);
		await page.getByRole("link", { name: "CSV files", exact: true }).click();
		await page.waitForURL(/#csv$/);
		await page.getByRole("heading", { level: 2, name: "CSV files", exact: true }).waitFor();
		const document = page.getByRole("link", { name: /^OpenAPI 3\.1\.\d document$/ });
		const answer = await page.request.get((await document.getAttribute("href")) ?? "");
		expect((await answer.json()).servers).toEqual([
			expect.objectContaining({ url: `${product.origin}/api/ingest/v1` }),
		]);
		const { etag = "" } = answer.headers();
		expect(etag).not.toBe("");
		const again = await page.request.get(answer.url(), { headers: { "if-none-match": etag } });
		expect(again.status()).toBe(304);
		const refused = await page.request.post(`${path}readings`);
		expect([refused.status(), refused.headers()["x-request-id"]]).toEqual([401, expect.any(String)]);
	});

	test("is accessible, wide and at 360 px, light and dark", async ({ page }) => {
		const grounds = new Set<string>();
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width: 1440, height: 900 });
			await page.goto(path);
			await heading(page).waitFor();
			for (const summary of await page.locator("summary").all()) await summary.click();
			expect(await violations(page), colorScheme).toEqual([]);
			grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
			await page.setViewportSize({ width: 360, height: 740 });
			expect(await violations(page), `${colorScheme}, narrow`).toEqual([]);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
		}
		expect(grounds.size).toBe(2);
	});
});
