import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { makeDevices, openList } from "../device-fleet";
import { chip, filterBy, openFilter } from "../filters";
import { makeGroup } from "../group-calls";
import { hasFocus, keepsFocus, press } from "../keys";
import { checkIsOld, lineOf, requestsDuring, testAsOwner as test, withoutHints } from "../visitor";

/** A choice on a screen is an entry of the history: going back undoes just that, and going forward repeats it. */

const row = (page: Page, name: string) => page.getByRole("rowheader", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const box = (page: Page) => page.getByRole("textbox", { name: "Search devices" });

async function isAt(page: Page, search: Record<string, string>): Promise<void> {
	await page.waitForURL((url) => JSON.stringify(Object.fromEntries(url.searchParams)) === JSON.stringify(search));
}

const oneCheckAndOneBatch = ["GET /api/isAuthenticated", expect.stringContaining("GET /api/proxy/")];

describe("going back on a list", () => {
	test("takes back filters, sort and archived devices one by one, asking once who is there and once for its rows", async ({
		page,
		context,
	}) => {
		await withoutHints(page);
		const word = "Back one by one";
		await makeDevices(context, word, 2);
		await openList(page, word);
		const never = chip(page, "Status: Never reported");
		const header = page.getByRole("columnheader", { name: "Device" });
		await filterBy(page, "Status", /^Never reported/);
		await isAt(page, { q: word, status: "never" });
		await header.getByRole("button").click();
		await isAt(page, { q: word, status: "never", sort: "-name" });
		await openFilter(page, "Silent for longer than");
		const hours = page.getByRole("textbox", { name: /^Silent for/ });
		await hours.fill("0.5");
		await page.keyboard.press("Enter");
		await page.getByText(/^A whole number from 1 to /).waitFor();
		await hours.fill("3");
		await page.keyboard.press("Enter");
		await isAt(page, { q: word, status: "never", sort: "-name", silent: "3" });
		const silent = chip(page, "Silent for longer than 3 h");
		await silent.waitFor();
		await press(silent, "Shift");

		await page.goBack();
		await isAt(page, { q: word, status: "never", sort: "-name" });
		await silent.waitFor({ state: "detached" });
		await keepsFocus(page);
		await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
		await page.goBack();
		await isAt(page, { q: word, status: "never" });
		await expect.poll(() => header.getAttribute("aria-sort")).toBe("ascending");
		await never.waitFor();
		await page.goBack();
		await isAt(page, { q: word });
		await never.waitFor({ state: "detached" });
		await page.goForward();
		await isAt(page, { q: word, status: "never" });
		await never.waitFor();
		await page.goBack();
		await isAt(page, { q: word });

		await row(page, `${word} 1`).waitFor();
		await filterBy(page, "Archived devices", "Show archived devices");
		await isAt(page, { q: word, archived: "archived" });
		await row(page, `${word} 1`).waitFor({ state: "detached" });
		await checkIsOld(page);
		const requests = await requestsDuring(page, async () => {
			await page.goBack();
			await row(page, `${word} 1`).waitFor();
		});
		expect(requests).toEqual(oneCheckAndOneBatch);
	});

	test("takes back a search as a whole, in however many pauses it was typed", async ({ page, context }) => {
		await makeDevices(context, "Typed in pauses", 1);
		await page.goto("/devices");
		await row(page, "Cold room 1").waitFor();
		await box(page).focus();
		for (const [part, whole] of [
			["Typed", "Typed"],
			[" in", "Typed in"],
			[" pauses", "Typed in pauses"],
		] as const) {
			await page.keyboard.type(part);
			await isAt(page, { q: whole });
		}
		await row(page, "Cold room 1").waitFor({ state: "detached" });
		await page.goBack();
		await isAt(page, {});
		await row(page, "Cold room 1").waitFor();
		await expect.poll(() => box(page).inputValue()).toBe("");
		await hasFocus(box(page));
		await page.goForward();
		await isAt(page, { q: "Typed in pauses" });
		await expect.poll(() => box(page).inputValue()).toBe("Typed in pauses");
		await row(page, "Cold room 1").waitFor({ state: "detached" });
		await button(page, "Clear search").click();
		await isAt(page, {});
		await page.goBack();
		await isAt(page, { q: "Typed in pauses" });
	});

	test("works on every other list and on a group's page too", async ({ page }) => {
		await page.goto("/alerts/?view=rules");
		await page.getByRole("table").waitFor();
		const critical = chip(page, "Severity: Critical");
		await filterBy(page, "Severity", /^Critical/);
		await page.waitForURL(/severity=critical/);
		await page.getByRole("columnheader", { name: "State" }).getByRole("button").click();
		await isAt(page, { view: "rules", severity: "critical", sort: "status" });
		await page.goBack();
		await isAt(page, { view: "rules", severity: "critical" });
		await page.goBack();
		await isAt(page, { view: "rules" });
		await critical.waitFor({ state: "detached" });

		const { id } = await makeGroup(page, "Drawn and back", ["Cold room 1"]);
		await page.goto(`/groups/${id}`);
		const rendered = page.getByRole("region", { name: "Last 24 hours", exact: true });
		const temperature = rendered.getByRole("radio", { name: "Temperature" });
		await press(temperature, "ArrowRight");
		await page.waitForURL(/quantity=/);
		await page.goBack();
		await page.waitForURL((url) => url.pathname.startsWith("/groups/grp_") && url.search === "");
		await expect.poll(() => temperature.isChecked()).toBe(true);
	});
});

describe("a list on a slow line", () => {
	test("builds the next choice on the one before, and loses nothing that is typed", async ({ page, context }) => {
		await makeDevices(context, "Asked slowly", 1);
		await page.goto("/devices");
		await row(page, "Cold room 1").waitFor();
		const line = await lineOf(page);
		await line.slow(1_500);
		await openFilter(page, "Status");
		await page
			.getByRole("checkbox", { name: /^(Online|Late|Offline) / })
			.first()
			.check();
		await page.getByRole("checkbox", { name: /^Never reported / }).check();
		await page.waitForURL((url) => url.searchParams.get("status")?.split(",").length === 2);
		await box(page).focus();
		await page.keyboard.type("cold");
		await page.waitForURL(/q=cold/);
		await page.keyboard.type(" roo");
		await page.waitForURL(/q=cold\+roo/);
		await page.keyboard.type("m");
		await page.waitForURL(/q=cold\+room/);
		await requestsDuring(page, () => line.slow(0));
		await page.waitForURL((url) => url.searchParams.get("q") === "cold room");
		await expect.poll(() => box(page).inputValue()).toBe("cold room");
	});
});

describe("going back on a screen with charts", () => {
	test("the log: range and step", async ({ page }) => {
		await page.goto("/log/?range=day&offset=1");
		await page.locator(".u-over").first().waitFor();
		const begun = page.url();
		await press(button(page, "Yesterday"), "Enter");
		await page.getByRole("menuitem", { name: "This week", exact: true }).press("Enter");
		await page.waitForURL(/range=week/);
		const week = page.url();
		await button(page, "Earlier").click();
		await page.waitForURL(/offset=1/);
		await page.goBack();
		await page.waitForURL(({ href }) => href === week);
		await button(page, "This week").waitFor();
		await expect.poll(() => button(page, "Now").isDisabled()).toBe(true);
		await page.goBack();
		await page.waitForURL(({ href }) => href === begun);
		await button(page, "Yesterday").waitFor();
		await expect.poll(() => button(page, "Now").isDisabled()).toBe(false);
	});

	test("the dashboard: period and group", async ({ page }) => {
		await withoutHints(page);
		await page.goto("/dashboard?period=24h");
		const group = chip(page, "Group: Cold rooms");
		await button(page, "Add filter").waitFor();
		await press(page.getByRole("radio", { name: "24 hours" }), "ArrowRight");
		await isAt(page, { period: "7d" });
		await requestsDuring(page, async () => {
			await filterBy(page, "Group", "Cold rooms");
			await page.waitForURL(/group=grp_/);
		});
		await group.waitFor();
		// A tile that appears under the mouse is preloaded.
		await page.mouse.move(0, 0);
		await checkIsOld(page);
		const requests = await requestsDuring(page, async () => {
			await page.goBack();
			await isAt(page, { period: "7d" });
		});
		expect(requests).toEqual(oneCheckAndOneBatch);
		await group.waitFor({ state: "detached" });
		await page.goBack();
		await isAt(page, { period: "24h" });
		await expect.poll(() => page.getByRole("radio", { name: "24 hours" }).isChecked()).toBe(true);
	});
});
