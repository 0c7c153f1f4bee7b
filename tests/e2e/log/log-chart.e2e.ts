import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { addLogger, send } from "../device-logger";
import { testAsOwner as test } from "../visitor";
import { minuteMs, openReadings } from "./log-screen";

const chart = (page: Page) => page.getByRole("application", { name: /over time/ });
const entries = (page: Page) => page.getByRole("list", { name: "Channels of the chart" }).getByRole("listitem");

describe("the chart of the log", () => {
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
		await page.getByText(/Showing 12 of \d+ channels, the first by name of device\./).waitFor();

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
