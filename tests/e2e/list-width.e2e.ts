import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { press } from "./keys";
import { settle, signIn, test } from "./visitor";

const area = (page: Page) => page.getByRole("region", { name: "Devices", exact: true });
const more = (page: Page) => page.getByRole("button", { name: "More columns to the right" });
const back = (page: Page) => page.getByRole("button", { name: "Back to the first columns" });

/** The demo's own devices, whatever others are called, without the column that stands only where something is wrong. */
async function openDevices(page: Page): Promise<void> {
	await page.addInitScript(() => localStorage.setItem("columns.v1.devices", '{"hidden":["alert"],"added":[]}'));
	await page.goto("/devices?q=AQ-");
	await settle(page, "Devices");
}

/** The titles that can be read between the left edge and the menus of the rows. */
function seenTitles(page: Page): Promise<string[]> {
	return area(page).evaluate((scroller) => {
		const titles = [...scroller.querySelectorAll("thead th")];
		const menu = titles.pop();
		const [left, right] = [scroller.getBoundingClientRect().left, menu?.getBoundingClientRect().left ?? 0];
		const isSeen = (title: Element) => {
			const box = title.getBoundingClientRect();
			return box.width > 0 && box.left >= left && box.right <= right + 1;
		};
		return titles.filter(isSeen).map((title) => title.textContent ?? "");
	});
}

/** Titles whose letters stand on both sides of where the rows' menus begin to cover what goes on below them. */
function cutTitles(page: Page): Promise<string[]> {
	return area(page).evaluate((scroller) => {
		const titles = [...scroller.querySelectorAll("thead th")];
		const menu = titles.pop();
		if (!menu) throw new Error("The rows have no menus.");
		const fadeWidth = Number.parseFloat(getComputedStyle(menu, "::before").width);
		const edge = menu.getBoundingClientRect().left - fadeWidth;
		const isCut = (title: Element) => {
			const words = document.createRange();
			words.selectNodeContents((title.querySelector("button") ?? title).firstChild ?? title);
			const { left, right, width } = words.getBoundingClientRect();
			return width > 0 && left < edge && right > edge + fadeWidth;
		};
		return titles.filter(isCut).map((title) => title.textContent ?? "");
	});
}

describe("the list of devices", () => {
	test("shows all its standard columns at 1440 px, and who wants more is told of no room", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await openDevices(page);
		// Which quantity comes first depends on how many devices measure it, also those of other tests.
		await expect
			.poll(async () => (await seenTitles(page)).sort())
			.toEqual([
				"Battery",
				"Device",
				"Door",
				"Groups",
				"Humidity",
				"Last received",
				"Serial",
				"Signal",
				"Status",
				"Temperature",
			]);
		expect(await more(page).count()).toBe(0);
		await page.getByRole("button", { name: "Columns" }).click();
		await page.getByRole("menuitemcheckbox", { name: "Also measures no room", checked: false }).click();
		await page.getByRole("columnheader", { name: "Also measures" }).waitFor();
		await more(page).waitFor();
	});

	test("shows where it goes on, goes there and back", async ({ page, context }) => {
		await page.setViewportSize({ width: 1_100, height: 800 });
		await signIn(context, "owner");
		await openDevices(page);
		await expect.poll(() => seenTitles(page)).not.toContain("Serial");
		await press(more(page));
		await back(page).waitFor();
		await expect.poll(() => seenTitles(page)).toContain("Serial");
		await press(back(page));
		await more(page).waitFor();
		await expect.poll(() => seenTitles(page)).toContain("Status");
	});

	test("cuts no title in the middle of a letter on a phone", async ({ page, context }) => {
		await page.setViewportSize({ width: 360, height: 800 });
		await signIn(context, "owner");
		await openDevices(page);
		await more(page).waitFor();
		await expect.poll(() => seenTitles(page)).toHaveLength(2);
		await expect.poll(() => cutTitles(page)).toEqual([]);
	});

	test("goes on with the very next column on a phone", async ({ page, context }) => {
		await page.setViewportSize({ width: 360, height: 800 });
		await signIn(context, "owner");
		await openDevices(page);
		const header = page.getByRole("columnheader");
		const leftOf = async (place: number) => (await header.nth(place).boundingBox())?.x ?? 0;
		const valuesFrom = await leftOf(1);
		const next = await leftOf(2);
		await press(more(page));
		await expect.poll(() => leftOf(2)).toBeLessThan(next);
		// The name stays; the column that was out of sight now stands where the first one did.
		expect(await leftOf(2)).toBeCloseTo(valuesFrom, -1);
	});
});
