import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible, violations } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger, send, statusOfKey } from "../device-logger";
import { chooseEntry, holdsFocus, press, reach } from "../keys";
import { signIn, test, withoutHints, withoutRequests } from "../visitor";

const minuteMs = 60_000;

async function openDevice(page: Page, id: string, tab?: string): Promise<void> {
	await page.goto(`/devices/${id}${tab ? `?tab=${tab}` : ""}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

async function coldRoom(context: BrowserContext): Promise<string> {
	const devices = await call<{ id: string; name: string }[]>(context, "device.getDevices", {}, true);
	return devices.find(({ name }) => name === "Cold room 1")?.id ?? "";
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const settings = (page: Page) => page.getByRole("form", { name: "Settings" });
const partLink = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Parts of this device" }).getByRole("link", { name });

/** Presses an entry of the menu beside the title. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
	await button(page, "More actions").click();
	await page.getByRole("menuitem", { name }).click();
}

/** Takes back what a notification tells of: one before may still stand. */
async function undoWhatSays(page: Page, text: string): Promise<void> {
	await page.locator("[data-sonner-toast]").filter({ hasText: text }).getByRole("button", { name: "Undo" }).click();
}

describe("a device's page", () => {
	test("says what one waits for that never reported, shows what comes, and tells a clock that runs ahead", async ({
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
		await page.getByText("Humidity", { exact: true }).first().click();
		await page.waitForURL(/quantity=humidity/);
		await page.getByRole("application", { name: /^Humidity of 1 channel over time/ }).waitFor();
		// The pause of two hours is no line: two runs, so two beginnings.
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
	});

	test("opens its parts by address, by mouse and by keyboard, and names the rules that watch it", async ({
		page,
		context,
	}) => {
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
		await page.goBack();
		await settings(page).waitFor();
	});

	test("is accessible in its other parts too", async ({ page, context }) => {
		// What moves while it is looked at is seen half there, half here.
		await withoutHints(page);
		await signIn(context, "owner");
		await page.emulateMedia({ reducedMotion: "reduce" });
		await openDevice(page, await coldRoom(context), "log");
		await page.getByRole("link", { name: "Open in Log" }).waitFor();
		expect(await violations(page, "main"), "log").toEqual([]);
		await partLink(page, "Alerts").click();
		await region(page, "Rules that watch this device").getByRole("listitem").first().waitFor();
		expect(await violations(page, "main"), "alerts").toEqual([]);
		await partLink(page, "Settings").click();
		await settings(page).waitFor();
		await expectAccessible(page, "main");
	});

	test("shows its newest entries however old, with a note, the log a click away and a file of all of it", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Old readings");
		await send(logger, [{ channel: "Temperature", at: Date.now() - 40 * 24 * 60 * minuteMs, value: 21.5 }]);
		await openDevice(page, logger.id);
		await chooseInMenu(page, "Export log");
		await page.waitForURL(/tab=log/);
		await page.getByRole("cell", { name: "21.5 °C" }).waitFor();
		await button(page, "Export").click();
		const download = page.waitForEvent("download");
		await page.getByRole("menuitem", { name: "CSV, per time" }).click();
		expect((await download).suggestedFilename()).toMatch(/\.csv$/);

		await button(page, "Add note").first().click();
		const dialog = page.getByRole("dialog", { name: "Add note" });
		await dialog.getByRole("textbox", { name: "Note" }).fill("Probe moved to the door");
		await dialog.getByRole("button", { name: "Add note" }).click();
		await page.getByRole("cell", { name: /Probe moved to the door/ }).waitFor();
		await page.getByRole("link", { name: "Open in Log" }).click();
		await page.waitForURL((url) => url.pathname === "/log/" && url.searchParams.get("device") === logger.id);
	});

	test("shows a long and hostile name as it is in every part, none wider than a phone", async ({ page, context }) => {
		const name = `<img src=x onerror=alert(1)>${"x".repeat(36)}`;
		await signIn(context, "owner");
		const logger = await addLogger(context, name);
		await page.setViewportSize({ width: 360, height: 740 });
		await openDevice(page, logger.id);
		for (const [part, content] of [
			["Overview", region(page, "Waiting for its first reading")],
			["Log", page.getByRole("link", { name: "Open in Log" })],
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
});

describe("an action of a device's page", () => {
	test("mutes it by keyboard, says until when and why, and takes it back", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Loud cellar");
		await openDevice(page, logger.id);
		await press(button(page, "Mute"));
		const dialog = page.getByRole("dialog", { name: "Mute Loud cellar" });
		await holdsFocus(dialog);
		await dialog.getByRole("combobox", { name: "For" }).click();
		await page.getByRole("option", { name: "7 days" }).click();
		await reach(dialog.getByRole("textbox", { name: "Reason" }));
		await page.keyboard.type("Defrosting");
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "hidden" });
		await page
			.getByRole("main")
			.getByText(/^Muted until/)
			.waitFor();
		await partLink(page, "Alerts").click();
		await page.getByText(/Its alerts are muted until .*: Defrosting\./).waitFor();
		await button(page, "Unmute").click();
		await button(page, "Mute").waitFor();
		await undoWhatSays(page, "is no longer muted.");
		await button(page, "Unmute").waitFor();
	});

	test("archives it, which is taken back by the notification or by the page", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Unused cellar");
		await openDevice(page, logger.id);
		const notice = page.getByText(/^Archived since/);
		await chooseInMenu(page, "Archive");
		await notice.waitFor();
		await undoWhatSays(page, "Unused cellar is archived.");
		await notice.waitFor({ state: "hidden" });
		await press(button(page, "More actions"));
		await chooseEntry(page, "Archive");
		await notice.waitFor();
		expect(await statusOfKey(logger.key)).toBeGreaterThanOrEqual(400);
		await button(page, "Restore").click();
		await notice.waitFor({ state: "hidden" });
		expect(await statusOfKey(logger.key)).toBe(200);
	});

	test("deletes it only by its name, names what goes, and restores it within its grace", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Doomed cellar");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		await openDevice(page, logger.id, "settings");
		await button(page, "Delete device").click();
		const dialog = page.getByRole("dialog", { name: "Delete Doomed cellar?" });
		await dialog.getByText(/^1 reading \(/).waitFor();
		await dialog.getByRole("textbox").fill("Doomed cellar");
		await page.keyboard.press("Enter");
		await page.getByText(/^Deleted\. It is permanently deleted on/).waitFor();
		expect(await statusOfKey(logger.key)).toBeGreaterThanOrEqual(400);
		await button(page, "Restore").click();
		await page.getByText(/^Deleted\. It goes/).waitFor({ state: "hidden" });
		await region(page, "Archive or delete").getByRole("button", { name: "Delete device" }).waitFor();
	});

	test("is there for a viewer to read about, with the reason, and changes nothing", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "viewer");
		await openDevice(page, await coldRoom(context), "settings");
		await page.getByText("Only owners and admins can change devices.").first().waitFor();
		await expect.poll(() => page.getByRole("textbox", { name: "Name", exact: true }).first().isDisabled()).toBe(true);
		expect(await button(page, "Save").count()).toBe(0);
		for (const name of ["Mute", "Add note", "Replace key", "Replace logger", "Archive device", "Delete device"])
			await expect.poll(() => button(page, name).getAttribute("aria-disabled"), { message: name }).toBe("true");
		await button(page, "Mute").focus();
		await page.getByText(/^Only owners, admins, and operators can mute devices\.$/).waitFor();
		// A dialog's code comes late, so it is waited for before it is found missing.
		await withoutRequests(page, () => page.keyboard.press("Enter"));
		expect(await page.getByRole("dialog").count()).toBe(0);
	});
});
