import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Group } from "../../shared/group";
import { ask, groupRow, makeGroup, picker, removeGroups, willHold } from "./group-calls";
import { chooseEntry, chooseOption, hasFocus, holdsFocus, keepsFocus, press, undoByKeys, ways, write } from "./keys";
import { signIn, test } from "./visitor";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const rowMenu = (page: Page, name: string) => button(page, `Actions for ${name}`);

async function pickAll(page: Page): Promise<void> {
	await press(page.getByRole("checkbox", { name: "Select all groups" }), "Space");
}

describe("the list of groups by keyboard", () => {
	test("deletes several at once, after Escape kept them, and has them back by the notification", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		for (const name of ["Keyed heap one", "Keyed heap two", "Keyed heap stays"]) await makeGroup(page, name, []);
		await page.goto("/groups/?q=keyed+heap");
		await groupRow(page, "Keyed heap one").waitFor();
		for (const name of ["Keyed heap one", "Keyed heap two"])
			await press(page.getByRole("checkbox", { name: `Select ${name}` }), "Space");
		await press(button(page, "Delete 2 groups"));
		const dialog = page.getByRole("dialog", { name: "Delete 2 groups?" });
		await hasFocus(dialog.getByRole("button", { name: "Keep groups" }));
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Delete 2 groups"));
		await page.keyboard.press("Enter");
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "Delete 2 groups" }));
		await groupRow(page, "Keyed heap one").waitFor({ state: "detached" });
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
		await undoByKeys(page);
		await groupRow(page, "Keyed heap two").waitFor();
		await removeGroups(page, "Keyed heap one", "Keyed heap two", "Keyed heap stays");
	});

	test("merges several into one of them, by its typed number", async ({ page, context }) => {
		await signIn(context, "owner");
		for (const name of ["Keyed pile one", "Keyed pile two", "Keyed pile three"]) await makeGroup(page, name, []);
		await page.goto("/groups/?q=keyed+pile");
		await groupRow(page, "Keyed pile one").waitFor();
		await pickAll(page);
		await press(button(page, "Merge 3 groups"));
		const dialog = page.getByRole("dialog", { name: "Merge 3 groups" });
		await holdsFocus(dialog);
		await chooseOption(dialog.getByRole("combobox", { name: "Merge into" }), "Keyed pile two");
		await write(dialog.getByRole("textbox", { name: "Type “2 groups” to go on" }), "2 groups");
		await page.keyboard.press("Enter");
		await page.getByText("2 groups merged into Keyed pile two.").waitFor();
		await groupRow(page, "Keyed pile one").waitFor({ state: "detached" });
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
		await removeGroups(page, "Keyed pile two");
	});

	test("merges one by the menu of its row, copies another", async ({ page, context }) => {
		await signIn(context, "owner");
		for (const name of ["Keyed row from", "Keyed row into"]) await makeGroup(page, name, ["Cold room 1"]);
		await page.goto("/groups/?q=keyed+row");
		await press(rowMenu(page, "Keyed row from"));
		await chooseEntry(page, "Merge into…");
		const dialog = page.getByRole("dialog", { name: "Merge Keyed row from" });
		await holdsFocus(dialog);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(rowMenu(page, "Keyed row from"));
		await page.keyboard.press("Enter");
		await chooseEntry(page, "Merge into…");
		await chooseOption(dialog.getByRole("combobox", { name: "Merge into" }), "Keyed row into");
		await write(dialog.getByRole("textbox", { name: "Type “Keyed row from” to go on" }), "Keyed row from");
		await page.keyboard.press("Enter");
		await groupRow(page, "Keyed row from").waitFor({ state: "detached" });
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
		await press(rowMenu(page, "Keyed row into"));
		await chooseEntry(page, "Copy");
		await page.waitForURL(/\/groups\/new\/?\?copy=grp_/);
		await expect.poll(() => nameField(page).inputValue()).toBe("Copy of Keyed row into");
		await removeGroups(page, "Keyed row into");
	});

	test.for(ways)(
		"is filtered by its chips and left for a new group, by $way",
		async ({ activate }, { page, context }) => {
			await signIn(context, "owner");
			await makeGroup(page, "Chipless", []);
			await page.goto("/groups/?q=chipless");
			await groupRow(page, "Chipless").waitFor();
			const chip = page.getByRole("search").getByRole("button", { name: /^By filter / });
			await activate(chip);
			await page.waitForURL(/kind=dynamic/);
			await page.getByRole("heading", { name: "No group matches" }).waitFor();
			await activate(chip);
			await groupRow(page, "Chipless").waitFor();
			await activate(link(page, "New group"));
			await page.waitForURL(/\/groups\/new/);
			await nameField(page).waitFor();
			await removeGroups(page, "Chipless");
		},
	);
});

