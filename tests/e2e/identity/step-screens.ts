import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "../accessibility";

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

/** Accessible in both schemes and on a phone, as it stands now. Leaves the page as wide as it was. */
export async function expectWellMade(page: Page): Promise<void> {
	const size = page.viewportSize();
	await page.getByRole("progressbar", { name: "Loading page" }).waitFor({ state: "hidden" });
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		// Colours on their way from one scheme to the other have no contrast to measure.
		await page.waitForFunction(
			(scheme) =>
				document.documentElement.dataset.mantineColorScheme === scheme && document.getAnimations().length === 0,
			colorScheme,
		);
		expect(await violations(page), colorScheme).toEqual([]);
	}
	await page.setViewportSize({ width: 360, height: 740 });
	await page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth);
	expect(await violations(page), "360 px").toEqual([]);
	if (size) await page.setViewportSize(size);
}

/** Pastes a text where the focus is, by the keyboard. */
export async function paste(page: Page, text: string): Promise<void> {
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
	await page.keyboard.press("Control+V");
}
