import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { product } from "../this-product";
import { testAsOwner as test } from "../visitor";

async function write(key: string, lines: string): Promise<number> {
	const headers = { authorization: `Token ${key}`, "content-type": "text/plain; charset=utf-8" };
	const response = await fetch(`${product.origin}/api/v2/write?precision=ms`, { method: "POST", headers, body: lines });
	await response.body?.cancel();
	return response.status;
}

async function openLines(page: Page, name: string) {
	await page.goto("/log");
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: /^Connect devices and network servers/ }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: `Line protocol of ${name}`, exact: true }).click();
	return dialog;
}

async function addIntegration(context: BrowserContext) {
	const name = `Telegraf ${Math.random().toString(36).slice(2, 8)}`;
	const input = { name, isCreatingDevices: false };
	const { key } = await call<{ key: string }>(context, "account.createIntegrationKey", input);
	return { name, key };
}

describe("lines of a gateway", () => {
	test("wait until a person chooses their device, then show there, and a filter accepts the next logger", async ({
		page,
		context,
	}) => {
		const { name, key } = await addIntegration(context);
		const host = `cellar-${Math.random().toString(36).slice(2, 8)}`;
		expect(await write(key, `climate,host=${host} temperature=4.5 ${Date.now()}`)).toBe(204);
		const dialog = await openLines(page, name);
		await dialog.getByText(`climate,host=${host} temperature`).waitFor();
		await expectAccessible(page, "[role=dialog]");

		await dialog.getByRole("button", { name: `Choose device for ${host}` }).click();
		await dialog.getByRole("button", { name: "Store from now on" }).click();
		await page.getByText("1 series is stored from now on.").waitFor();
		await dialog.getByRole("textbox", { name: "Measurement" }).fill("climate");
		await dialog.getByRole("button", { name: "Add filter" }).click();
		await dialog.getByText("climate *", { exact: true }).waitFor();

		const next = `${host}-2`;
		const at = Date.now();
		const both = `climate,host=${host} temperature=5.25 ${at}\nclimate,host=${next} temperature=6.5 ${at}`;
		expect(await write(key, both)).toBe(204);
		await dialog.getByRole("button", { name: "Refresh" }).click();
		await dialog.getByText(`climate,host=${next} temperature`).waitFor();
		await dialog.getByRole("link", { name: next, exact: true }).click();
		await page.getByRole("heading", { level: 1, name: next }).waitFor();
		await page.getByText("6.5").first().waitFor();
		await page.goto("/devices");
		await page.getByRole("link", { name: host, exact: true }).click();
		await page
			.getByText(/5\.25|5\.3/)
			.first()
			.waitFor();
	});
});
