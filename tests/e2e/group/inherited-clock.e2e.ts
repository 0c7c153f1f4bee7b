import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { overlay, violations } from "../accessibility";
import { call, choose, makeDevices, openList, runInBulk, selectAll, undo, wholeDevice } from "../device-fleet";
import { testAsOwner as test } from "../visitor";

const denver = { timezoneOffset: -420, timeZoneRule: 1 };
const denverText = "UTC−07:00, logger daylight time (Mar 8 to Nov 6)";
const ownRule = "Local time, no daylight saving";

const addGroup = (context: BrowserContext, name: string, deviceIds: string[], defaults: object) =>
	call<{ id: string }>(context, "group.createGroup", {
		name,
		description: "",
		colour: null,
		defaults,
		members: { kind: "static", deviceIds },
	});

async function addInheriting(context: BrowserContext, name: string): Promise<string> {
	const channels = [{ name: "Temperature", quantity: "temperature", unit: "°C" }];
	return (await call<{ device: { id: string } }>(context, "device.createDevice", { name, channels })).device.id;
}

const clockOf = async (context: BrowserContext, id: string) => {
	const { timezoneOffset, timeZoneRule, inherited } = await wholeDevice(context, id);
	return { timezoneOffset, timeZoneRule, from: inherited.clock };
};

const settings = (page: Page) => page.getByRole("form", { name: "Settings" });
const rule = (page: Page) => settings(page).getByRole("combobox", { name: "Clock mode" });

describe("a group's clock", () => {
	test("comes from its form, which says before which devices take it, is named on a device that does, and left and taken again", async ({
		page,
		context,
	}) => {
		const [own = ""] = await makeDevices(context, "Zoned member", 1);
		const id = await addInheriting(context, "Zoned member 2");
		const group = await addGroup(context, "Zoned members", [own, id], {});
		await page.goto(`/groups/edit/${group.id}`);
		await page.getByRole("checkbox", { name: "Device clock" }).click();
		await page.getByText("1 of 2 devices takes it; 1 has its own value.").waitFor();
		const clock = page.getByRole("group", { name: "Device clock" });
		await choose(page, clock.getByRole("combobox", { name: "Clock mode" }), "Logger daylight time (Mar 8 to Nov 6)");
		await choose(page, clock.getByRole("combobox", { name: "Standard time" }), "UTC−07:00");
		expect(await violations(page, "main")).toEqual([]);
		await page.getByRole("button", { name: "Save group" }).click();
		await page.getByRole("heading", { level: 1, name: "Zoned members" }).waitFor();
		await page.getByRole("region", { name: "Defaults" }).getByText(denverText).waitFor();
		expect(await clockOf(context, id)).toEqual({ ...denver, from: group.id });
		expect(await clockOf(context, own)).toEqual({ timezoneOffset: 0, timeZoneRule: 2, from: undefined });

		const inheritedLabel = `Inherited from Zoned members (${denverText})`;
		await page.goto(`/devices/${id}`);
		await page.getByRole("region", { name: "Device clock" }).getByText("from Zoned members").waitFor();
		await page
			.getByRole("navigation", { name: "Parts of this device" })
			.getByRole("link", { name: "Settings" })
			.click();
		await settings(page).waitFor();
		expect(await rule(page).inputValue()).toBe(inheritedLabel);
		await choose(page, rule(page), ownRule);
		await choose(page, settings(page).getByRole("combobox", { name: "Standard time" }), "UTC+05:45");
		const save = page.getByRole("button", { name: "Save", exact: true });
		await save.click();
		await page.getByText("Saved.", { exact: true }).waitFor();
		expect(await clockOf(context, id)).toEqual({ timezoneOffset: 345, timeZoneRule: 2, from: undefined });
		await choose(page, rule(page), inheritedLabel);
		await save.click();
		await expect.poll(() => clockOf(context, id)).toEqual({ ...denver, from: group.id });
	});

	test("reaches many devices at once, which can be undone", async ({ page, context }) => {
		const ids = await makeDevices(context, "Zoned many", 2);
		const group = await addGroup(context, "Zone of many", ids, { clock: denver });
		await openList(page, "Zoned many");
		await selectAll(page);
		await runInBulk(page, "Edit clock of 2 devices");
		const dialog = page.getByRole("dialog");
		await choose(page, dialog.getByRole("combobox", { name: "Clock mode" }), "From the group, or the default");
		await dialog.getByText(/^Each device takes the clock of its group/).waitFor();
		expect(await violations(page, overlay)).toEqual([]);
		await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
		await page.getByText("Clock of 2 devices changed").waitFor();
		for (const id of ids) expect(await clockOf(context, id)).toEqual({ ...denver, from: group.id });
		await undo(page);
		for (const id of ids) expect(await clockOf(context, id)).toMatchObject({ timezoneOffset: 0, timeZoneRule: 2 });
	});
});
