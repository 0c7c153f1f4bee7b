import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Alert, AlertListRow } from "../../shared/alert";
import type { DeviceListRow } from "../../shared/device";
import { livePong } from "../../shared/live";
import type { LogPage } from "../../shared/log";
import { textOf } from "./device-fleet";
import { callAs, type Logger, queryAs, send } from "./device-logger";
import { namesIn, type ScopedFleet, test, violationsOf } from "./scoped-fleet";
import { settle, signInByForm } from "./visitor";

/** What somebody sees whose groups are not all of the account's. */
const names = (page: Page) => page.locator("tbody th[scope=row] a").allTextContents();
const main = (page: Page) => page.getByRole("main");
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Devices of the pharmacy, as who sees everything is told. */
async function pharmacy({ owner, pharmacyId }: ScopedFleet): Promise<DeviceListRow[]> {
	const filters = { groupIds: [pharmacyId] };
	return queryAs<DeviceListRow[]>(owner, { path: "device.getDevices", input: { filters } });
}

async function everyDevice({ owner }: ScopedFleet): Promise<DeviceListRow[]> {
	return queryAs<DeviceListRow[]>(owner, { path: "device.getDevices", input: {} });
}

/** Names of devices, groups and rules that are not theirs: none of them may stand on any screen. */
async function secretsOf(fleet: ScopedFleet): Promise<string[]> {
	const seen = new Set((await pharmacy(fleet)).map(({ id }) => id));
	const devices = (await everyDevice(fleet)).filter(({ id }) => !seen.has(id)).map(({ name }) => name);
	return [...devices, namesIn(fleet).hidden, "Cold rooms", "Audited", "Outdoors", "Freezers thawing"];
}

async function expectNoSecret(page: Page, secrets: string[]): Promise<void> {
	const text = await page.locator("body").innerText();
	expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
}

describe("somebody who sees one group", () => {
	test("signs in as people do, and finds a console about it", async ({ page, fleet, context }) => {
		await context.clearCookies();
		await page.goto("/login");
		await signInByForm(page, "scoped");
		await page.waitForURL("**/dashboard");
		await settle(page, "Dashboard");
		const count = (await pharmacy(fleet)).length;
		await card(page, "Fleet")
			.getByText(new RegExp(`^${count} devices, \\d+ reporting`))
			.waitFor();
		await card(page, "Fleet").getByText("As a table").click();
		const lastRow = card(page, "Fleet").getByRole("row").last().getByRole("cell");
		await expect.poll(async () => (await lastRow.allInnerTexts()).at(-1)).toBe(String(count));
		await expectNoSecret(page, await secretsOf(fleet));
		expect(await violationsOf(page)).toEqual([]);
	});

	test("has the devices, the groups and the rules that are theirs in every list", async ({ page, fleet }) => {
		const secrets = await secretsOf(fleet);
		const mine = await pharmacy(fleet);
		await page.goto("/devices");
		await settle(page, "Devices");
		await expect.poll(async () => (await names(page)).sort()).toEqual(mine.map(({ name }) => name).sort());
		await main(page).getByText(`${mine.length} devices in 1 group`, { exact: true }).waitFor();
		await expectNoSecret(page, secrets);
		expect(await violationsOf(page)).toEqual([]);

		await page.goto("/groups/");
		await settle(page, "Groups");
		await expect.poll(() => names(page)).toEqual(["Pharmacy"]);
		await page.getByRole("link", { name: "Pharmacy", exact: true }).click();
		await page.getByRole("heading", { level: 1, name: "Pharmacy" }).waitFor();
		await page.waitForLoadState("networkidle");
		await expectNoSecret(page, secrets);

		await page.goto("/alerts/");
		await settle(page, "Alerts");
		const rules = await rulesOf(fleet, mine);
		await expect.poll(async () => (await names(page)).sort()).toEqual(rules);
		await expectNoSecret(page, secrets);
		await page.goto("/reports/");
		await settle(page, "Reports");
		await expectNoSecret(page, secrets);
	});

	test("finds by searching everything what is theirs, and nothing else", async ({ page, fleet }) => {
		await page.goto("/devices");
		await settle(page, "Devices");
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
		await settle(page, "Log");
		const table = page.getByRole("table", { name: "Readings" });
		await table.getByText(first).first().waitFor();
		await expectNoSecret(page, await secretsOf(fleet));
		await page
			.getByRole("textbox", { name: "Devices" })
			.or(page.getByRole("combobox", { name: "Devices" }))
			.first()
			.click();
		const theirs = (await pharmacy(fleet)).map(({ name }) => name).sort();
		await expect.poll(async () => (await page.getByRole("option").allInnerTexts()).sort()).toEqual(theirs);
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Export" }).click();
		const started = page.waitForEvent("download");
		await page.getByRole("menuitem", { name: "CSV, long" }).click();
		const file = await textOf(started);
		expect([first, second, outside, hidden].map((name) => file.includes(name))).toEqual([true, true, false, false]);
		expect((await secretsOf(fleet)).filter((secret) => file.includes(secret))).toEqual([]);
		expect(await violationsOf(page)).toEqual([]);
	});

	test("sees on a device's page neither the other groups it is in nor their names in its log", async ({
		page,
		fleet,
	}) => {
		const deviceIds = [fleet.first.id];
		for (const move of ["removeGroupIds", "addGroupIds"])
			await callAs(fleet.owner, { path: "device.changeDevices", input: { deviceIds, [move]: [fleet.hiddenId] } });
		const known = { rangeType: "hour", offset: 0, deviceIds };
		const { events } = await queryAs<LogPage>(fleet.owner, { path: "log.getLogs", input: known });
		expect(events.filter(({ text }) => text.includes(namesIn(fleet).hidden))).toHaveLength(2);
		await page.goto(`/devices/${fleet.first.id}`);
		await page.getByRole("heading", { level: 1, name: namesIn(fleet).first }).waitFor();
		await main(page).getByRole("link", { name: "Pharmacy", exact: true }).first().waitFor();
		for (const tab of ["overview", "log", "alerts", "settings"]) {
			await page.goto(`/devices/${fleet.first.id}?tab=${tab}`);
			await page.getByRole("heading", { level: 1 }).waitFor();
			await page.waitForLoadState("networkidle");
			if (tab === "log") await main(page).getByText("Groups changed").first().waitFor();
			await expectNoSecret(page, await secretsOf(fleet));
		}
		expect(await violationsOf(page)).toEqual([]);
	});
});

