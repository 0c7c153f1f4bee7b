import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { violations } from "./accessibility";
import { dragAcross } from "./chart";
import { groupRow, makeGroup, removeGroups } from "./group-calls";
import { signIn, test } from "./visitor";

const lastDay = (page: Page) => page.getByRole("region", { name: "Last 24 hours", exact: true });

async function openGroup(page: Page, name: string): Promise<void> {
	await page.goto("/groups/");
	await groupRow(page, name).getByRole("link", { name, exact: true }).click();
	await page.getByRole("heading", { level: 1, name }).waitFor();
}

describe("the page of a group", () => {
	test("draws the same quantity of all its devices, by mouse", async ({ page, context }) => {
		await signIn(context, "owner");
		const { id } = await makeGroup(page, "Drawn together", ["Cold room 1", "Cold room 3"]);
		await openGroup(page, "Drawn together");
		await lastDay(page)
			.getByRole("img", { name: /^Temperature of 2 channels over time/ })
			.waitFor();
		await lastDay(page).getByText("Cold room 3 · Temperature").waitFor();
		expect(await violations(page)).toEqual([]);

		await lastDay(page).getByText("Humidity", { exact: true }).click();
		await page.waitForURL(/quantity=humidity/);
		const drawn = lastDay(page).getByRole("img", { name: /^Humidity of 2 channels over time/ });
		await drawn.waitFor();
		await page.reload();
		await drawn.waitFor();
		await lastDay(page).getByText("Cold room 1 · Humidity").waitFor();

		await dragAcross(page, 0.5, 0.75);
		await page.waitForURL(/\/log\/\?.*from=\d+/);
		const asked = new URL(page.url()).searchParams;
		expect(asked.get("group")).toBe(id);
		const hours = (Number(asked.get("to")) - Number(asked.get("from"))) / 3_600_000;
		expect(hours).toBeGreaterThan(4);
		expect(hours).toBeLessThan(8);
		await removeGroups(page, "Drawn together");
	});

	test.for(["light", "dark"] as const)(
		"shows every quantity there is to choose at 360 px, in the %s scheme",
		async (colorScheme, { page, context }) => {
			await signIn(context, "owner");
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width: 360, height: 740 });
			const name = `Narrow and ${colorScheme}`;
			await makeGroup(page, name, ["Cold room 1"]);
			await openGroup(page, name);
			const choice = lastDay(page).getByRole("radiogroup", { name: "Quantity" });
			await choice.waitFor();
			const labels = await choice.locator("label").all();
			expect(labels.length).toBeGreaterThan(2);
			const room = await choice.boundingBox();
			for (const label of labels) {
				const place = await label.boundingBox();
				expect(place && room && place.x >= room.x && place.x + place.width <= room.x + room.width).toBe(true);
			}
			await choice.getByRole("radio").last().press("ArrowLeft");
			await page.waitForURL(/quantity=/);
			await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "detached" });
			expect(await violations(page)).toEqual([]);
			await removeGroups(page, name);
		},
	);

	test("lets the quantity be chosen by keyboard, and leads to the group's log", async ({ page, context }) => {
		await signIn(context, "owner");
		await makeGroup(page, "Chosen by keys", ["Cold room 1"]);
		await openGroup(page, "Chosen by keys");
		const temperature = lastDay(page).getByRole("radio", { name: "Temperature" });
		await temperature.focus();
		await page.keyboard.press("ArrowRight");
		await page.waitForURL(/quantity=(humidity|door)/);
		await lastDay(page)
			.getByRole("img", { name: /^(Humidity|Door) of 1 channel over time/ })
			.waitFor();
		await expect
			.poll(() =>
				page
					.getByRole("main")
					.getByRole("link", { name: /\blog\b/i })
					.count(),
			)
			.toBe(1);
		await lastDay(page).getByRole("link", { name: "Open log" }).focus();
		await page.keyboard.press("Enter");
		await page.waitForURL(/\/log\/\?group=grp_/);
		await removeGroups(page, "Chosen by keys");
	});

	test("says so where none of its devices sent anything, and asks for no chart where it has none", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		await makeGroup(page, "Silent ones", ["Cold store Maas"]);
		await makeGroup(page, "Nobody in it", []);
		await openGroup(page, "Silent ones");
		await lastDay(page).getByText("No device of this group has sent a reading in the last 24 hours.").waitFor();
		await openGroup(page, "Nobody in it");
		await page.getByText("No device is in this group.").waitFor();
		expect(await lastDay(page).count()).toBe(0);
		await removeGroups(page, "Silent ones", "Nobody in it");
	});
});
