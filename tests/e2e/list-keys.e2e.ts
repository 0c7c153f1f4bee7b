import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { call, makeDevices, openList, textOf, wholeDevice } from "./device-fleet";
import { chooseOption, hasFocus, holdsFocus, keepsFocus, press, undoByKeys, write } from "./keys";
import { bar, changes, row, runInBulk } from "./list-by-keys";
import { signIn, test } from "./visitor";

const mute = {
	what: "Mute",
	fill: async (dialog: Locator) => {
		await chooseOption(dialog.getByRole("combobox", { name: "For" }), "24 hours");
		await write(dialog.getByRole("textbox", { name: "Reason" }), "Defrosting");
	},
	facts: { mutedUntil: expect.any(Number) },
	before: { mutedUntil: null },
};

/** With what the menu calls it, the button of its form, and the notification. */
const bulkChanges = [
	...changes.map((change) => ({
		...change,
		run: `${change.what} of 2 devices`,
		apply: "Apply to 2 devices",
		toast: `${change.what} of 2 devices changed`,
	})),
	{ ...mute, run: "Mute 2 devices", apply: "Mute 2 devices", toast: "2 devices muted" },
];

describe("changing several devices by keyboard", () => {
	test.for(bulkChanges)("$what: chosen, applied, and undone", async (change, { page, context }) => {
		await signIn(context, "owner");
		const word = `Keyed ${change.what.toLowerCase()}`;
		const ids = await makeDevices(context, word, 2);
		await openList(page, word);
		await press(page.getByRole("checkbox", { name: "Select all devices" }), "Space");
		await runInBulk(page, change.run);
		const dialog = page.getByRole("dialog");
		await holdsFocus(dialog);
		await change.fill(dialog);
		await press(dialog.getByRole("button", { name: change.apply }));
		await page.getByText(change.toast).waitFor();
		await dialog.waitFor({ state: "hidden" });
		await bar(page).waitFor({ state: "detached" });
		await keepsFocus(page);
		for (const id of ids) expect(await wholeDevice(context, id)).toMatchObject(change.facts);
		await undoByKeys(page);
		await page.getByText(/^Undone for/).waitFor();
		for (const id of ids) expect(await wholeDevice(context, id)).toMatchObject(change.before);
	});

	test("unmutes them at once, and takes that back by the notification", async ({ page, context }) => {
		await signIn(context, "owner");
		const deviceIds = await makeDevices(context, "Keyed quiet", 3);
		const muted = deviceIds.slice(0, 2);
		const until = Date.now() + 24 * 3_600_000;
		await call(context, "device.muteDevices", { deviceIds: muted, until });
		await openList(page, "Keyed quiet");
		const mutedCells = page.getByRole("cell", { name: /^Muted/ });
		await expect.poll(() => mutedCells.count()).toBe(2);
		await press(page.getByRole("checkbox", { name: "Select Keyed quiet 1", exact: true }), "Space");
		await press(page.getByRole("checkbox", { name: "Select Keyed quiet 2", exact: true }), "Space");
		await runInBulk(page, "Unmute 2 devices");
		await page.getByText("2 devices no longer muted").waitFor();
		await bar(page).waitFor({ state: "detached" });
		await expect.poll(() => mutedCells.count()).toBe(0);
		await keepsFocus(page);
		for (const id of muted) expect(await wholeDevice(context, id)).toMatchObject({ mutedUntil: null });
		await undoByKeys(page);
		await page.getByText(/^Undone for/).waitFor();
		await expect.poll(() => mutedCells.count()).toBe(2);
		for (const id of muted) expect(await wholeDevice(context, id)).toMatchObject({ mutedUntil: until });
		await keepsFocus(page);
	});

	test("groups: joins one and leaves it", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Keyed member", 2);
		await openList(page, "Keyed member");
		const dialog = page.getByRole("dialog");
		for (const [way, count] of [
			["Add to", 1],
			["Remove from", 0],
		] as const) {
			await press(page.getByRole("checkbox", { name: "Select all devices" }), "Space");
			await runInBulk(page, "Groups of 2 devices");
			await holdsFocus(dialog);
			await chooseOption(dialog.getByRole("combobox", { name: way }), "Outdoors");
			await page.keyboard.press("Tab");
			await press(dialog.getByRole("button", { name: "Apply to 2 devices" }));
			await bar(page).waitFor({ state: "detached" });
			await dialog.waitFor({ state: "hidden" });
			await keepsFocus(page);
			expect((await wholeDevice(context, id)).groupIds).toHaveLength(count);
		}
	});

	test("archives them, finds the shelf by a filter, and restores them from there", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Keyed shelf", 3);
		await openList(page, "Keyed shelf");
		await press(page.getByRole("checkbox", { name: "Select Keyed shelf 1", exact: true }), "Space");
		await press(page.getByRole("checkbox", { name: "Select Keyed shelf 2", exact: true }), "Space");
		await runInBulk(page, "Archive 2 devices");
		const dialog = page.getByRole("dialog");
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "Archive 2 devices" }));
		await row(page, "Keyed shelf 1").waitFor({ state: "detached" });
		await keepsFocus(page);
		await press(page.getByRole("button", { name: "Add filter" }));
		await hasFocus(page.getByLabel("Filter by"));
		await page.keyboard.type("Archived devices");
		await press(page.getByRole("button", { name: "Show archived devices" }));
		await page.waitForURL(/shelf=archived/);
		await row(page, "Keyed shelf 2").waitFor();
		await press(page.getByRole("checkbox", { name: "Select all devices" }), "Space");
		await runInBulk(page, "Restore 2 devices");
		await page.getByText("2 devices restored").waitFor();
		await row(page, "Keyed shelf 2").waitFor({ state: "detached" });
		await keepsFocus(page);
		await press(page.getByRole("button", { name: /^Archived/ }));
		await row(page, "Keyed shelf 2").waitFor();
		await keepsFocus(page);
	});

	test("deletes them by their number, and keeps them by Escape", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Keyed doom", 3);
		await openList(page, "Keyed doom");
		await page.keyboard.press("j");
		await page.keyboard.press("x");
		await page.keyboard.press("j");
		await page.keyboard.press("x");
		await runInBulk(page, "Delete 2 devices");
		const dialog = page.getByRole("dialog", { name: "Delete 2 devices?" });
		await hasFocus(dialog.getByRole("textbox"));
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(bar(page).getByRole("button", { name: "More" }));
		await runInBulk(page, "Delete 2 devices");
		await hasFocus(dialog.getByRole("textbox"));
		await page.keyboard.type("2 devices");
		await page.keyboard.press("Enter");
		await page.getByText("2 devices will be deleted").waitFor();
		await row(page, "Keyed doom 2").waitFor({ state: "detached" });
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
		await undoByKeys(page);
		await row(page, "Keyed doom 2").waitFor();
	});

	test("takes all that match, makes a file of them, opens their log", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Keyed file", 3);
		await openList(page, "Keyed file");
		await page.keyboard.press("j");
		await page.keyboard.press("x");
		await press(bar(page).getByRole("button", { name: "Select all 3 that match" }));
		await bar(page).getByText("3 selected").waitFor();
		await keepsFocus(page);
		const download = page.waitForEvent("download");
		await runInBulk(page, "Export 3 devices as CSV");
		expect((await textOf(download)).trim().split("\r\n")).toHaveLength(4);
		await press(bar(page).getByRole("button", { name: "Clear" }));
		await bar(page).waitFor({ state: "detached" });
		await keepsFocus(page);
		await press(page.getByRole("checkbox", { name: "Select all devices" }), "Space");
		await runInBulk(page, "Open log of 3 devices");
		await page.waitForURL((url) => url.pathname === "/log/" && url.searchParams.get("device")?.split(",").length === 3);
	});
});
