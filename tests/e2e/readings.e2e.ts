import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { product } from "./this-product";
import { mainLink, signIn, test } from "./visitor";

function post(key: string, value: number, at: number) {
	return fetch(`${product.origin}/api/ingest/v1/readings`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings: [{ channel: "Temperature", at, value }] }),
	});
}

describe("a device", () => {
	test("is added by form, shows its key once, and what it posts appears in list and log", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/devices");
		await page
			.getByRole("link", { name: "Add device" })
			.or(page.getByRole("button", { name: "Add device" }))
			.click();
		const drawer = page.getByRole("dialog");
		await drawer.getByRole("button", { name: "Add device" }).click();
		await drawer.getByText("Enter a name.").waitFor();
		await drawer.getByRole("textbox", { name: "Name" }).first().fill("Wine cellar");
		await drawer.getByRole("button", { name: "Add device" }).click();
		const key = await drawer.getByText(/^aqd_/).first().innerText();
		await page.keyboard.press("Escape");
		const answer = await post(key.trim(), 12.5, Date.now() - 1_000);
		expect(await answer.json()).toEqual({ accepted: 1, duplicates: 0, rejected: [] });

		await page.goto("/devices");
		const row = page.getByRole("row", { name: /Wine cellar/ });
		await row.getByText("12.5 °C").waitFor();
		await row.getByRole("cell", { name: "Online" }).waitFor();
		await row.getByRole("link", { name: "Wine cellar" }).click();
		await page.getByRole("heading", { level: 1, name: "Wine cellar" }).waitFor();
		await page.getByRole("link", { name: "Open log" }).click();
		// Until the log stands, the list does, and another of its devices may measure the same just now.
		await page.getByRole("heading", { level: 1, name: "Log" }).waitFor();
		await page.getByRole("cell", { name: "12.5 °C" }).waitFor();
	});

	test("that is half typed is not lost by going back without a question", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/dashboard");
		await mainLink(page, "Devices").click();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await page
			.getByRole("link", { name: "Add device" })
			.or(page.getByRole("button", { name: "Add device" }))
			.click();
		const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" }).first();
		await name.fill("Half a logger");
		await page.goBack();
		const question = page.getByRole("alertdialog", { name: "Unsaved device" });
		await question.getByRole("button", { name: "Keep editing" }).click();
		await question.waitFor({ state: "hidden" });
		await expect.poll(() => name.inputValue()).toBe("Half a logger");
		await page.goBack();
		await question.getByRole("button", { name: "Leave" }).click();
		await name.waitFor({ state: "hidden" });
	});

	test("cannot be added by a viewer, who is told why", async ({ page, context }) => {
		await signIn(context, "viewer");
		await page.goto("/devices");
		await page.getByRole("rowheader", { name: "Cold room 1" }).waitFor();
		const add = page.getByRole("button", { name: "Add device" });
		await expect.poll(() => add.isDisabled()).toBe(true);
	});
});

/** Of whichever device sent last: other tests have loggers of their own. */
const firstReading = (page: Page) => page.getByRole("table", { name: "Readings" }).getByRole("row").nth(1);

describe("the log", () => {
	test("opens on the last hour and steps back and forth, each step one link", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/log/");
		await page.getByRole("heading", { name: "Log" }).waitFor();
		await firstReading(page).waitFor();
		await page.getByRole("img", { name: /temperature/i }).waitFor();
		await page.getByRole("button", { name: "Earlier" }).click();
		await page.waitForURL(/offset=1/);
		await page.reload();
		await firstReading(page).waitFor();
		await page.getByRole("button", { name: "Later" }).click();
		await page.waitForURL((url) => !url.search.includes("offset=1"));
	});

	test("keeps the chosen clock: device time first, my time when asked, also after a reload", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await page.goto("/log/");
		await page.getByText("My time", { exact: true }).click();
		await expect.poll(() => page.evaluate(() => localStorage.getItem("timeDisplayMode"))).toBe("current");
		await page.reload();
		await page.getByRole("radio", { name: "My time" }).waitFor({ state: "attached" });
		await expect.poll(() => page.getByRole("radio", { name: "My time" }).isChecked()).toBe(true);
	});
});
