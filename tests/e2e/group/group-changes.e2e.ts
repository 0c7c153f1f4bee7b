import { describe, expect } from "vitest";
import type { Group, GroupListRow } from "../../../shared/device/group";
import { overlay, violations } from "../accessibility";
import { call, take } from "../device-fleet";
import { ask, groupRow, makeGroup, openRowMenu, picker, testAsOwner as test, willHold } from "../group-calls";
import { chooseEntry, chooseOption, hasFocus, holdsFocus, keepsFocus, press, undoByKeys, write } from "../keys";
import { cutBackend } from "../outage/outages";
import { mainLink, outageComplaints, switchBackend } from "../visitor";

describe("changing a group", () => {
	test("shows who is new and who leaves, and saves just that", async ({ page }) => {
		const { id } = await makeGroup(page, "Swapped", ["Cold room 1", "Cold room 2"]);
		await page.goto(`/groups/edit/${id}`);
		await willHold(page).getByText("2 devices", { exact: true }).waitFor();
		await picker(page).getByRole("checkbox", { name: "Cold room 2" }).click();
		await page.getByRole("textbox", { name: "Find devices" }).fill("freezer");
		await page.getByRole("button", { name: /^Add all \d+ that match$/ }).click();
		await willHold(page)
			.getByText(/^\d+ devices, \d+ of them new, 1 leaves$/)
			.waitFor();
		await willHold(page).getByRole("listitem").filter({ hasText: "Cold room 2" }).getByText("Leaves").waitFor();
		await willHold(page).getByRole("listitem").filter({ hasText: "Blast freezer" }).getByText("New").waitFor();
		await page.getByRole("button", { name: "Save group" }).click();
		await page.getByRole("heading", { level: 1, name: "Swapped" }).waitFor();
		const devices = page.getByRole("region", { name: "Devices", exact: true });
		await devices.getByRole("link", { name: "Blast freezer" }).waitFor();
		await devices.getByRole("link", { name: "Cold room 2" }).waitFor({ state: "detached" });
		await expect.poll(() => devices.getByRole("link", { name: "Cold room 1" }).count()).toBe(1);
	});

	test("works by keyboard, after the question before leaving gave the focus back", async ({ page }) => {
		const { id } = await makeGroup(page, "Keyed form", ["Cold room 1"]);
		await page.goto(`/groups/${id}`);
		await press(page.getByRole("link", { name: "Edit", exact: true }));
		await write(page.getByRole("textbox", { name: "Name", exact: true }), "Keyed form, renamed");
		const groupsList = page.getByRole("link", { name: "groups list", exact: true });
		await press(groupsList);
		const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
		await hasFocus(question.getByRole("button", { name: "Stay" }));
		await page.keyboard.press("Enter");
		await question.waitFor({ state: "detached" });
		await hasFocus(groupsList);
		await write(page.getByRole("textbox", { name: "Find devices" }), "cold room 2");
		await press(page.getByRole("button", { name: "Add all 1 that match" }));
		await willHold(page)
			.getByText(/^2 devices, 1 of them new$/)
			.waitFor();
		await keepsFocus(page);
		await press(picker(page).getByRole("checkbox").first(), "Space");
		await willHold(page).getByText("1 device", { exact: true }).waitFor();
		await page.keyboard.press("Space");
		await press(page.getByRole("button", { name: "Save group" }));
		await page.getByRole("heading", { level: 1, name: "Keyed form, renamed" }).waitFor();
		expect((await ask<Group>(page, "group.getGroup", { id })).deviceIds).toHaveLength(2);
	});

	test("shows the newest while nothing is typed, and asks before it is left unsaved once something is", async ({
		page,
		context,
	}) => {
		const group = await makeGroup(page, "Watched form", []);
		await page.goto(`/groups/edit/${group.id}`);
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		await expect.poll(() => name.inputValue()).toBe("Watched form");
		await call(context, "group.updateGroup", {
			id: group.id,
			version: group.version,
			name: "Renamed form",
			description: "",
			colour: null,
			members: { kind: "static", deviceIds: [] },
			defaults: {},
		});
		await page.getByRole("heading", { level: 1, name: "Renamed form" }).waitFor();
		await expect.poll(() => name.inputValue()).toBe("Renamed form");

		await name.fill("Half changed");
		await mainLink(page, "Devices").click();
		const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
		await question.getByRole("button", { name: "Stay" }).click();
		await expect.poll(() => name.inputValue()).toBe("Half changed");
		await mainLink(page, "Devices").click();
		await question.getByRole("button", { name: "Leave" }).click();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
	});

	test("says at the field what is wrong, takes the focus there, and loses nothing, nor while cut off", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/400/);
		complaints.allow(outageComplaints);
		await page.goto("/groups/new/");
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		const save = page.getByRole("button", { name: "Create group" });
		await page.getByRole("textbox", { name: "Description" }).fill("Kept");
		await save.click();
		await page.getByText("Enter a name.").waitFor();
		await hasFocus(name);
		await name.fill("cold ROOMS");
		await save.click();
		await page.getByText("Another group has this name.").waitFor();
		await name.fill("🧊 ".repeat(40));
		await save.click();
		await page.getByText("At most 64 characters.").waitFor();
		await name.fill("Gefrierräume 冷凍室");
		await page.getByRole("radio", { name: "Dynamic" }).click();
		await save.click();
		await page.getByText("Choose at least one criterion.").waitFor();
		await page.getByRole("textbox", { name: "Name contains" }).fill("cold room");
		await page.getByRole("checkbox", { name: "Offline after" }).click();
		await page.getByRole("textbox", { name: "Offline after, length" }).fill("soon");
		await save.click();
		await page.getByText("Enter a number.").waitFor();
		expect(await violations(page, "main")).toEqual([]);
		await page.getByRole("textbox", { name: "Offline after, length" }).fill("2");

		await cutBackend();
		await save.click();
		await page
			.getByRole("alert")
			.getByText(/Can't reach AQLCloud/)
			.waitFor();
		await expect.poll(() => name.inputValue()).toBe("Gefrierräume 冷凍室");
		await expect.poll(() => page.getByRole("textbox", { name: "Description" }).inputValue()).toBe("Kept");
		await switchBackend("mend");
		await save.click();
		await page.getByRole("heading", { level: 1, name: "Gefrierräume 冷凍室" }).waitFor();
		await page.getByText("Kept", { exact: true }).waitFor();
	});
});