describe("the form of a group by keyboard", () => {
	test("makes one by a filter, with a default and its members told before", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/groups/new/");
		await write(nameField(page), "Keyed filter");
		await press(page.getByRole("radio", { name: "Chosen devices" }), "ArrowDown");
		await hasFocus(page.getByRole("radio", { name: "By filter", checked: true }));
		await write(page.getByRole("textbox", { name: "Name contains" }), "cold room");
		await chooseOption(page.getByRole("combobox", { name: "At any of these sites" }), /^Porto/);
		await page.keyboard.press("Tab");
		await willHold(page).getByText("4 devices", { exact: true }).waitFor();
		await press(page.getByRole("checkbox", { name: "Upload interval" }), "Space");
		await write(page.getByRole("textbox", { name: "Upload interval, length" }), "5");
		await press(button(page, "Create group"));
		await heading(page, "Keyed filter").waitFor();
		await page.getByRole("region", { name: "Defaults" }).getByText("5 minutes").waitFor();
		await removeGroups(page, "Keyed filter");
	});

	test("changes one, after the question before leaving gave the focus back", async ({ page, context }) => {
		await signIn(context, "owner");
		const { id } = await makeGroup(page, "Keyed form", ["Cold room 1"]);
		await page.goto(`/groups/${id}`);
		await press(link(page, "Edit"));
		await nameField(page).waitFor();
		await write(nameField(page), "Keyed form, renamed");
		await press(link(page, "All groups"));
		const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
		await hasFocus(question.getByRole("button", { name: "Keep editing" }));
		await page.keyboard.press("Enter");
		await question.waitFor({ state: "detached" });
		await hasFocus(link(page, "All groups"));
		await write(page.getByRole("textbox", { name: "Find devices" }), "cold room 2");
		await press(button(page, "Add all 1 that match"));
		await willHold(page)
			.getByText(/^2 devices, 1 of them new$/)
			.waitFor();
		await keepsFocus(page);
		await press(picker(page).getByRole("checkbox").first(), "Space");
		await willHold(page).getByText("1 device", { exact: true }).waitFor();
		await page.keyboard.press("Space");
		await press(button(page, "Save group"));
		await heading(page, "Keyed form, renamed").waitFor();
		expect((await ask<Group>(page, "group.getGroup", { id })).deviceIds).toHaveLength(2);
		await removeGroups(page, "Keyed form, renamed");
	});
});

describe("the page of a group", () => {
	test("merges it into another, by keyboard", async ({ page, context }) => {
		await signIn(context, "owner");
		const from = await makeGroup(page, "Keyed going", ["Cold room 1"]);
		await makeGroup(page, "Keyed staying", ["Cold room 2"]);
		await page.goto(`/groups/${from.id}`);
		await press(button(page, "Merge"));
		const dialog = page.getByRole("dialog", { name: "Merge Keyed going" });
		await holdsFocus(dialog);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Merge"));
		await page.keyboard.press("Enter");
		await chooseOption(dialog.getByRole("combobox", { name: "Merge into" }), "Keyed staying");
		await write(dialog.getByRole("textbox", { name: "Type “Keyed going” to go on" }), "Keyed going");
		await press(dialog.getByRole("button", { name: "Merge 1 group" }));
		await heading(page, "Keyed staying").waitFor();
		await dialog.waitFor({ state: "hidden" });
		await page.getByRole("region", { name: "Devices", exact: true }).getByText("2 devices").waitFor();
		await removeGroups(page, "Keyed staying");
	});

	test("deletes it, by keyboard, and leads to the list", async ({ page, context }) => {
		await signIn(context, "owner");
		const { id } = await makeGroup(page, "Keyed short life", []);
		await page.goto(`/groups/${id}`);
		await press(button(page, "Delete"));
		const dialog = page.getByRole("dialog", { name: "Delete Keyed short life?" });
		await hasFocus(dialog.getByRole("button", { name: "Keep group" }));
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Delete"));
		await page.keyboard.press("Enter");
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "Delete 1 group" }));
		await heading(page, "Groups").waitFor();
		await groupRow(page, "Keyed short life").waitFor({ state: "detached" });
		await page.waitForFunction(() => document.activeElement?.id === "content");
	});

	test.for(ways)(
		"leads to its devices, their log and a copy of it, by $way",
		async ({ way, activate }, { page, context }) => {
			await signIn(context, "owner");
			const name = `Links by ${way}`;
			const { id } = await makeGroup(page, name, ["Cold room 1"]);
			const devices = page.getByRole("region", { name: "Devices", exact: true });
			for (const [control, path] of [
				[devices.getByRole("link", { name: "Open in devices" }), `/devices?group=${id}`],
				[link(page, "Open log"), `/log/?group=${id}`],
				[link(page, "Copy"), `/groups/new?copy=${id}`],
				[link(page, "All groups"), "/groups/"],
			] as const) {
				await page.goto(`/groups/${id}`);
				await heading(page, name).waitFor();
				await activate(control);
				await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(path));
			}
			await removeGroups(page, name);
		},
	);
});
