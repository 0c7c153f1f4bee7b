import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { product } from "../this-product";
import { outageComplaints, switchBackend, testAsOwner as test } from "../visitor";

type Context = Parameters<typeof call>[0];

async function connect(context: Context): Promise<{ name: string; key: string; serial: string }> {
	const name = `Cloud ${Math.random().toString(36).slice(2, 8)}`;
	const input = { name, isCreatingDevices: true };
	const { key } = await call<{ key: string }>(context, "account.createIntegrationKey", input);
	return { name, key, serial: `json-${Math.random().toString(36).slice(2, 10)}` };
}

async function post(key: string, body: object): Promise<{ accepted: number }> {
	const answer = await fetch(`${product.origin}/api/ingest/v1/json`, {
		method: "POST",
		headers: { authorization: `Bearer ${key}` },
		body: JSON.stringify(body),
	});
	return answer.json() as Promise<{ accepted: number }>; // the answer of the endpoint
}

async function openIntegrations(page: Page): Promise<Locator> {
	await page.goto("/log");
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: /^Connect devices and network servers/ }).click();
	return page.getByRole("dialog");
}

async function pick(page: Page, leaf: string, item: string): Promise<void> {
	await page.getByRole("button", { name: leaf, exact: true }).click();
	await page.getByRole("menuitem", { name: item, exact: true }).click();
}

describe("the payload recipe of an integration", () => {
	test("begins with a received message, survives a cut of the backend, and names a path that vanishes", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(outageComplaints);
		const { name, key, serial } = await connect(context);
		expect((await post(key, { unit: serial, data: { air: 4.25, humidity: 61 } })).accepted).toBe(0);

		const dialog = await openIntegrations(page);
		await dialog.getByText(/Last heard .+, 2 values, 0 chosen/).waitFor();
		await dialog.getByRole("button", { name: `JSON of ${name}`, exact: true }).click();
		await dialog.getByRole("button", { name: "Make a recipe" }).click();
		await pick(page, `unit "${serial}"`, "Device: unit");
		await pick(page, "data.air 4.25", "Value: data.air");
		await pick(page, "data.humidity 61", "Value: data.humidity");
		await dialog.getByText(`${serial} (new device)`).first().waitFor();
		// A field that the dialog's head half covers is too small a target.
		await dialog.evaluate((element) => element.scrollTo(0, 0));
		await expectAccessible(page, "[role=dialog]");
		await page.setViewportSize({ width: 1280, height: 800 });

		await switchBackend("cut");
		await dialog.getByRole("button", { name: "Store from now on" }).click();
		await dialog.getByRole("alert").filter({ hasText: /./ }).waitFor();
		await switchBackend("mend");
		await dialog.getByRole("button", { name: "Store from now on" }).click();
		await dialog.getByText("Version 1 is in force: 2 values.").waitFor();

		expect((await post(key, { unit: serial, data: { air: 5.5, humidity: 62 } })).accepted).toBe(2);
		expect((await post(key, { unit: serial, data: { air: 6.5, hum: 63 } })).accepted).toBe(1);
		await dialog.getByRole("button", { name: "Refresh" }).click();
		const missing = dialog.getByRole("listitem").filter({ hasText: "data.humidity" });
		await missing.getByRole("link", { name: serial }).click();
		await page.getByText(/6\.5/).first().waitFor();
	});

	test("goes back to an older version", async ({ page, context }) => {
		const { name, key, serial } = await connect(context);
		await post(key, { unit: serial, air: 4, t: 1 });
		const dialog = await openIntegrations(page);
		const openRecipe = async (button: string) => {
			await dialog.getByRole("button", { name: button, exact: true }).click();
		};
		await openRecipe(`JSON of ${name}`);
		await openRecipe("Make a recipe");
		await pick(page, `unit "${serial}"`, "Device: unit");
		await pick(page, "air 4", "Value: air");
		await dialog.getByRole("button", { name: "Store from now on" }).click();
		await openRecipe("Change recipe");
		await dialog.getByRole("textbox", { name: "Path", exact: true }).fill("t");
		await dialog.getByRole("button", { name: "Store from now on" }).click();
		await dialog.getByText("Version 2 is in force: 1 value.").waitFor();
		await dialog.getByRole("button", { name: "Take up version 1 again" }).click();
		await dialog.getByText("Version 3 is in force: 1 value.").waitFor();
		expect((await post(key, { unit: serial, air: 5 })).accepted).toBe(1);
	});
});
