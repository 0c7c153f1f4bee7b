import { describe, expect } from "vitest";
import { call, makeDevices, openList, wholeDevice } from "./device-fleet";
import { chooseOption, hasFocus, holdsFocus, keepsFocus, press, undoByKeys, write } from "./keys";
import { changes, row, rowMenu, runOnRow } from "./list-by-keys";
import { signIn, test } from "./visitor";

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

	test.for(changes)(
		"$what: Escape changes nothing, then it is chosen, applied and undone",
		async (change, { page, context }) => {
			await signIn(context, "owner");
			const { what, fill, facts, before } = change;
			const word = `Keyed row ${what.toLowerCase()}`;
			const name = `${word} 1`;
			const [id = "", other = ""] = await makeDevices(context, word, 2);
			await openList(page, word);
			const dialog = page.getByRole("dialog", { name: `${what} of ${name}`, exact: true });
			await runOnRow(page, name, `${what}…`);
			await holdsFocus(dialog);
			await fill(dialog);
			await press(dialog.getByRole("button", { name: "Cancel" }), "Escape");
			await dialog.waitFor({ state: "hidden" });
			await hasFocus(rowMenu(page, name));
			expect(await wholeDevice(context, id)).toMatchObject(before);

			await runOnRow(page, name, `${what}…`);
			await holdsFocus(dialog);
			await fill(dialog);
			await press(dialog.getByRole("button", { name: "Apply to 1 device" }));
			await page.getByText(`${what} of ${name} changed`).waitFor();
			await dialog.waitFor({ state: "hidden" });
			await hasFocus(rowMenu(page, name));
			expect(await wholeDevice(context, id)).toMatchObject(facts);
			expect(await wholeDevice(context, other)).toMatchObject(before);
			await undoByKeys(page);
			await page.getByText(/^Undone for/).waitFor();
			expect(await wholeDevice(context, id)).toMatchObject(before);
			await hasFocus(rowMenu(page, name));
		},
	);

	test("sets its clock by another zone, which the rule of UTC shuts", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = ""] = await makeDevices(context, "Keyed zone", 1);
		await openList(page, "Keyed zone");
		const dialog = page.getByRole("dialog", { name: "Clock of Keyed zone 1" });
		const zone = dialog.getByRole("combobox", { name: "Standard time" });
		const rule = dialog.getByRole("combobox", { name: "Kept as" });
		await runOnRow(page, "Keyed zone 1", "Clock…");
		await hasFocus(rule);
		await chooseOption(rule, "UTC");
		await expect.poll(() => zone.isDisabled()).toBe(true);
		await chooseOption(rule, "Local time with US daylight saving");
		await write(zone, "05:45");
		await chooseOption(zone, /^UTC\+05:45$/);
		await press(dialog.getByRole("button", { name: "Apply to 1 device" }));
		await dialog.waitFor({ state: "hidden" });
		await hasFocus(rowMenu(page, "Keyed zone 1"));
		expect(await wholeDevice(context, id)).toMatchObject({ timezoneOffset: 345, timeZoneRule: 1 });
	});

	test("groups: it joins one and leaves it, and the list shows so", async ({ page, context }) => {
		await signIn(context, "owner");
		const [id = "", other = ""] = await makeDevices(context, "Keyed joiner", 2);
		const members = { kind: "static", deviceIds: [] };
		const group = { name: "Keyed joiners", description: "", colour: null, defaults: {}, members };
		const { id: groupId } = await call<{ id: string }>(context, "group.createGroup", group);
		await openList(page, "Keyed joiner");
		const dialog = page.getByRole("dialog", { name: "Groups of Keyed joiner 1" });
		const cell = page
			.getByRole("row")
			.filter({ has: row(page, "Keyed joiner 1") })
			.getByText("Keyed joiners");
		for (const [way, groupIds] of [
			["Add to", [groupId]],
			["Remove from", []],
		] as const) {
			await runOnRow(page, "Keyed joiner 1", "Groups…");
			await hasFocus(dialog.getByRole("combobox", { name: "Add to" }));
			await chooseOption(dialog.getByRole("combobox", { name: way }), "Keyed joiners");
			await page.keyboard.press("Tab");
			await press(dialog.getByRole("button", { name: "Apply to 1 device" }));
			await dialog.waitFor({ state: "hidden" });
			await hasFocus(rowMenu(page, "Keyed joiner 1"));
			expect((await wholeDevice(context, id)).groupIds).toEqual(groupIds);
			expect((await wholeDevice(context, other)).groupIds).toEqual([]);
			await expect.poll(() => cell.count()).toBe(groupIds.length);
		}
		await call(context, "group.deleteGroups", { ids: [groupId] });
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
