import { describe, expect } from "vitest";
import { addLogger, send } from "../device-logger";
import { signIn, test } from "../visitor";
import { minuteMs, openLog, table } from "./log-screen";

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
		await openLog(page, `device=${logger.id}&kind=reading,config&form=long`);
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
		await filters.getByRole("combobox", { name: "Kinds" }).waitFor();
		const opener = filters.getByRole("button", { name: "Filters (2)" });
		await opener.click();
		await filters.getByRole("combobox", { name: "Kinds" }).waitFor({ state: "detached" });
		await opener.waitFor();

		await page.setViewportSize({ ...phone, width: 1_024 });
		await row.getByRole("cell", { name: "Temperature", exact: true }).waitFor();
	});
});
