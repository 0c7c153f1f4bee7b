import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { addLogger, send } from "./device-logger";
import { minuteMs, openLog, table } from "./log-screen";
import { signIn, test } from "./visitor";

const phone = { width: 360, height: 740 };

describe("the log on a phone", () => {
	test("shows a row's time, device, channel and value side by side", async ({ page, context }) => {
		await page.setViewportSize(phone);
		await signIn(context, "owner");
		const name = "Storehouse behind the harbour";
		const logger = await addLogger(context, name);
		await send(logger, [{ channel: "Temperature", at: Date.now() - minuteMs, value: -17.5 }]);
		await openLog(page, `device=${logger.id}&kind=reading&form=long`);
		const row = table(page).getByRole("row").filter({ hasText: name });
		await row.getByRole("cell", { name: "Temperature" }).waitFor();
		await row.scrollIntoViewIfNeeded();
		const isSeen = (text: string) =>
			row.getByText(text).evaluate((shown) => {
				const { left, right } = shown.getBoundingClientRect();
				return left >= 0 && right <= window.innerWidth;
			});
		for (const text of [name, "Temperature", "−17.5 °C"]) await expect.poll(() => isSeen(text)).toBe(true);
		await expect.poll(() => violations(page)).toEqual([]);

		await page.setViewportSize({ ...phone, width: 1_024 });
		await row.getByRole("cell", { name: "Temperature", exact: true }).waitFor();
	});

	test("tells under a device's name what happened", async ({ page, context }) => {
		await page.setViewportSize(phone);
		await signIn(context, "owner");
		const { id } = await addLogger(context, "Small store");
		await openLog(page, `device=${id}&kind=config`);
		await table(page)
			.getByRole("cell", { name: /^Small store .+/ })
			.waitFor();
		await page.getByRole("columnheader", { name: "Note" }).waitFor({ state: "detached" });
	});

	test("keeps its filters behind a button, by keyboard too, and in view where one is set", async ({
		page,
		context,
	}) => {
		await page.setViewportSize(phone);
		await signIn(context, "owner");
		await openLog(page, "range=day&offset=1");
		const filters = page.getByRole("search", { name: "Filter the log" });
		const opener = filters.getByRole("button", { name: /^Filters/ });
		const kinds = filters.getByRole("combobox", { name: "Kinds" });
		await filters.getByRole("button", { name: "Add filter" }).waitFor();
		await expect.poll(() => kinds.count()).toBe(0);
		await opener.focus();
		await page.keyboard.press("Enter");
		await expect.poll(() => opener.getAttribute("aria-expanded")).toBe("true");
		await expect.poll(() => violations(page)).toEqual([]);
		await kinds.click();
		await page.getByRole("option", { name: "Notes" }).click();
		await page.waitForURL(/kind=note/);
		await expect.poll(() => opener.innerText()).toBe("Filters (1)");
		await page.reload();
		await kinds.waitFor();
		await opener.click();
		await kinds.waitFor({ state: "detached" });
		await expect.poll(() => opener.innerText()).toBe("Filters (1)");
		// Taking the last one out leaves open what it is taken out of.
		await opener.click();
		await kinds.press("Backspace");
		await page.waitForURL((url) => !url.search.includes("kind"));
		await expect.poll(() => opener.innerText()).toBe("Filters");
		expect(await kinds.count()).toBe(1);
	});
});
