import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { call, closeToasts, makeDevices, openList, textOf, type WholeDevice, wholeDevice } from "../device-fleet";
import { removal } from "../filters";
import { chooseEntry, chooseOption, hasFocus, holdsFocus, keepsFocus, press, undoByKeys, write } from "../keys";
import { cutBackend } from "../outage/outages";
import { outageComplaints, signIn, switchBackend, test } from "../visitor";
import { bar, row, rowMenu, runInBulk, runOnRow } from "./list-by-keys";

/** Makes each change once, by keyboard, of several devices or by a row's menu. tests/component covers the mouse and odd inputs. */
const pick = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const mutedCells = (page: Page) => page.getByRole("cell", { name: /^Muted/ });
const restored = (page: Page) => page.getByText(/^\d+ devices? restored\./);

type Change = {
	what: string;
	choose: (dialog: Locator) => Promise<unknown>;
	facts: Partial<WholeDevice>;
	before: Partial<WholeDevice>;
};

const changesOfSeveral: Change[] = [
	{
		what: "Intervals",
		choose: async (dialog) => {
			await chooseOption(dialog.getByRole("combobox", { name: "Logging interval" }), "Set on the device");
			await write(dialog.getByRole("textbox", { name: "Logging interval, length" }), "5");
		},
		facts: { loggingIntervalSeconds: 300 },
		before: { loggingIntervalSeconds: 60 },
	},
	{
		what: "Retention",
		choose: async (dialog) => {
			await write(dialog.getByRole("textbox", { name: "Data retention, length" }), "30");
			await dialog.getByText("Nothing is removed: no stored reading is older.").waitFor();
		},
		facts: { retentionDays: 30 },
		before: { retentionDays: null },
	},
];

const changesOfOne: Change[] = [
	{
		what: "Tags",
		choose: async (dialog) => {
			await hasFocus(dialog.getByRole("combobox", { name: "Add" }));
			await dialog.page().keyboard.type("audited");
			await dialog.page().keyboard.press("Enter");
		},
		facts: { tags: ["audited"] },
		before: { tags: [] },
	},
	{
		what: "Clock",
		choose: (dialog) => chooseOption(dialog.getByRole("combobox", { name: "Clock mode" }), "UTC"),
		facts: { timeZoneRule: 0 },
		before: { timeZoneRule: 2 },
	},
];

