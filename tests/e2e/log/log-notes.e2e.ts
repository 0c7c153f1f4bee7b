import { describe, expect } from "vitest";
import { addLogger } from "../device-logger";
import { hasFocus, press, write } from "../keys";
import { testAsOwner as test } from "../visitor";
import { openReadings, table } from "./log-screen";

describe("a note", () => {
	test("asks before its screen is left, and no more once it is added, and then stands in the log", async ({
		page,
		context,
	}) => {
		const { id } = await addLogger(context, "Note and away");
		await page.goto("/devices?q=Note%20and%20away");
		await page.getByRole("link", { name: "Note and away", exact: true }).click();
		await page.waitForURL(`**/devices/${id}`);
		await press(page.getByRole("button", { name: "Add note", exact: true }));
		const dialog = page.getByRole("dialog", { name: "Add note" });
		const text = dialog.getByRole("textbox", { name: "Note" });
		await hasFocus(text);
		await write(text, "Fan replaced");
		await page.goBack();
		await dialog.getByRole("alertdialog", { name: "Unsaved note" }).getByRole("button", { name: "Stay" }).click();
		await expect.poll(() => text.inputValue()).toBe("Fan replaced");
		await dialog.getByRole("button", { name: "Add note" }).click();
		await dialog.waitFor({ state: "hidden" });
		await page.getByRole("link", { name: "Dashboard", exact: true }).click();
		await page.waitForURL("**/dashboard");

		await openReadings(page, `device=${id}`);
		const noted = (words: string) => table(page).getByRole("cell", { name: `${words} · Maria Oliveira`, exact: true });
		await noted("Fan replaced").waitFor();
		await press(page.getByRole("button", { name: "Add note", exact: true }));
		await hasFocus(text);
		await write(text, "Half a note");
		await page.keyboard.press("Escape");
		await dialog.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
		await dialog.waitFor({ state: "hidden" });
		await press(page.getByRole("button", { name: "Add note", exact: true }));
		await hasFocus(text);
		await write(text, "Fan cleaned");
		await dialog.getByRole("button", { name: "Add note" }).click();
		await noted("Fan cleaned").waitFor();
		expect(await noted("Half a note").count()).toBe(0);
	});
});
