import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible, violations } from "../accessibility";
import { call } from "../device-fleet";
import { groupRow, makeGroup, testAsOwner as test } from "../group-calls";
import { press } from "../keys";
import { dragAcross } from "../log/chart";
import { product } from "../this-product";

const lastDay = (page: Page) => page.getByRole("region", { name: "Last 24 hours", exact: true });

async function openGroup(page: Page, name: string): Promise<void> {
	await page.goto("/groups/");
	await groupRow(page, name).getByRole("link", { name, exact: true }).click();
	await page.getByRole("heading", { level: 1, name }).waitFor();
}

const crumb = (page: Page) =>
	page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: /^groups/i });

describe("the page of a group", () => {
	test("draws the same quantity of all its devices, and a stretch of it leads to the log", async ({ page }) => {
		const { id } = await makeGroup(page, "Drawn together", ["Cold room 1", "Cold room 3"]);
		await openGroup(page, "Drawn together");
		await lastDay(page)
			.getByRole("application", { name: /^Temperature of 2 channels over time/ })
			.waitFor();
		await lastDay(page).getByText("Cold room 3", { exact: true }).first().waitFor();

		await lastDay(page).getByText("Humidity", { exact: true }).click();
		await page.waitForURL(/quantity=humidity/);
		const rendered = lastDay(page).getByRole("application", { name: /^Humidity of 2 channels over time/ });
		await rendered.waitFor();
		await page.reload();
		await rendered.waitFor();
		await lastDay(page).getByText("Cold room 1", { exact: true }).first().waitFor();

		await dragAcross(page, 0.5, 0.75);
		await page.waitForURL(/\/log\/\?.*from=\d+/);
		const requested = new URL(page.url()).searchParams;
		expect(requested.get("group")).toBe(id);
		const hours = (Number(requested.get("to")) - Number(requested.get("from"))) / 3_600_000;
		expect(hours).toBeGreaterThan(4);
		expect(hours).toBeLessThan(8);
	});

	test("lets the quantity be chosen by keyboard, shows every one at 360 px, and leads to all it is about", async ({
		page,
	}) => {
		const { id } = await makeGroup(page, "Chosen by keys", ["Cold room 1"]);
		await openGroup(page, "Chosen by keys");
		await press(lastDay(page).getByRole("radio", { name: "Temperature" }), "ArrowRight");
		await page.waitForURL(/quantity=(humidity|door)/);
		await lastDay(page)
			.getByRole("application", { name: /^(Humidity|Door) of 1 channel over time/ })
			.waitFor();
		const logLinks = page.getByRole("main").getByRole("link", { name: /\blog\b/i });
		await expect.poll(() => logLinks.count()).toBe(1);

		const devices = page.getByRole("region", { name: "Devices", exact: true });
		for (const [link, path, activate] of [
			[devices.getByRole("link", { name: "Show in device list" }), `/devices?group=${id}`, "mouse"],
			[lastDay(page).getByRole("link", { name: "Open log" }), `/log/?group=${id}&range=24h`, "keyboard"],
			[crumb(page), "/groups/", "keyboard"],
		] as const) {
			await (activate === "mouse" ? link.click() : press(link));
			await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(path));
			await page.goBack();
			await page.getByRole("heading", { level: 1, name: "Chosen by keys" }).waitFor();
		}

		await expectAccessible(page);
		const choice = lastDay(page).getByRole("radiogroup", { name: "Quantity" });
		const labels = await choice.locator("label").all();
		expect(labels.length).toBeGreaterThan(2);
		const room = await choice.boundingBox();
		for (const label of labels) {
			const place = await label.boundingBox();
			expect(place && room && place.x >= room.x && place.x + place.width <= room.x + room.width).toBe(true);
		}
	});

	test("says so where none of its devices sent anything, and requests no chart where it has none", async ({ page }) => {
		await makeGroup(page, "Silent ones", ["Cold store Maas"]);
		await makeGroup(page, "Nobody in it", []);
		await openGroup(page, "Silent ones");
		await lastDay(page).getByText("No device of this group has sent a reading in the last 24 hours.").waitFor();
		await crumb(page).click();
		await groupRow(page, "Nobody in it").getByRole("link", { name: "Nobody in it", exact: true }).click();
		await page.getByText("No device is in this group.").waitFor();
		expect(await lastDay(page).count()).toBe(0);
	});
});

describe("the list of groups", () => {
	test("shows how the devices of each are, and leads to those that need something", async ({ page, context }) => {
		const names = ["Told logger 1", "Told logger 2"];
		const channels = [{ name: "Battery", quantity: "battery", unit: "%" }];
		const devices = names.map((name) => ({ name, timezoneOffset: 0, timeZoneRule: 2, channels }));
		const [{ key } = { key: "" }] = await call<{ key: string }[]>(context, "device.createDevices", { devices });
		const sent = await fetch(`${product.origin}/api/ingest/v1/readings`, {
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
			body: JSON.stringify({ readings: [{ channel: "Battery", at: Date.now() - 1_000, value: 17 }] }),
		});
		expect(await sent.json()).toMatchObject({ accepted: 1 });
		const group = await makeGroup(page, "Told group", names);

		await page.goto("/groups/?q=told");
		const row = groupRow(page, "Told group");
		await row.getByRole("cell", { name: "1 never reported" }).waitFor();
		await row.getByRole("cell", { name: /ago$/ }).waitFor();
		expect(await violations(page)).toEqual([]);
		await page.getByRole("columnheader", { name: "Low battery" }).waitFor();
		await row.getByRole("link", { name: "1", exact: true }).click();
		await page.waitForURL(new RegExp(`/devices/?\\?group=${group.id}&battery=20$`));
		await page.getByRole("rowheader", { name: "Told logger 1" }).waitFor();
		await expect.poll(() => page.getByRole("rowheader").count()).toBe(1);
		await page.getByRole("cell", { name: "Low 17 %" }).waitFor();
	});
});
