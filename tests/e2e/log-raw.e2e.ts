import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { calibrationStepMs } from "../../shared/calibration";
import { violations } from "./accessibility";
import { addLogger, callAs, type Logger, queryAs, send } from "./device-logger";
import { signIn, test } from "./visitor";

const hourMs = 4 * calibrationStepMs;

type Calibrated = Logger & { at: number };

/** A logger whose temperature reads a degree more since two hours ago; it sent one reading from before that, late. */
async function addCalibrated(context: BrowserContext, name: string): Promise<Calibrated> {
	const logger = await addLogger(context, name);
	const at = Date.now();
	const from = Math.floor((at - 2 * hourMs) / calibrationStepMs) * calibrationStepMs;
	const { channels } = await queryAs<{ channels: { id: string; name: string }[] }>(context, {
		path: "device.getDevice",
		input: { deviceId: logger.id },
	});
	const channelId = channels.find((channel) => channel.name === "Temperature")?.id;
	await callAs(context, {
		path: "device.setCalibration",
		input: { channelId, from, scale: 1, offset: 1, seen: [] },
	});
	await send(logger, [
		{ channel: "Temperature", at, value: 4.125 },
		{ channel: "Humidity", at, value: 61 },
		{ channel: "Temperature", at: at - 4 * hourMs, value: 2.5 },
	]);
	return { ...logger, at };
}

const address = ({ id, at }: Calibrated, more = "&form=long") =>
	`/log/?device=${id}&kind=reading&from=${at - 5 * hourMs}&to=${at + hourMs}${more}`;

const table = (page: Page) => page.getByRole("table", { name: "Readings" });
const rawHeader = (page: Page) => table(page).getByRole("columnheader", { name: "Raw", exact: true });
const cell = (page: Page, name: string) => table(page).getByRole("cell", { name, exact: true });
const rawSwitch = (page: Page) => page.getByRole("checkbox", { name: "Raw values", exact: true });

describe("the raw values of the log", () => {
	test("stand beside what is read from them, for whoever asks for them", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addCalibrated(context, "Raw beside calibrated");
		await page.goto(address(logger));
		await cell(page, "5.1 °C").waitFor();
		expect(await rawHeader(page).count()).toBe(0);
		await rawSwitch(page).focus();
		await page.keyboard.press("Space");
		await rawHeader(page).waitFor();
		await cell(page, "4.125").waitFor();
		await cell(page, "61").waitFor();
		// Before the calibration it reads as it was sent, and it came in late.
		const before = table(page).getByRole("row").filter({ hasText: "2.5 °C" });
		await before.getByRole("cell", { name: "2.5", exact: true }).waitFor();
		await before.getByText("late", { exact: true }).waitFor();
		expect(await table(page).getByText("late", { exact: true }).count()).toBe(1);

		await page.reload();
		await rawHeader(page).waitFor();
		await page.getByText("Wide", { exact: true }).click();
		await rawSwitch(page).waitFor({ state: "detached" });
		await rawHeader(page).waitFor({ state: "detached" });
		await page.getByText("Long", { exact: true }).click();
		await rawSwitch(page).click();
		await rawHeader(page).waitFor({ state: "detached" });
		expect(new URL(page.url()).searchParams.has("raw")).toBe(false);
	});

	test("are copied with a row, and are nowhere where nothing is calibrated", async ({ page, context }) => {
		await context.grantPermissions(["clipboard-read", "clipboard-write"]);
		await signIn(context, "owner");
		const logger = await addCalibrated(context, "Raw copied");
		await page.goto(address(logger, "&form=wide"));
		const row = table(page).getByRole("row").filter({ hasText: "5.1 °C" });
		await row.getByRole("button", { name: "Row actions" }).click();
		await page.getByRole("menuitem", { name: "Copy raw JSON" }).click();
		await page.getByText("Raw JSON copied.").waitFor();
		const { quality, readings } = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
		expect(quality).toBe("ok");
		expect(readings.find(({ channel }: { channel: string }) => channel === "Temperature")).toMatchObject({
			value: 5.125,
			raw: 4.125,
		});

		const plain = await addLogger(context, "Never calibrated");
		await send(plain, [{ channel: "Temperature", at: logger.at, value: 4 }]);
		await page.goto(address({ ...plain, at: logger.at }));
		await cell(page, "4.0 °C").waitFor();
		expect(await rawSwitch(page).count()).toBe(0);
		// A link that asks for them anyway shows what was sent, and how not to.
		await page.goto(address({ ...plain, at: logger.at }, "&form=long&raw=on"));
		await rawHeader(page).waitFor();
		await cell(page, "4").waitFor();
		await rawSwitch(page).click();
		await rawSwitch(page).waitFor({ state: "detached" });
	});

	test.for([
		{ scheme: "light", width: 1_440 },
		{ scheme: "dark", width: 1_440 },
		{ scheme: "light", width: 360 },
		{ scheme: "dark", width: 360 },
	] as const)("are accessible and fit: $scheme, $width px", async ({ scheme, width }, { page, context }) => {
		await signIn(context, "owner");
		const logger = await addCalibrated(context, `Raw ${scheme} ${width}`);
		await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
		await page.setViewportSize({ width, height: 800 });
		await page.goto(address(logger, "&form=long&raw=on"));
		await cell(page, "4.125").waitFor();
		await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
		expect(await violations(page)).toEqual([]);
	});
});
