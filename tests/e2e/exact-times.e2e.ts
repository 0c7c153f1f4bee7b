import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { formatTimestamp } from "../../shared/time-zones";
import { violations } from "./accessibility";
import { addLogger, send } from "./device-logger";
import { chooseEntry, hasFocus, keepsFocus, press, reach } from "./keys";
import { product } from "./this-product";
import { signIn, test } from "./visitor";

/** Every clock of a time, without pointing at it. */

const readAt = Date.now() - 2 * 60 * 60_000;
const clocks = ["Device clock", "My time", "UTC", "Age"];
const readInUtc = textAt(0);
const readByDevice = textAt(60);

function textAt(offsetMinutes: number): string {
	const year = new Date(readAt + offsetMinutes * 60_000).getUTCFullYear();
	return formatTimestamp(readAt, offsetMinutes).replace(",", `, ${year},`);
}

async function sentLogger(page: Page, name: string) {
	await signIn(page.context(), "owner");
	const logger = await addLogger(page.context(), name);
	await send(logger, [{ channel: "Temperature", at: readAt, value: 4 }]);
	return logger;
}

const lastReading = (page: Page) =>
	page
		.getByRole("region", { name: "Device clock", exact: true })
		.locator("dl > div")
		.filter({ hasText: "Last reading" })
		.locator("time[tabindex]");

describe("the exact times", () => {
	test("of a device's page are told to who goes to them by keyboard, until Escape", async ({ page }) => {
		const logger = await sentLogger(page, "Times by keyboard");
		await page.goto(`/devices/${logger.id}`);
		await lastReading(page).waitFor();
		await page.keyboard.press("Tab");
		await reach(lastReading(page));
		// Its code comes only now, and must not take the focus away.
		const tooltip = page.getByRole("tooltip").filter({ hasText: readInUtc });
		await tooltip.waitFor();
		for (const clock of clocks) await tooltip.getByText(clock, { exact: true }).waitFor();
		await tooltip.getByText(readByDevice).waitFor();
		await hasFocus(lastReading(page));
		expect(await violations(page)).toEqual([]);
		await page.keyboard.press("Escape");
		await tooltip.waitFor({ state: "hidden" });
	});

	test("of a device's page are told by touch", async ({ page, browser }) => {
		const logger = await sentLogger(page, "Times by touch");
		const phone = await browser.newContext({
			baseURL: product.origin,
			viewport: { width: 390, height: 800 },
			hasTouch: true,
			isMobile: true,
		});
		await signIn(phone, "owner");
		const touched = await phone.newPage();
		await touched.goto(`/devices/${logger.id}`);
		// A tap that meets a page still moving touches what stood there before.
		await touched.waitForLoadState("networkidle");
		await lastReading(touched).tap();
		await touched.getByRole("tooltip").filter({ hasText: readInUtc }).waitFor();
		await phone.close();
	});

	test("of a row of the devices stand behind its menu", async ({ page }) => {
		await sentLogger(page, "Times of a row");
		await page.goto("/devices?q=Times%20of%20a%20row");
		const menu = page.getByRole("button", { name: "Actions for Times of a row", exact: true });
		await menu.waitFor();
		await page.waitForLoadState("networkidle");
		expect(await page.getByRole("table", { name: "Devices" }).locator("time[tabindex]").count()).toBe(0);
		await press(menu);
		await chooseEntry(page, "All times");
		const dialog = page.getByRole("dialog", { name: "Times of Times of a row" });
		const received = dialog.getByRole("region", { name: "Last received" });
		for (const clock of clocks) await received.getByText(clock, { exact: true }).waitFor();
		expect(await violations(page)).toEqual([]);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(menu);
	});

	test("of a row of the log stand behind its menu, read and received", async ({ page }) => {
		const logger = await sentLogger(page, "Times in the log");
		await page.goto(`/log/?device=${logger.id}&kind=reading&from=${readAt - 60_000}&to=${readAt + 60_000}`);
		await press(page.getByRole("table", { name: "Readings" }).getByRole("button", { name: "Row actions" }));
		await chooseEntry(page, "All times");
		const dialog = page.getByRole("dialog", { name: "Times of this reading" });
		const read = dialog.getByRole("region", { name: "Read" });
		await read.getByText(readInUtc).first().waitFor();
		await read.getByText(readByDevice).waitFor();
		await dialog.getByRole("region", { name: "Received" }).getByText("UTC", { exact: true }).waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
	});
});
