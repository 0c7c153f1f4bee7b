import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { overlay, violations } from "../accessibility";
import { openImport, runInBulk } from "../device-fleet";
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
			await button(page, "Add filter").click();
			await page.getByRole("combobox", { name: "Filter by" }).waitFor();
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
