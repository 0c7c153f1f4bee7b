import type { Browser, BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { calibrationStepMs } from "../../shared/calibration";
import { violations } from "./accessibility";
import { addLogger, queryAs, send } from "./device-logger";
import { product } from "./this-product";
import { signIn, test } from "./visitor";

const hourMs = 60 * 60_000;
/** The clock of `addLogger`'s devices: an hour ahead of UTC all year. */
const clockAheadMs = hourMs;

type Calibrations = { from: number; scale: number; offset: number }[];

/** Another person at the same account, in a browser of their own. */
async function colleagueOf(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
	const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 1440, height: 900 } });
	context.setDefaultTimeout(30_000);
	await signIn(context, "owner");
	return { page: await context.newPage(), close: () => context.close() };
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Calibrate Temperature" });
const field = (page: Page, name: string) => dialogOf(page).getByRole("textbox", { name, exact: true });
const save = (page: Page) => dialogOf(page).getByRole("button", { name: "Save calibration" });

async function openDialog(page: Page, deviceId: string, from: number): Promise<void> {
	await page.goto(`/devices/${deviceId}?tab=settings`);
	await page.getByRole("button", { name: "Calibrate Temperature", exact: true }).click();
	const wallTime = new Date(from + clockAheadMs).toISOString().slice(0, 16);
	await dialogOf(page).getByLabel("From", { exact: true }).fill(wallTime);
}

async function fillPoint(page: Page, reads: string, should: string): Promise<void> {
	await field(page, "It reads, °C").fill(reads);
	await field(page, "It should read, °C").fill(should);
}

async function calibrationsOf(context: BrowserContext, deviceId: string): Promise<Calibrations> {
	const { channels } = await queryAs<{ channels: { name: string; calibrations: Calibrations }[] }>(context, {
		path: "device.getDevice",
		input: { deviceId },
	});
	return channels.find(({ name }) => name === "Temperature")?.calibrations ?? [];
}

describe("two people who calibrate one channel", () => {
	test("from the same time: the second reads what the first made of it, keeps what they typed, and may correct it", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Twice calibrated");
		const now = Date.now();
		const from = Math.floor((now - hourMs) / calibrationStepMs) * calibrationStepMs;
		await send(logger, [{ channel: "Temperature", at: now, value: 4 }]);
		const colleague = await colleagueOf(browser);
		await openDialog(page, logger.id, from);
		await fillPoint(page, "4", "4.5");
		await dialogOf(page).getByText("The newest reading, 4.0 °C, would be 4.5 °C.").waitFor();
		await openDialog(colleague.page, logger.id, from);
		await fillPoint(colleague.page, "4", "5");
		await save(colleague.page).click();
		await dialogOf(colleague.page).waitFor({ state: "hidden" });
		await colleague.close();

		await field(page, "It should read, °C").press("Enter");
		const alert = dialogOf(page).getByRole("alert").filter({ hasText: "Somebody else has changed this meanwhile." });
		await alert.waitFor();
		await expect.poll(() => alert.evaluate((node) => node.contains(document.activeElement))).toBe(true);
		await dialogOf(page)
			.getByRole("listitem")
			.filter({ hasText: /^From .*: \+ 1 °C$/ })
			.waitFor();
		await dialogOf(page)
			.getByText(/what you typed is counted from there\. Save again to replace the one of the same time/)
			.waitFor();
		await expect.poll(() => field(page, "It reads, °C").inputValue()).toBe("4");
		await expect.poll(() => field(page, "It should read, °C").inputValue()).toBe("4.5");
		// Counted from what the channel reads by now.
		await dialogOf(page).getByText("What it sent + 1.5 °C. The newest reading, 5.0 °C, would be 5.5 °C.").waitFor();
		expect(await violations(page)).toEqual([]);
		expect(await calibrationsOf(context, logger.id)).toEqual([{ from, scale: 1, offset: 1 }]);

		await fillPoint(page, "5", "4.5");
		await dialogOf(page).getByText("The newest reading, 5.0 °C, would be 4.5 °C.").waitFor();
		await save(page).click();
		await dialogOf(page).waitFor({ state: "hidden" });
		expect(await calibrationsOf(context, logger.id)).toEqual([{ from, scale: 1, offset: 0.5 }]);
	});

	test("from different times: saving again adds the second one's to the first one's", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Calibrated by two");
		const from = Math.floor((Date.now() - hourMs) / calibrationStepMs) * calibrationStepMs;
		const colleague = await colleagueOf(browser);
		await openDialog(page, logger.id, from + calibrationStepMs);
		await dialogOf(page).getByText("By a formula", { exact: true }).click();
		await field(page, "Plus, °C").fill("0,3");
		await openDialog(colleague.page, logger.id, from);
		await fillPoint(colleague.page, "4", "5");
		await save(colleague.page).click();
		await dialogOf(colleague.page).waitFor({ state: "hidden" });
		await colleague.close();

		await save(page).click();
		await dialogOf(page).getByText("By now Temperature reads as follows. Save again to add yours.").waitFor();
		await expect.poll(() => field(page, "Plus, °C").inputValue()).toBe("0,3");
		await save(page).click();
		await dialogOf(page).waitFor({ state: "hidden" });
		expect(await calibrationsOf(context, logger.id)).toEqual([
			{ from, scale: 1, offset: 1 },
			{ from: from + calibrationStepMs, scale: 1, offset: 0.3 },
		]);
	});
});
