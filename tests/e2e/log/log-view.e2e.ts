import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible, violations } from "../accessibility";
import { addLogger, send } from "../device-logger";
import { chip, removal } from "../filters";
import { press } from "../keys";
import { holdCalls, testAsOwner as test } from "../visitor";
import { dragAcross } from "./chart";
import { minuteMs, openReadings, outlastSkeletonDelay, table } from "./log-screen";

const chart = (page: Page) => page.getByRole("application", { name: /over time/ });
const entries = (page: Page) => page.getByRole("list", { name: "Channels of the chart" }).getByRole("listitem");

/** More than any list of devices shows. */
const manyIds = Array.from({ length: 60 }, (_, index) => `dev_${String(index).padStart(26, "0")}`);

describe("the log on a phone", () => {
	test.for([360, 390])(
		"shows its rows on the first screen, %i px wide, whatever is chosen, and its chart by one press",
		async (width, { page }) => {
			await page.setViewportSize({ width, height: 740 });
			await openReadings(page, "range=24h&value=..100");
			const third = table(page).getByRole("row").nth(3);
			await third.waitFor();
			expect(await third.evaluate((shown) => shown.getBoundingClientRect().bottom)).toBeLessThanOrEqual(740);
			expect(await chart(page).count()).toBe(0);
			await page.getByRole("button", { name: "Chart", exact: true }).click();
			await chart(page).waitFor();
			const { top, bottom } = await chart(page).evaluate((shown) => shown.getBoundingClientRect());
			expect(top).toBeGreaterThan(0);
			expect(bottom).toBeLessThanOrEqual(740);
			const names = ["Last 24 hours", "Earlier", "Later", "More controls"];
			const tops = await Promise.all(
				names.map((name) =>
					page.getByRole("button", { name, exact: true }).evaluate((shown) => shown.getBoundingClientRect().top),
				),
			);
			expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
			await page.getByRole("button", { name: "More controls" }).click();
			await page.getByRole("button", { name: "Export", exact: true }).waitFor();
			await page.getByRole("button", { name: "Filters (1)" }).click();
			await removal(page, "Value at most 100").waitFor();
			await page.keyboard.press("Escape");
			// This check sets 360 px itself, whatever the width was.
			if (width === 360) await expectAccessible(page, "main");
		},
	);
});

describe("the chart of the log", () => {
	test("becomes a distribution of its channels, whose picture is chosen, all in an address that can be shared", async ({
		page,
	}) => {
		await openReadings(page, "range=7d&quantity=temperature");
		await chart(page).waitFor();
		await page.locator("label").getByText("Distribution", { exact: true }).click();
		await page.waitForURL(/view=distribution/);
		const figures = page.getByRole("table", { name: /^Distribution of temperature/ });
		await figures.getByRole("rowheader").nth(11).waitFor();
		const names = await figures.getByRole("rowheader").allInnerTexts();
		await page.getByRole("figure", { name: `Time at each value, ${names[0]}` }).waitFor();
		await page.getByRole("combobox", { name: "Pictures of" }).click();
		await page.getByRole("option", { name: names[1] ?? "", exact: true }).click();
		await page.waitForURL(/view=distribution\.chn_/);
		await page.reload();
		for (const figure of ["Time at each value", "Time at or above each value", "Hours and days"])
			await page.getByRole("figure", { name: `${figure}, ${names[1]}` }).waitFor();
		await page.locator("label").getByText("Over time", { exact: true }).click();
		await chart(page).waitFor();
		expect(new URL(page.url()).searchParams.get("view")).toBeNull();
	});

	test("keeps its channels while readings come, shows the chosen ones, and hides by the legend, all in the address", async ({
		page,
		context,
	}) => {
		await openReadings(page, "quantity=temperature");
		await chart(page).waitFor();
		const names = () => entries(page).getByRole("button", { pressed: true }).allInnerTexts();
		const before = await names();
		expect(before).toHaveLength(12);
		const logger = await addLogger(context, "AA first by name");
		const at = Date.now() - minuteMs;
		await send(logger, [{ channel: "Temperature", at, value: 7.5 }]);
		await page.getByText(/Showing 12 of \d+ channels, those with readings first\./).waitFor();

		await page.getByRole("button", { name: "Choose channels" }).click();
		const dialog = page.getByRole("dialog", { name: "Channels of the chart" });
		// The legend names no quantity that all of it has; the dialog names each channel.
		for (const label of before.slice(0, 2))
			await dialog.getByRole("checkbox", { name: new RegExp(`^${label}( · .*)?$`) }).check();
		await dialog.getByRole("button", { name: "Show", exact: true }).click();
		await page.waitForURL(/lines=chn_/);
		await expect.poll(names).toEqual(before.slice(0, 2));

		await entries(page).first().getByRole("button", { pressed: true }).click();
		await page.waitForURL(/hide=chn_/);
		await page.getByText("1 hidden in the legend.").waitFor();
		await page.reload();
		await expect.poll(names).toEqual(before.slice(1, 2));
		await page.goBack();
		await page.waitForURL((url) => !url.search.includes("hide="));
	});
});

