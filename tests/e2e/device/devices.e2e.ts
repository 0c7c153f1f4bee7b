import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { cellsOf } from "../../client/csv-cells";
import { violations } from "../accessibility";
import { call, makeDevices, openList, runInBulk, textOf } from "../device-fleet";
import { filterBy, openFilter, removal } from "../filters";
import { chooseEntry, hasFocus, holdsFocus, press, write } from "../keys";
import { product } from "../this-product";
import { testAsOwner as test } from "../visitor";

const row = (page: Page, name: string) => page.getByRole("rowheader", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("finding devices", () => {
	test("uses filters that stand in the address, show counts, go one by one, and make a group", async ({
		page,
		context,
	}) => {
		const [first = "", second = ""] = await makeDevices(context, "Filter probe", 3);
		await call(context, "device.changeDevices", { deviceIds: [first, second], addTags: ["wet, cold"] });
		await openList(page, "Filter probe");
		await openFilter(page, "Tag");
		await page.getByRole("checkbox", { name: "wet, cold (2)" }).check();
		await row(page, "Filter probe 3").waitFor({ state: "detached" });
		await page.keyboard.press("Escape");
		await page.reload();
		await row(page, "Filter probe 2").waitFor();
		await expect.poll(() => page.getByRole("rowheader").count()).toBe(2);

		const link = page.getByRole("link", { name: "Save as group" });
		const filter = new URL((await link.getAttribute("href")) ?? "", product.origin).searchParams.get("filter");
		expect(JSON.parse(filter ?? "")).toEqual({ search: "Filter probe", tags: ["wet, cold"] });
		await press(removal(page, "Tag: wet, cold"));
		await row(page, "Filter probe 3").waitFor();
		expect(new URL(page.url()).searchParams.get("tag")).toBeNull();
		await link.click();
		await page.waitForURL((url) => url.pathname === "/groups/new/" && url.searchParams.has("filter"));
		await page.getByRole("radio", { name: "Dynamic", checked: true }).waitFor();
	});

	test("follows an old link: what means nothing is left out, a group that is gone with a word", async ({ page }) => {
		const nonsense =
			"alert=loud&tag=%2C%2C&model=&firmware=%00&power=steam&lack=luck&battery=200&signal=9&silent=-1&archived=lost&add=&import=&sort=-nonsense";
		await page.goto(`/devices?${nonsense}&group=grp_00000000000000000000000009`);
		await page
			.getByText("A group this link asks for is gone, or not yours to see, and left out of the filter.")
			.waitFor();
		await row(page, "Cold room 1").waitFor();
		expect(await violations(page)).toEqual([]);
		await filterBy(page, "Status", /^Late/);
		await page.waitForURL(/status=late/);
		expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
		expect(await page.getByRole("dialog").count()).toBe(0);
	});
});

describe("the file of a list", () => {
	test("holds what is filtered, sorted and shown, or selected of it, with raw values and as Unicode", async ({
		page,
	}) => {
		await page.goto("/devices?q=cold+room&sort=-name");
		await row(page, "Cold room 1").waitFor();
		await press(button(page, "Columns"));
		await chooseEntry(page, "Upload interval", "menuitemcheckbox");
		await page.getByRole("columnheader", { name: "Upload interval" }).waitFor();
		await chooseEntry(page, "Serial", "menuitemcheckbox");
		await page.getByRole("columnheader", { name: "Serial" }).waitFor({ state: "detached" });
		await page.keyboard.press("Escape");
		await hasFocus(button(page, "Columns"));
		await page
			.getByRole("cell", { name: /^\d+ (min|h)$/ })
			.first()
			.waitFor();
		const shown = await page.locator("tbody th[scope=row] a").allTextContents();
		expect(shown.length).toBeGreaterThan(1);

		const whole = page.waitForEvent("download");
		await press(button(page, "Export CSV"));
		const bytes = readFileSync(await (await whole).path());
		expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
		const [head = [], ...lines] = cellsOf(bytes.toString("utf8"));
		expect(head[0]?.replace("\ufeff", "")).toBe("Device");
		expect(head.at(-1)).toBe("Id");
		expect(head.some((name) => name.startsWith("Upload interval"))).toBe(true);
		expect(head).not.toContain("Serial");
		expect(head).toContain("Temperature (°C)");
		expect(head).toContain("Battery (%)");
		expect(lines.map(([name]) => name)).toEqual(shown);
		const received = head.indexOf("Last received (UTC)");
		expect(lines[0]?.[received]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

		await page.getByRole("checkbox", { name: `Select ${shown[1]}`, exact: true }).check();
		const selected = page.waitForEvent("download");
		await runInBulk(page, "Export 1 device as CSV");
		const [selectedHead = "", ...selectedLines] = (await textOf(selected)).trim().split("\r\n");
		expect(selectedHead).toContain("Upload interval");
		expect(selectedHead).not.toContain("Serial");
		expect(selectedLines.map((line) => line.split(",")[0])).toEqual([shown[1]]);
	});
});

describe("adding a device", () => {
	test("works by its form, by keyboard: it says what is missing, and shows the key once", async ({ page }) => {
		await page.goto("/devices?add=yes&import=yes");
		const drawer = page.getByRole("dialog");
		const name = drawer.getByRole("textbox", { name: "Name", exact: true }).first();
		await page.getByRole("dialog", { name: "Add device" }).waitFor();
		await hasFocus(name);
		await expect.poll(() => page.getByRole("dialog").count()).toBe(1);
		const rule = drawer.getByRole("combobox", { name: "Clock mode" });
		await expect.poll(() => rule.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
		await page.keyboard.press("Escape");
		await drawer.waitFor({ state: "hidden" });
		await press(button(page, "Add device"));
		await hasFocus(name);
		await page.keyboard.press("Escape");
		await drawer.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Add device"));
		await page.keyboard.press("Enter");
		await hasFocus(name);
		await page.keyboard.press("Enter");
		await drawer.getByText("Enter a name.").waitFor();
		await hasFocus(name);
		await page.keyboard.type("A");
		await drawer.getByText("Enter a name.").waitFor({ state: "detached" });
		// Invisible marks alone are no name.
		await name.fill("\u200f\u202e\u200b");
		await page.keyboard.press("Enter");
		await drawer.getByText("Enter a name.").waitFor();
		await write(name, "Added by keys");
		await page.keyboard.press("Enter");
		await drawer.getByText(/^aqd_/).first().waitFor();
		await holdsFocus(drawer);
		await press(drawer.getByRole("button", { name: "I have copied the key" }));
		await drawer.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Add device"));
		await row(page, "Added by keys").waitFor();
	});
});
