import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { totpCode } from "../../../local/user-pool/totp";
import { signOutByMenu, test } from "../visitor";
import { newestCodeTo } from "./mailbox";

const email = "whole.life+1@example.com";
const passwords = { first: "First-pass 1", second: "Second-pass 2" };

async function signInWith(page: Page, password: string): Promise<void> {
	await page.getByRole("heading", { name: "Sign in" }).waitFor();
	await page.getByLabel("E-mail").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
}

describe("one person, from the first visit on", () => {
	test("S2 signs up, confirms, signs in, sets up a second step, uses it, forgets the password, sets a new one", async ({
		page,
		complaints,
	}) => {
		// NO_ACCOUNT of somebody new; and the menu's other screen, loaded ahead, may be under way when one signs out.
		complaints.allow(/40[13]/);
		const cookieSeen: string[] = [];
		const note = (cookie: string) => void cookieSeen.push(cookie);
		// A page that is left at once can no longer be asked.
		page.on("load", () => page.evaluate(() => document.cookie).then(note, () => {}));

		await page.goto("/signup");
		await page.getByLabel("Name").fill("Whole Life");
		await page.getByLabel("E-mail").fill(email);
		await page.getByLabel("Password", { exact: true }).fill(passwords.first);
		await page.getByRole("button", { name: "Create account" }).click();
		await page.waitForURL("**/confirm?**");
		await page.getByLabel("Code").fill(await newestCodeTo(email));
		await page.keyboard.press("Enter");
		await page.waitForURL("**/login?**");
		await signInWith(page, passwords.first);
		await page.waitForURL("**/create-account");
		await page.getByRole("textbox", { name: /company/i }).fill("Whole Life Ltd");
		await page.getByRole("button", { name: /create/i }).click();
		await page.waitForURL("**/dashboard");

		await page.getByRole("button", { name: /account of/ }).click();
		await page.getByRole("menuitem", { name: "My profile" }).click();
		await page.getByRole("button", { name: "Set up an authenticator app" }).click();
		await page.getByLabel("Your password", { exact: true }).fill(passwords.first);
		await page.keyboard.press("Enter");
		const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
		await page.getByLabel("First code of the app").fill(await totpCode(secret, Date.now()));
		await page.keyboard.press("Enter");
		await page.getByText("Asked for when you sign in").waitFor();
		expect(await page.evaluate(() => document.cookie)).toBe("");
		await signOutByMenu(page);
		await page.waitForURL("**/login");

		await signInWith(page, passwords.first);
		await page.waitForURL("**/second-step**");
		expect(await page.evaluate(() => document.cookie)).toBe("");
		// A code counts once: the next step's, which the user pool takes early.
		await page.getByLabel("Code").fill(await totpCode(secret, Date.now() + 30_000));
		await page.keyboard.press("Enter");
		await page.waitForURL("**/dashboard");
		await page.getByText("Whole Life Ltd").first().waitFor();
		await signOutByMenu(page);
		await page.waitForURL("**/login");

		await page.getByRole("link", { name: "Forgot your password?" }).click();
		await page.waitForURL("**/forgot-password**");
		await page.getByRole("button", { name: "Send a code" }).waitFor();
		await page.getByLabel("E-mail").fill(email);
		await page.keyboard.press("Enter");
		await page.waitForURL("**/new-password?**");
		await page.getByLabel("Code").fill(await newestCodeTo(email));
		await page.getByLabel("New password", { exact: true }).fill(passwords.second);
		await page.keyboard.press("Enter");
		await page.waitForURL("**/login?**");
		await signInWith(page, passwords.second);
		await page.waitForURL("**/second-step**");

		expect(await page.evaluate(() => document.cookie)).toBe("");
		expect(new Set(cookieSeen)).toEqual(new Set([""]));
	});
});
