import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger, send, statusOfKey } from "../device-logger";
import { hasFocus, press } from "../keys";
import { cutBackend } from "../outage/outages";
import { product } from "../this-product";
import { outageComplaints, signIn, switchBackend, test, withoutHints, withoutRequests } from "../visitor";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => settings(page).getByRole("textbox", { name, exact: true }).first();
const settings = (page: Page) => page.getByRole("form", { name: "Settings" });
const saved = (page: Page) => page.getByText("Saved.", { exact: true });
const partLink = (page: Page, name: string) =>
	page.getByRole("navigation", { name: "Parts of this device" }).getByRole("link", { name });

type Known = {
	name: string;
	version: number;
	site: string;
	description: string;
	channels: { id: string; name: string }[];
};
const known = (context: BrowserContext, deviceId: string) =>
	call<Known>(context, "device.getDevice", { deviceId }, true);

async function openSettings(page: Page, id: string): Promise<void> {
	await page.goto(`/devices/${id}?tab=settings`);
	await settings(page).waitFor();
}

/** What another person saves meanwhile. */
const saveAsColleague = (context: BrowserContext, deviceId: string, change: { version: number } & Partial<Known>) =>
	call(context, "device.updateDevice", { deviceId, ...change });

describe("the settings of a device", () => {
	test("show what others change, are saved by keyboard and by mouse, and the new name stands everywhere at once", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const groups = await call<{ id: string; name: string }[]>(context, "group.getGroups", {}, true);
		const logger = await addLogger(context, "Old name");
		await openSettings(page, logger.id);
		await saveAsColleague(context, logger.id, { version: 1, site: "Beja" });
		await expect.poll(() => field(page, "Site").inputValue()).toBe("Beja");

		await press(field(page, "Name"), "Control+A");
		await page.keyboard.type("New name");
		await page.keyboard.press("Tab");
		await page.keyboard.type("AQ-77 01");
		await page.keyboard.press("Enter");
		await saved(page).waitFor();
		await page.getByRole("heading", { level: 1, name: "New name" }).waitFor();
		await page.getByRole("navigation", { name: "Breadcrumbs" }).getByText("New name", { exact: true }).waitFor();
		await page.waitForFunction(() => document.title.startsWith("New name"));
		expect(await known(context, logger.id)).toMatchObject({ name: "New name", serialNumber: "AQ-77 01", version: 3 });

		const form = settings(page);
		await field(page, "Description").fill("Behind the stairs");
		await field(page, "Site").fill("Évora");
		await field(page, "Latitude").fill("38,57");
		await field(page, "Longitude").fill("−7.91");
		await form.getByRole("combobox", { name: "Tags" }).or(field(page, "Tags")).first().fill("wine");
		await page.keyboard.press("Enter");
		await button(page, "Add field").click();
		await form.getByRole("textbox", { name: "Name of field 1" }).fill("Shelf");
		await form.getByRole("textbox", { name: "Value of field 1" }).fill("B 7");
		await form.getByRole("combobox", { name: "In the groups" }).or(field(page, "In the groups")).first().click();
		await page.getByRole("option", { name: "Outdoors" }).click();
		await page.keyboard.press("Escape");
		await form.getByRole("combobox", { name: "Clock mode" }).click();
		await page.getByRole("option", { name: "Local time with US daylight saving" }).click();
		await form.getByText("UTC+01:00, and one hour more from March 8 to November 6").waitFor();
		await form.getByRole("combobox", { name: "Logging interval" }).click();
		await page.getByRole("option", { name: "Set on this device" }).click();
		await form.getByRole("textbox", { name: "Logging interval, length" }).fill("5");
		await form.getByRole("combobox", { name: "Readings are kept" }).click();
		await page.getByRole("option", { name: "Set on this device" }).click();
		await form.getByRole("textbox", { name: "Readings are kept, length" }).fill("90");
		await button(page, "Save").click();
		await expect
			.poll(() => known(context, logger.id))
			.toMatchObject({
				version: 4,
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
		// Saved, the form is nobody's unsaved change.
		await page.waitForFunction(() => !document.querySelector("form [type=submit][data-loading]"));
		await partLink(page, "Overview").click();
		const intervals = page.getByRole("region", { name: "Intervals and storage" });
		await intervals.getByText(/^5 min/).waitFor();
		await intervals.getByText(/^90 days/).waitFor();
	});

	test("that the backend refuses stand at their field, and are not lost by going elsewhere without a question", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		await addLogger(context, "First of its serial", { serialNumber: "TAKEN-1" });
		const logger = await addLogger(context, "Wrong cellar");
		await openSettings(page, logger.id);
		await field(page, "Site").fill("Somewhere");
		await field(page, "Serial number").fill("taken 1");
		await button(page, "Save").click();
		await settings(page).getByText("Another device of your account has this serial number.").waitFor();
		await hasFocus(field(page, "Serial number"));
		await expect.poll(() => field(page, "Serial number").inputValue()).toBe("taken 1");

		await partLink(page, "Overview").click();
		const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
		await question.getByRole("button", { name: "Stay" }).click();
		await expect.poll(() => field(page, "Site").inputValue()).toBe("Somewhere");
		await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
		await question.getByRole("button", { name: "Leave" }).click();
		await page.waitForURL("**/dashboard");
		expect(await known(context, logger.id)).toMatchObject({ version: 1, site: "" });
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
		await cutBackend();
		await button(page, "Save").click();
		await settings(page)
			.getByRole("alert")
			.getByText(/Can't reach AQLCloud/)
			.waitFor({ timeout: 30_000 });
		await expect.poll(() => field(page, "Description").inputValue()).toBe("Typed before the cut");
		await switchBackend("mend");
		await button(page, "Save").click();
		await saved(page).waitFor({ timeout: 30_000 });
		expect((await known(context, logger.id)).description).toBe("Typed before the cut");
	});
});

describe("two people at one device", () => {
	test("both keep what one alone changed, and choose with both texts before them what holds of the rest", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		// Told of the other's change beforehand, the form would take it in, and nothing would be on an older version.
		await withoutHints(page);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Shared cellar");
		await openSettings(page, logger.id);
		await field(page, "Description").fill("Mine alone");
		await saveAsColleague(context, logger.id, { version: 1, site: "Theirs alone" });
		await button(page, "Save").click();
		await saved(page).waitFor();
		expect(await known(context, logger.id)).toMatchObject({
			version: 3,
			description: "Mine alone",
			site: "Theirs alone",
		});
		await expect.poll(() => field(page, "Site").inputValue()).toBe("Theirs alone");

		await field(page, "Description").fill("My words");
		await field(page, "Site").fill("My site");
		await field(page, "Model").fill("My model");
		const theirs = { description: "Their words", site: "Their site", address: "Their address" };
		await saveAsColleague(context, logger.id, { version: 3, ...theirs });
		await button(page, "Save").click();
		const notice = page.getByRole("region", { name: "Changed meanwhile" });
		const [description, site] = ["Description", "Site"].map((name) => notice.getByRole("group", { name, exact: true }));
		for (const text of ["My words", "Their words"]) await description?.getByText(text, { exact: true }).waitFor();
		for (const text of ["My site", "Their site"]) await site?.getByText(text, { exact: true }).waitFor();
		await expect.poll(() => notice.getByRole("group").count()).toBe(2);
		await expect.poll(() => field(page, "Address").inputValue()).toBe("Their address");
		expect(await known(context, logger.id)).toMatchObject({ version: 4, description: "Their words" });
		expect(await violations(page, "main")).toEqual([]);

		await site?.getByRole("radio", { name: "Theirs" }).focus();
		await page.keyboard.press("Space");
		await expect.poll(() => field(page, "Site").inputValue()).toBe("Their site");
		await button(page, "Save").click();
		await notice.waitFor({ state: "hidden" });
		expect(await known(context, logger.id)).toMatchObject({
			version: 5,
			description: "My words",
			site: "Their site",
			address: "Their address",
			model: "My model",
		});
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
		await channel("Humidity").getByRole("button", { name: "Move Humidity up" }).press("Enter");
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
		await partLink(page, "Overview").click();
		await page.getByRole("alertdialog", { name: "Unsaved changes" }).getByRole("button", { name: "Leave" }).click();
		await page.getByText("Above 8.0 °C").waitFor();
	});
});

