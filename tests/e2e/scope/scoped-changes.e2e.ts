import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { overlay, violations } from "../accessibility";
import { call, openList, runInBulk, runOnRow, selectAll, wholeDevice } from "../device-fleet";
import { openRowMenu } from "../group-calls";
import { press } from "../keys";
import { mainLink, requestsDuring, withoutHints, withoutRequests } from "../visitor";
import { namesIn, test } from "./scoped-fleet";

const settings = (page: Page) => page.getByRole("form", { name: "Settings" });
const field = (page: Page, name: string) => settings(page).getByRole("textbox", { name, exact: true }).first();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const moving = "This would move the device into a group or out of one. That takes somebody who sees every group.";

async function expectRefused(page: Page, name: string, reason: RegExp): Promise<void> {
	const refused = button(page, name).first();
	await expect.poll(() => refused.getAttribute("aria-disabled"), { message: name }).toBe("true");
	await refused.hover();
	await page.getByRole("tooltip", { name: reason }).waitFor();
	await withoutRequests(page, () => refused.click({ force: true }));
	expect(await page.getByRole("dialog").count()).toBe(0);
	await page.mouse.move(0, 0);
	await page.getByRole("tooltip", { name: reason }).waitFor({ state: "hidden" });
}

describe("a person who sees one group", () => {
	test("adds no device, no group and no key that sends for every device, and reads why", async ({ page, fleet }) => {
		await withoutHints(page);
		await openList(page, fleet.word);
		await expectRefused(page, "Add device", /You only see some groups, and a new device would be in none of them/);
		await button(page, "More actions").focus();
		await page.keyboard.press("Shift+Tab");
		await page.getByRole("tooltip", { name: /a new device would be in none of them/ }).waitFor();
		await expect
			.poll(() => button(page, "Add device").evaluate((element) => element === document.activeElement))
			.toBe(true);
		await withoutRequests(page, () => page.keyboard.press("Enter"));
		expect(await page.getByRole("dialog").count()).toBe(0);
		for (const dialog of ["add=yes", "import=yes"]) {
			// Waits until the page requests nothing more, also not the dialog's code.
			await requestsDuring(page, () => page.goto(`/devices?${dialog}`));
			await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
			expect(await page.getByRole("dialog").count(), dialog).toBe(0);
			const word = page.getByText(/^This link is for adding devices\. You only see some groups/);
			await word.waitFor();
			await button(page, "Close").click();
			await word.waitFor({ state: "hidden" });
			expect(page.url(), dialog).not.toContain(dialog);
		}
		await mainLink(page, "Groups").click();
		await expectRefused(page, "New group", /You only see some groups\. Groups decide who sees which devices/);
		await openRowMenu(page, "Pharmacy");
		for (const name of ["Edit", "Copy", "Merge into…", "Delete"])
			await expect
				.poll(() => page.getByRole("menuitem", { name }).getAttribute("aria-disabled"), { message: name })
				.toBe("true");
		await page.keyboard.press("Escape");
		for (const path of [`/groups/new/?copy=${fleet.pharmacyId}`, `/groups/edit/${fleet.pharmacyId}`]) {
			await page.goto(path);
			await page.getByText(/Groups decide who sees which devices/).waitFor();
			expect(await page.getByRole("textbox", { name: "Name", exact: true }).count(), path).toBe(0);
			expect(await violations(page, "main"), path).toEqual([]);
		}

		await mainLink(page, "Log").click();
		await page.getByRole("heading", { level: 1, name: "Log" }).waitFor();
		await button(page, "More actions").click();
		const connect = page.getByRole("menuitem", { name: /^Connect devices and network servers/ });
		await connect.hover();
		await page.getByText("You only see some groups, and these keys send for every device.").waitFor();
		await expect.poll(() => connect.getAttribute("aria-disabled")).toBe("true");
		await expect.poll(() => page.getByRole("menuitem", { name: /^Import files/ }).isEnabled()).toBe(true);
	});

	test("moves no device between groups, and reads why, at the field where a fact would move it", async ({
		page,
		fleet,
		context,
		complaints,
	}) => {
		complaints.allow(/403/);
		await withoutHints(page);
		const { first } = namesIn(fleet);
		await openList(page, fleet.word);
		await button(page, `Actions for ${first}`).click();
		const item = page.getByRole("menuitem", { name: "Groups…" });
		await expect.poll(() => item.getAttribute("aria-disabled")).toBe("true");
		await item.hover();
		await page
			.getByText(/so you cannot move devices between groups/)
			.first()
			.waitFor();
		await withoutRequests(page, () => item.click({ force: true }));
		expect(await page.getByRole("dialog").count()).toBe(0);
		await page.keyboard.press("Escape");
		await selectAll(page);
		await expectRefused(page, "Edit groups of 2 devices", /so you cannot move devices between groups/);
		await page.goto(`/devices/${fleet.first.id}?tab=settings`);
		await settings(page).getByText("You only see some groups, so you cannot change which groups it is in.").waitFor();
		const choice = field(page, "In the groups").or(settings(page).getByLabel("In the groups")).first();
		await expect.poll(() => choice.isDisabled()).toBe(true);
		await field(page, "Description").fill("Beside the door");
		await field(page, "Model").fill(fleet.word);
		await button(page, "Save").click();
		await settings(page).getByText(moving, { exact: true }).waitFor();
		await page.waitForFunction(() => document.activeElement?.getAttribute("aria-invalid") === "true");
		await expect.poll(() => field(page, "Model").evaluate((input) => input === document.activeElement)).toBe(true);
		await expect.poll(() => settings(page).locator('[aria-invalid="true"]').count()).toBe(1);
		await expect.poll(() => field(page, "Model").inputValue()).toBe(fleet.word);
		await expect.poll(() => field(page, "Description").inputValue()).toBe("Beside the door");
		expect(await violations(page, "main")).toEqual([]);
		expect(await wholeDevice(context, fleet.first.id)).toMatchObject({ version: 1 });
		await page.keyboard.press("Control+A");
		await page.keyboard.type("Another model");
		await page.keyboard.press("Enter");
		await page.getByText("Saved.", { exact: true }).waitFor();
		expect(await wholeDevice(context, fleet.first.id)).toMatchObject({
			version: 2,
			model: "Another model",
			description: "Beside the door",
			groupIds: [fleet.pharmacyId],
		});
		const known = await wholeDevice(fleet.owner, fleet.first.id);
		expect(known.groupIds.sort()).toEqual([fleet.pharmacyId, fleet.hiddenId].sort());
	});

	test("changes many at once and renames one, and loses nothing where that would move one of them", async ({
		page,
		fleet,
		context,
		complaints,
	}) => {
		complaints.allow(/403/);
		await openList(page, fleet.word);
		await selectAll(page);
		await runInBulk(page, "Edit tags of 2 devices");
		const dialog = page.getByRole("dialog");
		await dialog
			.getByRole("combobox", { name: "Add" })
			.or(dialog.getByRole("textbox", { name: "Add" }))
			.first()
			.fill(fleet.word);
		await page.keyboard.press("Enter");
		await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
		await dialog.getByText(moving).waitFor();
		await dialog.getByText(fleet.word, { exact: true }).waitFor();
		expect(await violations(page, overlay)).toEqual([]);
		for (const { id } of [fleet.first, fleet.second])
			expect(await wholeDevice(context, id)).toMatchObject({ version: 1, tags: [] });
		await page.keyboard.press("Tab");
		await dialog
			.getByRole("combobox", { name: "Add" })
			.or(dialog.getByRole("textbox", { name: "Add" }))
			.first()
			.focus();
		await page.keyboard.press("Backspace");
		await page.keyboard.type("checked");
		await page.keyboard.press("Enter");
		await press(dialog.getByRole("button", { name: "Apply to 2 devices" }));
		await page.getByText("Tags of 2 devices changed").waitFor();
		for (const { id } of [fleet.first, fleet.second])
			expect(await wholeDevice(context, id)).toMatchObject({ tags: ["checked"] });

		const word = `${fleet.word} moved`;
		const members = { kind: "dynamic", filter: { search: word } };
		const group = { name: `By name ${fleet.word}`, description: "", colour: null, defaults: {}, members };
		const { id: byName } = await call<{ id: string }>(fleet.owner, "group.createGroup", group);
		fleet.filterIds.push(byName);
		await dialog.waitFor({ state: "hidden" });
		await runOnRow(page, namesIn(fleet).second, "Rename…");
		const name = dialog.getByRole("textbox", { name: "Name" });
		await name.fill(word);
		await page.keyboard.press("Enter");
		await dialog.getByText(moving, { exact: true }).waitFor();
		await expect.poll(() => name.inputValue()).toBe(word);
		await name.fill(`${fleet.word} 3`);
		await page.keyboard.press("Enter");
		await page.getByRole("rowheader", { name: `${fleet.word} 3`, exact: true }).waitFor();
		expect((await wholeDevice(context, fleet.second.id)).groupIds).toEqual([fleet.pharmacyId]);
	});
});
