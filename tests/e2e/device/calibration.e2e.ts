import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hourMs } from "../../../shared/base/durations";
import { calibrationStepMs } from "../../../shared/device/calibration";
import { overlay, violations } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { hasFocus, holdsFocus, keepsFocus, press } from "../keys";
import { testAsOwner as test, withoutHints } from "../visitor";

/** The clock of `addLogger`'s devices: an hour ahead of UTC all year. */
const clockAheadMs = hourMs;

type Calibrations = { from: number; scale: number; offset: number }[];
type Channels = { channels: { id: string; name: string; calibrations: Calibrations }[] };

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Calibrate Temperature" });
const field = (page: Page, name: string) => dialogOf(page).getByRole("textbox", { name, exact: true });
const partLink = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Parts of this device" }).getByRole("link", { name });
const save = (page: Page) => dialogOf(page).getByRole("button", { name: "Save calibration" });

async function openDialog(page: Page, from: number): Promise<void> {
	await page.getByRole("button", { name: "Calibrate Temperature", exact: true }).click();
	const wallTime = new Date(from + clockAheadMs).toISOString().slice(0, 16);
	await dialogOf(page).getByLabel("From", { exact: true }).fill(wallTime);
}

async function openSettings(page: Page, deviceId: string): Promise<void> {
	await page.goto(`/devices/${deviceId}?tab=settings`);
	await page.getByRole("form", { name: "Settings" }).waitFor();
}

async function fillPoint(page: Page, reads: string, should: string): Promise<void> {
	await field(page, "Reading (°C)").fill(reads);
	await field(page, "Reference value (°C)").fill(should);
}

async function temperatureOf(context: BrowserContext, deviceId: string) {
	const { channels } = await call<Channels>(context, "device.getDevice", { deviceId }, true);
	const channel = channels.find(({ name }) => name === "Temperature");
	if (!channel) throw new Error("The device has no Temperature");
	return channel;
}

const calibrationsOf = async (context: BrowserContext, deviceId: string) =>
	(await temperatureOf(context, deviceId)).calibrations;

async function calibrateAsColleague(context: BrowserContext, deviceId: string, from: number): Promise<void> {
	const { id, calibrations } = await temperatureOf(context, deviceId);
	await call(context, "device.setCalibration", { channelId: id, from, scale: 1, offset: 1, seen: calibrations });
}

describe("a calibration", () => {
	test("follows from what a channel should read, applies from its time on, and is removed again", async ({
		page,
		context,
	}) => {
		const logger = await addLogger(context, "Calibrated cellar");
		const now = Date.now();
		await send(logger, [
			{ channel: "Temperature", at: now - 24 * hourMs, value: 4 },
			{ channel: "Temperature", at: now, value: 4 },
		]);
		await openSettings(page, logger.id);
		// The running quarter of an hour may have begun after the reading.
		await openDialog(page, Math.floor((now - hourMs) / calibrationStepMs) * calibrationStepMs);
		const dialog = dialogOf(page);
		await fillPoint(page, "4", "4.5");
		await dialog.getByText("What it sent + 0.5 °C. The newest reading, 4.0 °C, would be 4.5 °C.").waitFor();
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(page.getByRole("button", { name: "Calibrate Temperature", exact: true }));
		const card = page.getByRole("region", { name: "Calibration", exact: true });
		await card.getByText(/: \+ 0\.5 °C$/).waitFor();

		await partLink(page, "Log").click();
		await page.getByRole("cell", { name: "4.5 °C" }).waitFor();
		await page.getByRole("cell", { name: "4.0 °C" }).waitFor();
		await partLink(page, "Settings").click();
		const remove = card.getByRole("button", { name: /^Remove the calibration of Temperature/ });
		const question = page.getByRole("dialog");
		await press(remove);
		await holdsFocus(question);
		await page.keyboard.press("Escape");
		await question.waitFor({ state: "hidden" });
		await hasFocus(remove);
		await press(remove);
		await press(question.getByRole("button", { name: "Remove calibration" }));
		await keepsFocus(page);
		await card.getByText(/: \+ 0\.5 °C$/).waitFor({ state: "hidden" });
		await partLink(page, "Overview").click();
		await page.getByRole("region", { name: "Latest readings" }).getByText("4.0 °C", { exact: true }).waitFor();
	});

	test("meets another from the same time: the second person reads what the first made of it, keeps what they typed, and adds or replaces", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		await withoutHints(page);
		const logger = await addLogger(context, "Twice calibrated");
		const now = Date.now();
		const from = Math.floor((now - hourMs) / calibrationStepMs) * calibrationStepMs;
		await send(logger, [{ channel: "Temperature", at: now, value: 4 }]);
		await openSettings(page, logger.id);
		await openDialog(page, from);
		await fillPoint(page, "4", "4.5");
		await dialogOf(page).getByText("The newest reading, 4.0 °C, would be 4.5 °C.").waitFor();
		await calibrateAsColleague(context, logger.id, from);

		await field(page, "Reference value (°C)").press("Enter");
		const alert = dialogOf(page)
			.getByRole("alert")
			.filter({ hasText: "You, in another tab, have changed this in the meantime." });
		await alert.waitFor();
		await expect.poll(() => alert.evaluate((node) => node.contains(document.activeElement))).toBe(true);
		await dialogOf(page)
			.getByRole("listitem")
			.filter({ hasText: /^From .*: \+ 1 °C$/ })
			.waitFor();
		await dialogOf(page)
			.getByText(/what you typed is counted from there\. Save again to replace the one of the same time/)
			.waitFor();
		await expect.poll(() => field(page, "Reading (°C)").inputValue()).toBe("4");
		await expect.poll(() => field(page, "Reference value (°C)").inputValue()).toBe("4.5");
		await dialogOf(page).getByText("What it sent + 1.5 °C. The newest reading, 5.0 °C, would be 5.5 °C.").waitFor();
		expect(await violations(page, overlay)).toEqual([]);
		expect(await calibrationsOf(context, logger.id)).toEqual([{ from, scale: 1, offset: 1 }]);

		await fillPoint(page, "5", "4.5");
		await dialogOf(page).getByText("The newest reading, 5.0 °C, would be 4.5 °C.").waitFor();
		await save(page).click();
		await dialogOf(page).waitFor({ state: "hidden" });
		expect(await calibrationsOf(context, logger.id)).toEqual([{ from, scale: 1, offset: 0.5 }]);
		await page.getByText(/: \+ 0\.5 °C$/).waitFor();

		const later = from + calibrationStepMs;
		await openDialog(page, later + calibrationStepMs);
		await dialogOf(page).getByText("By a formula", { exact: true }).click();
		await field(page, "Plus (°C)").fill("0,3");
		await calibrateAsColleague(context, logger.id, later);
		await save(page).click();
		await dialogOf(page).getByText("By now Temperature reads as follows. Save again to add yours.").waitFor();
		await expect.poll(() => field(page, "Plus (°C)").inputValue()).toBe("0,3");
		await save(page).click();
		await dialogOf(page).waitFor({ state: "hidden" });
		expect(await calibrationsOf(context, logger.id)).toEqual([
			{ from, scale: 1, offset: 0.5 },
			{ from: later, scale: 1, offset: 1 },
			{ from: later + calibrationStepMs, scale: 1, offset: 0.3 },
		]);
	});
});
