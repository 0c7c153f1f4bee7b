import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { addLogger } from "./device-logger";
import { hasFocus, press, write } from "./keys";
import { signIn, test } from "./visitor";

async function openNote(page: Page) {
	await press(page.getByRole("button", { name: "Add note", exact: true }));
	const dialog = page.getByRole("dialog", { name: "Add note" });
	const text = dialog.getByRole("textbox", { name: "Note" });
	await hasFocus(text);
	return { dialog, text };
}

describe("a note that is being written", () => {
	test.for([
		{ place: "in the log", path: (id: string) => `/log/?device=${id}` },
		{ place: "on a device's page", path: (id: string) => `/devices/${id}` },
	])("is not lost without a question, $place", async ({ path }, { page, context }) => {
		await signIn(context, "owner");
		const { id } = await addLogger(context, "Half a note");
		await page.goto(path(id));
		const { dialog, text } = await openNote(page);
		const question = dialog.getByRole("alertdialog", { name: "Unsaved note" });
		await write(text, "Door found open");
		for (const leave of [
			() => page.keyboard.press("Escape"),
			() => dialog.getByRole("button", { name: "Cancel" }).click(),
		]) {
			await leave();
			await question.getByRole("button", { name: "Keep editing" }).press("Enter");
			await question.waitFor({ state: "hidden" });
			await hasFocus(text);
			await expect.poll(() => text.inputValue()).toBe("Door found open");
		}
		await page.keyboard.press("Escape");
		await question.getByRole("button", { name: "Leave" }).click();
		await dialog.waitFor({ state: "hidden" });

		// What was given up does not come back, and nothing typed is nothing to ask about.
		const again = await openNote(page);
		await expect.poll(() => again.text.inputValue()).toBe("");
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
	});

	test("asks before its screen is left, and no more once it is added", async ({ page, context }) => {
		await signIn(context, "owner");
		const { id } = await addLogger(context, "Note and away");
		await page.goto("/devices?q=Note%20and%20away");
		await page.getByRole("link", { name: "Note and away", exact: true }).click();
		await page.waitForURL(`**/devices/${id}`);
		const { dialog, text } = await openNote(page);
		await write(text, "Fan replaced");
		await page.goBack();
		await dialog.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
		await dialog.getByRole("button", { name: "Add note" }).click();
		await dialog.waitFor({ state: "hidden" });
		await page.getByRole("link", { name: "Dashboard", exact: true }).click();
		await page.waitForURL("**/dashboard");
	});
});
