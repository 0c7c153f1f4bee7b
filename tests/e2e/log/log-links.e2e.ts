import { describe, expect } from "vitest";
import { violations } from "../accessibility";
import { addLogger, send } from "../device-logger";
import { testAsOwner as test } from "../visitor";

/** More than one list of devices ever shows. */
const manyIds = Array.from({ length: 60 }, (_, index) => `dev_${String(index).padStart(26, "0")}`);

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
		await filters.getByText("Deleted channel", { exact: true }).waitFor();
		expect(await filters.getByText(/chn_/).count()).toBe(0);
		await filters.getByRole("combobox", { name: "Channels" }).press("Backspace");
		await page.getByText("No readings of Humidity in this range.", { exact: true }).waitFor();
		await expect.poll(() => page.getByRole("radio", { name: "Humidity" }).isChecked()).toBe(true);
		expect(await page.getByRole("application", { name: /over time/ }).count()).toBe(0);
		await page.getByRole("radio", { name: "Temperature" }).focus();
		await page.keyboard.press("Space");
		await page.getByRole("application", { name: /^Temperature of 1 channel over time/ }).waitFor();
	});
});
