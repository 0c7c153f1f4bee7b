import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { addLogger, send } from "../device-logger";
import { signIn, test } from "../visitor";
import { minuteMs, openReadings, table } from "./log-screen";

const phone = { width: 360, height: 740 };

describe("the log on a phone", () => {
	test("shows a row's time, device, channel and value, and what happened, side by side, its filters behind a button", async ({
		page,
		context,
	}) => {
		await page.setViewportSize(phone);
		await signIn(context, "owner");
		const name = "Storehouse behind the harbour";
		const logger = await addLogger(context, name);
		await send(logger, [{ channel: "Temperature", at: Date.now() - minuteMs, value: -17.5 }]);
		await openReadings(page, `device=${logger.id}&kind=reading,config&form=long`);
		const row = table(page).getByRole("row").filter({ hasText: "−17.5 °C" });
		await row.getByRole("cell", { name: "Temperature" }).waitFor();
		await row.scrollIntoViewIfNeeded();
		const isSeen = (text: string) =>
			row.getByText(text).evaluate((shown) => {
				const { left, right } = shown.getBoundingClientRect();
				return left >= 0 && right <= window.innerWidth;
			});
		for (const text of [name, "Temperature", "−17.5 °C"]) await expect.poll(() => isSeen(text)).toBe(true);
		// Under the device's name.
		await table(page)
			.getByRole("cell", { name: new RegExp(`^${name} Device added`) })
			.waitFor();
		expect(await page.getByRole("columnheader", { name: "Note" }).count()).toBe(0);

		const filters = page.getByRole("search", { name: "Filter the log" });
		const opener = filters.getByRole("button", { name: "Filters (2)" });
		await opener.click();
		await filters.getByRole("combobox", { name: "Kinds" }).waitFor();
		await opener.click();
		await filters.getByRole("combobox", { name: "Kinds" }).waitFor({ state: "detached" });

		await page.setViewportSize({ ...phone, width: 1_024 });
		await row.getByRole("cell", { name: "Temperature", exact: true }).waitFor();
	});

	test.for([360, 390])(
		"has its rows on the first screen, %i px wide, whatever is chosen, and its chart by one press",
		async (width, { page, context }) => {
			await page.setViewportSize({ width, height: 740 });
			await signIn(context, "owner");
			await openReadings(page, "range=24h&value=..100");
			// Beneath the row of titles.
			const third = table(page).getByRole("row").nth(3);
			await third.waitFor();
			expect(await third.evaluate((shown) => shown.getBoundingClientRect().bottom)).toBeLessThanOrEqual(740);
			const chart = page.getByRole("application", { name: /over time/ });
			expect(await chart.count()).toBe(0);
			await page.getByRole("button", { name: "Chart", exact: true }).click();
			await chart.waitFor();
			const { top, bottom } = await chart.evaluate((shown) => shown.getBoundingClientRect());
			expect(top).toBeGreaterThan(0);
			// Most of it is in sight.
			expect((top + bottom) / 2).toBeLessThan(740);
			const names = ["Last 24 hours", "Earlier", "Later", "More controls", "Filters (1)"];
			const tops = await Promise.all(
				names.map((name) =>
					page.getByRole("button", { name, exact: true }).evaluate((shown) => shown.getBoundingClientRect().top),
				),
			);
			expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
			await page.getByRole("button", { name: "More controls" }).click();
			await page.getByRole("button", { name: "Export", exact: true }).waitFor();
			await page.getByRole("button", { name: "Filters (1)" }).click();
			await page.getByRole("button", { name: "Add filter" }).waitFor();
			await expectAccessible(page, "main");
		},
	);
});
