import type { BrowserContext, Page } from "playwright-core";
import { afterEach, describe, expect } from "vitest";
import { violations } from "./accessibility";
import { call, choose, makeDevices, openList, runInBulk, selectAll, undo, wholeDevice } from "./device-fleet";
import { removeGroups } from "./group-calls";
import { signIn, switchBackend, test } from "./visitor";

const denver = { timezoneOffset: -420, timeZoneRule: 1 };
const denverWords = "UTC−07:00 with US daylight saving";
const ownRule = "Local time, no daylight saving";

/** A group of a test's own that gives its devices a clock, if one is named. */
const addClockGroup = (context: BrowserContext, name: string, deviceIds: string[], clock?: typeof denver) =>
	call<{ id: string }>(context, "group.createGroup", {
		name,
		description: "",
		colour: null,
		members: { kind: "static", deviceIds },
		defaults: clock ? { clock } : {},
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
const rule = (page: Page) => settings(page).getByRole("combobox", { name: "Kept as" });

afterEach(async () => {
	await switchBackend("mend");
});

describe("a group's clock", () => {
	test("is given in its form, which says before who takes it, and stands on its page", async ({ page, context }) => {
		await signIn(context, "owner");
		const [own = ""] = await makeDevices(context, "Zoned member", 1);
		const inheriting = await addInheriting(context, "Zoned member 2");
		const group = await addClockGroup(context, "Zoned members", [own, inheriting]);
		await page.goto(`/groups/edit/${group.id}`);
		await page.getByRole("checkbox", { name: "Device clock" }).click();
		await page.getByText("1 of 2 devices takes it; 1 has its own value.").waitFor();
		const clock = page.getByRole("group", { name: "Device clock" });
		await choose(page, clock.getByRole("combobox", { name: "Kept as" }), "Local time with US daylight saving");
		await choose(page, clock.getByRole("combobox", { name: "Standard time" }), "UTC−07:00");
		expect(await violations(page)).toEqual([]);
		await page.getByRole("button", { name: "Save group" }).click();
		await page.getByRole("heading", { level: 1, name: "Zoned members" }).waitFor();
		await page.getByRole("region", { name: "Defaults" }).getByText(denverWords).waitFor();
		expect(await clockOf(context, inheriting)).toEqual({ ...denver, from: group.id });
		expect(await clockOf(context, own)).toEqual({ timezoneOffset: 0, timeZoneRule: 2, from: undefined });
		await removeGroups(page, "Zoned members");
	});

	test("is named on a device that takes it, and can be left and taken again", async ({ page, context }) => {
		await signIn(context, "owner");
		const id = await addInheriting(context, "Zoned device");
		const group = await addClockGroup(context, "Zone giver", [id], denver);
		const inheritedWords = `Inherited from Zone giver (${denverWords})`;
		await page.goto(`/devices/${id}`);
		const card = page.getByRole("region", { name: "Device clock" });
		await card.getByText("from Zone giver").waitFor();
		await page.goto(`/devices/${id}?tab=settings`);
		await settings(page).waitFor();
		expect(await rule(page).inputValue()).toBe(inheritedWords);
		expect(await violations(page)).toEqual([]);
		await choose(page, rule(page), ownRule);
		await choose(page, settings(page).getByRole("combobox", { name: "Standard time" }), "UTC+05:45");
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await page.getByText("Saved.", { exact: true }).waitFor();
		expect(await clockOf(context, id)).toEqual({ timezoneOffset: 345, timeZoneRule: 2, from: undefined });
		await choose(page, rule(page), inheritedWords);
		await settings(page).getByText("UTC−07:00, and one hour more from March 8 to November 6").waitFor();
		await settings(page).getByRole("combobox", { name: "Standard time" }).waitFor({ state: "detached" });
		await page.getByRole("button", { name: "Save", exact: true }).click();
		await expect.poll(() => clockOf(context, id)).toEqual({ ...denver, from: group.id });
		await removeGroups(page, "Zone giver");
	});

	test("is taken by many devices at once, which can be undone", async ({ page, context }) => {
		await signIn(context, "owner");
		const ids = await makeDevices(context, "Zoned many", 2);
		const group = await addClockGroup(context, "Zone of many", ids, denver);
		await openList(page, "Zoned many");
		await selectAll(page);
		await runInBulk(page, "Clock of 2 devices");
		const dialog = page.getByRole("dialog");
		await choose(page, dialog.getByRole("combobox", { name: "Kept as" }), "From the group, or the standard");
		await dialog.getByText(/^Each device takes the clock of its group/).waitFor();
		await dialog.getByRole("button", { name: "Apply to 2 devices" }).click();
		await page.getByText("Clock of 2 devices changed").waitFor();
		for (const id of ids) expect(await clockOf(context, id)).toEqual({ ...denver, from: group.id });
		await undo(page);
		for (const id of ids) expect(await clockOf(context, id)).toMatchObject({ timezoneOffset: 0, timeZoneRule: 2 });
		await removeGroups(page, "Zone of many");
	});
});
