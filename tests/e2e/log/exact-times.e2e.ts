import type { Page } from "playwright-core";
import { describe, expect, vi } from "vitest";
import { formatTimestamp } from "../../../shared/time/time-zones";
import { overlay, violations } from "../accessibility";
import { addLogger, send } from "../device-logger";
import { chooseEntry, hasFocus, keepsFocus, press, reach } from "../keys";
import { product } from "../this-product";
import { signIn, test } from "../visitor";

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
	test("show on a device's page to a person who goes to them by keyboard, and hide behind the menus of rows in a list", async ({
		page,
	}) => {
		const logger = await sentLogger(page, "Times by keyboard");
		await page.goto(`/devices/${logger.id}`);
		await lastReading(page).waitFor();
		await page.keyboard.press("Tab");
		await reach(lastReading(page));
		// The tooltip's code comes only now, and must not take the focus away.
		const tooltip = page.getByRole("tooltip").filter({ hasText: readInUtc });
		await tooltip.waitFor();
		for (const clock of clocks) await tooltip.getByText(clock, { exact: true }).waitFor();
		await tooltip.getByText(readByDevice).waitFor();
		await hasFocus(lastReading(page));
		expect(await violations(page, "main")).toEqual([]);
		await page.keyboard.press("Escape");
		await tooltip.waitFor({ state: "hidden" });

		await page.goto("/devices?q=Times%20by%20keyboard");
		const menu = page.getByRole("button", { name: "Actions for Times by keyboard", exact: true });
		await menu.waitFor();
		const table = page.getByRole("table", { name: "Devices" });
		await table.locator("time").first().waitFor();
		expect(await table.locator("time[tabindex]").count()).toBe(0);
		await press(menu);
		await chooseEntry(page, "All times");
		const ofRow = page.getByRole("dialog", { name: "Times of Times by keyboard" });
		const received = ofRow.getByRole("region", { name: "Last received" });
		for (const clock of clocks) await received.getByText(clock, { exact: true }).waitFor();
		expect(await violations(page, overlay)).toEqual([]);
		await page.keyboard.press("Escape");
		await ofRow.waitFor({ state: "hidden" });
		await hasFocus(menu);

		await page.goto(`/log/?device=${logger.id}&kind=reading&from=${readAt - 60_000}&to=${readAt + 60_000}`);
		await press(page.getByRole("table", { name: "Readings" }).getByRole("button", { name: "Row actions" }));
		await chooseEntry(page, "All times");
		const ofReading = page.getByRole("dialog", { name: "Times of this reading" });
		const read = ofReading.getByRole("region", { name: "Read" });
		await read.getByText(readInUtc).first().waitFor();
		await read.getByText(readByDevice).waitFor();
		await ofReading.getByRole("region", { name: "Received" }).getByText("UTC", { exact: true }).waitFor();
		await page.keyboard.press("Escape");
		await ofReading.waitFor({ state: "hidden" });
		await keepsFocus(page);
	});

	test("show on a device's page by touch", async ({ page, browser, onTestFinished }) => {
		const logger = await sentLogger(page, "Times by touch");
		const phone = await browser.newContext({
			baseURL: product.origin,
			viewport: { width: 390, height: 800 },
			hasTouch: true,
			isMobile: true,
		});
		onTestFinished(() => phone.close());
		await signIn(phone, "owner");
		const touched = await phone.newPage();
		await touched.goto(`/devices/${logger.id}`);
		await touched.getByRole("region", { name: "Latest readings" }).getByTestId("sparkline").first().waitFor();
		const tooltip = touched.getByRole("tooltip").filter({ hasText: readInUtc });
		// Repeats a tap that met a moving page, as a person would.
		await vi.waitUntil(
			async () => {
				await lastReading(touched).tap();
				return tooltip.waitFor({ timeout: 2_000 }).then(
					() => true,
					() => false,
				);
			},
			{ timeout: 30_000 },
		);
	});
});
