import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible, overlay, violations } from "../accessibility";
import { chip, filterBy, openFilter, removal } from "../filters";
import { testAsOwner as test } from "../visitor";
import { table } from "./log-screen";
import { addWatched } from "./watched-logger";

const rows = (page: Page) => table(page).getByRole("row");
const cell = (page: Page, name: string) => table(page).getByRole("cell", { name, exact: true });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe("the filters of the log", () => {
	test("set and stand as chips and in the address, and clear one by one or together", async ({ page, context }) => {
		const logger = await addWatched(context, "Filtered logger");
		await page.goto(logger.address("&form=wide"));
		await cell(page, "5.1 °C").waitFor();
		await filterBy(page, "Only", "Out of limits");
		await cell(page, "5.1 °C").waitFor({ state: "detached" });
		await cell(page, "Above 8.0 °C 9.5 °C").waitFor();
		await cell(page, "62 %").waitFor();
		await expect.poll(() => rows(page).count()).toBe(2);
		await expect.poll(() => searchOf(page).only).toBe("limits");
		await page.getByText("The chart shows every reading, including filtered-out readings.").waitFor();

		await page.getByText("Per value", { exact: true }).click();
		await cell(page, "62 %").waitFor({ state: "detached" });
		await cell(page, "Above 8.0 °C 9.5 °C").waitFor();
		await page.getByText("Per timestamp", { exact: true }).click();

		await openFilter(page, "Value");
		await page.getByLabel("At most").fill("5");
		await page.getByRole("button", { name: "Apply" }).click();
		await page.getByRole("heading", { name: "No entry matches these filters in this span" }).waitFor();
		await removal(page, "Only: Out of limits").click();
		await cell(page, "2.5 °C").waitFor();
		await expect.poll(() => searchOf(page)).toMatchObject({ value: "..5", device: logger.id });
		await page.reload();
		await chip(page, "Value at most 5").waitFor();
		await cell(page, "2.5 °C").waitFor();
		await expect.poll(() => rows(page).count()).toBe(2);
		await removal(page, "Value at most 5").click();
		await cell(page, "5.1 °C").waitFor();

		await filterBy(page, "Only", "Gaps");
		await page.getByRole("columnheader", { name: "After a gap of" }).waitFor();
		await cell(page, "3 h 48 min").waitFor();
		expect(await rows(page).count()).toBe(2);
		await removal(page, "Only: Gaps").click();
		await cell(page, "5.1 °C").waitFor();

		await filterBy(page, "Only", "Late arrivals");
		await cell(page, "5.1 °C").waitFor({ state: "detached" });
		await expect.poll(() => rows(page).count()).toBe(2);
		await rows(page).filter({ hasText: "2.5 °C" }).getByText("late", { exact: true }).waitFor();
		await openFilter(page, "Level");
		await page.getByRole("checkbox", { name: "Error" }).check();
		await page.getByText("Readings have no level, so nothing can pass both filters.").waitFor();
		await page.keyboard.press("Escape");
		await removal(page, "Only: Late arrivals").click();
		await page.getByRole("heading", { name: "No entry matches these filters in this span" }).waitFor();
		await chip(page, "Level: Error").waitFor();
		await page.getByRole("button", { name: "Clear these filters" }).click();
		await cell(page, "5.1 °C").waitFor();
		expect(searchOf(page).device).toBe(logger.id);

		await page.getByRole("button", { name: "Clear all" }).click();
		await expect.poll(() => Object.keys(searchOf(page)).toSorted()).toEqual(["form", "from", "to"]);
	});

	test("stay accessible, and so does all that the log can say of a reading", async ({ page, context }) => {
		const logger = await addWatched(context, "Accessible logger");
		await page.goto(logger.address("&form=long&raw=on&kind=reading&value=2..10&text=logger"));
		await cell(page, "Above 8.0 °C 9.5 °C").waitFor();
		await cell(page, "4.125").waitFor();
		await page.getByText("late", { exact: true }).waitFor();
		// The chart comes after the rows, and moves what is under it.
		await page.locator(".u-over").first().waitFor();
		await page.emulateMedia({ reducedMotion: "reduce" });
		for (const label of ["Level", "Value", "Only"]) {
			await openFilter(page, label);
			expect(await violations(page, overlay)).toEqual([]);
			await page.keyboard.press("Escape");
			await page.getByRole("dialog", { name: label }).waitFor({ state: "detached" });
		}
		await expectAccessible(page);
	});
});
