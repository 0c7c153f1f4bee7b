import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { makeDevices, openList } from "../device-fleet";
import { filterBy } from "../filters";
import { requestsDuring, testAsOwner as test } from "../visitor";

/** A dialog with an entry in the history restores the history when it closes. */

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const searchOf = (url: URL) => JSON.stringify(Object.fromEntries(url.searchParams));

async function isAt(page: Page, search: Record<string, string>): Promise<void> {
	await page.waitForURL((url) => searchOf(url) === JSON.stringify(search));
}

async function openFiltered(page: Page, word: string): Promise<void> {
	await makeDevices(page.context(), word, 1);
	await openList(page, word);
	await filterBy(page, "Status", /^Never reported/);
	await isAt(page, { q: word, status: "never" });
}

describe("a dialog of the list of devices", () => {
	test("leaves the history as it was however it is closed, and asks before what was typed is lost", async ({
		page,
	}) => {
		const word = "Closed dialogs";
		const closed = { q: word, status: "never" };
		await openFiltered(page, word);
		const dialog = page.getByRole("dialog");
		const item = page.getByRole("menuitem", { name: "Import CSV…" });
		for (const { steps, parameter, ending } of [
			{ steps: [button(page, "More actions"), item], parameter: "import", ending: "Close" },
			{ steps: [button(page, "Add device")], parameter: "add", ending: "Cancel" },
		]) {
			const end = dialog.getByRole("button", { name: ending, exact: true }).last();
			const twice = (control: HTMLElement | SVGElement) => {
				if (!(control instanceof HTMLElement)) return;
				control.click();
				control.click();
			};
			for (const close of [() => page.keyboard.press("Escape"), () => end.click(), () => end.evaluate(twice)]) {
				for (const step of steps) await step.click();
				await isAt(page, { ...closed, [parameter]: "yes" });
				await end.waitFor();
				await requestsDuring(page, async () => {
					await close();
					await dialog.waitFor({ state: "hidden" });
				});
				await isAt(page, closed);
			}
		}

		await page.goForward();
		const name = dialog.getByRole("textbox", { name: "Name" }).first();
		await name.fill("Half a device");
		const question = dialog.getByRole("alertdialog", { name: "Unsaved device" });
		for (const answer of ["Stay", "Leave"]) {
			await name.focus();
			await page.keyboard.press("Escape");
			await question.waitFor();
			await page.keyboard.press("Escape");
			await question.getByRole("button", { name: answer }).click();
			await question.waitFor({ state: "hidden" });
			if (answer === "Stay") {
				await isAt(page, { ...closed, add: "yes" });
				expect(await name.inputValue()).toBe("Half a device");
			}
		}
		await dialog.waitFor({ state: "hidden" });
		await isAt(page, closed);
		await page.goBack();
		await isAt(page, { q: word });
	});

	test("leads back to where a link to the dialog was", async ({ page }) => {
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
