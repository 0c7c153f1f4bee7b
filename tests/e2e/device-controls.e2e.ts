import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { makeDevices, openList, runInBulk, runOnRow, selectAll, undo, wholeDevice } from "./device-fleet";
import { addLogger, queryAs, statusOfKey } from "./device-logger";
import { signIn, test, withoutHints, withoutRequests } from "./visitor";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function openDevice(page: Page, id: string, tab = "overview"): Promise<void> {
	await page.goto(`/devices/${id}?tab=${tab}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

async function chooseInMenu(page: Page, name: string): Promise<void> {
	await button(page, "More actions").click();
	await page.getByRole("menuitem", { name, exact: true }).click();
}

describe("a device's page by mouse", () => {
	test("replaces its logger, from the menu and from the settings", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Moved by mouse");
		await openDevice(page, logger.id);
		const dialog = page.getByRole("dialog");
		await chooseInMenu(page, "Replace logger");
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await dialog.waitFor({ state: "hidden" });
		await openDevice(page, logger.id, "settings");
		await button(page, "Replace logger").click();
		await dialog.getByRole("textbox", { name: "Serial number of the new logger" }).fill("NEW-BY-MOUSE");
		await dialog.getByRole("button", { name: "Replace logger" }).click();
		const key = (await dialog.getByText(/^aqd_/).first().innerText()).trim();
		await dialog.getByRole("button", { name: "I have copied the key" }).click();
		await dialog.waitFor({ state: "hidden" });
		expect(await Promise.all([key, logger.key].map(statusOfKey))).toEqual([200, 401]);
	});

	test("archives, restores and deletes it, each by its other button", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Shelved by mouse");
		await openDevice(page, logger.id, "settings");
		await button(page, "Archive device").click();
		await page.getByText(/^Archived since/).waitFor();
		await button(page, "Restore device").click();
		await page.getByText(/^Archived since/).waitFor({ state: "hidden" });
		await chooseInMenu(page, "Archive");
		await page.getByText(/^Archived since/).waitFor();
		await chooseInMenu(page, "Restore");
		await page.getByText(/^Archived since/).waitFor({ state: "hidden" });
		await chooseInMenu(page, "Delete");
		const dialog = page.getByRole("dialog", { name: "Delete Shelved by mouse?" });
		await dialog.getByRole("textbox").fill("Shelved by mouse");
		await dialog.getByRole("button", { name: /^Delete/ }).click();
		await page.getByText(/^Deleted\. It goes for good on/).waitFor();
		await chooseInMenu(page, "Restore");
		await page.getByText(/^Deleted\. It goes/).waitFor({ state: "hidden" });
	});

	test("moves a channel, takes a fact away, leaves a calibration as it is", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "owner");
		const logger = await addLogger(context, "Set by mouse", { metadata: { Shelf: "A", Door: "left" } });
		await openDevice(page, logger.id, "settings");
		await button(page, "Move Humidity up").click();
		await button(page, "Remove fact Shelf").click();
		await button(page, "Save").click();
		await page.getByText("Saved.", { exact: true }).waitFor();
		const device = await queryAs<{ channels: { name: string }[]; metadata: object }>(context, {
			path: "device.getDevice",
			input: { deviceId: logger.id },
		});
		expect(device.channels.map(({ name }) => name)).toEqual(["Humidity", "Temperature"]);
		expect(device.metadata).toEqual({ Door: "left" });
		await button(page, "Calibrate Temperature").click();
		const dialog = page.getByRole("dialog", { name: "Calibrate Temperature" });
		await dialog.getByRole("textbox", { name: "It reads, °C" }).fill("4");
		await dialog.getByRole("textbox", { name: "It should read, °C" }).fill("5");
		await withoutRequests(page, () => dialog.getByRole("button", { name: "Cancel" }).click());
		await dialog.waitFor({ state: "hidden" });
		expect(await page.getByRole("button", { name: /^Remove the calibration/ }).count()).toBe(0);
	});
});

describe("the list of devices by mouse", () => {
	test("mutes and unmutes several, and opens their log", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Moused", 2);
		await openList(page, "Moused");
		await selectAll(page);
		await runInBulk(page, "Mute 2 devices");
		await page.getByRole("dialog").getByRole("button", { name: "Mute 2 devices" }).click();
		await page.getByText("2 devices muted").waitFor();
		await page.getByRole("dialog").waitFor({ state: "hidden" });
		await selectAll(page);
		await runInBulk(page, "Unmute 2 devices");
		await page.getByText("2 devices no longer muted").waitFor();
		expect((await wholeDevice(context, id)).mutedUntil).toBeNull();
		await selectAll(page);
		await runInBulk(page, "Open log of 2 devices");
		await page.waitForURL((url) => url.pathname === "/log/" && url.searchParams.get("device")?.split(",").length === 2);
	});

	test("changes one by the menu of its row: tags, intervals, clock, retention, archive, delete", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await makeDevices(context, "Row by mouse", 3);
		await openList(page, "Row by mouse");
		const dialog = page.getByRole("dialog");
		for (const [what, field] of [
			["Tags", "Add"],
			["Intervals", "Logging interval"],
			["Clock", "Kept as"],
			["Retention", "Readings are kept"],
		] as const) {
			await runOnRow(page, "Row by mouse 1", `${what}…`);
			await page.getByRole("dialog", { name: `${what} of Row by mouse 1`, exact: true }).waitFor();
			await dialog.getByRole("combobox", { name: field, exact: true }).waitFor();
			await dialog.getByRole("button", { name: "Apply to 1 device" }).waitFor();
			await dialog.getByRole("button", { name: "Cancel" }).click();
			await dialog.waitFor({ state: "hidden" });
		}
		await runOnRow(page, "Row by mouse 2", "Archive…");
		await dialog.getByRole("button", { name: "Archive device" }).click();
		await page.getByRole("rowheader", { name: "Row by mouse 2" }).waitFor({ state: "detached" });
		await dialog.waitFor({ state: "hidden" });
		await runOnRow(page, "Row by mouse 3", "Delete…");
		await dialog.getByRole("textbox").fill("Row by mouse 3");
		await dialog.getByRole("button", { name: "Delete device" }).click();
		await page.getByRole("rowheader", { name: "Row by mouse 3" }).waitFor({ state: "detached" });
		await undo(page);
		await page.getByRole("rowheader", { name: "Row by mouse 3" }).waitFor();
	});
});
