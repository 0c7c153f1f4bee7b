import { describe, expect } from "vitest";
import { addLogger, send } from "../device-logger";
import { holdCalls, testAsOwner as test } from "../visitor";
import { dragAcross } from "./chart";
import { minuteMs, openReadings, outlastSkeletonDelay, table } from "./log-screen";

describe("the steps of the log", () => {
	test("go by the span that is asked for, also while it is on its way", async ({ page, context }) => {
		const logger = await addLogger(context, "Zoomed on a slow line");
		const newest = Date.now() - 1_000;
		const ages = Array.from({ length: 40 }, (_, index) => index * minuteMs);
		await send(
			logger,
			ages.map((age) => ({ channel: "Temperature", at: newest - age, value: 20 })),
		);
		await page.goto(`/log/?device=${logger.id}&kind=reading`);
		await page.locator(".u-over").waitFor();
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