describe("taking groups away", () => {
	test("several at once, after Escape kept them, and back by the notification, all by keyboard", async ({ page }) => {
		for (const name of ["Heap one", "Heap two", "Heap stays"]) await makeGroup(page, name, []);
		await page.goto("/groups/?q=heap");
		await groupRow(page, "Heap one").waitFor();
		for (const name of ["Heap one", "Heap two"])
			await press(page.getByRole("checkbox", { name: `Select ${name}` }), "Space");
		const remove = page.getByRole("button", { name: "Delete 2 groups", exact: true });
		await press(remove);
		const dialog = page.getByRole("dialog", { name: "Delete 2 groups?" });
		await hasFocus(dialog.getByRole("button", { name: "Cancel" }));
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(remove);
		await page.keyboard.press("Enter");
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "Delete 2 groups" }));
		await page.getByText("2 groups deleted").waitFor();
		for (const name of ["Heap one", "Heap two"]) await groupRow(page, name).waitFor({ state: "detached" });
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
		await undoByKeys(page);
		await groupRow(page, "Heap two").waitFor();
	});

	test("leads, from its page, by keyboard, to the list, where it comes back", async ({ page }) => {
		const { id } = await makeGroup(page, "Deleted on its page", []);
		await page.goto(`/groups/${id}`);
		const more = page.getByRole("button", { name: "More actions" });
		await press(more);
		await chooseEntry(page, "Delete…");
		const dialog = page.getByRole("dialog", { name: "Delete Deleted on its page?" });
		await hasFocus(dialog.getByRole("button", { name: "Cancel" }));
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(more);
		await press(more);
		await chooseEntry(page, "Delete…");
		await holdsFocus(dialog);
		await press(dialog.getByRole("button", { name: "Delete group" }));
		await page.getByRole("heading", { level: 1, name: "Groups list", exact: true }).waitFor();
		await groupRow(page, "Deleted on its page").waitFor({ state: "detached" });
		await page.waitForFunction(() => document.activeElement?.id === "content");
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await groupRow(page, "Deleted on its page").waitFor();
	});

	test("fails where something names a group, with links to what does", async ({ page }) => {
		const named = (await ask<GroupListRow[]>(page, "group.getGroups")).find(({ useCounts }) => useCounts.alerts > 0);
		const name = named?.name ?? "none";
		await page.goto("/groups/");
		await openRowMenu(page, name);
		await page.getByRole("menuitem", { name: "Delete…" }).click();
		const dialog = page.getByRole("dialog", { name: `Delete ${name}?` });
		const link = dialog
			.getByRole("region", { name: `What names ${name}` })
			.getByRole("link")
			.first();
		await expect.poll(() => link.getAttribute("href")).toMatch(/^\/alerts\/edit\/alr_/);
		expect(await dialog.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
		expect(await violations(page, overlay)).toEqual([]);
		await dialog.getByRole("button", { name: "Merge into…" }).click();
		await page.getByRole("dialog", { name: `Merge ${name}` }).waitFor();
	});
});

