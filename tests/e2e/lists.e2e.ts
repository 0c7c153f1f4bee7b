import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { cellsOf } from "../client/csv-cells";
import { violations } from "./accessibility";
import { giveManyDevices } from "./many-devices";
import { settle, signIn, test, withoutHints, withoutRequests } from "./visitor";

/** The list that every area shares, on the fleet, which has all of it. */
async function openDevices(page: Page, search = ""): Promise<void> {
	await page.goto(`/devices${search}`);
	await settle(page, "Devices");
}

const picks = (page: Page) => page.locator('tbody input[type="checkbox"]');
const pick = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const pickAll = (page: Page) => page.getByRole("checkbox", { name: "Select all devices" });
const bar = (page: Page) => page.getByRole("region", { name: "Selected devices" });
const names = (page: Page) => page.locator("tbody th[scope=row] a").allTextContents();
const pickedNames = (page: Page) => page.locator("tbody tr[data-selected] th[scope=row] a").allTextContents();
const search = (page: Page) => page.getByRole("textbox", { name: "Search devices" });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");
const countWords = (count: number) => `${count} ${count === 1 ? "device" : "devices"}`;

async function downloadOf(page: Page, button: Locator): Promise<string[][]> {
	const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
	return cellsOf(readFileSync(await download.path(), "utf8"));
}

describe("a list by keyboard", () => {
	beforeEach<{ context: Parameters<typeof signIn>[0] }>(async ({ context }) => signIn(context, "owner"));

	test("/ searches, j and k walk along the rows, Enter opens one", async ({ page }) => {
		await page.goto("/alerts/");
		await settle(page, "Alerts");
		await page.keyboard.press("/");
		await page.keyboard.type("cold");
		await page.getByRole("status").filter({ hasText: " of " }).waitFor();
		await page.keyboard.press("Escape");
		await page.keyboard.press("Tab");
		await page.keyboard.press("j");
		await expect.poll(() => focusedText(page)).toBe("Cold rooms too warm");
		await page.keyboard.press("k");
		await expect.poll(() => focusedText(page)).toBe("Cold rooms too warm");
		await page.keyboard.press("Enter");
		await page.waitForURL(/\/alerts\/edit\//);
	});

	test("x picks a row, Shift and x all up to it, Escape none, and letters typed into a field do nothing", async ({
		page,
	}) => {
		await openDevices(page);
		const all = await names(page);
		await page.keyboard.press("j");
		await page.keyboard.press("x");
		await expect.poll(() => pickedNames(page)).toEqual(all.slice(0, 1));
		for (const _ of [1, 2, 3]) await page.keyboard.press("j");
		await page.keyboard.press("Shift+X");
		await expect.poll(() => pickedNames(page)).toEqual(all.slice(0, 4));
		await page.keyboard.press("k");
		await page.keyboard.press("x");
		await expect.poll(() => pickedNames(page)).toEqual([...all.slice(0, 2), ...all.slice(3, 4)]);
		await page.keyboard.press("Escape");
		await expect.poll(() => pickedNames(page)).toEqual([]);
		await search(page).focus();
		await page.keyboard.type("jxk");
		await expect.poll(() => search(page).inputValue()).toBe("jxk");
		await page.getByRole("heading", { name: "No device matches" }).waitFor();
		await expect
			.poll(() => search(page).evaluate((box) => box === document.activeElement), {
				message: "the box keeps the focus",
			})
			.toBe(true);
		expect(await bar(page).count()).toBe(0);
	});

	test("the menu of a row opens, closes and gives the focus back", async ({ page }) => {
		await openDevices(page);
		const button = page.getByRole("button", { name: "Actions for Cold room 1" });
		for (const _ of ["the first time its code is drawn", "then it stands"]) {
			await button.focus();
			await page.keyboard.press("Enter");
			await page.getByRole("menu").waitFor();
			await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "menuitem");
			await page.keyboard.press("ArrowDown");
			await page.keyboard.press("Escape");
			await page.getByRole("menu").waitFor({ state: "detached" });
			await page.waitForFunction(
				() => document.activeElement?.getAttribute("aria-label") === "Actions for Cold room 1",
			);
		}
		await pick(page, "Cold room 1").check();
		await button.press("Enter");
		await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "menuitem");
		await page.keyboard.press("Escape");
		await page.getByRole("menu").waitFor({ state: "detached" });
		await expect
			.poll(() => pickedNames(page), { message: "Escape closes the menu and no more" })
			.toEqual(["Cold room 1"]);
	});

	test("a chip goes by Delete, and the focus is not lost with it", async ({ page }) => {
		await openDevices(page, "?status=online");
		const chip = page.getByRole("button", { name: /^Online / });
		await chip.focus();
		await page.keyboard.press("Delete");
		await page.waitForFunction(() => !location.search.includes("status"));
		await page
			.locator('button[aria-pressed="false"]')
			.filter({ hasText: /^Online / })
			.waitFor();
		await openDevices(page, "?battery=50");
		const added = page.getByRole("search").locator('button[aria-pressed="true"]');
		await added.focus();
		await page.keyboard.press("Backspace");
		await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Search devices");
	});
});

