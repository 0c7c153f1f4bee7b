import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { signIn, test } from "../visitor";
import { openReadings, table } from "./log-screen";

describe("the log on a phone", () => {
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
			expect(bottom).toBeLessThanOrEqual(740);
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
			// It looks at 360 px itself, whatever the width was.
			if (width === 360) await expectAccessible(page, "main");
		},
	);
});
