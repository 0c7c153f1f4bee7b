import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Actions by the keyboard alone: each step begins at a control that Tab or the arrows reach. */

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
/** More than any menu or list of options has. */
const mostSteps = 60;

export async function hasFocus(control: Locator): Promise<void> {
	await control.waitFor({ state: "attached" });
	await expect.poll(() => isFocused(control), { message: `${control} has the focus` }).toBe(true);
}

/** Goes to a control by Tab, which skips inert and disabled ones. */
export async function reach(control: Locator): Promise<void> {
	await control.focus();
	await hasFocus(control);
	expect(await control.evaluate((element) => element instanceof HTMLElement && element.tabIndex >= 0)).toBe(true);
}

export async function press(control: Locator, key = "Enter"): Promise<void> {
	await reach(control);
	await control.page().keyboard.press(key);
}

export async function write(field: Locator, text: string): Promise<void> {
	await press(field, "Control+A");
	await field.page().keyboard.type(text);
}

export async function chooseEntry(
	page: Page,
	name: string,
	role: "menuitem" | "menuitemcheckbox" | "menuitemradio" = "menuitem",
): Promise<void> {
	const entry = page.getByRole(role, { name, exact: true });
	await entry.waitFor();
	await page.waitForFunction(() => document.activeElement?.closest("[role=menu]"));
	for (let step = 0; step < mostSteps && !(await isFocused(entry)); step += 1) await page.keyboard.press("ArrowDown");
	await hasFocus(entry);
	await page.keyboard.press("Enter");
}

export async function chooseOption(field: Locator, name: string | RegExp): Promise<void> {
	const page = field.page();
	await press(field, "ArrowDown");
	const option = page.getByRole("option", { name, exact: true });
	await takeOption(option);
}

export async function takeOption(option: Locator): Promise<void> {
	await option.waitFor();
	const { keyboard } = option.page();
	const isMarked = async () => (await option.getAttribute("data-combobox-selected")) !== null;
	// A list that has just opened marks the chosen option a moment later, which would undo a quick key.
	const isReached = async () => {
		if (!(await isMarked())) return false;
		await option.page().evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
		return isMarked();
	};
	for (let step = 0; step < mostSteps && !(await isReached()); step += 1) await keyboard.press("ArrowDown");
	expect(await isReached()).toBe(true);
	await keyboard.press("Enter");
}

export async function holdsFocus(overlay: Locator): Promise<void> {
	await overlay.waitFor();
	const holds = () => overlay.evaluate((element) => element.contains(document.activeElement));
	await expect.poll(holds, { message: `${overlay} holds the focus` }).toBe(true);
}

/** A control of the screen has the focus: the next Tab goes on from there, not from the top. */
export async function keepsFocus(page: Page): Promise<void> {
	const holds = () =>
		page.evaluate(() => {
			const main = document.querySelector("main");
			return main !== document.activeElement && main?.contains(document.activeElement);
		});
	await expect.poll(holds, { message: "the screen holds the focus" }).toBe(true);
}

/** `said`: a part of the toast, where an earlier one may offer an undo too. */
export async function undoByKeys(page: Page, said = ""): Promise<void> {
	const toast = page.locator("[data-sonner-toast]").filter({ hasText: said });
	const undo = toast.getByRole("button", { name: "Undo", exact: true }).first();
	await undo.waitFor();
	await page.keyboard.press("Alt+KeyT");
	await page.waitForFunction(() => document.activeElement?.hasAttribute("data-sonner-toaster"));
	for (let step = 0; step < mostSteps && !(await isFocused(undo)); step += 1) await page.keyboard.press("Tab");
	await hasFocus(undo);
	await page.keyboard.press("Enter");
}
