import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import { call, makeDevices, openList } from "./device-fleet";
import { addLogger, send } from "./device-logger";
import { signIn, test } from "./visitor";

/** Where the text itself ends, in pixels; its cell may be wider. */
function textEnd(cell: Locator): Promise<number> {
	return cell.evaluate((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		return range.getBoundingClientRect().right;
	});
}

describe("a list of devices in a narrow window", () => {
	test("shows the first reading in whole beside the name", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Narrow probe with quite a long name");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: -27.5 }]);
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto("/devices?q=Narrow+probe");
		const reading = page.getByRole("cell", { name: "−27.5 °C", exact: true });
		await reading.waitFor();
		const menu = page.getByRole("button", { name: "Actions for Narrow probe with quite a long name" });
		const menuStart = () => menu.evaluate((button) => button.closest("td")?.getBoundingClientRect().left ?? 0);
		const header = page.getByRole("button", { name: "Temperature" });
		// The table is measured once its rows stand.
		for (const text of [reading, header])
			await expect.poll(async () => (await textEnd(text)) - (await menuStart())).toBeLessThanOrEqual(0);
	});

	test("shows a column that somebody asks for", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Asked probe", 1);
		await page.setViewportSize({ width: 640, height: 700 });
		await page.goto("/devices?q=Asked+probe");
		await page.getByRole("link", { name: "Asked probe 1", exact: true }).waitFor();
		await page.getByRole("button", { name: "Columns", exact: true }).click();
		await page.getByRole("menuitemcheckbox", { name: "Model" }).click();
		await page.keyboard.press("Escape");
		await page.getByRole("columnheader", { name: "Model" }).waitFor();
		await page.evaluate(() => localStorage.clear());
	});
});

describe("a device's name", () => {
	test("that does not fit is told in whole where it is pointed at", async ({ page, context }) => {
		await signIn(context, "owner");
		const long = `Whole ${"W".repeat(58)}`;
		await addLogger(context, long);
		await addLogger(context, "Whole short");
		await page.goto("/devices?q=Whole");
		const row = page.getByRole("rowheader", { name: long });
		const short = page.getByRole("rowheader", { name: "Whole short" });
		await short.hover();
		await row.hover();
		await expect.poll(() => row.getAttribute("title")).toBe(long);
		expect(await short.getAttribute("title")).toBeNull();
	});

	test("of nothing but marks that nobody sees is refused at its field", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices?add=yes");
		const form = page.getByRole("dialog", { name: "Add device" });
		const name = form.getByRole("textbox", { name: "Name", exact: true });
		await name.fill("\u200f\u202e\u200b");
		await page.keyboard.press("Enter");
		await form.getByText("Enter a name.").waitFor();
		const rule = form.getByRole("combobox", { name: "Kept as" });
		await expect.poll(() => rule.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
	});
});

test("A group's long name leaves the readings their place, and is told in whole on hover", async ({
	page,
	context,
}) => {
	await signIn(context, "owner");
	const long = `Crowd ${"W".repeat(58)}`;
	const ids = await makeDevices(context, "Crowd probe", 1);
	const group = await call<{ id: string }>(context, "group.createGroup", {
		name: long,
		description: "",
		colour: null,
		members: { kind: "static", deviceIds: ids },
		defaults: {},
	});
	await openList(page, "Crowd probe");
	const chip = page.getByRole("cell").getByText(long);
	await expect.poll(() => chip.getAttribute("title")).toBe(long);
	await expect.poll(async () => (await chip.boundingBox())?.width).toBeLessThanOrEqual(160);
	await call(context, "group.deleteGroups", { ids: [group.id] });
});

test("A list's CSV says that it is Unicode, which spreadsheets do not guess", async ({ page, context }) => {
	await signIn(context, "owner");
	await makeDevices(context, "Köln probe", 1);
	await openList(page, "Köln probe");
	const started = page.waitForEvent("download");
	await page.getByRole("button", { name: "Export CSV" }).click();
	const file = readFileSync(await (await started).path());
	expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
	expect(file.toString("utf8")).toContain("Köln probe 1");
});

test("A form whose session has ended says what to do, and is saved after a sign-in in another tab", async ({
	page,
	context,
	complaints,
}) => {
	complaints.allow(/401/);
	await signIn(context, "owner");
	const { id } = await addLogger(context, "Ended probe");
	await page.goto(`/devices/${id}?tab=settings`);
	await page.getByRole("textbox", { name: "Site" }).fill("Typed before the end");
	await context.clearCookies();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByRole("alert").getByText("Sign in in another tab to go on.").waitFor();
	await signIn(context, "owner");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("Saved.", { exact: true }).waitFor();
	await page.reload();
	await page.waitForFunction(() =>
		[...document.querySelectorAll("input")].some(({ value }) => value === "Typed before the end"),
	);
});

test("A device's page tells by one clock when it was added and since when it waits", async ({ page, context }) => {
	await signIn(context, "owner");
	const { id } = await addLogger(context, "Clock probe", { timezoneOffset: 345 });
	await page.goto(`/devices/${id}`);
	const waiting = page.getByText("Waiting since").locator("time").first();
	const since = await waiting.textContent();
	const added = page.getByRole("definition").filter({ has: page.locator("time") });
	await page.getByText("Added", { exact: true }).waitFor();
	expect(since).toMatch(/^\w{3} \d\d, \d\d:\d\d:\d\d [AP]M$/);
	expect((await added.allTextContents()).some((text) => text.includes(since ?? "none"))).toBe(true);
});
