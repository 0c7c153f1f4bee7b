import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { overlay, violations } from "../accessibility";
import { makeDevices, openImport, openList, runInBulk } from "../device-fleet";
import { hasFocus, keepsFocus, ways } from "../keys";
import { signIn, test } from "../visitor";

const names = (page: Page) => page.getByRole("rowheader").allInnerTexts();
const headers = (page: Page) => page.locator("thead th").allTextContents();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("an area that can do nothing yet", () => {
	test("says so in its list, and on the dashboard where that shows it", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/reports/");
		await page
			.getByRole("main")
			.getByText(/^Reports are read-only .* none is run or sent yet\.$/)
			.waitFor();
		await page.goto("/dashboard");
		await page.getByRole("region", { name: "Reports", exact: true }).getByText("Reports are read-only").waitFor();
	});
});

describe("the list of alerts", () => {
	test("is searched with /, walked along and opened by keyboard, and leads back from where nothing is found", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await page.goto("/alerts/?view=rules&q=nothing+like+it");
		await page.getByRole("heading", { name: "No alert matches" }).waitFor();
		await expect.poll(() => button(page, "Export CSV").isDisabled()).toBe(true);
		await button(page, "Clear filters").click();
		await page.getByRole("table").waitFor();
		await page.waitForURL((url) => url.search === "?view=rules");
		await page.keyboard.press("/");
		await page.keyboard.type("cold");
		await page.getByRole("status").filter({ hasText: " of " }).waitFor();
		await page.keyboard.press("Escape");
		await page.keyboard.press("Tab");
		const found = page.getByRole("link", { name: "Cold rooms too warm", exact: true });
		for (const key of ["j", "k"]) {
			await page.keyboard.press(key);
			await hasFocus(found);
		}
		await page.keyboard.press("Enter");
		await page.waitForURL(/\/alerts\/edit\//);
	});

	test("has the columns that were chosen, also when it is loaded again, until they are reset", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await page.goto("/alerts/?view=rules");
		await page.getByRole("columnheader", { name: "Rule" }).waitFor();
		const usual = await headers(page);
		const without = usual.filter((name) => name !== "Rule");
		await button(page, "Columns").press("Enter");
		await page.getByRole("menuitemcheckbox", { name: "Rule" }).click();
		await expect.poll(() => headers(page)).toEqual(without);
		await page.reload();
		await page.getByRole("table").waitFor();
		await expect.poll(() => headers(page)).toEqual(without);
		await button(page, "Columns").click();
		await page.getByRole("menuitem", { name: "Reset" }).click();
		await expect.poll(() => headers(page)).toEqual(usual);
	});
});

describe("the list of devices", () => {
	test.for(ways)(
		"is sorted there and back, filtered by a chip, searched and cleared, by $way",
		async ({ way, activate }, { page, context }) => {
			await signIn(context, "owner");
			const isByKeyboard = way === "keyboard";
			const word = `Sorted by ${way}`;
			await makeDevices(context, word, 3);
			await openList(page, word);
			const upwards = [1, 2, 3].map((number) => `${word} ${number}`);
			const header = page.getByRole("columnheader", { name: "Device" });
			await expect.poll(() => names(page)).toEqual(upwards);
			await activate(header.getByRole("button"));
			await page.waitForURL(/sort=-name/);
			await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
			await expect.poll(() => names(page)).toEqual(upwards.toReversed());
			await activate(header.getByRole("button"));
			await expect.poll(() => names(page)).toEqual(upwards);
			if (isByKeyboard) await hasFocus(header.getByRole("button"));

			const online = page.getByRole("search").getByRole("button", { name: /^Online / });
			await activate(online);
			await page.waitForURL(/status=online/);
			await expect.poll(() => online.getAttribute("aria-pressed")).toBe("true");
			await page.getByRole("heading", { name: "No device matches" }).waitFor();
			if (isByKeyboard) await hasFocus(online);
			await activate(online);
			await expect.poll(() => names(page)).toEqual(upwards);
			await activate(online);
			await activate(page.getByRole("main").getByRole("button", { name: "Clear filters" }));
			await page.waitForURL((url) => url.search === "");
			await page.getByRole("table").waitFor();
			if (isByKeyboard) await keepsFocus(page);

			if (isByKeyboard) await page.keyboard.press("/");
			else await page.getByRole("textbox", { name: "Search devices" }).click();
			await page.keyboard.type(`${word} 2`);
			await expect.poll(() => names(page)).toEqual([`${word} 2`]);
			await activate(button(page, "Clear"));
			await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
			if (isByKeyboard) await keepsFocus(page);
		},
	);

	test.for([
		{ scheme: "light", width: 1_440 },
		{ scheme: "dark", width: 360 },
	] as const)(
		"is accessible and fits with its menus and dialogs open, a selection, and nothing left: $scheme, $width px",
		async ({ scheme, width }, { page, context }) => {
			await signIn(context, "owner");
			await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width, height: 900 });
			await page.goto("/devices?battery=90");
			const first = page.getByRole("checkbox", { name: "Select Cold room 1", exact: true });
			await first.waitFor();
			await button(page, "Add filter").click();
			await page.getByRole("combobox", { name: "Filter by" }).waitFor();
			expect(await violations(page, overlay), "the filters").toEqual([]);
			await page.keyboard.press("Escape");
			for (const name of ["Columns", "Actions for Cold room 1"]) {
				await button(page, name).click();
				await page.getByRole("menuitem").first().waitFor();
				expect(await violations(page), name).toEqual([]);
				await page.keyboard.press("Escape");
				await page.getByRole("menu").waitFor({ state: "detached" });
			}
			await first.check();
			await page.getByRole("region", { name: "Selected devices" }).waitFor();
			expect(await violations(page), "the bar").toEqual([]);
			const dialog = page.getByRole("dialog");
			const cancel = dialog.getByRole("button", { name: "Cancel" });
			for (const label of [
				"Edit groups of 1 device",
				"Edit intervals of 1 device",
				"Mute 1 device",
				"Delete 1 device",
			]) {
				await runInBulk(page, label);
				await cancel.waitFor();
				expect(await violations(page, overlay), label).toEqual([]);
				await cancel.click();
				await dialog.waitFor({ state: "hidden" });
			}
			await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);

			await page.goto("/devices?archived=archived&q=nothing+of+this+name");
			await page.getByRole("heading", { name: /^No (archived )?device/ }).waitFor();
			expect(await violations(page), "nothing left").toEqual([]);
			const file = await openImport(page, "Name,Serial,Groups\nA,AQ-10421,Nowhere\n,,\nB,1,\n");
			await file.getByText("Another device has this serial number.").waitFor();
			expect(await violations(page, overlay), "the import").toEqual([]);
			await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
		},
	);
});
