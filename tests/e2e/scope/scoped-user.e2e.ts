import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Alert, AlertListRow } from "../../../shared/alert/alert";
import type { DeviceListRow } from "../../../shared/device/device";
import type { LogPage } from "../../../shared/log/log";
import { violations } from "../accessibility";
import { call, textOf } from "../device-fleet";
import { send } from "../device-logger";
import { openFilter } from "../filters";
import { mainLink, signInByForm } from "../visitor";
import { namesIn, type ScopedFleet, test } from "./scoped-fleet";

const names = (page: Page) => page.locator("tbody th[scope=row] a").allTextContents();
const main = (page: Page) => page.getByRole("main");
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function pharmacy({ owner, pharmacyId }: ScopedFleet): Promise<DeviceListRow[]> {
	const filters = { groupIds: [pharmacyId] };
	return call<DeviceListRow[]>(owner, "device.getDevices", { filters }, true);
}

async function everyDevice({ owner }: ScopedFleet): Promise<DeviceListRow[]> {
	return call<DeviceListRow[]>(owner, "device.getDevices", {}, true);
}

async function secretsOf(fleet: ScopedFleet): Promise<string[]> {
	const seen = new Set((await pharmacy(fleet)).map(({ id }) => id));
	const devices = (await everyDevice(fleet)).filter(({ id }) => !seen.has(id)).map(({ name }) => name);
	return [...devices, namesIn(fleet).hidden, "Cold rooms", "Audited", "Outdoors", "Freezers thawing"];
}

async function expectNoSecret(page: Page, secrets: string[]): Promise<void> {
	const text = await page.locator("body").innerText();
	expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

describe("a person who sees one group", () => {
	test("signs in as people do, and finds what is theirs and nothing else on every list and by searching everything", async ({
		page,
		fleet,
		context,
	}) => {
		const secrets = await secretsOf(fleet);
		const mine = await pharmacy(fleet);
		await context.clearCookies();
		await page.goto("/login");
		await signInByForm(page, "scoped");
		await page.waitForURL("**/dashboard");
		await card(page, "Fleet").getByText(`${mine.length} devices`, { exact: true }).waitFor();
		await card(page, "Fleet").getByRole("button", { name: "History" }).click();
		await card(page, "Fleet").getByText("As a table").click();
		const lastRow = card(page, "Fleet").getByRole("row").last().getByRole("cell");
		await expect.poll(async () => (await lastRow.allInnerTexts()).at(-1)).toBe(String(mine.length));
		await expectNoSecret(page, secrets);

		await mainLink(page, "Devices").click();
		await expect.poll(async () => (await names(page)).sort()).toEqual(mine.map(({ name }) => name).sort());
		await main(page).getByText(`${mine.length} devices in 1 group`, { exact: true }).waitFor();
		await expectNoSecret(page, secrets);
		expect(await violations(page)).toEqual([]);

		await mainLink(page, "Groups").click();
		await expect.poll(() => names(page)).toEqual(["Pharmacy"]);
		await page.getByRole("link", { name: "Pharmacy", exact: true }).click();
		await page.getByRole("heading", { level: 1, name: "Pharmacy" }).waitFor();
		await card(page, "Devices")
			.getByRole("link", { name: namesIn(fleet).first, exact: true })
			.waitFor();
		await expectNoSecret(page, secrets);

		await mainLink(page, "Alerts").click();
		await page.getByRole("link", { name: "Rules", exact: true }).click();
		const rules = await rulesOf(fleet, mine);
		await expect.poll(async () => (await names(page)).sort()).toEqual(rules);
		await expectNoSecret(page, secrets);
		await mainLink(page, "Reports").click();
		await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
		await page.locator("tbody th[scope=row] a").first().waitFor();
		await expectNoSecret(page, secrets);

		await page.keyboard.press("Control+k");
		const field = page.getByRole("combobox", { name: "Search everything" });
		const option = (name: string) => page.getByRole("listbox", { name: "Results" }).getByRole("option", { name });
		const { first, second, outside, hidden } = namesIn(fleet);
		await field.fill(fleet.word);
		for (const name of [first, second]) await option(name).waitFor();
		await expect.poll(() => page.getByRole("option").count()).toBe(2);
		for (const text of [outside, hidden, "Cold rooms too warm", "Add device", "New group"]) {
			await field.fill(text);
			await page.getByText(`Nothing found for “${text}”`).waitFor();
		}
		await field.fill(first);
		await page.getByRole("option", { name: first, selected: true }).waitFor();
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { level: 1, name: first }).waitFor();
	});

	test("reads the log of what is theirs, on screen and in a file", async ({ page, fleet }) => {
		const { first, second, outside, hidden } = namesIn(fleet);
		const reading = { channel: "Temperature", at: Date.now() - 1_000, value: 12.25 };
		for (const logger of [fleet.first, fleet.second, fleet.outside]) await send(logger, [reading]);
		await page.goto("/log/?form=long");
		const table = page.getByRole("table", { name: "Readings" });
		await table.getByText(first).first().waitFor();
		await expectNoSecret(page, await secretsOf(fleet));
		await openFilter(page, "Device");
		const theirs = (await pharmacy(fleet)).map(({ name }) => name).sort();
		const options = page.getByRole("group", { name: "Device" }).locator("label");
		await expect.poll(async () => (await options.allInnerTexts()).sort()).toEqual(theirs);
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Export" }).click();
		const started = page.waitForEvent("download");
		await page.getByRole("menuitem", { name: "CSV, per value" }).click();
		const file = await textOf(started);
		expect([first, second, outside, hidden].map((name) => file.includes(name))).toEqual([true, true, false, false]);
		expect((await secretsOf(fleet)).filter((secret) => file.includes(secret))).toEqual([]);
	});

	test("sees on a device's page neither the other groups it is in nor their names in its log", async ({
		page,
		fleet,
	}) => {
		const deviceIds = [fleet.first.id];
		for (const move of ["removeGroupIds", "addGroupIds"])
			await call(fleet.owner, "device.changeDevices", { deviceIds, [move]: [fleet.hiddenId] });
		const known = { rangeType: "hour", offset: 0, deviceIds };
		const { events } = await call<LogPage>(fleet.owner, "log.getLogs", known, true);
		expect(events.filter(({ text }) => text.includes(namesIn(fleet).hidden))).toHaveLength(2);
		const secrets = await secretsOf(fleet);
		await page.goto(`/devices/${fleet.first.id}`);
		await page.getByRole("heading", { level: 1, name: namesIn(fleet).first }).waitFor();
		await main(page).getByRole("link", { name: "Pharmacy", exact: true }).first().waitFor();
		await expectNoSecret(page, secrets);
		for (const [tab, content] of [
			["Log", main(page).getByText("Groups changed").first()],
			["Alerts", card(page, "Rules that watch this device")],
			["Settings", page.getByRole("form", { name: "Settings" })],
		] as const) {
			await page.getByRole("navigation", { name: "Parts of this device" }).getByRole("link", { name: tab }).click();
			await content.waitFor();
			await expectNoSecret(page, secrets);
		}
	});
});

