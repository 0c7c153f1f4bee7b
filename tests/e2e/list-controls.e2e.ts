import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { makeDevices, openList, textOf } from "./device-fleet";
import { chooseEntry, hasFocus, holdsFocus, keepsFocus, press, ways, write } from "./keys";
import { signIn, test } from "./visitor";

const row = (page: Page, name: string) => page.getByRole("rowheader", { name, exact: true });
const names = (page: Page) => page.getByRole("rowheader").allInnerTexts();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

describe("a list, by either way", () => {
	test.for(ways)("is sorted, there and back, by $way", async ({ way, activate }, { page, context }) => {
		await signIn(context, "owner");
		const word = `Sorted by ${way}`;
		await makeDevices(context, word, 3);
		await openList(page, word);
		const header = page.getByRole("columnheader", { name: "Device" });
		await expect.poll(() => names(page)).toEqual([`${word} 1`, `${word} 2`, `${word} 3`]);
		await activate(header.getByRole("button"));
		await page.waitForURL(/sort=-name/);
		await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
		await expect.poll(() => names(page)).toEqual([`${word} 3`, `${word} 2`, `${word} 1`]);
		await activate(header.getByRole("button"));
		await expect.poll(() => names(page)).toEqual([`${word} 1`, `${word} 2`, `${word} 3`]);
		if (way === "keyboard") await hasFocus(header.getByRole("button"));
	});

	test.for(ways)("is filtered by a chip and cleared, by $way", async ({ way, activate }, { page, context }) => {
		await signIn(context, "owner");
		const word = `Chip by ${way}`;
		await makeDevices(context, word, 1);
		await openList(page, word);
		const online = page.getByRole("search").getByRole("button", { name: /^Online / });
		await activate(online);
		await page.waitForURL(/status=online/);
		await expect.poll(() => online.getAttribute("aria-pressed")).toBe("true");
		await page.getByRole("heading", { name: "No device matches" }).waitFor();
		if (way === "keyboard") await hasFocus(online);
		await activate(online);
		await row(page, `${word} 1`).waitFor();
		await activate(online);
		await activate(page.getByRole("main").getByRole("button", { name: "Clear filters" }));
		await page.waitForURL((url) => url.search === "");
		await page.getByRole("table").waitFor();
		if (way === "keyboard") await keepsFocus(page);
	});

	test.for(ways)("is narrowed by a filter of the menu, by $way", async ({ way, activate }, { page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices");
		await row(page, "Cold room 1").waitFor();
		await activate(button(page, "Add filter"));
		const by = page.getByLabel("Filter by");
		if (way === "keyboard") {
			await hasFocus(by);
			await page.keyboard.type("Battery below");
			await write(page.getByLabel("Battery below (%)"), "50");
			await page.keyboard.press("Enter");
		} else {
			await by.selectOption({ label: "Battery below" });
			await page.getByLabel("Battery below (%)").fill("50");
			await button(page, "Apply").click();
		}
		await page.waitForURL(/battery=50/);
		if (way === "keyboard") await hasFocus(button(page, "Add filter"));
		await activate(button(page, /^Battery below 50 %/));
		await page.waitForURL((url) => url.search === "");
		if (way === "keyboard") await keepsFocus(page);
	});

	test.for(ways)(
		"shows a column that was ticked in a narrow window too, and says which have no room, by $way",
		async ({ way, activate }, { page, context }) => {
			await signIn(context, "owner");
			await page.setViewportSize({ width: 360, height: 740 });
			const word = `Narrow by ${way}`;
			await makeDevices(context, word, 1);
			await page.goto(`/devices?q=${encodeURIComponent(word)}`);
			await page.getByRole("rowheader", { name: `${word} 1` }).waitFor();
			const serial = page.getByRole("columnheader", { name: "Serial" });
			await serial.waitFor({ state: "detached" });
			await activate(button(page, "Columns"));
			const choice = page.getByRole("menuitemcheckbox", { name: /^Serial/ });
			await choice.getByText("no room").waitFor();
			await expect.poll(() => choice.getAttribute("aria-checked")).toBe("false");
			if (way === "keyboard") await chooseEntry(page, "Serial no room", "menuitemcheckbox");
			else await choice.click();
			await serial.waitFor();
			await expect.poll(() => choice.getAttribute("aria-checked")).toBe("true");
			await choice.getByText("no room").waitFor({ state: "detached" });
			expect(await violations(page)).toEqual([]);
			await page.keyboard.press("Escape");
			await expect
				.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: "the page itself stays" })
				.toBe(360);
			await page.reload();
			await serial.waitFor();
			await activate(button(page, "Columns"));
			if (way === "keyboard") await chooseEntry(page, "Reset");
			else await page.getByRole("menuitem", { name: "Reset" }).click();
			await serial.waitFor({ state: "detached" });
			await choice.getByText("no room").waitFor();
		},
	);

	test.for(ways)("makes a group of what it shows, by $way", async ({ way, activate }, { page, context }) => {
		await signIn(context, "owner");
		const word = `Group by ${way}`;
		await makeDevices(context, word, 2);
		await openList(page, word);
		await activate(page.getByRole("link", { name: "Save as group" }));
		await page.waitForURL((url) => url.pathname === "/groups/new/" && url.searchParams.has("filter"));
		await page.getByRole("radio", { name: "By filter", checked: true }).waitFor();
		await page.goto(`/devices?q=${encodeURIComponent(word)}&status=never`);
		await row(page, `${word} 1`).waitFor();
		await activate(button(page, "Save as group"));
		const goOn = page.getByRole("link", { name: "Go on" });
		if (way === "keyboard") await hasFocus(goOn);
		await activate(goOn);
		await expect.poll(() => page.getByRole("textbox", { name: "Name contains" }).inputValue()).toBe(word);
	});
});

