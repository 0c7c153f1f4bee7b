import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { addLogger, callAs, queryAs, send, statusOfKey } from "./device-logger";
import { chooseEntry, chooseOption, hasFocus, holdsFocus, keepsFocus, press, undoByKeys, write } from "./keys";
import { signIn, test, withoutHints, withoutRequests } from "./visitor";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const menu = (page: Page) => button(page, "More actions");
const archived = (page: Page) => page.getByText(/^Archived since/);
const deleted = (page: Page) => page.getByText(/^Deleted\. It goes for good on/);

async function openDevice(page: Page, id: string, tab = "overview"): Promise<void> {
	await page.goto(`/devices/${id}?tab=${tab}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

async function chooseInMenu(page: Page, name: string): Promise<void> {
	await press(menu(page));
	await chooseEntry(page, name);
}

describe("a device's page by keyboard", () => {
	test("archives it and restores it, by the menu", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Shelved by keys");
		await openDevice(page, logger.id);
		await chooseInMenu(page, "Archive");
		await archived(page).waitFor();
		await hasFocus(menu(page));
		expect(await statusOfKey(logger.key)).toBeGreaterThanOrEqual(400);
		await chooseInMenu(page, "Restore");
		await archived(page).waitFor({ state: "hidden" });
		await hasFocus(menu(page));
		expect(await statusOfKey(logger.key)).toBe(200);
	});

	test("archives it by its settings, and restores it by the notice, which goes", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Shelved by a button");
		await openDevice(page, logger.id, "settings");
		await press(button(page, "Archive device"));
		await archived(page).waitFor();
		await hasFocus(button(page, "Restore device"));
		await press(button(page, "Restore"));
		await archived(page).waitFor({ state: "hidden" });
		await keepsFocus(page);
		expect(await statusOfKey(logger.key)).toBe(200);
	});

	test("deletes it by its name, and restores it within its grace", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Doomed by keys");
		await openDevice(page, logger.id, "settings");
		const dialog = page.getByRole("dialog", { name: "Delete Doomed by keys?" });
		await press(button(page, "Delete device"));
		await hasFocus(dialog.getByRole("textbox"));
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Delete device"));

		await chooseInMenu(page, "Delete");
		await hasFocus(dialog.getByRole("textbox"));
		await page.keyboard.type("Doomed");
		await page.keyboard.press("Enter");
		await dialog.getByText("This is not “Doomed by keys”.").waitFor();
		await hasFocus(dialog.getByRole("textbox"));
		await page.keyboard.type(" by keys");
		await page.keyboard.press("Enter");
		await deleted(page).waitFor();
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(menu(page));
		expect(await statusOfKey(logger.key)).toBeGreaterThanOrEqual(400);
		await press(button(page, "Restore"));
		await deleted(page).waitFor({ state: "hidden" });
		await keepsFocus(page);
		expect(await statusOfKey(logger.key)).toBe(200);
	});

	test("mutes it for a chosen time, unmutes it, and takes that back by the notification", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Muted by keys");
		await openDevice(page, logger.id);
		await press(button(page, "Mute"));
		const dialog = page.getByRole("dialog", { name: "Mute Muted by keys" });
		await holdsFocus(dialog);
		await chooseOption(dialog.getByRole("combobox", { name: "For" }), "24 hours");
		await press(dialog.getByRole("button", { name: /^Mute/ }));
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Unmute"));
		await page.keyboard.press("Enter");
		await hasFocus(button(page, "Mute"));
		await undoByKeys(page);
		await button(page, "Unmute").waitFor();
		const { mutedUntil } = await queryAs<{ mutedUntil: number }>(context, {
			path: "device.getDevice",
			input: { deviceId: logger.id },
		});
		expect(mutedUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
		await keepsFocus(page);
	});

	test("adds a note about it", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Noted by keys");
		await openDevice(page, logger.id);
		await press(button(page, "Add note"));
		const dialog = page.getByRole("dialog", { name: "Add note" });
		await hasFocus(dialog.getByRole("textbox", { name: "Note" }));
		await page.keyboard.type("Battery changed");
		await press(dialog.getByRole("button", { name: "Add note" }));
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Add note"));
		await openDevice(page, logger.id, "log");
		await page.getByRole("cell", { name: /Battery changed/ }).waitFor();
	});

	test("opens its log, and makes a file of it", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Exported by keys");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 21.5 }]);
		await openDevice(page, logger.id);
		await chooseInMenu(page, "Export log");
		await page.waitForURL(/tab=log/);
		await press(button(page, "Export"));
		const download = page.waitForEvent("download");
		await chooseEntry(page, "CSV, wide");
		expect((await download).suggestedFilename()).toMatch(/\.csv$/);
		await hasFocus(button(page, "Export"));
		await press(page.getByRole("link", { name: "Open log", exact: true }));
		await page.waitForURL((url) => url.pathname === "/log/" && url.searchParams.get("device") === logger.id);
	});
});

describe("the keys and calibrations of a device by keyboard", () => {
	test("its key is replaced and shown once, with the focus in the dialog throughout", async ({ page, context }) => {
		await signIn(context, "owner");
		await withoutHints(page);
		const logger = await addLogger(context, "Keyed by keys");
		await openDevice(page, logger.id, "settings");
		await press(button(page, "Replace key"));
		const dialog = page.getByRole("dialog");
		await holdsFocus(dialog);
		await chooseOption(dialog.getByRole("combobox", { name: "The key in use now" }), "Stops at once");
		await press(dialog.getByRole("button", { name: "Replace key" }));
		const key = (await dialog.getByText(/^aqd_/).innerText()).trim();
		await holdsFocus(dialog);
		// A dialog that closes is there for a moment more.
		await withoutRequests(page, () => page.keyboard.press("Escape"));
		expect(await dialog.getByText(/^aqd_/).isVisible()).toBe(true);
		await press(dialog.getByRole("button", { name: "I have copied the key" }));
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Replace key"));
		expect(await Promise.all([key, logger.key].map(statusOfKey))).toEqual([200, 401]);
	});

	test("its logger is replaced from the menu, which has the focus again", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Moved by keys");
		await openDevice(page, logger.id);
		await chooseInMenu(page, "Replace logger");
		const dialog = page.getByRole("dialog");
		await hasFocus(dialog.getByRole("textbox", { name: "Serial number of the new logger" }));
		await page.keyboard.type("NEW-BY-KEYS");
		await page.keyboard.press("Enter");
		const key = (await dialog.getByText(/^aqd_/).first().innerText()).trim();
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "I have copied the key" }));
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(menu(page));
		await page.getByRole("main").getByText("NEW-BY-KEYS", { exact: true }).first().waitFor();
		expect(await Promise.all([key, logger.key].map(statusOfKey))).toEqual([200, 401]);
	});

	test("a calibration is added and removed", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Calibrated by keys");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		await openDevice(page, logger.id, "settings");
		const card = region(page, "Calibration");
		const calibrate = button(page, "Calibrate Temperature");
		const dialog = page.getByRole("dialog");
		await press(calibrate);
		await holdsFocus(dialog);
		await write(dialog.getByRole("textbox", { name: "It reads, °C" }), "4");
		await page.keyboard.press("Tab");
		await page.keyboard.type("4,5");
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "hidden" });
		await card.getByText(/: \+ 0\.5 °C$/).waitFor();
		await hasFocus(calibrate);

		const remove = card.getByRole("button", { name: /^Remove the calibration of Temperature/ });
		await press(remove);
		await holdsFocus(dialog);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(remove);
		await press(remove);
		await press(dialog.getByRole("button", { name: "Remove calibration" }));
		await dialog.waitFor({ state: "hidden" });
		await remove.waitFor({ state: "detached" });
		await keepsFocus(page);
	});
});

describe("the settings of a device by keyboard", () => {
	test("are changed in every section, and what goes from a row leaves the focus near", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Set by keys");
		await openDevice(page, logger.id, "settings");
		const form = page.getByRole("form", { name: "Settings" });
		const textbox = (name: string) => form.getByRole("textbox", { name, exact: true }).first();
		const choice = (name: string) => form.getByRole("combobox", { name, exact: true });
		await write(textbox("Site"), "Évora");
		await chooseOption(choice("Power").or(textbox("Power")).first(), "Solar");
		await write(choice("Tags").or(textbox("Tags")).first(), "wine");
		await page.keyboard.press("Enter");
		await press(button(page, "Add fact"));
		await write(textbox("Name of fact 1"), "Shelf");
		await page.keyboard.press("Tab");
		await page.keyboard.type("B 7");
		await press(button(page, "Add fact"));
		await press(button(page, "Remove fact 2"));
		await textbox("Name of fact 2").waitFor({ state: "detached" });
		await keepsFocus(page);
		await chooseOption(choice("In the groups").or(textbox("In the groups")).first(), "Outdoors");
		await page.keyboard.press("Tab");
		await chooseOption(choice("Kept as"), "UTC");
		await chooseOption(choice("Reads every"), "Own value");
		await write(textbox("Reads every, length"), "5");
		await press(button(page, "Add channel"));
		await press(button(page, "Move Pressure up"));
		await press(button(page, "Remove Humidity"));
		await keepsFocus(page);
		await press(button(page, "Save"));
		await page.getByText("Saved.", { exact: true }).waitFor();
		await hasFocus(button(page, "Save"));
		const saved = await queryAs<{ groupIds: string[]; channels: { name: string }[] }>(context, {
			path: "device.getDevice",
			input: { deviceId: logger.id },
		});
		expect(saved).toMatchObject({
			site: "Évora",
			power: "solar",
			tags: ["wine"],
			metadata: { Shelf: "B 7" },
			timeZoneRule: 0,
			loggingIntervalSeconds: 300,
		});
		expect(saved.groupIds).toHaveLength(1);
		expect(saved.channels.map(({ name }) => name)).toEqual(["Temperature", "Pressure"]);
		await callAs(context, {
			path: "device.changeDevices",
			input: { deviceIds: [logger.id], removeGroupIds: saved.groupIds },
		});
	});
});