describe("the steps of the log", () => {
	test("go by the requested span, also while it is on its way", async ({ page, context }) => {
		const logger = await addLogger(context, "Zoomed on a slow line");
		const newest = Date.now() - 1_000;
		const ages = Array.from({ length: 40 }, (_, index) => index * minuteMs);
		await send(
			logger,
			ages.map((age) => ({ channel: "Temperature", at: newest - age, value: 20 })),
		);
		await page.goto(`/log/?device=${logger.id}&kind=reading`);
		await page.locator(".u-over").first().waitFor();
		const later = page.getByRole("button", { name: "Later", exact: true });
		await expect.poll(() => later.isDisabled()).toBe(true);
		const release = await holdCalls(page, "**/api/**");
		await dragAcross(page, 0.2, 0.4);
		await page.waitForURL(/from=\d+&to=\d+/);
		const from = new URL(page.url()).searchParams.get("from");
		await expect.poll(() => later.isDisabled()).toBe(false);
		await later.click();
		await page.waitForURL((url) => url.searchParams.get("from") !== from);
		release();
		await page.getByRole("table", { name: "Readings" }).waitFor();
	});

	test("stay in hand, with the focus and what is shown, however long another range takes", async ({
		page,
		context,
	}) => {
		const logger = await addLogger(context, "Ranges on a slow line");
		await send(logger, [{ channel: "Temperature", at: Date.now(), value: 20 }]);
		await openReadings(page, `device=${logger.id}&range=day`);
		await table(page).waitFor();
		const range = (name: string) => page.getByRole("button", { name, exact: true });
		const hasFocus = (name: string) => range(name).evaluate((element) => element === document.activeElement);
		const choose = async (name: string) => {
			await page.keyboard.press("Enter");
			await page.getByRole("menuitem", { name, exact: true }).press("Enter");
		};
		const release = await holdCalls(page, "**/api/proxy/**");
		await range("Today").focus();
		await choose("This week");
		await page.waitForURL(/range=week/);
		await outlastSkeletonDelay(page);
		await expect.poll(() => hasFocus("This week")).toBe(true);
		const busy = page.getByRole("main").locator("[aria-busy=true]");
		expect(await busy.getByRole("table", { name: "Readings" }).isVisible()).toBe(true);
		await choose("This month");
		await page.waitForURL(/range=month/);
		release();
		await busy.waitFor({ state: "hidden" });
		await expect.poll(() => hasFocus("This month")).toBe(true);
		expect(await table(page).isVisible()).toBe(true);
	});
});

describe("a link to the log that names what is not there", () => {
	test("says which thing, and leads to the rest of the same time", async ({ page, complaints }) => {
		complaints.allow(/404|not found/);
		for (const [search, title] of [
			[`device=${manyIds.join(",")}`, "Device not found"],
			["group=grp_00000000000000000000000000", "Group not found"],
		]) {
			await page.goto(`/log/?range=day&offset=1&${search}`);
			await page.getByRole("heading", { level: 1, name: title }).waitFor();
			expect(await violations(page, "main")).toEqual([]);
			await page.getByRole("link", { name: "Open the whole log" }).click();
			await page.getByRole("table", { name: "Readings" }).waitFor();
			const requested = () => Object.fromEntries(new URL(page.url()).searchParams);
			await expect.poll(requested).toEqual({ range: "day", offset: "1" });
		}
	});

	test("calls a channel that is gone so, and offers what was measured where the quantity was not", async ({
		page,
		context,
	}) => {
		const logger = await addLogger(context, "Dry room");
		await send(logger, [{ channel: "Temperature", at: Date.now() - 1_000, value: 5 }]);
		await page.goto(`/log/?device=${logger.id}&quantity=humidity&channel=chn_00000000000000000000000000`);
		const filters = page.getByRole("search", { name: "Filter the log" });
		await removal(page, "Channel: Deleted channel").waitFor();
		expect(await filters.getByText(/chn_/).count()).toBe(0);
		await press(chip(page, "Channel: Deleted channel"), "Delete");
		await page.getByText("No readings of Humidity in this range.", { exact: true }).waitFor();
		await expect.poll(() => page.getByRole("radio", { name: "Humidity" }).isChecked()).toBe(true);
		expect(await page.getByRole("application", { name: /over time/ }).count()).toBe(0);
		await page.getByRole("radio", { name: "Temperature" }).focus();
		await page.keyboard.press("Space");
		await page.getByRole("application", { name: /^Temperature of 1 channel over time/ }).waitFor();
	});
});
