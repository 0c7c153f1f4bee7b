import type { Page } from "playwright-core";
import { chooseEntry, press } from "../keys";

export const bar = (page: Page) => page.getByRole("region", { name: "Selected devices" });
export const row = (page: Page, name: string) => page.getByRole("rowheader", { name, exact: true });
export const rowMenu = (page: Page, name: string) =>
	page.getByRole("button", { name: `Actions for ${name}`, exact: true });

export async function runInBulk(page: Page, label: string): Promise<void> {
	const more = bar(page).getByRole("button", { name: "More", exact: true });
	// Every action is in the menu until the bar is measured.
	await more.waitFor();
	const beside = bar(page).getByRole("button", { name: label, exact: true });
	if (await beside.isVisible()) return press(beside);
	await press(more);
	await chooseEntry(page, label);
}

export async function runOnRow(page: Page, name: string, label: string): Promise<void> {
	await press(rowMenu(page, name));
	await chooseEntry(page, label);
}
