import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { overlay, violations } from "../accessibility";
import { call, openImport, runInBulk } from "../device-fleet";
import { signIn, test } from "../visitor";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("the list of devices", () => {
	test.for([
		{ scheme: "light", width: 1_440 },
		{ scheme: "dark", width: 360 },
	] as const)(
		"stays accessible and fits with its menus and dialogs open, a selection, and nothing left: $scheme, $width px",
		async ({ scheme, width }, { page, context }) => {
			await signIn(context, "owner");
			await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width, height: 900 });
			await page.goto("/devices?battery=90&q=Cold+room");
			const first = page.getByRole("checkbox", { name: "Select Cold room 1", exact: true });
			await first.waitFor();
			await page.getByRole("button", { name: /^(Add filter|Filters)/ }).click();
			await page.getByRole("menu", { name: "Fields" }).waitFor();
			expect(await violations(page, overlay), "the filters").toEqual([]);
			await page.keyboard.press("Escape");
			for (const name of ["Columns", "Actions for Cold room 1"]) {
				await button(page, name).click();
				await page.getByRole("menuitem").first().waitFor();
				expect(await violations(page, "[role=menu]"), name).toEqual([]);
				await page.keyboard.press("Escape");
				await page.getByRole("menu").waitFor({ state: "detached" });
			}
			await first.check();
			await page.getByRole("region", { name: "Selected devices" }).waitFor();
			expect(await violations(page), "the bar").toEqual([]);
			const dialog = page.getByRole("dialog");
			const cancel = dialog.getByRole("button", { name: "Cancel" });
			for (const label of [
				"Edit groups of 1 device",
				"Edit intervals of 1 device",
				"Mute 1 device",
				"Delete 1 device",
			]) {
				await runInBulk(page, label);
				await cancel.waitFor();
				expect(await violations(page, overlay), label).toEqual([]);
				await cancel.click();
				await dialog.waitFor({ state: "hidden" });
			}
			await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);

			await page.goto("/devices?archived=archived&q=nothing+of+this+name");
			await page.getByRole("heading", { name: /^No (archived )?device/ }).waitFor();
			expect(await violations(page), "nothing left").toEqual([]);
			const file = await openImport(page, "Name,Serial,Groups\nA,AQ-10421,Nowhere\n,,\nB,1,\n");
			await file.getByText("Another device has this serial number.").waitFor();
			expect(await violations(page, overlay), "the import").toEqual([]);
			await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
		},
	);
});

describe("a list on a phone", () => {
	const lists = ["/devices", "/groups/", "/alerts/", "/alerts/?view=rules", "/reports/", "/log/?range=24h"];
	const ofPeople = ["/accounts/contacts/", "/accounts/users/", "/accounts/audit/"];

	test("begins its rows within 160 px under the header, also with filters and saved views", async ({
		page,
		context,
	}) => {
		await signIn(context, "owner");
		for (const screen of ["devices", "events", "log"])
			await call(context, "view.createView", { screen, name: "A view of a phone", search: "q=x", isShared: false });
		await page.setViewportSize({ width: 360, height: 740 });
		for (const path of [...lists, ...ofPeople, "/devices?status=online,offline,late", "/log/?range=24h&kind=reading"]) {
			await page.goto(path);
			const row = page.locator("tbody tr[data-row], tbody tr:has(th[scope=row])").first();
			await row.waitFor();
			const header = await page.getByRole("banner").boundingBox();
			// Rows that come later replace the first.
			const begin = async () => ((await row.boundingBox())?.y ?? Number.NaN) - (header?.height ?? Number.NaN);
			await expect.poll(begin, { message: path }).toBeLessThanOrEqual(160);
			expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
		}
	});
});