describe("a selection", () => {
	beforeEach<{ context: Parameters<typeof signIn>[0] }>(async ({ context }) => signIn(context, "owner"));

	test("grows by clicks and ranges, and the box above has three states", async ({ page }) => {
		await openDevices(page);
		const all = await names(page);
		const isHalf = () => pickAll(page).evaluate((box) => box instanceof HTMLInputElement && box.indeterminate);
		await picks(page).nth(1).click();
		await picks(page)
			.nth(4)
			.click({ modifiers: ["Shift"] });
		await expect.poll(() => pickedNames(page)).toEqual(all.slice(1, 5));
		await expect.poll(() => isHalf()).toBe(true);
		await expect.poll(() => bar(page).textContent()).toContain("4 selected");
		await picks(page)
			.nth(2)
			.click({ modifiers: ["Shift"] });
		await expect.poll(() => pickedNames(page)).toEqual(all.slice(1, 2));
		await pickAll(page).click();
		await expect.poll(() => pickedNames(page)).toEqual(all);
		await expect.poll(() => isHalf()).toBe(false);
		expect(
			await bar(page)
				.getByRole("button", { name: /^Select all/ })
				.count(),
		).toBe(0);
		await pickAll(page).click();
		await expect.poll(() => pickedNames(page)).toEqual([]);
	});

	test("takes all that match, and drops what matches no more", async ({ page }) => {
		await openDevices(page, "?q=cold+room");
		const matching = await names(page);
		expect(matching.length).toBeGreaterThan(2);
		await picks(page).first().click();
		await bar(page)
			.getByRole("button", { name: `Select all ${matching.length} that match` })
			.click();
		await expect.poll(() => pickedNames(page)).toEqual(matching);
		await page.evaluate(() => history.pushState(null, "", "/devices?q=cold+room+1"));
		await bar(page).getByText("1 selected").waitFor();
		await page.evaluate(() => history.pushState(null, "", "/devices"));
		await page.getByRole("checkbox", { name: "Select Dock east" }).waitFor();
		await expect.poll(() => pickedNames(page)).toEqual(["Cold room 1"]);
	});

	test("stands where the filters were, so that no row moves, with the number in every action", async ({ page }) => {
		await openDevices(page);
		const top = () =>
			page
				.locator("tbody tr")
				.first()
				.evaluate((row) => row.getBoundingClientRect().top);
		const before = await top();
		await picks(page).first().click();
		await bar(page).getByText("1 selected").waitFor();
		await search(page).waitFor({ state: "hidden" });
		expect(await top()).toBe(before);
		await picks(page).nth(1).click();
		await bar(page).getByRole("button", { name: "More" }).click();
		await page.getByRole("menuitem").first().waitFor();
		const offered = await page.getByRole("menuitem").allTextContents();
		expect(offered.length).toBeGreaterThan(3);
		for (const words of offered) expect(words).toContain(countWords(2));
		await page.keyboard.press("Escape");
		await bar(page).getByRole("button", { name: "Clear" }).click();
		await search(page).waitFor();
		expect(await top()).toBe(before);
	});

	test("fits a window of 360 px, its actions in one menu", async ({ page }) => {
		await page.setViewportSize({ width: 360, height: 740 });
		await openDevices(page);
		await picks(page).first().click();
		await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
		await expect
			.poll(() => bar(page).getByRole("button").allTextContents())
			.toEqual([expect.stringMatching(/^Select all \d+ that match$/), "Clear", "Actions"]);
		await bar(page).getByRole("button", { name: "Actions" }).click();
		await page.getByRole("menuitem").first().waitFor();
		const isInside = async () => {
			const menu = await page.getByRole("menu").boundingBox();
			return menu && menu.x >= 0 && menu.x + menu.width <= 360;
		};
		await expect.poll(isInside).toBe(true);
		expect(await violations(page)).toEqual([]);
	});
});