async function rulesOf({ owner, pharmacyId }: ScopedFleet, mine: DeviceListRow[]): Promise<string[]> {
	const list = await call<AlertListRow[]>(owner, "alert.getAlerts", {}, true);
	const ids = new Set(mine.map(({ id }) => id));
	const rules = await Promise.all(list.map(({ id }) => call<Alert>(owner, "alert.getAlert", { alertId: id }, true)));
	const isTheirs = ({ scope }: Alert) =>
		scope === "all" ||
		("groupIds" in scope ? scope.groupIds.includes(pharmacyId) : scope.deviceIds.some((id) => ids.has(id)));
	return rules
		.filter(isTheirs)
		.map(({ name }) => name)
		.sort();
}

async function hiddenRule({ owner }: ScopedFleet): Promise<string> {
	const rules = await call<AlertListRow[]>(owner, "alert.getAlerts", {}, true);
	return rules.find(({ name }) => name === "Cold rooms too warm")?.id ?? "";
}

test("An address of what is not theirs is as one that leads nowhere", async ({ page, fleet, complaints }) => {
	complaints.allow(/40[04]|Device not found/);
	const read = async (path: string, words: string) => {
		await page.goto(path);
		await main(page).getByText(words, { exact: true }).waitFor();
		return [await main(page).innerText(), await page.title()];
	};
	const none = "0".repeat(26);
	for (const [nowhere, ...paths] of [
		[`/devices/dev_${none}`, "/devices/nonsense", `/devices/${fleet.outside.id}`],
		[`/groups/grp_${none}`, `/groups/${fleet.hiddenId}`, `/groups/edit/${fleet.hiddenId}`],
		[`/alerts/edit/alr_${none}`, `/alerts/edit/${await hiddenRule(fleet)}`],
	] as const) {
		const [expected] = await read(nowhere, "Page not found");
		for (const path of paths) expect((await read(path, "Page not found"))[0], path).toEqual(expected);
	}
	await read(`/log/?device=${fleet.outside.id}`, "Device not found");
	await expectNoSecret(page, await secretsOf(fleet));
});

test("An open screen hears of its own devices at once, and not of those of other groups", async ({ page, fleet }) => {
	const reading = { channel: "Temperature", at: Date.now() };
	await page.goto(`/devices?q=${encodeURIComponent(fleet.word)}`);
	await page.getByRole("status").getByText("Live").waitFor();
	await send(fleet.outside, [{ ...reading, value: 10.5 }]);
	await send(fleet.first, [{ ...reading, value: 21.5 }]);
	await page.getByRole("row").getByText("21.5 °C").waitFor();
	expect(await page.getByText(namesIn(fleet).outside).count()).toBe(0);
	expect(await page.getByText("10.5 °C").count()).toBe(0);
});
