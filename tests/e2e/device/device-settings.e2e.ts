import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "../accessibility";
import { call } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { hasFocus, press } from "../keys";
import { testAsOwner as test, withoutHints } from "../visitor";

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

const saveAsColleague = (context: BrowserContext, deviceId: string, change: { version: number } & Partial<Known>) =>
	call(context, "device.updateDevice", { deviceId, ...change });

describe("the settings of a device", () => {
	test("show what others change, and a new name that is saved stands everywhere at once", async ({ page, context }) => {
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
	});

	test("show the backend's errors at their field, and keep them from being lost by going elsewhere without a question", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
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
});

describe("two people at one device", () => {
	test("both keep what one alone changed, and choose with both texts before them what holds of the rest", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		// An invalidation would update the form, and no save would be on an older version.
		await withoutHints(page);
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
	test("allow additions, names, order and limits; one with readings stays", async ({ page, context, complaints }) => {
		complaints.allow(/409/);
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
