import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { call } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { press } from "../keys";
import { testAsOwner as test } from "../visitor";

const area = (page: Page) => page.getByRole("region", { name: "Devices", exact: true });
const more = (page: Page) => page.getByRole("button", { name: "More columns to the right" });
const back = (page: Page) => page.getByRole("button", { name: "Back to the first columns" });

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

function textEnd(cell: Locator): Promise<number> {
	return cell.evaluate((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		return range.getBoundingClientRect().right;
	});
}

describe("the list of devices", () => {
	test("shows all its standard columns at 1440 px, shows where it goes on in a narrower window, and cuts no title", async ({
		page,
	}) => {
		// The demo's own devices, without the column that stands only where something is wrong.
		await page.addInitScript(() => localStorage.setItem("columns.v1.devices", '{"hidden":["alert"],"added":[]}'));
		await page.goto("/devices?q=AQ-");
		await page.getByRole("rowheader", { name: "Cold room 1", exact: true }).waitFor();
		// The first quantity depends on how many devices measure it, also those of other tests.
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

		await page.setViewportSize({ width: 1_100, height: 800 });
		await expect.poll(() => seenTitles(page)).not.toContain("Serial");
		await press(more(page));
		await back(page).waitFor();
		await expect.poll(() => seenTitles(page)).toContain("Serial");
		await press(back(page));
		await more(page).waitFor();
		await expect.poll(() => seenTitles(page)).toContain("Status");

		await page.setViewportSize({ width: 360, height: 800 });
		await more(page).waitFor();
		await expect.poll(() => seenTitles(page)).toHaveLength(2);
		await expect.poll(() => cutTitles(page)).toEqual([]);
		const header = page.getByRole("columnheader");
		const leftOf = async (place: number) => (await header.nth(place).boundingBox())?.x ?? 0;
		const valuesFrom = await leftOf(1);
		const next = await leftOf(2);
		await press(more(page));
		// The name stays; a hidden column now stands where the first one did.
		await expect.poll(() => leftOf(2)).toBeLessThan(next);
		await expect.poll(async () => Math.abs((await leftOf(2)) - valuesFrom)).toBeLessThan(5);

		await page.setViewportSize({ width: 1_440, height: 900 });
		await page.getByRole("button", { name: "Columns", exact: true }).click();
		await page.getByRole("menuitemcheckbox", { name: "Also measures no room", checked: false }).click();
		await page.getByRole("columnheader", { name: "Also measures" }).waitFor();
		await more(page).waitFor();
	});

	test("leaves the readings their place beside long names of devices and of groups", async ({ page, context }) => {
		const device = "Narrow probe with quite a long name";
		const crowd = `Crowd ${"W".repeat(58)}`;
		const logger = await addLogger(context, device);
		const members = { kind: "static", deviceIds: [logger.id] };
		const group = { name: crowd, description: "", colour: null, members, defaults: {} };
		await call(context, "group.createGroup", group);
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: -27.5 }]);
		await page.goto("/devices?q=Narrow+probe");
		const chip = page.getByRole("cell").getByText(crowd);
		await expect.poll(() => chip.getAttribute("title")).toBe(crowd);
		await expect.poll(async () => (await chip.boundingBox())?.width).toBeLessThanOrEqual(160);

		await page.setViewportSize({ width: 360, height: 740 });
		const reading = page.getByRole("cell", { name: "−27.5 °C", exact: true });
		const menu = page.getByRole("button", { name: `Actions for ${device}` });
		const menuStart = () => menu.evaluate((button) => button.closest("td")?.getBoundingClientRect().left ?? 0);
		const header = page.getByRole("button", { name: "Temperature" });
		// The table is measured once its rows stand.
		for (const text of [reading, header])
			await expect.poll(async () => (await textEnd(text)) - (await menuStart())).toBeLessThanOrEqual(0);
	});
});
