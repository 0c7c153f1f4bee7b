import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { call, closeToasts } from "../device-fleet";
import { addLogger, send, statusOfKey } from "../device-logger";
import { chooseEntry, chooseOption, hasFocus, holdsFocus, keepsFocus, press, undoByKeys, write } from "../keys";
import { cutBackend } from "../outage/outages";
import { product } from "../this-product";
import { outageComplaints, switchBackend, testAsOwner as test, withoutHints, withoutRequests } from "../visitor";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const menu = (page: Page) => button(page, "More actions");
const partLink = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Parts of this device" }).getByRole("link", { name });

async function openDevice(page: Page, id: string, tab = "overview"): Promise<void> {
	await page.goto(`/devices/${id}?tab=${tab}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

async function chooseInMenu(page: Page, name: string): Promise<void> {
	await press(menu(page));
	await chooseEntry(page, name);
}

/** The question has the focus on its first button. */
async function answerArchive(page: Page): Promise<void> {
	const dialog = page.getByRole("dialog", { name: "Archive Doomed by keys?" });
	await hasFocus(dialog.getByRole("button", { name: "Archive device" }));
	await page.keyboard.press("Enter");
	await dialog.waitFor({ state: "hidden" });
}

describe("a device's page by keyboard", () => {
	test("archives, deletes and restores it by each of its buttons, and the focus is never lost", async ({
		page,
		context,
	}) => {
		const logger = await addLogger(context, "Doomed by keys");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 4 }]);
		const archived = page.getByText(/^Archived since/);
		const deleted = page.getByText(/^Deleted\. It is permanently deleted on/);
		await openDevice(page, logger.id, "settings");
		await press(button(page, "Archive device"));
		await answerArchive(page);
		await archived.waitFor();
		await hasFocus(button(page, "Restore device"));
		expect(await statusOfKey(logger.key)).toBeGreaterThanOrEqual(400);
		await page.keyboard.press("Enter");
		await archived.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Archive device"));
		await closeToasts(page);

		await chooseInMenu(page, "Archive…");
		await answerArchive(page);
		await archived.waitFor();
		await hasFocus(menu(page));
		await undoByKeys(page);
		await archived.waitFor({ state: "hidden" });
		await chooseInMenu(page, "Archive…");
		await answerArchive(page);
		await archived.waitFor();
		await chooseInMenu(page, "Restore");
		await archived.waitFor({ state: "hidden" });
		await hasFocus(menu(page));
		expect(await statusOfKey(logger.key)).toBe(200);

		const dialog = page.getByRole("dialog", { name: "Delete Doomed by keys?" });
		await press(button(page, "Delete device"));
		await hasFocus(dialog.getByRole("textbox"));
		await dialog.getByText(/^2 readings \(/).waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Delete device"));
		await chooseInMenu(page, "Delete…");
		await hasFocus(dialog.getByRole("textbox"));
		await page.keyboard.type("Doomed");
		await page.keyboard.press("Enter");
		await dialog.getByText("This is not “Doomed by keys”.").waitFor();
		await hasFocus(dialog.getByRole("textbox"));
		await page.keyboard.type(" by keys");
		await page.keyboard.press("Enter");
		await deleted.waitFor();
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(menu(page));
		expect(await statusOfKey(logger.key)).toBeGreaterThanOrEqual(400);
		await press(button(page, "Restore"));
		await deleted.waitFor({ state: "hidden" });
		await keepsFocus(page);
		expect(await statusOfKey(logger.key)).toBe(200);
	});

	test("mutes it, adds a note, makes a file of its log, and tells all times by one clock", async ({
		page,
		context,
	}) => {
		const logger = await addLogger(context, "Muted by keys", { timezoneOffset: 345 });
		await openDevice(page, logger.id);
		const since = (await page.getByText("Waiting since").locator("time").first().textContent()) ?? "none";
		expect(since).toMatch(/^\w{3} \d\d, \d\d:\d\d [AP]M$/);
		await page.getByText("Added", { exact: true }).waitFor();
		const reported = page.getByRole("definition").filter({ has: page.locator("time") });
		expect((await reported.allTextContents()).some((text) => text.includes(since))).toBe(true);

		await chooseInMenu(page, "Mute…");
		const muting = page.getByRole("dialog", { name: "Mute Muted by keys" });
		await holdsFocus(muting);
		await chooseOption(muting.getByRole("combobox", { name: "For" }), "24 hours");
		await write(muting.getByRole("textbox", { name: "Reason" }), "Defrosting");
		await press(muting.getByRole("button", { name: "Mute device" }));
		await muting.waitFor({ state: "hidden" });
		await hasFocus(menu(page));
		await chooseInMenu(page, "Unmute");
		await hasFocus(menu(page));
		await undoByKeys(page, "no longer muted");
		const hoursMuted = async () => {
			const input = { deviceId: logger.id };
			const { mutedUntil } = await call<{ mutedUntil: number | null }>(context, "device.getDevice", input, true);
			return ((mutedUntil ?? 0) - Date.now()) / 3_600_000;
		};
		await expect.poll(hoursMuted).toBeGreaterThan(23);
		await keepsFocus(page);
		await press(partLink(page, "Alerts"));
		await page.getByText(/Its alerts are muted until .*: Defrosting\./).waitFor();

		await press(button(page, "Add note"));
		const noting = page.getByRole("dialog", { name: "Add note" });
		await hasFocus(noting.getByRole("textbox", { name: "Note" }));
		await page.keyboard.type("Battery changed");
		await press(noting.getByRole("button", { name: "Add note" }));
		await noting.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Add note"));

		const old = Date.now() - 40 * 24 * 3_600_000;
		await send(logger, [{ channel: "Temperature", at: old, value: 21.5 }]);
		await chooseInMenu(page, "Export log");
		await page.waitForURL(/tab=log/);
		for (const entry of [/Battery changed/, "21.5 °C"]) await page.getByRole("cell", { name: entry }).waitFor();
		await press(button(page, "Export"));
		const download = page.waitForEvent("download");
		await chooseEntry(page, "CSV, per timestamp");
		expect((await download).suggestedFilename()).toMatch(/\.csv$/);
		await hasFocus(button(page, "Export"));
		await chooseInMenu(page, "Open log");
		await page.waitForURL((url) => url.pathname === "/log/" && url.searchParams.get("device") === logger.id);
	});

	test("replaces its key and its logger, each key shown once, with the focus in the dialog throughout", async ({
		page,
		context,
	}) => {
		await withoutHints(page);
		const logger = await addLogger(context, "Keyed by keys", { serialNumber: "OLD-BY-KEYS" });
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 7.7 }]);
		await openDevice(page, logger.id, "settings");
		const dialog = page.getByRole("dialog");
		const shownKey = async () => {
			await press(dialog.getByRole("button", { name: "Show: Device key" }));
			return (await dialog.getByText(/^aqd_/).first().innerText()).trim();
		};
		const copied = dialog.getByRole("button", { name: "I have copied the key" });
		await press(button(page, "Replace key"));
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "Replace key" }));
		const first = await shownKey();
		const [opened] = await Promise.all([
			context.waitForEvent("page"),
			press(dialog.getByRole("link", { name: "How readings are sent (opens a new tab)", exact: true })),
		]);
		await opened.getByText(`curl '${product.origin}/api/ingest/v1/readings'`).waitFor();
		await opened.close();
		await press(copied);
		await region(page, "Key")
			.getByText(/works until/)
			.waitFor();
		expect(await page.content()).not.toContain(first);
		expect(await Promise.all([first, logger.key].map(statusOfKey))).toEqual([200, 200]);

		await press(button(page, "Replace key"));
		await holdsFocus(dialog);
		await chooseOption(dialog.getByRole("combobox", { name: "The key in use now" }), "Stops at once");
		await press(dialog.getByRole("button", { name: "Replace key" }));
		const second = await shownKey();
		await holdsFocus(dialog);
		// A closing dialog stays for a moment.
		await withoutRequests(page, () => page.keyboard.press("Escape"));
		expect(await dialog.getByText(/^aqd_/).isVisible()).toBe(true);
		await press(copied);
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Replace key"));
		expect(await Promise.all([second, first].map(statusOfKey))).toEqual([200, 401]);

		const serial = dialog.getByRole("textbox", { name: "Serial number of the new logger" });
		await chooseInMenu(page, "Replace logger…");
		await hasFocus(serial);
		await dialog.getByText(/The old one is OLD-BY-KEYS/).waitFor();
		await page.keyboard.type("NEW-BY-KEYS");
		await page.keyboard.press("Enter");
		const third = await shownKey();
		await holdsFocus(dialog);
		await press(copied);
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(menu(page));
		expect(await Promise.all([third, second].map(statusOfKey))).toEqual([200, 401]);
		await expect.poll(() => page.getByRole("textbox", { name: "Serial number" }).inputValue()).toBe("NEW-BY-KEYS");

		await press(partLink(page, "Overview"));
		await page.getByText("24 h: 1.0 °C to 7.7 °C").waitFor();
	});

	test("changes its settings in every section, saves them after an outage that loses nothing, and keeps the focus near", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		const logger = await addLogger(context, "Set by keys", { metadata: { Shelf: "A", Door: "left" } });
		await openDevice(page, logger.id, "settings");
		const form = page.getByRole("form", { name: "Settings" });
		const textbox = (name: string) => form.getByRole("textbox", { name, exact: true }).first();
		const choice = (name: string) => form.getByRole("combobox", { name, exact: true });
		await write(textbox("Site"), "Évora");
		await chooseOption(choice("Power").or(textbox("Power")).first(), "Solar");
		await write(choice("Tags").or(textbox("Tags")).first(), "wine");
		await page.keyboard.press("Enter");
		await button(page, "Remove field Shelf").click();
		await press(button(page, "Add field"));
		await write(textbox("Name of field 2"), "Shelf");
		await page.keyboard.press("Tab");
		await page.keyboard.type("B 7");
		await press(button(page, "Add field"));
		await press(button(page, "Remove field 3"));
		await textbox("Name of field 3").waitFor({ state: "detached" });
		await keepsFocus(page);
		await chooseOption(choice("In the groups").or(textbox("In the groups")).first(), "Outdoors");
		await page.keyboard.press("Tab");
		await write(textbox("Latitude"), "38,57");
		await write(textbox("Longitude"), "−7.91");
		await chooseOption(choice("Clock mode"), "UTC");
		await chooseOption(choice("Logging interval"), "Set on this device");
		await write(textbox("Logging interval, length"), "5");
		await press(button(page, "Add channel"));
		await press(button(page, "Move Pressure up"));
		await press(button(page, "Remove Humidity"));
		await keepsFocus(page);
		await button(page, "Move Pressure up").click();
		await cutBackend();
		await press(button(page, "Save"));
		await form
			.getByRole("alert")
			.getByText(/Can't reach AQLCloud/)
			.waitFor();
		await expect.poll(() => textbox("Site").inputValue()).toBe("Évora");
		await switchBackend("mend");
		await press(button(page, "Save"));
		await page.getByText("Saved.", { exact: true }).waitFor();
		await hasFocus(button(page, "Save"));
		const saved = await call<{ groupIds: string[]; channels: { name: string }[]; metadata: object }>(
			context,
			"device.getDevice",
			{ deviceId: logger.id },
			true,
		);
		expect(saved).toMatchObject({
			site: "Évora",
			power: "solar",
			tags: ["wine"],
			latitude: 38.57,
			longitude: -7.91,
			timeZoneRule: 0,
			loggingIntervalSeconds: 300,
		});
		expect(saved.metadata).toEqual({ Door: "left", Shelf: "B 7" });
		expect(saved.groupIds).toHaveLength(1);
		expect(saved.channels.map(({ name }) => name)).toEqual(["Pressure", "Temperature"]);
	});
});
