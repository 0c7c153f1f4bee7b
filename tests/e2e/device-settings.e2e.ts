import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { addLogger, callAs, queryAs, send, statusOfKey } from "./device-logger";
import { product } from "./this-product";
import { outageComplaints, signIn, switchBackend, test, withoutHints, withoutRequests } from "./visitor";

const minuteMs = 60_000;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => settings(page).getByRole("textbox", { name, exact: true }).first();
const settings = (page: Page) => page.getByRole("form", { name: "Settings" });
const saved = (page: Page) => page.getByText("Saved.", { exact: true });

type Known = {
	name: string;
	version: number;
	site: string;
	description: string;
	channels: { id: string; name: string }[];
};
const known = (context: BrowserContext, id: string) =>
	queryAs<Known>(context, { path: "device.getDevice", input: { deviceId: id } });

async function openSettings(page: Page, id: string): Promise<void> {
	await page.goto(`/devices/${id}?tab=settings`);
	await settings(page).waitFor();
}

/** Another person at the same device, in a browser of their own. */
async function colleagueOf(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
	const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 1440, height: 900 } });
	context.setDefaultTimeout(30_000);
	await signIn(context, "owner");
	return { page: await context.newPage(), close: () => context.close() };
}

afterEach(async () => {
	await switchBackend("mend");
});

describe("the settings of a device", () => {
	test("are saved by keyboard, and its new name stands everywhere at once", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Old name");
		await openSettings(page, logger.id);
		await field(page, "Name").focus();
		await page.keyboard.press("Control+A");
		await page.keyboard.type("New name");
		await page.keyboard.press("Tab");
		await page.keyboard.type("AQ-77 01");
		await page.keyboard.press("Enter");
		await saved(page).waitFor();
		await page.getByRole("heading", { level: 1, name: "New name" }).waitFor();
		await page.getByRole("navigation", { name: "Breadcrumbs" }).getByText("New name", { exact: true }).waitFor();
		await page.waitForFunction(() => document.title.startsWith("New name"));
		expect(await known(context, logger.id)).toMatchObject({ name: "New name", serialNumber: "AQ-77 01", version: 2 });
	});

	test("are changed in every section by mouse", async ({ page, context }) => {
		await signIn(context, "owner");
		const groups = await queryAs<{ id: string; name: string }[]>(context, { path: "group.getGroups", input: {} });
		const logger = await addLogger(context, "Plain cellar");
		await openSettings(page, logger.id);
		const form = settings(page);
		await field(page, "Description").fill("Behind the stairs");
		await field(page, "Site").fill("Évora");
		await field(page, "Latitude").fill("38,57");
		await field(page, "Longitude").fill("−7.91");
		await form.getByRole("combobox", { name: "Tags" }).or(field(page, "Tags")).first().fill("wine");
		await page.keyboard.press("Enter");
		await button(page, "Add fact").click();
		await form.getByRole("textbox", { name: "Name of fact 1" }).fill("Shelf");
		await form.getByRole("textbox", { name: "Value of fact 1" }).fill("B 7");
		await form.getByRole("combobox", { name: "In the groups" }).or(field(page, "In the groups")).first().click();
		await page.getByRole("option", { name: "Outdoors" }).click();
		await page.keyboard.press("Escape");
		await form.getByRole("combobox", { name: "Kept as" }).click();
		await page.getByRole("option", { name: "Local time with US daylight saving" }).click();
		await form.getByText("UTC+01:00, and one hour more from March 8 to November 6").waitFor();
		await form.getByRole("combobox", { name: "Reads every" }).click();
		await page.getByRole("option", { name: "Own value" }).click();
		await form.getByRole("textbox", { name: "Reads every, length" }).fill("5");
		await form.getByRole("combobox", { name: "Readings are kept" }).click();
		await page.getByRole("option", { name: "Own value" }).click();
		await form.getByRole("textbox", { name: "Readings are kept, length" }).fill("90");
		await button(page, "Save").click();
		await saved(page).waitFor();
		expect(await known(context, logger.id)).toMatchObject({
			description: "Behind the stairs",
			site: "Évora",
			latitude: 38.57,
			longitude: -7.91,
			tags: ["wine"],
			metadata: { Shelf: "B 7" },
			groupIds: [groups.find(({ name }) => name === "Outdoors")?.id],
			timeZoneRule: 1,
			loggingIntervalSeconds: 300,
			retentionDays: 90,
		});
		await page
			.getByRole("navigation", { name: "Parts of this device" })
			.getByRole("link", { name: "Overview" })
			.click();
		const intervals = page.getByRole("region", { name: "Intervals and storage" });
		await intervals.getByText(/^5 min/).waitFor();
		await intervals.getByText(/^90 days/).waitFor();
	});

	test("that are wrong are refused at their fields, the first of which takes the focus", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		await addLogger(context, "First of its serial", { serialNumber: "TAKEN-1" });
		const logger = await addLogger(context, "Wrong cellar");
		await openSettings(page, logger.id);
		await field(page, "Name").fill(" ");
		await field(page, "Latitude").fill("100");
		await field(page, "Longitude").fill("east");
		await button(page, "Save").click();
		const form = settings(page);
		await form.getByText("Enter a name.").waitFor();
		await form.getByText("From −90 to 90.").waitFor();
		await form.getByText("Enter a number.").waitFor();
		await page.waitForFunction(() => document.activeElement?.getAttribute("data-path") === "name");
		await field(page, "Name").fill("Wrong cellar");
		await field(page, "Latitude").fill("");
		await field(page, "Longitude").fill("");
		await field(page, "Serial number").fill("taken 1");
		await button(page, "Save").click();
		await form.getByText("Another device of your account has this serial number.").waitFor();
		await expect.poll(() => field(page, "Serial number").inputValue()).toBe("taken 1");
		expect((await known(context, logger.id)).version).toBe(1);
	});

	test("that are half typed are not lost by going elsewhere without a question", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Half a name");
		await openSettings(page, logger.id);
		await field(page, "Site").fill("Somewhere");
		await page
			.getByRole("navigation", { name: "Parts of this device" })
			.getByRole("link", { name: "Overview" })
			.click();
		const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
		await question.getByRole("button", { name: "Keep editing" }).click();
		await expect.poll(() => field(page, "Site").inputValue()).toBe("Somewhere");
		await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
		await question.getByRole("button", { name: "Leave" }).click();
		await page.waitForURL("**/dashboard");
		expect((await known(context, logger.id)).site).toBe("");
	});

	test("outlive a backend that is cut off while saving: nothing is lost, and the next try saves", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Cut off");
		await openSettings(page, logger.id);
		await field(page, "Description").fill("Typed before the cut");
		await switchBackend("cut");
		await button(page, "Save").click();
		await settings(page)
			.getByRole("alert")
			.getByText(/cannot be reached/)
			.waitFor({ timeout: 30_000 });
		await expect.poll(() => field(page, "Description").inputValue()).toBe("Typed before the cut");
		await switchBackend("mend");
		await button(page, "Save").click();
		await saved(page).waitFor({ timeout: 30_000 });
		expect((await known(context, logger.id)).description).toBe("Typed before the cut");
	});
});

