import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { chooseOwnOption, hasFocus, press, ways } from "./keys";
import { holdCalls, settle, signIn, test } from "./visitor";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openDashboard(page: Page, search = ""): Promise<void> {
	await page.goto(`/dashboard${search}`);
	await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
}

describe("the dashboard's controls", () => {
	test("its period is changed by keyboard, and its trend read as a table", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		await press(page.getByRole("radio", { name: "24 hours" }), "ArrowRight");
		await page.waitForURL(/period=7d/);
		await card(page, "Fleet")
			.getByRole("img", { name: /^Over the last 7 days/ })
			.waitFor();
		await hasFocus(page.getByRole("radio", { name: "7 days", checked: true }));
		const table = card(page, "Fleet").getByText("As a table");
		await press(table, "Space");
		await card(page, "Fleet").getByRole("row").nth(1).waitFor();
		await hasFocus(table);
		await press(table);
		await card(page, "Fleet").getByRole("row").first().waitFor({ state: "hidden" });
	});

	test("its group is chosen by keyboard, and its links stay with it", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		const groups = page.getByRole("combobox", { name: "Devices of" });
		await chooseOwnOption(groups, "Cold rooms");
		const group = await groups.inputValue();
		await page.waitForURL((url) => url.searchParams.get("group") === group);
		await hasFocus(groups);
		await press(card(page, "Fleet").getByRole("link", { name: "Devices", exact: true }));
		await page.waitForURL((url) => url.pathname === "/devices" && url.searchParams.get("group") === group);
	});

	test("show at once what was chosen, however slow the line is", async ({ page, context }) => {
		await signIn(context, "owner");
		await openDashboard(page);
		await settle(page, "Dashboard");
		const groups = page.getByRole("combobox", { name: "Devices of" });
		const release = await holdCalls(page, "**/api/**");
		await groups.selectOption({ label: "Cold rooms" });
		await page.getByText("7 days", { exact: true }).click();
		await page.waitForURL((url) => /group=grp_/.test(url.search) && /period=7d/.test(url.search));
		await expect.poll(() => groups.locator("option:checked").innerText()).toBe("Cold rooms");
		await expect.poll(() => page.getByRole("radio", { name: "7 days" }).isChecked()).toBe(true);
		release();
		await card(page, "Fleet")
			.getByRole("img", { name: /^Over the last 7 days/ })
			.waitFor();
	});

	test.for(ways)("each card leads to its list, by $way", async ({ activate }, { page, context }) => {
		await signIn(context, "owner");
		for (const [name, link, path] of [
			["Alerts", /^All \d+$/, "/alerts/"],
			// No demo device reports while tests run, so its status depends on how long they have run.
			["Fleet", /(online|late|offline)$/, "/devices?status="],
			["Needs care", /low battery$/, "/devices?battery=20"],
			["Latest log", "Log", "/log/"],
			["Storage", /./, "/accounts/storage/"],
			["Reports", /^All/, "/reports/"],
		] as const) {
			await openDashboard(page);
			await activate(card(page, name).getByRole("link", { name: link }).first());
			await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(path));
		}
	});
});
