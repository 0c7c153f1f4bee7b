import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Group } from "../../../shared/device/group";
import { overlay, violations } from "../accessibility";
import { call, makeDevices } from "../device-fleet";
import { chip, filterBy } from "../filters";
import { chooseEntry, chooseOption, hasFocus, press, write } from "../keys";
import { signIn, test } from "../visitor";

const rows = (page: Page) => page.locator("tbody tr");

describe("the audit log", () => {
	test("shows who changed a device, from what to what, and leads there from the device and back", async ({ page }) => {
		const context = page.context();
		await signIn(context, "owner");
		const [deviceId = ""] = await makeDevices(context, "Audited", 1);
		await call(context, "device.updateDevice", {
			deviceId,
			version: 1,
			name: "Audited anew",
			loggingIntervalSeconds: 120,
		});
		await page.goto(`/devices/${deviceId}`);
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "History" }).click();
		await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
		await chip(page, "Only about: Audited anew").waitFor();
		await expect.poll(() => rows(page).count()).toBe(2);
		const changed = rows(page).first();
		await changed.getByText("Changed a device").waitFor();
		await changed.getByRole("cell", { name: "Maria Oliveira" }).waitFor();
		await changed.getByRole("cell", { name: /^Name: Audited 1 → Audited anew/ }).waitFor();
		await changed.getByRole("button", { name: /More|Actions/ }).click();
		await page.getByRole("menuitem", { name: "Show all changes" }).click();
		const dialog = page.getByRole("dialog", { name: "Changed a device" });
		await dialog.getByRole("row", { name: "Name Audited 1 Audited anew" }).waitFor();
		await dialog
			.getByText(/on Linux|Chrome/)
			.first()
			.waitFor();
		expect(await violations(page, overlay)).toEqual([]);
		await dialog.getByRole("link", { name: "Audited anew" }).click();
		await page.getByRole("heading", { level: 1, name: "Audited anew" }).waitFor();
		await page.goBack();
		await chip(page, "Only about: Audited anew").waitFor();
	});

	test("narrows by keyboard, keeps the filter in its address, and exports the list as CSV", async ({ page }) => {
		const context = page.context();
		await signIn(context, "owner");
		const colour = null;
		const members = { kind: "static", deviceIds: [] };
		const name = `Audited ${crypto.randomUUID().slice(0, 8)}`;
		await call<Group>(context, "group.createGroup", { name, description: "", colour, defaults: {}, members });
		await page.goto("/accounts/audit/");
		await press(page.getByRole("button", { name: "Add filter" }));
		await chooseEntry(page, "About");
		await hasFocus(page.getByRole("textbox", { name: "Find in: About" }));
		await page.keyboard.type("group");
		await page.keyboard.press("ArrowDown");
		await chooseEntry(page, "Group", "menuitemradio");
		await expect.poll(() => new URL(page.url()).searchParams.get("about")).toBe("group");
		await page.getByRole("link", { name }).waitFor();
		await page.reload();
		await page.getByRole("link", { name }).waitFor();
		const [file] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("button", { name: /CSV/ }).click(),
		]);
		const text = readFileSync(await file.path(), "utf8");
		expect(text).toContain(name);
		expect(text).toContain("Added a group");
		await filterBy(page, "Who", "The system");
		await page.getByText("Nothing matches").waitFor();
		await page.getByRole("button", { name: "Clear filters" }).click();
		await page.getByRole("link", { name }).waitFor();
	});

	test("shows the reason that the account requires for a change, which the device's form asks for", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/412/);
		const context = page.context();
		await signIn(context, "owner");
		const [deviceId = ""] = await makeDevices(context, "Reasoned", 1);
		await page.goto("/accounts/audit/");
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Reasons for changes" }).click();
		const settings = page.getByRole("dialog", { name: "Reasons for changes" });
		await chooseOption(settings.getByRole("combobox", { name: "Devices", exact: true }), "Reason");
		await write(settings.getByRole("textbox", { name: "Reasons to choose from" }), "Moved\nService visit");
		expect(await violations(page, overlay)).toEqual([]);
		await settings.getByRole("button", { name: "Save" }).click();
		await page.getByText("Reasons for changes saved.").waitFor();

		await page.goto(`/devices/${deviceId}?tab=settings`);
		await write(page.getByRole("form", { name: "Settings" }).getByRole("textbox", { name: "Site" }), "Beja");
		await page.keyboard.press("Enter");
		const reason = page.getByRole("dialog", { name: "Why this change?" });
		await reason.getByRole("button", { name: "Continue" }).click();
		await reason.getByText("Choose or type a reason.").waitFor();
		await chooseOption(reason.getByRole("combobox", { name: "Reason" }), "Another reason");
		await write(reason.getByRole("textbox", { name: "Your reason" }), "Store closed – à Beja");
		expect(await violations(page, overlay)).toEqual([]);
		await reason.getByRole("button", { name: "Continue" }).click();
		await page.getByText("Saved.", { exact: true }).waitFor();

		await page.goto(`/accounts/audit/?entity=${deviceId}`);
		await rows(page)
			.first()
			.getByRole("button", { name: /More|Actions/ })
			.click();
		await page.getByRole("menuitem", { name: "Show all changes" }).click();
		await page.getByRole("dialog").getByText("Store closed – à Beja").waitFor();
	});
});
