import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { addLogger, send } from "./device-logger";
import { createNewOwner } from "./identity/new-person";
import { product } from "./this-product";
import { signIn, test } from "./visitor";

describe("a link to the log that names what is not there", () => {
	test("says which thing, and leads to the rest of the same time", async ({ page, context, browser, complaints }) => {
		complaints.allow(/404|not found/);
		const elsewhere = await browser.newContext({ baseURL: product.origin });
		await createNewOwner(elsewhere);
		const foreign = await addLogger(elsewhere, "Somebody else's room");
		await elsewhere.close();
		await signIn(context, "owner");
		for (const [search, title] of [
			[`device=${foreign.id}`, "Device not found"],
			["group=grp_00000000000000000000000000", "Group not found"],
		]) {
			await page.goto(`/log/?range=day&offset=1&${search}`);
			await page.getByRole("heading", { level: 1, name: title }).waitFor();
			expect(await page.getByText("Somebody else's room").count()).toBe(0);
			expect(await violations(page)).toEqual([]);
			await page.getByRole("link", { name: "Open the whole log" }).click();
			await page.getByRole("table", { name: "Readings" }).waitFor();
			const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
			await expect.poll(asked).toEqual({ range: "day", offset: "1" });
		}
	});

	test("says so where what it draws was not measured, and offers what was", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Dry room");
		await send(logger, [{ channel: "Temperature", at: Date.now() - 1_000, value: 5 }]);
		await page.goto(`/log/?device=${logger.id}&quantity=humidity`);
		await page.getByText("No readings of Humidity in this range.", { exact: true }).waitFor();
		await expect.poll(() => page.getByRole("radio", { name: "Humidity" }).isChecked()).toBe(true);
		expect(await page.getByRole("img", { name: /over time/ }).count()).toBe(0);
		expect(await violations(page)).toEqual([]);
		await page.getByRole("radio", { name: "Temperature" }).focus();
		await page.keyboard.press("Space");
		await page.getByRole("img", { name: /^Temperature of 1 channel over time/ }).waitFor();
	});

	test("calls a channel that is gone by what it is, not by its id", async ({ page, context }) => {
		await signIn(context, "owner");
		const logger = await addLogger(context, "Fewer channels");
		await page.goto(`/log/?device=${logger.id}&channel=chn_00000000000000000000000000`);
		const filters = page.getByRole("search", { name: "Filter the log" });
		await filters.getByText("Deleted channel", { exact: true }).waitFor();
		expect(await filters.getByText(/chn_/).count()).toBe(0);
	});
});
