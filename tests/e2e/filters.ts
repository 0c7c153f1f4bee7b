import type { Page } from "playwright-core";

/** The chip of a field that is set, by what it says; it opens the field's values. */
export const chip = (page: Page, text: string | RegExp) =>
	page.getByRole("search").getByRole("button", { name: text, exact: true });

export const removal = (page: Page, text: string) =>
	page.getByRole("button", { name: `Remove filter ${text}`, exact: true });

export async function openFilter(page: Page, field: string): Promise<void> {
	await page.getByRole("button", { name: /^(Add filter|Filters)/ }).click();
	await page.getByRole("menuitem", { name: field, exact: true }).click();
}

/** Chooses one value of a field by its menu, which closes again. */
export async function filterBy(page: Page, field: string, value: string | RegExp): Promise<void> {
	await openFilter(page, field);
	const option = page.getByRole("checkbox", { name: value }).or(page.getByRole("menuitemradio", { name: value }));
	await option.first().click();
	await page.keyboard.press("Escape");
	await page.getByRole("dialog", { name: field, exact: true }).waitFor({ state: "detached" });
}
