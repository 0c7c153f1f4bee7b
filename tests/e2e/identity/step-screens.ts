import type { Page } from "playwright-core";
import { expectAccessible } from "../accessibility";
import { press } from "../keys";

export const localPassword = "Local-demo-1";

export function hasFocus(page: Page, label: string): Promise<boolean> {
	return page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement);
}

export function describedBy(page: Page, label: string): Promise<string> {
	return page.getByLabel(label, { exact: true }).evaluate((field) =>
		(field.getAttribute("aria-describedby") ?? "")
			.split(" ")
			.map((id) => document.getElementById(id)?.textContent ?? "")
			.join(" "),
	);
}

/** Checks both schemes and a phone, of the page or of a selector. Leaves the page as it was. */
export async function expectWellMade(page: Page, within?: string): Promise<void> {
	const size = page.viewportSize();
	await expectAccessible(page, within);
	await page.emulateMedia({ colorScheme: null, reducedMotion: null });
	if (size) await page.setViewportSize(size);
}

/** The key reaches a link that moves: the passkey button and the local run's offer appear above it later. */
export function followToSignUp(page: Page): Promise<void> {
	return press(page.getByRole("link", { name: "Create an account" }));
}

export async function paste(page: Page, text: string): Promise<void> {
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
	await page.keyboard.press("Control+V");
}
