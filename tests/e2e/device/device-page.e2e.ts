import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { minuteMs } from "../../../shared/base/durations";
import { expectAccessible, violations } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { press } from "../keys";
import { signIn, test, withoutHints, withoutRequests } from "../visitor";

async function openDevice(page: Page, id: string, tab?: string): Promise<void> {
	await page.goto(`/devices/${id}${tab ? `?tab=${tab}` : ""}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

async function idOf(context: BrowserContext, deviceName: string): Promise<string> {
	const devices = await call<{ id: string; name: string }[]>(context, "device.getDevices", {}, true);
	return devices.find(({ name }) => name === deviceName)?.id ?? "";
}

const coldRoom = (context: BrowserContext) => idOf(context, "Cold room 1");

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const settings = (page: Page) => page.getByRole("form", { name: "Settings" });
const partLink = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Parts of this device" }).getByRole("link", { name });

describe("a device's page", () => {
	test("shows how long its values held, as pictures and as tables by the keyboard", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Wine vault");
		const now = Date.now();
		const values = [...Array<number>(90).fill(12), ...Array<number>(10).fill(15)];
		await send(
			logger,
			values.map((value, index) => ({ channel: "Temperature", at: now - (100 - index) * 10 * minuteMs, value })),
		);
		await openDevice(page, logger.id);
		await partLink(page, "Distribution").click();
		const row = page.getByRole("row", { name: /Temperature|Wine vault/ }).first();
		await expect
			.poll(() => row.getByRole("cell").allInnerTexts())
			.toEqual(expect.arrayContaining(["12.0 °C", "12.0 °C", "15.0 °C", "16 h 40 min (2.3 %)"]));
		await page.getByRole("combobox", { name: "Range" }).click();
		await page.getByRole("option", { name: "24 hours", exact: true }).click();
		await page.waitForURL(/range=24h/);
		const curve = page.getByRole("figure", { name: /^Time at or above each value/ });
		await press(curve.getByText("As a table"));
		await curve.getByRole("row", { name: "15.0 °C 10.0 %" }).waitFor();
		await page.getByRole("link", { name: "Open in log" }).click();
		await page.waitForURL(/\/log\/.*view=distribution/);
		await page.getByRole("figure", { name: /^Hours and days/ }).waitFor();
	});

	test("says what one waits for that never reported, shows what comes, tells a clock that runs ahead, and why one is silent", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Sparkling cellar");
		await openDevice(page, logger.id);
		const waiting = region(page, "Waiting for its first reading");
		await waiting.getByText(/Waiting since/).waitFor();
		await waiting.getByText(/curl .*\/api\/ingest\/v1\/readings/).waitFor();
		await expect.poll(() => page.getByRole("main").innerText()).not.toContain("aqd_");

		const now = Date.now();
		await send(logger, [
			...[180, 170, 160, 30, 20, 10].map((age, index) => {
				return { channel: "Temperature", at: now - age * minuteMs, value: 3 + index };
			}),
			{ channel: "Humidity", at: now - 10 * minuteMs, value: 55 },
		]);
		await waiting.waitFor({ state: "hidden" });
		const latest = region(page, "Latest readings");
		const temperature = latest.getByRole("listitem").filter({ hasText: "Temperature" });
		await temperature.getByText("8.0 °C", { exact: true }).waitFor();
		await temperature.getByText("24 h: 3.0 °C to 8.0 °C").waitFor();
		await latest.getByText("24 h: steady at 55 %").waitFor();
		await page.getByRole("application", { name: /^Temperature of 1 channel over time/ }).waitFor();
		await page.locator("label").getByText("Humidity", { exact: true }).first().click();
		await page.waitForURL(/quantity=humidity/);
		await page.getByRole("application", { name: /^Humidity of 1 channel over time/ }).waitFor();
		const line = temperature.getByTestId("sparkline").locator("path").first();
		await expect.poll(async () => (await line.getAttribute("d"))?.match(/M/g)).toHaveLength(2);

		const clock = region(page, "Device clock");
		await clock.getByText("None detected").waitFor();
		await clock.getByText("UTC+01:00, all year").waitFor();
		for (const label of ["It is now", "Last reading", "Last received", "Next upload"])
			await clock.getByText(label, { exact: true }).waitFor();
		await send(logger, [{ channel: "Temperature", at: Date.now() + 60 * minuteMs, value: 4 }]);
		await clock.getByText(/^(59 minutes|60 minutes|1 h) ahead, by its newest reading$/).waitFor();

		const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
		await expect.poll(() => crumbs.innerText()).toMatch(/Devices\s*\/?\s*Sparkling cellar/);
		await expect.poll(() => page.title()).toMatch(/^Sparkling cellar/);
		await crumbs.getByRole("link", { name: "Devices" }).click();
		await page.waitForURL((url) => /^\/devices\/?$/.test(url.pathname));

		await openDevice(page, await idOf(context, "Dock east"));
		await region(page, "Why silent?").getByText("No reason seen.").waitFor();
		await expectAccessible(page, "main");
	});

	test("opens its parts by address, by mouse and by keyboard, all accessible, and names the rules that watch it", async ({
		page,
		context,
	}) => {
		// Invalidations would move the page during the check.
		await withoutHints(page);
		await signIn(context, "owner");
		const deviceId = await coldRoom(context);
		await openDevice(page, deviceId, "nonsense");
		const current = page.getByRole("navigation", { name: "Parts of this device" }).locator('[aria-current="page"]');
		await expect.poll(() => current.allInnerTexts()).toEqual(["Overview"]);
		await partLink(page, "Settings").click();
		await page.waitForURL(/tab=settings/);
		await settings(page).waitFor();
		await expect.poll(() => current.allInnerTexts()).toEqual(["Settings"]);
		await press(partLink(page, "Alerts"));
		await page.waitForURL(/tab=alerts/);
		const rules = region(page, "Rules that watch this device").getByRole("listitem");
		await rules.first().waitFor();
		const watching = await call<{ name: string }[]>(context, "alert.getAlerts", { deviceId }, true);
		expect(watching.length).toBeGreaterThan(0);
		await expect.poll(() => rules.getByRole("link").allInnerTexts()).toEqual(watching.map(({ name }) => name));
		expect(await violations(page, "main"), "alerts").toEqual([]);
		await page.goBack();
		await settings(page).waitFor();
		await partLink(page, "Log").click();
		await page.getByRole("link", { name: "Open log" }).waitFor();
		expect(await violations(page, "main"), "log").toEqual([]);
		await partLink(page, "Settings").click();
		await settings(page).waitFor();
		await expectAccessible(page, "main");
	});

	test("shows a long and hostile name as it is in every part, none wider than a phone", async ({ page, context }) => {
		const name = `<img src=x onerror=alert(1)>${"x".repeat(36)}`;
		await signIn(context, "owner");
		const logger = await addLogger(context, name);
		await page.setViewportSize({ width: 360, height: 740 });
		await openDevice(page, logger.id);
		for (const [part, content] of [
			["Overview", region(page, "Waiting for its first reading")],
			["Log", page.getByRole("link", { name: "Open log" })],
			["Alerts", region(page, "Rules that watch this device")],
			["Settings", settings(page)],
		] as const) {
			await partLink(page, part).click();
			await content.waitFor();
			await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
			await page.waitForFunction(() => document.documentElement.scrollWidth <= 360);
		}
		await expect.poll(() => page.title()).toContain(name.slice(0, 20));
	});

	test("shows everything to a viewer, with the reason why nothing can be changed", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "viewer");
		await openDevice(page, await coldRoom(context), "settings");
		await page.getByText("Only owners and admins can change devices.").first().waitFor();
		await expect.poll(() => page.getByRole("textbox", { name: "Name", exact: true }).first().isDisabled()).toBe(true);
		expect(await button(page, "Save").count()).toBe(0);
		for (const name of ["Add note", "Replace key", "Replace logger", "Archive device", "Delete device"])
			await expect.poll(() => button(page, name).getAttribute("aria-disabled"), { message: name }).toBe("true");
		await button(page, "Add note").focus();
		await page.getByText(/^Only owners, admins, and operators can add notes\.$/).waitFor();
		// A dialog's code comes late, so the test waits for it before it finds none.
		await withoutRequests(page, () => page.keyboard.press("Enter"));
		expect(await page.getByRole("dialog").count()).toBe(0);
		await button(page, "More actions").click();
		const mute = page.getByRole("menuitem", { name: /^Mute/ });
		await mute.getByText("Only owners, admins, and operators can mute devices.").waitFor();
		await expect.poll(() => mute.isDisabled()).toBe(true);
	});
});
