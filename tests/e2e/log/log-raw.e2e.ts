import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { testAsOwner as test } from "../visitor";
import { table } from "./log-screen";
import { addWatched } from "./watched-logger";

const rawHeader = (page: Page) => table(page).getByRole("columnheader", { name: "Raw", exact: true });
const cell = (page: Page, name: string) => table(page).getByRole("cell", { name, exact: true });
const rawSwitch = (page: Page) => page.getByRole("checkbox", { name: "Raw values", exact: true });

describe("the raw values of the log", () => {
	test("stand beside what is read from them, for whoever asks for them", async ({ page, context }) => {
		const logger = await addWatched(context, "Raw beside calibrated");
		await page.goto(logger.address("&kind=reading&form=long"));
		await cell(page, "5.1 °C").waitFor();
		expect(await rawHeader(page).count()).toBe(0);
		await rawSwitch(page).focus();
		await page.keyboard.press("Space");
		await rawHeader(page).waitFor();
		await cell(page, "4.125").waitFor();
		await cell(page, "61").waitFor();
		// Before the calibration it reads as it was sent, and it came in late.
		const before = table(page).getByRole("row").filter({ hasText: "2.5 °C" });
		await before.getByRole("cell", { name: "2.5", exact: true }).waitFor();
		await before.getByText("late", { exact: true }).waitFor();
		expect(await table(page).getByText("late", { exact: true }).count()).toBe(1);

		await page.reload();
		await rawHeader(page).waitFor();
		await page.getByText("Per time", { exact: true }).click();
		await rawSwitch(page).waitFor({ state: "detached" });
		await rawHeader(page).waitFor({ state: "detached" });
		await page.getByText("Per reading", { exact: true }).click();
		await rawSwitch(page).click();
		await rawHeader(page).waitFor({ state: "detached" });
		await expect.poll(() => new URL(page.url()).searchParams.has("raw")).toBe(false);
	});
});
