import type { Page } from "playwright-core";
import { expectAccessible } from "../accessibility";

export const localPassword = "Local-demo-1";

/** Whether the focus is in the field of this label. */
export function hasFocus(page: Page, label: string): Promise<boolean> {
	return page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement);
}

/** The words a field is described by: its help and what is wrong with it. */
export function describedBy(page: Page, label: string): Promise<string> {
	return page.getByLabel(label, { exact: true }).evaluate((field) =>
		(field.getAttribute("aria-describedby") ?? "")
			.split(" ")
			.map((id) => document.getElementById(id)?.textContent ?? "")
			.join(" "),
	);
}

/** Accessible in both schemes and on a phone, as it stands now, whole or what a selector finds. Leaves the page as it was. */
export async function expectWellMade(page: Page, within?: string): Promise<void> {
	const size = page.viewportSize();
	await expectAccessible(page, within);
	await page.emulateMedia({ colorScheme: null, reducedMotion: null });
	if (size) await page.setViewportSize(size);
}

/** Pastes a text where the focus is, by the keyboard. */
export async function paste(page: Page, text: string): Promise<void> {
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
	await page.keyboard.press("Control+V");
}