describe("the columns of a list", () => {
	beforeEach<{ context: Parameters<typeof signIn>[0] }>(async ({ context }) => signIn(context, "owner"));
	const headers = (page: Page) => page.locator("thead th").allTextContents();

	test("are chosen, remembered by the browser and reset", async ({ page }) => {
		await page.goto("/alerts/");
		await settle(page, "Alerts");
		const usual = await headers(page);
		expect(usual).toContain("Condition");
		await page.getByRole("button", { name: "Columns", exact: true }).press("Enter");
		const condition = page.getByRole("menuitemcheckbox", { name: "Condition" });
		await condition.click();
		await expect.poll(() => condition.getAttribute("aria-checked")).toBe("false");
		await expect.poll(() => headers(page)).toEqual(usual.filter((name) => name !== "Condition"));
		expect(await page.getByRole("menuitemcheckbox", { name: "Alert", exact: true }).count()).toBe(0);
		await page.keyboard.press("Escape");
		await page.reload();
		await settle(page, "Alerts");
		await expect.poll(() => headers(page)).toEqual(usual.filter((name) => name !== "Condition"));
		await page.getByRole("button", { name: "Columns", exact: true }).click();
		await page.getByRole("menuitem", { name: "Reset" }).click();
		await expect.poll(() => headers(page)).toEqual(usual);
	});

	test("are the usual ones where the browser kept nonsense", async ({ page }) => {
		await page.addInitScript(() => localStorage.setItem("columns.v1.alerts", '{"hidden":["gone"],"added":7}'));
		await page.goto("/alerts/");
		await settle(page, "Alerts");
		await expect.poll(() => headers(page)).toContain("Condition");
	});

	test("leave the name in its place when they are scrolled sideways", async ({ page }) => {
		await page.setViewportSize({ width: 360, height: 740 });
		await openDevices(page);
		const area = page.getByRole("region", { name: "Devices", exact: true });
		const left = (cell: string) =>
			page
				.locator(cell)
				.first()
				.evaluate((found) => found.getBoundingClientRect().left);
		const places = async () => [await left("tbody th"), await left("thead th"), await left("tbody td")];
		const before = await places();
		await area.evaluate((scroller) => scroller.scrollBy(120, 0));
		expect(await area.evaluate((scroller) => scroller.scrollLeft)).toBeGreaterThan(0);
		expect(await places()).toEqual(before);
	});
});

describe("the CSV of a list", () => {
	test("is what is filtered, sorted and shown, with raw values", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDevices(page, "?q=cold+room&sort=-name");
		await page.getByRole("button", { name: "Columns", exact: true }).click();
		await page.getByRole("menuitemcheckbox", { name: "Serial" }).click();
		await page.getByRole("columnheader", { name: "Serial" }).waitFor({ state: "detached" });
		await page.keyboard.press("Escape");
		const shownNames = await names(page);
		const [head = [], ...lines] = await downloadOf(page, page.getByRole("button", { name: "Export CSV" }));
		expect(head[0]).toBe("Device");
		expect(head.at(-1)).toBe("Id");
		expect(head).not.toContain("Serial");
		expect(lines.map(([name]) => name)).toEqual(shownNames);
		const received = head.findIndex((name) => name.startsWith("Last received"));
		expect(head[received]).toBe("Last received (UTC)");
		expect(lines[0]?.[received]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
		expect(head).toContain("Temperature (°C)");
		expect(head).toContain("Battery (%)");
	});
});