describe("changing several devices", () => {
	test("their intervals and retention apply to what is selected, and are undone", async ({ page, context }) => {
		await signIn(context, "owner");
		const ids = await makeDevices(context, "Change probe", 2);
		await openList(page, "Change probe");
		const dialog = page.getByRole("dialog");
		await press(page.getByRole("checkbox", { name: "Select all devices" }), "Space");
		for (const { what, choose, facts, before } of changesOfSeveral) {
			await runInBulk(page, `Edit ${what.toLowerCase()} of 2 devices`);
			await holdsFocus(dialog);
			await choose(dialog);
			await press(dialog.getByRole("button", { name: "Apply to 2 devices" }));
			await page.getByText(`${what} of 2 devices changed`).waitFor();
			await dialog.waitFor({ state: "hidden" });
			await bar(page).getByText("2 selected").waitFor();
			for (const id of ids) expect(await wholeDevice(context, id)).toMatchObject(facts);
			await undoByKeys(page);
			await restored(page).waitFor();
			for (const id of ids) expect(await wholeDevice(context, id)).toMatchObject(before);
			await closeToasts(page);
		}
	});

	test("takes all that match, tags them after an outage that loses nothing, takes it back, makes a file and a log of them", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		await signIn(context, "owner");
		const ids = await makeDevices(context, "Key probe", 3);
		await openList(page, "Key probe");
		await page.keyboard.press("j");
		await page.keyboard.press("x");
		await page.keyboard.press("j");
		await page.keyboard.press("j");
		await page.keyboard.press("Shift+X");
		await bar(page).getByText("3 selected").waitFor();
		await runInBulk(page, "Edit tags of 3 devices");
		await hasFocus(page.getByRole("dialog").getByRole("combobox", { name: "Add" }));
		await page.keyboard.type("by hand");
		await page.keyboard.press("Enter");
		const apply = page.getByRole("dialog").getByRole("button", { name: "Apply to 3 devices" });
		await cutBackend();
		await press(apply);
		await page
			.getByRole("dialog")
			.getByText(/Can't reach AQLCloud/)
			.waitFor();
		await switchBackend("mend");
		await page.getByRole("dialog").getByText("by hand", { exact: true }).waitFor();
		await press(apply);
		await page.getByText("Tags of 3 devices changed").waitFor();
		await page.getByRole("dialog").waitFor({ state: "hidden" });
		await bar(page).getByText("3 selected").waitFor();
		await keepsFocus(page);
		for (const id of ids) expect((await wholeDevice(context, id)).tags).toEqual(["by hand"]);
		await undoByKeys(page);
		await restored(page).waitFor();
		for (const id of ids) expect((await wholeDevice(context, id)).tags).toEqual([]);

		await press(bar(page).getByRole("button", { name: "Clear" }));
		await press(pick(page, "Key probe 1"), "Space");
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

	test("mutes them for a time and unmutes them at once, which both are taken back", async ({ page, context }) => {
		await signIn(context, "owner");
		const [first = "", second = "", other = ""] = await makeDevices(context, "Keyed quiet", 3);
		const muted = [first, second];
		await openList(page, "Keyed quiet");
		const dialog = page.getByRole("dialog");
		await press(pick(page, "Keyed quiet 1"), "Space");
		await press(pick(page, "Keyed quiet 2"), "Space");
		await runInBulk(page, "Mute 2 devices");
		await holdsFocus(dialog);
		await chooseOption(dialog.getByRole("combobox", { name: "For" }), "24 hours");
		await write(dialog.getByRole("textbox", { name: "Reason" }), "Defrosting");
		await press(dialog.getByRole("button", { name: "Mute 2 devices" }));
		await page.getByText("2 devices muted").waitFor();
		await dialog.waitFor({ state: "hidden" });
		await bar(page).getByText("2 selected").waitFor();
		await keepsFocus(page);
		await expect.poll(() => mutedCells(page).count()).toBe(2);
		const { mutedUntil } = await wholeDevice(context, first);
		expect(mutedUntil).toBeGreaterThan(Date.now() + 23 * 3_600_000);
		expect(await wholeDevice(context, other)).toMatchObject({ mutedUntil: null });
		await undoByKeys(page);
		await restored(page).waitFor();
		await expect.poll(() => mutedCells(page).count()).toBe(0);
		for (const id of muted) expect(await wholeDevice(context, id)).toMatchObject({ mutedUntil: null });
		await closeToasts(page);

		const until = Date.now() + 24 * 3_600_000;
		await call(context, "device.muteDevices", { deviceIds: muted, until });
		await expect.poll(() => mutedCells(page).count()).toBe(2);
		await runInBulk(page, "Unmute 2 devices");
		await page.getByText("2 devices no longer muted").waitFor();
		await bar(page).getByText("2 selected").waitFor();
		await expect.poll(() => mutedCells(page).count()).toBe(0);
		await keepsFocus(page);
		for (const id of muted) expect(await wholeDevice(context, id)).toMatchObject({ mutedUntil: null });
		await undoByKeys(page);
		await restored(page).waitFor();
		await expect.poll(() => mutedCells(page).count()).toBe(2);
		for (const id of muted) expect(await wholeDevice(context, id)).toMatchObject({ mutedUntil: until });
		await keepsFocus(page);
	});

	test("groups: they join one and leave it, and what is missing is said at once", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Group probe", 2);
		await openList(page, "Group probe");
		const dialog = page.getByRole("dialog");
		const apply = dialog.getByRole("button", { name: "Apply to 2 devices" });
		const cells = page.getByRole("cell", { name: "Outdoors" });
		await press(page.getByRole("checkbox", { name: "Select all devices" }), "Space");
		await runInBulk(page, "Edit groups of 2 devices");
		await holdsFocus(dialog);
		await press(apply);
		await dialog.getByText("Choose a group to add to or to remove from.").waitFor();
		await chooseOption(dialog.getByRole("combobox", { name: "Add to" }), "Outdoors");
		await page.keyboard.press("Tab");
		await press(apply);
		await page.getByText("Groups of 2 devices changed").waitFor();
		await expect.poll(() => cells.count()).toBe(2);
		expect((await wholeDevice(context, id)).groupIds).toHaveLength(1);
		await dialog.waitFor({ state: "hidden" });
		await closeToasts(page);
		await bar(page).getByText("2 selected").waitFor();
		await runInBulk(page, "Edit groups of 2 devices");
		await holdsFocus(dialog);
		await chooseOption(dialog.getByRole("combobox", { name: "Remove from" }), "Outdoors");
		await page.keyboard.press("Tab");
		await press(apply);
		await bar(page).getByText("2 selected").waitFor();
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
		await expect.poll(() => cells.count()).toBe(0);
		expect((await wholeDevice(context, id)).groupIds).toEqual([]);
	});

	test("archives them, after which a filter finds them, and restores them from there", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Keyed shelf", 3);
		await openList(page, "Keyed shelf");
		await press(pick(page, "Keyed shelf 1"), "Space");
		await press(pick(page, "Keyed shelf 2"), "Space");
		await runInBulk(page, "Archive 2 devices");
		const dialog = page.getByRole("dialog");
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "Archive 2 devices" }));
		await page.getByText("2 devices archived").waitFor();
		await row(page, "Keyed shelf 1").waitFor({ state: "detached" });
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
		await press(page.getByRole("button", { name: "Add filter" }));
		await chooseEntry(page, "Archived devices");
		await chooseEntry(page, "Show archived devices", "menuitemradio");
		await page.waitForURL(/archived=archived/);
		await row(page, "Keyed shelf 2").waitFor();
		await expect.poll(() => page.getByRole("cell", { name: "Archived", exact: true }).count()).toBe(2);
		await press(page.getByRole("checkbox", { name: "Select all devices" }), "Space");
		await runInBulk(page, "Restore 2 devices");
		await page.getByText("2 devices restored").waitFor();
		await row(page, "Keyed shelf 2").waitFor({ state: "detached" });
		await keepsFocus(page);
		await press(removal(page, "Archived devices"));
		await row(page, "Keyed shelf 2").waitFor();
		await keepsFocus(page);
	});

	test("deletes only what is typed, keeps it by Escape and for its time of grace", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Gone probe", 3);
		await openList(page, "Gone probe");
		for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
		await runInBulk(page, "Delete 2 devices");
		const dialog = page.getByRole("dialog", { name: "Delete 2 devices?" });
		await hasFocus(dialog.getByRole("textbox"));
		await dialog.getByText("0 readings").waitFor();
		await page.keyboard.type("3 devices");
		await page.keyboard.press("Enter");
		await dialog.getByText("This is not “2 devices”.").waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(bar(page).getByRole("button", { name: "More" }));
		await runInBulk(page, "Delete 2 devices");
		await hasFocus(dialog.getByRole("textbox"));
		await page.keyboard.type("2 devices");
		await page.keyboard.press("Enter");
		await page.getByText("2 devices will be deleted").waitFor();
		await row(page, "Gone probe 2").waitFor({ state: "detached" });
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
		await undoByKeys(page);
		await row(page, "Gone probe 2").waitFor();
	});
});