/** Names of the rules that watch all, or something of the pharmacy. */
async function rulesOf({ owner, pharmacyId }: ScopedFleet, mine: DeviceListRow[]): Promise<string[]> {
	const list = await queryAs<AlertListRow[]>(owner, { path: "alert.getAlerts", input: {} });
	const ids = new Set(mine.map(({ id }) => id));
	const rules = await Promise.all(
		list.map(({ id }) => queryAs<Alert>(owner, { path: "alert.getAlert", input: { alertId: id } })),
	);
	const isTheirs = ({ scope }: Alert) =>
		scope === "all" ||
		("groupIds" in scope ? scope.groupIds.includes(pharmacyId) : scope.deviceIds.some((id) => ids.has(id)));
	return rules
		.filter(isTheirs)
		.map(({ name }) => name)
		.sort();
}

describe("an address of what is not theirs", () => {
	const missing = "0".repeat(26);
	const screens: [
		what: string,
		path: (id: string) => string,
		prefix: string,
		idOf: (fleet: ScopedFleet) => Promise<string>,
	][] = [
		["a device's page", (id) => `/devices/${id}`, "dev", async ({ outside }) => outside.id],
		["a group's page", (id) => `/groups/${id}`, "grp", async ({ hiddenId }) => hiddenId],
		["a group's form", (id) => `/groups/edit/${id}`, "grp", async ({ hiddenId }) => hiddenId],
		["an alert", (id) => `/alerts/edit/${id}`, "alr", async (fleet) => hiddenRule(fleet)],
	];

	test.for(screens)("is as one that leads nowhere: %s", async ([, path, prefix, idOf], { page, fleet, complaints }) => {
		complaints.allow(/404/);
		const read = async (id: string) => {
			await page.goto(path(id));
			await main(page).getByText("Page not found", { exact: true }).waitFor();
			await page.waitForLoadState("networkidle");
			return [await main(page).innerText(), await page.title()];
		};
		expect(await read(await idOf(fleet))).toEqual(await read(`${prefix}_${missing}`));
	});

	test("is in the log as if it were not there", async ({ page, fleet, complaints }) => {
		complaints.allow(/404|(Device|Group) not found/);
		const read = async (search: string) => {
			await page.goto(`/log/?${search}`);
			await page.getByRole("heading", { level: 1 }).waitFor();
			await page.waitForLoadState("networkidle");
			return (await main(page).innerText()).replaceAll(/\d\d:\d\d:\d\d [AP]M|req\S+|[\da-f]{8}-\S+/g, "");
		};
		expect(await read(`device=${fleet.outside.id}`)).toBe(await read(`device=dev_${missing}`));
		expect(await read(`group=${fleet.hiddenId}`)).toBe(await read(`group=grp_${missing}`));
	});

	test("answers a call by its id as if there were no such thing", async ({ fleet, context }) => {
		const ask = async (path: string, input: object) => {
			const url = `/api/proxy/${path}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
			const answer = await context.request.get(url);
			const { message, data } = (await answer.json()).error.json;
			return { status: answer.status(), message, reason: data.reason };
		};
		const span = { rangeType: "hour", offset: 0 };
		const calls: [path: string, hidden: string, input: (id: string) => object][] = [
			["device.getDevice", fleet.outside.id, (deviceId) => ({ deviceId })],
			["group.getGroup", fleet.hiddenId, (id) => ({ id })],
			["log.getLogs", fleet.outside.id, (deviceId) => ({ ...span, deviceIds: [deviceId] })],
			["log.getSeries", fleet.hiddenId, (groupId) => ({ ...span, pixels: 400, groupIds: [groupId] })],
			["log.getImports", fleet.outside.id, (deviceId) => ({ deviceId })],
			["alert.getAlerts", fleet.outside.id, (deviceId) => ({ deviceId })],
		];
		for (const [path, hidden, input] of calls) {
			const [prefix] = hidden.split("_");
			const nowhere = await ask(path, input(`${prefix}_${missing}`));
			expect(nowhere).toMatchObject({ status: 404 });
			expect(await ask(path, input(hidden))).toEqual(nowhere);
		}
	});
});

async function hiddenRule({ owner }: ScopedFleet): Promise<string> {
	const rules = await queryAs<AlertListRow[]>(owner, { path: "alert.getAlerts", input: {} });
	return rules.find(({ name }) => name === "Cold rooms too warm")?.id ?? "";
}

describe("an open screen", () => {
	/** What a page has been told, but for the pings. */
	function heardBy(page: Page): string[] {
		const heard: string[] = [];
		page.on("websocket", (socket) => {
			socket.on("framereceived", ({ payload }) => {
				if (payload !== livePong) heard.push(String(payload));
			});
		});
		return heard;
	}

	async function openLive(context: BrowserContext, word: string): Promise<{ page: Page; heard: string[] }> {
		const page = await context.newPage();
		const heard = heardBy(page);
		// Other devices may measure the same.
		await page.goto(`/devices?q=${encodeURIComponent(word)}`);
		await page.getByRole("status").getByText("Live").waitFor();
		return { page, heard };
	}

	test("hears of its own devices at once, and not of those of other groups", async ({ context, fleet }) => {
		const theirs = await openLive(context, fleet.word);
		const owners = await openLive(fleet.owner, fleet.word);
		/** Sends, waits until who sees everything was told, and says how often the other one was. */
		const told = async (logger: Logger, value: number) => {
			const before = [theirs.heard.length, owners.heard.length] as const;
			await send(logger, [{ channel: "Temperature", at: Date.now(), value }]);
			await expect.poll(() => owners.heard.length).toBeGreaterThan(before[1]);
			await owners.page.getByRole("row").getByText(`${value} °C`).waitFor();
			return theirs.heard.length - before[0];
		};
		await told(fleet.outside, 10.5);
		const rounds = [];
		// The demo's own devices fall silent at their own times, so a round alone may hear of one of them.
		for (const value of [11.5, 12.5, 13.5, 14.5]) rounds.push(await told(fleet.outside, value));
		expect(rounds.filter((count) => count === 0).length).toBeGreaterThanOrEqual(3);
		await told(fleet.first, 21.5);
		await theirs.page.getByRole("row").getByText("21.5 °C").waitFor();
		expect(await theirs.page.getByText(namesIn(fleet).outside).count()).toBe(0);
	});
});