describe("a list of thousands", () => {
	test("draws the rows near the window, and the keyboard walks on beyond them", async ({
		page,
		context,
		complaints,
	}) => {
		// A focused link asks ahead for its page, and most of these devices are made up.
		complaints.allow(/status of 404/);
		await signIn(context, "owner");
		await giveManyDevices(page, 3_000);
		await openDevices(page);
		const drawn = page.locator("tbody tr[aria-rowindex]");
		const index = (row: Locator) => row.getAttribute("aria-rowindex").then(Number);
		await expect.poll(() => page.getByRole("table").getAttribute("aria-rowcount")).toBe("3001");
		await page.locator("tbody tr:not([aria-rowindex])").first().waitFor({ state: "attached" });
		expect(await drawn.count()).toBeLessThan(60);
		const focused = page.locator("tbody tr:focus-within");
		for (let row = 2; row <= 46; row += 1) {
			// Where nothing is drawn yet below, a key finds no row to go to.
			await page.locator(`tbody tr[aria-rowindex="${row}"]`).waitFor({ state: "attached" });
			await page.keyboard.press("j");
			await expect.poll(() => index(focused)).toBe(row);
		}
		await page.keyboard.press("x");
		await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
		await page.locator('tbody tr[aria-rowindex="3001"]').waitFor();
		await expect.poll(() => drawn.count()).toBeLessThan(60);
		await expect.poll(() => bar(page).textContent()).toContain("1 selected");
		await bar(page).getByRole("button", { name: "Select all 3,000 that match" }).click();
		await expect.poll(() => bar(page).textContent()).toContain("3,000 selected");
		await expect.poll(() => page.locator("tbody tr[aria-rowindex]:not([data-selected])").count()).toBe(0);
	});

	test("keeps its scroll bar honest: no row changes the height of the page", async ({ page, context }) => {
		await signIn(context, "owner");
		await giveManyDevices(page, 3_000);
		await openDevices(page);
		await page.locator("tbody tr:not([aria-rowindex])").first().waitFor({ state: "attached" });
		const height = () => page.evaluate(() => document.documentElement.scrollHeight);
		const before = await height();
		for (const share of [0.3, 0.7, 1]) {
			await page.evaluate((place) => window.scrollTo(0, document.body.scrollHeight * place), share);
			await page.locator(`tbody tr[aria-rowindex="${share === 1 ? 3_001 : Math.round(3_001 * share)}"]`).waitFor();
			expect(Math.abs((await height()) - before)).toBeLessThan(3);
		}
	});
});

describe("the states of a list", () => {
	test("filtered to nothing says so and offers the way back", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/alerts/?q=nothing+like+it");
		await settle(page, "Alerts");
		await page.getByRole("heading", { name: "No alert matches" }).waitFor();
		await expect.poll(() => page.getByRole("button", { name: "Export CSV" }).isDisabled()).toBe(true);
		await page.getByRole("button", { name: "Clear filters" }).click();
		await page.getByRole("table").waitFor();
		await page.waitForURL((url) => url.search === "");
	});

	test("an action that a role may not use says why and does nothing", async ({ page, context }) => {
		await withoutHints(page);
		await signIn(context, "viewer");
		await openDevices(page);
		await page.getByRole("button", { name: "Actions for Cold room 1" }).click();
		const rename = page.getByRole("menuitem", { name: "Rename…" });
		await rename.waitFor();
		await expect.poll(() => rename.getAttribute("aria-disabled")).toBe("true");
		await rename.hover();
		await page.getByRole("tooltip").filter({ hasText: "Your role" }).waitFor();
		await withoutRequests(page, () => rename.click({ force: true }));
		expect(await page.getByRole("dialog").count()).toBe(0);
		await expect.poll(() => page.getByRole("menu").count()).toBe(1);
	});

	test.for(["light", "dark"] as const)(
		"pass axe with a selection and with the menus open, %s",
		async (scheme, { page, context }) => {
			await signIn(context, "owner");
			await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
			await openDevices(page);
			await picks(page).first().click();
			await picks(page).nth(2).click();
			expect(await violations(page), "the bar").toEqual([]);
			await page.getByRole("button", { name: "Columns", exact: true }).click();
			await page.getByRole("menuitem", { name: "Reset" }).waitFor();
			expect(await violations(page), "the columns").toEqual([]);
			await page.keyboard.press("Escape");
			await page.getByRole("menu").waitFor({ state: "detached" });
			await page.getByRole("button", { name: "Actions for Cold room 1" }).click();
			await page.getByRole("menuitem").first().waitFor();
			expect(await violations(page), "the menu of a row").toEqual([]);
		},
	);
});