describe("a list by keyboard alone", () => {
	test("has its columns chosen, and its file made", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Columns by keys", 2);
		await openList(page, "Columns by keys");
		const columns = button(page, "Columns");
		await press(columns);
		await chooseEntry(page, "Upload interval", "menuitemcheckbox");
		await page.getByRole("columnheader", { name: "Upload interval" }).waitFor();
		await chooseEntry(page, "Serial", "menuitemcheckbox");
		await page.getByRole("columnheader", { name: "Serial" }).waitFor({ state: "detached" });
		await page.keyboard.press("Escape");
		await hasFocus(columns);
		const download = page.waitForEvent("download");
		await press(button(page, "Export CSV"));
		const [head = "", ...lines] = (await textOf(download)).trim().split("\r\n");
		expect(head).toContain("Upload interval");
		expect(head).not.toContain("Serial");
		expect(lines).toHaveLength(2);
		await press(columns);
		await chooseEntry(page, "Reset");
		await page.getByRole("columnheader", { name: "Upload interval" }).waitFor({ state: "detached" });
		await page.keyboard.press("Escape");
		await hasFocus(columns);
	});

	test("gets a device by its form, whose key is shown once", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices");
		await row(page, "Cold room 1").waitFor();
		await press(button(page, "Add device"));
		const drawer = page.getByRole("dialog");
		const name = drawer.getByRole("textbox", { name: "Name" }).first();
		await hasFocus(name);
		await page.keyboard.press("Escape");
		await drawer.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Add device"));
		await page.keyboard.press("Enter");
		await hasFocus(name);
		await page.keyboard.press("Enter");
		await drawer.getByText("Enter a name.").waitFor();
		await hasFocus(name);
		await page.keyboard.type("Added by keys");
		await page.keyboard.press("Enter");
		await drawer.getByText(/^aqd_/).first().waitFor();
		await holdsFocus(drawer);
		await press(drawer.getByRole("button", { name: "I have copied the key" }));
		await drawer.waitFor({ state: "hidden" });
		await hasFocus(button(page, "Add device"));
		await row(page, "Added by keys").waitFor();
	});

	test("is searched, and emptied again by its own button", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeDevices(context, "Searched by keys", 1);
		await page.goto("/devices");
		await row(page, "Cold room 1").waitFor();
		await page.keyboard.press("/");
		await page.keyboard.type("searched by keys");
		await row(page, "Cold room 1").waitFor({ state: "detached" });
		await expect.poll(() => names(page)).toEqual(["Searched by keys 1"]);
		await page.keyboard.press("Tab");
		await page.keyboard.press("Shift+Tab");
		await holdsFocus(page.getByRole("search"));
		await press(button(page, "Clear"));
		await row(page, "Cold room 1").waitFor();
		await keepsFocus(page);
	});
});
