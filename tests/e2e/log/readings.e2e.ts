import { describe, expect } from "vitest";
import { product } from "../this-product";
import { mainLink, testAsOwner as test } from "../visitor";

function post(key: string, value: number, at: number) {
	return fetch(`${product.origin}/api/ingest/v1/readings`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings: [{ channel: "Temperature", at, value }] }),
	});
}

describe("a device", () => {
	test("survives half typed, is added by form, shows its key once, and what it posts appears in list and log", async ({
		page,
	}) => {
		await page.goto("/dashboard");
		await mainLink(page, "Devices").click();
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await page
			.getByRole("link", { name: "Add device" })
			.or(page.getByRole("button", { name: "Add device" }))
			.click();
		const drawer = page.getByRole("dialog");
		await drawer.getByRole("button", { name: "Add device" }).click();
		await drawer.getByText("Enter a name.").waitFor();
		const name = drawer.getByRole("textbox", { name: "Name" }).first();
		await name.fill("Wine cellar");
		await page.goBack();
		const question = page.getByRole("alertdialog", { name: "Unsaved device" });
		await question.getByRole("button", { name: "Stay" }).click();
		await question.waitFor({ state: "hidden" });
		await expect.poll(() => name.inputValue()).toBe("Wine cellar");
		await drawer.getByRole("button", { name: "Add device" }).click();
		await drawer.getByRole("button", { name: "Show: Device key" }).click();
		const key = await drawer.getByText(/^aqd_/).first().innerText();
		await expect.poll(() => page.url()).not.toContain("add=");
		await drawer.getByText("Waiting for the first reading…").waitFor();
		const answer = await post(key.trim(), 12.5, Date.now() - 1_000);
		expect(await answer.json()).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
		await drawer.getByRole("heading", { name: "First reading received" }).waitFor();
		await drawer.getByText("12.5 °C", { exact: true }).waitFor();
		await drawer.getByRole("button", { name: "I have copied the key" }).click();
		await drawer.waitFor({ state: "hidden" });
		expect(await page.content()).not.toContain(key.trim());

		// A long list renders only the rows near the window.
		await page.getByRole("textbox", { name: "Search devices" }).fill("Wine cellar");
		const row = page.getByRole("row", { name: /Wine cellar/ });
		await row.getByText("12.5 °C").waitFor();
		await row.getByRole("cell", { name: "Online" }).waitFor();
		await row.getByRole("link", { name: "Wine cellar" }).click();
		await page.getByRole("heading", { level: 1, name: "Wine cellar" }).waitFor();
		await page.getByRole("link", { name: "Open log" }).first().click();
		// Until the log stands, the list does, where another device may measure the same.
		await page.getByRole("heading", { level: 1, name: "Log" }).waitFor();
		await page.getByRole("cell", { name: "12.5 °C" }).waitFor();
	});
});
