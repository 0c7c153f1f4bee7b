import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { makeDevices, openList } from "./device-fleet";
import { settle, signIn, test } from "./visitor";

/** A dialog that is an entry of the history leaves it, once closed, as it was before the dialog was opened. */

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const searchOf = (url: URL) => JSON.stringify(Object.fromEntries(url.searchParams));

async function isAt(page: Page, search: Record<string, string>): Promise<void> {
	await page.waitForURL((url) => searchOf(url) === JSON.stringify(search));
}

/** The list of a test's own devices, with an entry behind it that a step too far would show. */
async function openFiltered(page: Page, word: string): Promise<void> {
	await makeDevices(page.context(), word, 1);
	await openList(page, word);
	await page
		.getByRole("search")
		.getByRole("button", { name: /^Never reported / })
		.click();
	await isAt(page, { q: word, status: "never" });
}

describe("a dialog of the list of devices", () => {
	test.for([
		{ name: "Add device", parameter: "add", ending: "Cancel" },
		{ name: "Import CSV", parameter: "import", ending: "Close" },
	])("leaves the history as it was: $name", async ({ name, parameter, ending }, { page, context }) => {
		await signIn(context, "owner");
		const word = `Closed ${parameter}`;
		await openFiltered(page, word);
		const dialog = page.getByRole("dialog");
		// The last: a dialog's own cross comes first.
		const end = dialog.getByRole("button", { name: ending, exact: true }).last();
		for (const close of [() => page.keyboard.press("Escape"), () => end.click()]) {
			await button(page, name).click();
			await isAt(page, { q: word, status: "never", [parameter]: "yes" });
			await end.waitFor();
			await close();
			await dialog.waitFor({ state: "hidden" });
			await isAt(page, { q: word, status: "never" });
		}
		await page.goForward();
		await dialog.waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await page.goBack();
		await isAt(page, { q: word });
	});

	test("goes back no further for being closed twice", async ({ page, context }) => {
		await signIn(context, "owner");
		await openFiltered(page, "Closed twice");
		await button(page, "Add device").click();
		const dialog = page.getByRole("dialog", { name: "Add device" });
		const cancel = dialog.getByRole("button", { name: "Cancel" });
		await cancel.waitFor();
		await cancel.evaluate((control) => {
			if (!(control instanceof HTMLElement)) return;
			control.click();
			control.click();
		});
		await dialog.waitFor({ state: "hidden" });
		await settle(page, "Devices");
		await isAt(page, { q: "Closed twice", status: "never" });
	});

	test("asks before what was typed is lost, as often as it is closed", async ({ page, context }) => {
		await signIn(context, "owner");
		await openFiltered(page, "Closed typed");
		await button(page, "Add device").click();
		const dialog = page.getByRole("dialog", { name: "Add device" });
		const name = dialog.getByRole("textbox", { name: "Name" }).first();
		await name.fill("Half a device");
		const question = dialog.getByRole("alertdialog", { name: "Unsaved device" });
		for (const answer of ["Keep editing", "Leave"]) {
			await name.focus();
			await page.keyboard.press("Escape");
			await question.waitFor();
			await page.keyboard.press("Escape");
			await question.getByRole("button", { name: answer }).click();
			await question.waitFor({ state: "hidden" });
			if (answer === "Keep editing") {
				await isAt(page, { q: "Closed typed", status: "never", add: "yes" });
				expect(await name.inputValue()).toBe("Half a device");
			}
		}
		await dialog.waitFor({ state: "hidden" });
		await isAt(page, { q: "Closed typed", status: "never" });
	});

	test("leads back to where a link to the dialog was", async ({ page, context }) => {
		await signIn(context, "owner");
		await page.goto("/groups/");
		await page.getByRole("heading", { level: 1, name: "Groups" }).waitFor();
		await page.goto("/devices?add=yes");
		const dialog = page.getByRole("dialog", { name: "Add device" });
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await dialog.waitFor({ state: "hidden" });
		await isAt(page, {});
		await page.goBack();
		await page.waitForURL("**/groups/");
	});
});
