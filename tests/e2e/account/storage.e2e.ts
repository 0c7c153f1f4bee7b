import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { WaitingShortening } from "../../../shared/account/storage";
import { dayMs } from "../../../shared/base/durations";
import { call, take } from "../device-fleet";
import { product } from "../this-product";
import { signIn, test } from "../visitor";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function addFilled(context: BrowserContext, name: string): Promise<string> {
	const { device, key } = await call<{ device: { id: string }; key: string }>(context, "device.createDevice", {
		name,
		timezoneOffset: 0,
		timeZoneRule: 2,
		channels: [{ name: "Air", quantity: "temperature", unit: "°C" }],
	});
	const readings = Array.from({ length: 50 }, (_, index) => ({
		channel: "Air",
		value: index,
		at: Date.now() - index * dayMs - 1_000,
	}));
	const answer = await context.request.post(`${product.origin}/api/ingest/v1/readings`, {
		headers: { authorization: `Bearer ${key}` },
		data: { readings },
	});
	expect(answer.status()).toBe(200);
	return device.id;
}

const waiting = (context: BrowserContext) =>
	call<WaitingShortening[]>(context, "billing.getShortenings", undefined, true);

describe("an owner", () => {
	test("shortens a device's retention, sees before what goes, and takes it back", async ({ page }) => {
		const context = page.context();
		await signIn(context, "owner");
		const name = `Cellar ${crypto.randomUUID().slice(0, 6)}`;
		const deviceId = await addFilled(context, name);
		await page.goto(`/accounts/storage/?q=${encodeURIComponent(name)}`);
		const row = page.getByRole("row", { name: new RegExp(name) });
		await row.getByText("Forever", { exact: false }).waitFor();
		await row.getByRole("button", { name: `Actions for ${name}` }).click();
		await page.getByRole("menuitem", { name: "Change retention…" }).click();
		const dialog = page.getByRole("dialog");
		const days = dialog.getByRole("textbox", { name: "Data retention, length" });
		await days.fill("-5");
		await dialog.getByText("At least one day.").waitFor();
		await days.fill("10");
		await dialog.getByText(/^Removes 4\d readings older than .* \(UTC\) on /).waitFor();
		await dialog.getByRole("button", { name: "Apply to 1 device" }).click();

		await page.getByRole("heading", { name: "About to be removed" }).waitFor();
		const [shortening] = (await waiting(context)).filter((one) => one.deviceId === deviceId);
		expect(shortening).toMatchObject({ days: 10, formerDays: null });
		await button(page, "Take back").first().click();
		await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
		await page.getByText(`${name} keeps its readings as long as before.`).waitFor();
		expect((await waiting(context)).filter((one) => one.deviceId === deviceId)).toEqual([]);
	});

	test("sees the same by group, and changes what holds for the account", async ({ page }) => {
		await signIn(page.context(), "owner");
		await page.goto("/accounts/storage/");
		await button(page, "By group").click();
		await page.getByRole("table", { name: "Storage" }).getByRole("columnheader", { name: "Group" }).waitFor();
		expect(new URL(page.url()).searchParams.get("kind")).toBe("groups");
		await button(page, "By device").click();
		await button(page, "Change retention").click();
		const dialog = page.getByRole("dialog", { name: "Retention of the account" });
		await dialog.getByRole("combobox", { name: "Data retention" }).click();
		await take(page.getByRole("option", { name: "For a number of days" }));
		await dialog.getByRole("textbox", { name: "Data retention, length" }).fill("36500");
		await dialog.getByText("Nothing is removed: no stored reading is older.").waitFor();
		await dialog.getByRole("button", { name: "Save" }).click();
		await page.getByText("Data retention: 36,500 days").waitFor();
		await call(page.context(), "billing.setAccountRetention", { retentionDays: null });
	});
});