describe("changing a device by the menu of its row", () => {
	test("Escape changes nothing; what is chosen is applied and undone, and the menu has the focus again", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		const [id = "", other = ""] = await makeDevices(context, "Keyed row", 2);
		await openList(page, "Keyed row");
		const menu = rowMenu(page, "Keyed row 1");
		for (const { what, choose, facts, before } of changesOfOne) {
			const dialog = page.getByRole("dialog", { name: `${what} of Keyed row 1`, exact: true });
			await runOnRow(page, "Keyed row 1", `${what}…`);
			await holdsFocus(dialog);
			await choose(dialog);
			await press(dialog.getByRole("button", { name: "Cancel" }), "Escape");
			await dialog.waitFor({ state: "hidden" });
			await hasFocus(menu);
			expect(await wholeDevice(context, id)).toMatchObject(before);

			await runOnRow(page, "Keyed row 1", `${what}…`);
			await holdsFocus(dialog);
			await choose(dialog);
			await press(dialog.getByRole("button", { name: "Apply to 1 device" }));
			await page.getByText(`${what} of Keyed row 1 changed`).waitFor();
			await dialog.waitFor({ state: "hidden" });
			await hasFocus(menu);
			expect(await wholeDevice(context, id)).toMatchObject(facts);
			expect(await wholeDevice(context, other)).toMatchObject(before);
			await undoByKeys(page);
			await restored(page).waitFor();
			expect(await wholeDevice(context, id)).toMatchObject(before);
			await hasFocus(menu);
			await closeToasts(page);
		}
	});

	test("renames it, also where another person was faster, and leads to its log", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/409/);
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Name probe", 1);
		await openList(page, "Name probe");
		const dialog = page.getByRole("dialog");
		const name = dialog.getByRole("textbox", { name: "Name" });
		await runOnRow(page, "Name probe 1", "Rename…");
		await hasFocus(name);
		await write(name, " ");
		await page.keyboard.press("Enter");
		await dialog.getByText("Enter a name.").waitFor();
		const strange = "غرفة التبريد ❄️ 冷库 Name probe";
		const inSentence = `\u2068${strange}\u2069`;
		await name.fill(strange);
		await page.keyboard.press("Enter");
		await page.getByText(`Renamed to ${inSentence}.`).waitFor();
		await row(page, strange).waitFor();
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(rowMenu(page, inSentence));
		expect((await wholeDevice(context, id)).name).toBe(strange);

		await runOnRow(page, inSentence, "Rename…");
		await name.fill("Name probe mine");
		const { version } = await wholeDevice(context, id);
		await call(context, "device.updateDevice", { deviceId: id, version, name: "Name probe theirs" });
		await dialog.getByRole("button", { name: "Rename device" }).click();
		const notice = dialog.getByRole("region", { name: "Changed meanwhile" });
		await notice.getByText("Name probe theirs").waitFor();
		await notice.getByText("Name probe mine").waitFor();
		expect((await wholeDevice(context, id)).name).toBe("Name probe theirs");
		await dialog.getByRole("button", { name: "Rename device" }).click();
		await page.getByText("Renamed to Name probe mine.").waitFor();
		expect((await wholeDevice(context, id)).name).toBe("Name probe mine");
		await dialog.waitFor({ state: "hidden" });
		await closeToasts(page);

		await runOnRow(page, "Name probe mine", "Open log");
		await page.waitForURL((url) => url.pathname === "/log/" && url.searchParams.get("device") === id);
	});
});