describe("the key of a device", () => {
	test("is replaced, shown once beside how to send with it, and the former one works on for its grace", async ({
		page,
		context,
	}) => {
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
		const [opened] = await Promise.all([
			context.waitForEvent("page"),
			dialog.getByRole("link", { name: "How readings are sent (opens a new tab)", exact: true }).click(),
		]);
		await opened.getByRole("heading", { level: 1, name: "Sending readings", exact: true }).waitFor();
		await opened.getByText(`curl '${product.origin}/api/ingest/v1/readings'`).waitFor();
		await opened.close();
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
		await press(button(page, "Replace logger"));
		const dialog = page.getByRole("dialog");
		await dialog.getByText(/The old one is OLD-1/).waitFor();
		await dialog.getByRole("textbox", { name: "Serial number of the new logger" }).fill("NEW-1");
		await page.keyboard.press("Enter");
		const key = (await dialog.getByText(/^aqd_/).first().innerText()).trim();
		await dialog.getByRole("button", { name: "I have copied the key" }).click();
		expect(await Promise.all([key, logger.key].map(statusOfKey))).toEqual([200, 401]);
		await dialog.waitFor({ state: "hidden" });
		await partLink(page, "Overview").click();
		await page.getByText("NEW-1", { exact: true }).first().waitFor();
		await page.getByText("24 h: 1.0 °C to 7.7 °C").waitFor();
	});
});
