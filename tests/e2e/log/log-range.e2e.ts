import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hourMs } from "../../../shared/base/durations";
import { expectAccessible, overlay } from "../accessibility";
import { signIn, test } from "../visitor";
import { dragAcross } from "./chart";
import { boundsIn, openReadings, table } from "./log-screen";

const chart = (page: Page) => page.getByRole("application", { name: /over time/ });
const subtitle = (page: Page) =>
	page.getByRole("heading", { level: 1, name: "Log" }).locator("xpath=following-sibling::p");

describe("the range of the log", () => {
	test("steps by keyboard from a chosen range, and takes any other that is typed in, each step one link", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await openReadings(page, "");
		await page.getByRole("button", { name: "Last hour", exact: true }).click();
		await page.getByRole("menuitem", { name: "Today", exact: true }).click();
		await page.waitForURL(/range=day/);
		// The chart depends on how long the day has run.
		await page.getByRole("button", { name: "Today", exact: true }).waitFor();
		await page.getByRole("heading", { level: 1 }).click();
		await page.keyboard.press("[");
		await page.waitForURL(/offset=1/);
		await page.keyboard.press("Shift+ArrowLeft");
		await page.waitForURL(/offset=2/);
		await page.keyboard.press("]");
		await page.waitForURL(/offset=1/);
		await page.keyboard.press("n");
		await page.waitForURL((url) => !url.search.includes("offset"));

		await page.getByRole("button", { name: "Today", exact: true }).click();
		await page.getByRole("menuitem", { name: "Last year", exact: true }).click();
		await page.waitForURL((url) => url.search === "?range=365d");
		// Both years appear once the data arrive; until then the dialog would begin with the shown span.
		await expect.poll(() => subtitle(page).innerText()).toMatch(/\d{4}.* to .*\d{4}/);
		await chart(page).waitFor();

		await page.getByRole("button", { name: "Last year" }).click();
		await page.getByRole("menuitem", { name: "Custom…" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("To", { exact: true }).fill("2026-02-30");
		await dialog.getByRole("button", { name: "Show" }).click();
		await dialog.getByText(/^Enter a date and a time/).waitFor();
		await dialog.getByLabel("From", { exact: true }).fill("Jan 5, 2026 8 am");
		await dialog.getByLabel("To", { exact: true }).fill("2026-01-05 20:30");
		await expectAccessible(page, overlay);
		await dialog.getByLabel("To", { exact: true }).press("Enter");
		await dialog.waitFor({ state: "hidden" });
		await page.waitForURL(/from=\d+&to=\d+/);
		const typed = boundsIn(page);
		expect(typed.to - typed.from).toBe(12.5 * hourMs);
		await expect.poll(() => subtitle(page).innerText()).toMatch(/^Jan 05, 08:00 AM to 08:30 PM/);
	});

	test("zooms in by dragging, moves along with Shift, leaves by going back, widens by zooming out", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await openReadings(page, "range=day&offset=1");
		const wholeDay = await subtitle(page).innerText();
		await dragAcross(page, 0.2, 0.4);
		await page.waitForURL(/from=\d+&to=\d+/);
		await expect.poll(() => subtitle(page).innerText()).not.toBe(wholeDay);
		const zoomed = boundsIn(page);
		expect((zoomed.to - zoomed.from) / hourMs).toBeCloseTo(4.8, 0);

		await chart(page).waitFor();
		await page.keyboard.down("Shift");
		await dragAcross(page, 0.5, 0.75);
		await page.keyboard.up("Shift");
		await page.waitForURL((url) => url.searchParams.get("from") !== String(zoomed.from));
		const moved = boundsIn(page);
		expect((zoomed.from - moved.from) / (zoomed.to - zoomed.from)).toBeCloseTo(0.25, 1);
		expect(Math.abs(moved.to - moved.from - (zoomed.to - zoomed.from))).toBeLessThanOrEqual(1);

		await page.goBack();
		await page.waitForURL((url) => url.searchParams.get("from") === String(zoomed.from));
		await page.getByRole("button", { name: "Zoom out" }).click();
		await page.waitForURL((url) => url.searchParams.get("from") !== String(zoomed.from));
		const wide = boundsIn(page);
		expect(wide.to - wide.from).toBe(2 * (zoomed.to - zoomed.from));
		await page.goBack();
		await page.goBack();
		await page.waitForURL((url) => !url.search.includes("from"));
	});
});

describe("a link to the log", () => {
	test("shows exactly the same bounds to another person, elsewhere", async ({ page, context, browser }) => {
		await context.grantPermissions(["clipboard-read", "clipboard-write"]);
		await signIn(context, "owner");
		await openReadings(page, "range=day&offset=1");
		await table(page).waitFor();
		const shown = await subtitle(page).innerText();
		await page.getByRole("button", { name: "Copy link" }).click();
		await page.getByRole("menuitem", { name: /^To “Yesterday”/ }).click();
		await page.getByText(/Link copied: it shows this range as of when/).waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/log\/\?range=day&offset=1$/);
		await page.getByRole("button", { name: "Copy link" }).click();
		await page.getByRole("menuitem", { name: /^To exactly this/ }).click();
		await page.getByText("Link copied: it shows exactly this.").waitFor();
		const link = await page.evaluate(() => navigator.clipboard.readText());
		expect(link).toMatch(/from=\d+&to=\d+/);

		const elsewhere = await browser.newContext({ timezoneId: "Asia/Kathmandu", locale: "en-US" });
		await signIn(elsewhere, "viewer");
		const other = await elsewhere.newPage();
		await other.goto(link);
		await table(other).waitFor();
		await expect.poll(() => subtitle(other).innerText()).toBe(shown);
		await elsewhere.close();
	});
});