describe("a group's menu and buttons", () => {
	test("open, edit and copy it, by keyboard and by mouse", async ({ page }) => {
		await makeGroup(page, "All actions", ["Cold room 1"]);
		await page.goto("/groups/?q=all");
		const name = page.getByRole("textbox", { name: "Name", exact: true });
		const menu = page.getByRole("button", { name: "Actions for All actions", exact: true });

		await press(menu);
		await chooseEntry(page, "Open");
		await page.getByRole("heading", { level: 1, name: "All actions" }).waitFor();
		await press(page.getByRole("link", { name: "Edit" }));
		await expect.poll(() => name.inputValue()).toBe("All actions");
		await page.getByRole("button", { name: "Cancel" }).click();
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Copy" }).click();
		await expect.poll(() => name.inputValue()).toBe("Copy of All actions");
		await page.getByRole("link", { name: "groups list", exact: true }).click();

		await menu.click();
		await page.getByRole("menuitem", { name: "Edit" }).click();
		await page.waitForURL(/\/groups\/edit\/grp_/);
		await page.getByRole("link", { name: "groups list", exact: true }).click();
	});
});

describe("merging groups", () => {
	test("says what it does, asks for the name, and leads to the one that stays", async ({ page }) => {
		const from = await makeGroup(page, "Going group", ["Cold room 1", "Cold room 2"]);
		await makeGroup(page, "Staying group", ["Cold room 2", "Cold room 3"]);
		await page.goto(`/groups/${from.id}`);
		const more = page.getByRole("button", { name: "More actions" });
		await press(more);
		await chooseEntry(page, "Merge into…");
		const dialog = page.getByRole("dialog", { name: "Merge Going group" });
		await holdsFocus(dialog);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(more);
		await more.click();
		await page.getByRole("menuitem", { name: "Merge into…" }).click();
		const button = dialog.getByRole("button", { name: "Merge group" });
		const typed = dialog.getByRole("textbox", { name: "Type “Going group” to confirm" });
		await typed.fill("Going group");
		await button.click();
		await dialog.getByText("Choose the group to merge into.").waitFor();
		await dialog.getByRole("combobox", { name: "Merge into" }).click();
		await take(page.getByRole("option", { name: "Staying group" }));
		await dialog.getByText(/1 device joins Staying group/).waitFor();
		await dialog.getByText("Nobody sees more devices than before.").waitFor();
		await typed.fill("Staying group");
		await button.click();
		await dialog.getByText("This is not “Going group”.").waitFor();
		await typed.fill("Going group");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { level: 1, name: "Staying group" }).waitFor();
		await dialog.waitFor({ state: "hidden" });
		const devices = page.getByRole("region", { name: "Devices", exact: true });
		await devices.getByText("3 devices").waitFor();
		await mainLink(page, "Groups").click();
		await groupRow(page, "Staying group").waitFor();
		await groupRow(page, "Going group").waitFor({ state: "detached" });
	});

	test("lets a person choose which of several groups stays, by keyboard", async ({ page }) => {
		for (const name of ["Pile one", "Pile two", "Pile three"]) await makeGroup(page, name, []);
		await page.goto("/groups/?q=pile");
		await groupRow(page, "Pile one").waitFor();
		await press(page.getByRole("checkbox", { name: "Select all groups" }), "Space");
		await press(page.getByRole("button", { name: "Merge 3 groups" }));
		const dialog = page.getByRole("dialog", { name: "Merge 3 groups" });
		await holdsFocus(dialog);
		await chooseOption(dialog.getByRole("combobox", { name: "Merge into" }), "Pile two");
		await write(dialog.getByRole("textbox", { name: "Type “2 groups” to confirm" }), "2 groups");
		await page.keyboard.press("Enter");
		await page.getByText("2 groups merged into Pile two.").waitFor();
		await groupRow(page, "Pile one").waitFor({ state: "detached" });
		await groupRow(page, "Pile two").waitFor();
		await dialog.waitFor({ state: "hidden" });
		await keepsFocus(page);
	});
});