describe("two people at one device", () => {
	test("read both texts of what both changed, and the choice is saved with what only one did", async ({
		page,
		context,
		browser,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Shared cellar");
		const colleague = await colleagueOf(browser);
		await openSettings(page, logger.id);
		await openSettings(colleague.page, logger.id);
		await field(page, "Description").fill("My words");
		await field(page, "Site").fill("My site");
		await field(page, "Model").fill("My model");
		await field(colleague.page, "Description").fill("Their words");
		await field(colleague.page, "Site").fill("Their site");
		await field(colleague.page, "Address").fill("Their address");
		await button(colleague.page, "Save").click();
		await saved(colleague.page).waitFor();
		await colleague.close();

		await button(page, "Save").click();
		const notice = page.getByRole("region", { name: "Changed meanwhile" });
		const [description, site] = ["Description", "Site"].map((name) => notice.getByRole("group", { name, exact: true }));
		for (const text of ["My words", "Their words"]) await description?.getByText(text, { exact: true }).waitFor();
		for (const text of ["My site", "Their site"]) await site?.getByText(text, { exact: true }).waitFor();
		await expect.poll(() => notice.getByRole("group").count()).toBe(2);
		await expect.poll(() => field(page, "Address").inputValue()).toBe("Their address");
		expect(await known(context, logger.id)).toMatchObject({ version: 2, description: "Their words" });

		await site?.getByRole("radio", { name: "Theirs" }).focus();
		await page.keyboard.press("Space");
		await expect.poll(() => field(page, "Site").inputValue()).toBe("Their site");
		await button(page, "Save").click();
		await saved(page).waitFor();
		await notice.waitFor({ state: "hidden" });
		expect(await known(context, logger.id)).toMatchObject({
			version: 3,
			description: "My words",
			site: "Their site",
			address: "Their address",
			model: "My model",
		});
	});

	test("who changed different things both keep theirs, without a question", async ({ page, context, complaints }) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Shared attic");
		await openSettings(page, logger.id);
		await field(page, "Description").fill("Mine");
		await callAs(context, { path: "device.updateDevice", input: { deviceId: logger.id, version: 1, site: "Theirs" } });
		await button(page, "Save").click();
		await saved(page).waitFor();
		expect(await known(context, logger.id)).toMatchObject({ version: 3, description: "Mine", site: "Theirs" });
		await expect.poll(() => field(page, "Site").inputValue()).toBe("Theirs");
	});

	test("see each other's changes in fields they have not touched", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Watched cellar");
		await openSettings(page, logger.id);
		await callAs(context, { path: "device.updateDevice", input: { deviceId: logger.id, version: 1, site: "Beja" } });
		await page.waitForFunction(() =>
			[...document.querySelectorAll("input")].some(({ value, dataset }) => dataset.path === "site" && value === "Beja"),
		);
	});
});

