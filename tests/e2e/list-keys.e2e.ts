import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { makeDevices, openList, textOf, type WholeDevice, wholeDevice } from "./device-fleet";
import { chooseEntry, chooseOption, hasFocus, holdsFocus, keepsFocus, press, undoByKeys, write } from "./keys";
import { signIn, test } from "./visitor";

const bar = (page: Page) => page.getByRole("region", { name: "Selected devices" });
const row = (page: Page, name: string) => page.getByRole("rowheader", { name, exact: true });
const rowMenu = (page: Page, name: string) => page.getByRole("button", { name: `Actions for ${name}`, exact: true });

async function runInBulk(page: Page, label: string): Promise<void> {
	const more = bar(page).getByRole("button", { name: "More", exact: true });
	// Until the bar is measured every action is in its menu.
	await more.waitFor();
	const beside = bar(page).getByRole("button", { name: label, exact: true });
	if (await beside.isVisible()) return press(beside);
	await press(more);
	await chooseEntry(page, label);
}

async function runOnRow(page: Page, name: string, label: string): Promise<void> {
	await press(rowMenu(page, name));
	await chooseEntry(page, label);
}

type Change = {
	run: string;
	fill: (dialog: Locator) => Promise<unknown>;
	apply?: string;
	toast: string;
	facts: Partial<WholeDevice>;
	before: Partial<WholeDevice>;
};

const changes: Record<string, Change> = {
	tags: {
		run: "Tags of 2 devices",
		fill: async (dialog) => {
			await hasFocus(dialog.getByRole("combobox", { name: "Add" }));
			await dialog.page().keyboard.type("audited");
			await dialog.page().keyboard.press("Enter");
		},
		toast: "Tags of 2 devices changed",
		facts: { tags: ["audited"] },
		before: { tags: [] },
	},
	intervals: {
		run: "Intervals of 2 devices",
		fill: async (dialog) => {
			await chooseOption(dialog.getByRole("combobox", { name: "Logging interval" }), "Own value");
			await write(dialog.getByRole("textbox", { name: "Logging interval, length" }), "5");
		},
		toast: "Intervals of 2 devices changed",
		facts: { loggingIntervalSeconds: 300 },
		before: { loggingIntervalSeconds: 60 },
	},
	clock: {
		run: "Clock of 2 devices",
		fill: (dialog) => chooseOption(dialog.getByRole("combobox", { name: "Kept as" }), "UTC"),
		toast: "Clock of 2 devices changed",
		facts: { timeZoneRule: 0 },
		before: { timeZoneRule: 2 },
	},
	retention: {
		run: "Retention of 2 devices",
		fill: (dialog) => write(dialog.getByRole("textbox", { name: "Readings are kept, length" }), "30"),
		toast: "Retention of 2 devices changed",
		facts: { retentionDays: 30 },
		before: { retentionDays: null },
	},
	mute: {
		run: "Mute 2 devices",
		fill: async (dialog) => {
			await chooseOption(dialog.getByRole("combobox", { name: "For" }), "24 hours");
			await write(dialog.getByRole("textbox", { name: "Reason" }), "Defrosting");
		},
		apply: "Mute 2 devices",
		toast: "2 devices muted",
		facts: { mutedUntil: expect.any(Number) },
		before: { mutedUntil: null },
	},
};

describe("changing several devices by keyboard", () => {
	test.for(Object.entries(changes))("%s: chosen, applied, and undone", async ([name, change], { page, context }) => {
		await signIn(context, "owner");
		const word = `Keyed ${name}`;
		const ids = await makeDevices(context, word, 2);
		await openList(page, word);
		await press(page.getByRole("checkbox", { name: "Select all devices" }), "Space");
		await runInBulk(page, change.run);
		const dialog = page.getByRole("dialog");
		await holdsFocus(dialog);
		await change.fill(dialog);
		await press(dialog.getByRole("button", { name: change.apply ?? "Apply to 2 devices" }));
		await page.getByText(change.toast).waitFor();
		await dialog.waitFor({ state: "hidden" });
		await bar(page).waitFor({ state: "detached" });
		await keepsFocus(page);
		for (const id of ids) expect(await wholeDevice(context, id)).toMatchObject(change.facts);
		await undoByKeys(page);
		await page.getByText(/^Undone for/).waitFor();
		for (const id of ids) expect(await wholeDevice(context, id)).toMatchObject(change.before);
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

describe("the menu of a device's row by keyboard", () => {
	test("renames it, mutes it and unmutes it, and has the focus again each time", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Keyed row", 2);
		await openList(page, "Keyed row");
		const dialog = page.getByRole("dialog");
		await runOnRow(page, "Keyed row 1", "Rename…");
		await hasFocus(dialog.getByRole("textbox", { name: "Name" }));
		await write(dialog.getByRole("textbox", { name: "Name" }), "Keyed row last");
		await page.keyboard.press("Enter");
		await row(page, "Keyed row last").waitFor();
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(rowMenu(page, "Keyed row last"));
		await runOnRow(page, "Keyed row last", "Mute…");
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "Mute device" }));
		await page.getByRole("cell", { name: /^Muted/ }).waitFor();
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(rowMenu(page, "Keyed row last"));
		await runOnRow(page, "Keyed row last", "Unmute");
		await page.getByRole("cell", { name: /^Muted/ }).waitFor({ state: "detached" });
		await hasFocus(rowMenu(page, "Keyed row last"));
		expect((await wholeDevice(context, id)).mutedUntil).toBeNull();
		await runOnRow(page, "Keyed row last", "Open log");
		await page.waitForURL((url) => url.pathname === "/log/" && url.searchParams.get("device") === id);
	});

	test.for([
		["Archive…", "Archive device"],
		["Delete…", "Delete device"],
	] as const)("%s takes the row away and leaves the focus in the list", async ([label, apply], { page, context }) => {
		await signIn(context, "owner");
		const word = `Keyed ${apply}`;
		await makeDevices(context, word, 3);
		await openList(page, word);
		await runOnRow(page, `${word} 2`, label);
		const dialog = page.getByRole("dialog");
		await holdsFocus(dialog);
		if (label === "Delete…") await write(dialog.getByRole("textbox"), `${word} 2`);
		await press(dialog.getByRole("button", { name: apply }));
		await dialog.waitFor({ state: "hidden" });
		await row(page, `${word} 2`).waitFor({ state: "detached" });
		await keepsFocus(page);
		await page.keyboard.press("j");
		await page.waitForFunction(() => document.activeElement?.matches("th[scope=row] a"));
	});
});
