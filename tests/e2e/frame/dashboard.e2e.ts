import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../accessibility";
import { addLogger, send } from "../device-logger";
import { chip } from "../filters";
import { chooseEntry, hasFocus, press } from "../keys";
import { check } from "../trips";
import { checkIsOld, openIdle, requestsDuring, testAsOwner as test, withoutHints } from "../visitor";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openDashboard(page: Page, search = ""): Promise<void> {
	await page.goto(`/dashboard${search}`);
	await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
}

describe("the dashboard", () => {
	test("shows its cards in their order, each with a way to its list, by mouse and by keyboard", async ({ page }) => {
		await openDashboard(page);
		const titles = page.getByRole("main").getByRole("heading", { level: 2 });
		await expect
			.poll(() => titles.allInnerTexts())
			.toEqual(["Closest to a limit", "Alerts", "Recent activity", "Needs attention", "Fleet", "Storage", "Reports"]);
		for (const [name, link, path, way] of [
			["Closest to a limit", /At most/, "/devices/dev_", "keyboard"],
			["Alerts", "All events", "/alerts/", "mouse"],
			// No demo device reports while tests run, so its status depends on the time.
			["Fleet", /(online|late|offline)$/, "/devices?status=", "keyboard"],
			["Needs attention", /low battery$/, "/devices?battery=20", "mouse"],
			["Recent activity", "Log", "/log/", "keyboard"],
			["Storage", /./, "/accounts/storage/", "mouse"],
			["Reports", /^All/, "/reports/", "keyboard"],
		] as const) {
			const control = card(page, name).getByRole("link", { name: link }).first();
			await (way === "mouse" ? control.click() : press(control));
			await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(path));
			await page.goBack();
			await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		}
	});

	test("leads from a count to exactly the devices it counts", async ({ page, context }) => {
		const logger = await addLogger(context, "Clock an hour ahead");
		await send(logger, [{ channel: "Temperature", at: Date.now() + 60 * 60_000, value: 4 }]);
		await openDashboard(page);
		const rows = page.getByRole("main").getByRole("rowheader");
		const low = card(page, "Needs attention").getByRole("link", { name: /low battery/ });
		const lowCount = Number.parseInt(await low.innerText(), 10);
		await low.click();
		await page.waitForURL(/\/devices\?battery=20$/);
		await expect.poll(() => rows.count()).toBe(lowCount);

		await page.goBack();
		const wrong = card(page, "Needs attention").getByRole("link", { name: /wrong clock/ });
		const wrongCount = Number.parseInt(await wrong.innerText(), 10);
		await wrong.click();
		await page.waitForURL((url) => url.searchParams.get("clock") === "ahead,behind");
		await page.getByRole("rowheader", { name: "Clock an hour ahead", exact: true }).waitFor();
		await expect.poll(() => rows.count()).toBe(wrongCount);
		await chip(page, /^Clock: (Ahead|Behind)\b.*, (Ahead|Behind)\b/).waitFor();
	});

	test("draws how the fleet fared, in words and as a table, and asks once for another period", async ({ page }) => {
		await withoutHints(page);
		await openIdle(page, "Dashboard", () => page.goto("/dashboard"));
		const fleet = card(page, "Fleet");
		await press(fleet.getByRole("button", { name: "History", expanded: false }));
		await page.waitForURL((url) => url.search === "?period=24h");
		await fleet.getByRole("img", { name: /^Over the last 24 hours .* devices were online/ }).waitFor();
		await checkIsOld(page);
		const requests = await requestsDuring(page, async () => {
			await page.getByText("7 days", { exact: true }).click();
			await fleet.getByRole("img", { name: /^Over the last 7 days/ }).waitFor();
		});
		expect(requests).toEqual([check, expect.stringContaining("device.getFleetTrend")]);
		expect(new URL(page.url()).search).toBe("?period=7d");
		await page.reload();
		await fleet.getByRole("img", { name: /^Over the last 7 days/ }).waitFor();

		await press(page.getByRole("radio", { name: "7 days" }), "ArrowLeft");
		await page.waitForURL((url) => url.search === "?period=24h");
		await hasFocus(page.getByRole("radio", { name: "24 hours", checked: true }));
		await fleet.getByRole("img", { name: /^Over the last 24 hours/ }).waitFor();
		const table = fleet.getByText("As a table");
		await press(table, "Space");
		await expect.poll(() => fleet.getByRole("row").count()).toBe(26);
		await hasFocus(table);
		await press(table);
		await fleet.getByRole("row").first().waitFor({ state: "hidden" });
		await table.click();
		await fleet.getByRole("row").first().waitFor();
		await expectAccessible(page);
	});

	test("narrows to a group, also by its address, and its links stay with it", async ({ page, complaints }) => {
		complaints.allow(/404/);
		await openDashboard(page, "?group=grp_00000000000000000000000000&period=__proto__&x=1");
		const add = page.getByRole("button", { name: "Add filter" });
		await add.waitFor();
		expect(await chip(page, /^Group:/).count()).toBe(0);
		const summary = card(page, "Fleet").getByText(/^\d+ devices?$/);
		const all = await summary.innerText();
		await press(add);
		await chooseEntry(page, "Group");
		await chooseEntry(page, "Cold rooms", "menuitemradio");
		await page.waitForURL(/group=grp_/);
		const group = new URL(page.url()).searchParams.get("group");
		await hasFocus(add);
		await expect.poll(() => summary.innerText()).not.toBe(all);
		await page.reload();
		await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
		// The statuses depend on the time: no demo device reports while tests run.
		const link = card(page, "Fleet").getByRole("listitem").getByRole("link").first();
		await expect.poll(() => link.getAttribute("href")).toContain(`group=${group}`);
		await press(card(page, "Fleet").getByRole("link", { name: "Devices", exact: true }));
		await page.waitForURL((url) => url.pathname === "/devices" && url.searchParams.get("group") === group);
	});
});
