import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { groupRow, makeGroup, testAsOwner as test } from "../group-calls";
import { press } from "../keys";
import { dragAcross } from "../log/chart";

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

	test("says so where none of its devices sent anything, and asks for no chart where it has none", async ({ page }) => {
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