describe("the channels of a device", () => {
	test("are added, renamed, put in order and limited; one with readings stays", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Channelled cellar");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 9 }]);
		await openSettings(page, logger.id);
		const channel = (name: string) => settings(page).getByRole("group", { name: `Channel ${name}`, exact: true });
		await channel("Temperature").getByRole("textbox", { name: "Upper limit" }).fill("8");
		await channel("Temperature").getByRole("textbox", { name: "Name" }).fill("Inside");
		await channel("Humidity").getByRole("button", { name: "Move Humidity up" }).focus();
		await page.keyboard.press("Enter");
		await button(page, "Add channel").click();
		await channel("Pressure").getByRole("textbox", { name: "Unit" }).fill("kPa");
		await button(page, "Save").click();
		await saved(page).waitFor();
		expect((await known(context, logger.id)).channels.map(({ name }) => name)).toEqual([
			"Humidity",
			"Inside",
			"Pressure",
		]);

		await channel("Inside").getByRole("button", { name: "Remove Inside" }).click();
		await channel("Humidity").getByRole("button", { name: "Remove Humidity" }).click();
		await button(page, "Save").click();
		await settings(page).getByText("A channel that has readings cannot be removed.").waitFor();
		await page.goto(`/devices/${logger.id}`);
		await page.getByText("Above 8.0 °C").waitFor();
	});
});

describe("a calibration", () => {
	test("is given by what it should read, applies from its time on, and is taken away again", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Calibrated cellar");
		const now = Date.now();
		await send(logger, [
			{ channel: "Temperature", at: now - 24 * 60 * minuteMs, value: 4 },
			{ channel: "Temperature", at: now, value: 4 },
		]);
		await openSettings(page, logger.id);
		await button(page, "Calibrate Temperature").click();
		const dialog = page.getByRole("dialog", { name: "Calibrate Temperature" });
		await dialog.getByRole("button", { name: "Save calibration" }).click();
		await dialog.getByText("Enter a number.").waitFor();
		await dialog.getByRole("textbox", { name: "It reads, °C" }).fill("4");
		await dialog.getByRole("textbox", { name: "It should read, °C" }).fill("4.5");
		await dialog.getByText("What it sent + 0.5 °C. The newest reading, 4.0 °C, would be 4.5 °C.").waitFor();
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "hidden" });
		const card = page.getByRole("region", { name: "Calibration", exact: true });
		await card.getByText(/: \+ 0\.5 °C$/).waitFor();

		await page.goto(`/devices/${logger.id}?tab=log`);
		await page.getByRole("cell", { name: "4.5 °C" }).waitFor();
		await page.getByRole("cell", { name: "4.0 °C" }).waitFor();
		await openSettings(page, logger.id);
		await card.getByRole("button", { name: /^Remove the calibration of Temperature/ }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove calibration" }).click();
		await card.getByText(/: \+ 0\.5 °C$/).waitFor({ state: "hidden" });
		await page.goto(`/devices/${logger.id}`);
		await page.getByRole("region", { name: "Latest readings" }).getByText("4.0 °C", { exact: true }).waitFor();
	});
});

describe("the key of a device", () => {
	test("is replaced, shown once, and the former one works on for its grace", async ({ page, context }) => {
		await signIn(context, "owner");
		await withoutHints(page);
		const logger = await addLogger(context, "Keyed cellar");
		await openSettings(page, logger.id);
		await button(page, "Replace key").click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: "Replace key" }).click();
		const key = (await dialog.getByText(/^aqd_/).innerText()).trim();
		// A dialog that closes is there for a moment more.
		await withoutRequests(page, () => page.keyboard.press("Escape"));
		expect(await dialog.getByText(/^aqd_/).isVisible()).toBe(true);
		await dialog.getByRole("button", { name: "I have copied the key" }).click();
		await dialog.waitFor({ state: "hidden" });
		await page
			.getByRole("region", { name: "Key", exact: true })
			.getByText(/works until/)
			.waitFor();
		expect(await page.content()).not.toContain(key);
		expect(await Promise.all([key, logger.key].map(statusOfKey))).toEqual([200, 200]);
	});

	test("is another one for another logger, whose former key stops at once while its readings stay", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Moved cellar", { serialNumber: "OLD-1" });
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 7.7 }]);
		await openSettings(page, logger.id);
		await button(page, "Replace logger").focus();
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog");
		await dialog.getByText(/The old one is OLD-1/).waitFor();
		await dialog.getByRole("textbox", { name: "Serial number of the new logger" }).fill("NEW-1");
		await page.keyboard.press("Enter");
		const key = (await dialog.getByText(/^aqd_/).first().innerText()).trim();
		await dialog.getByRole("button", { name: "I have copied the key" }).click();
		expect(await Promise.all([key, logger.key].map(statusOfKey))).toEqual([200, 401]);
		await page.goto(`/devices/${logger.id}`);
		await page.getByText("NEW-1", { exact: true }).first().waitFor();
		await page.getByText("24 h: 1.0 °C to 7.7 °C").waitFor();
	});
});
