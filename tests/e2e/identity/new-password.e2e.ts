import { describe, expect } from "vitest";
import { signInByForm, test } from "../visitor";
import { newestCodeTo } from "./mailbox";
import { describedBy, expectWellMade, hasFocus } from "./step-screens";

describe("a forgotten password", () => {
	test("sets a new one from sign-in to sign-in, by keyboard", async ({ page, complaints }) => {
		complaints.allow(/40[03]/);
		const email = "jane.doe+x@aqlcloud.test";
		await page.goto("/login?next=%2Fdevices");
		await page.getByLabel("E-mail").fill(email);
		await page.getByRole("link", { name: "Forgot your password?" }).focus();
		await page.keyboard.press("Enter");
		await page.waitForURL("**/forgot-password?**");
		await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(email);
		await expect.poll(() => hasFocus(page, "E-mail")).toBe(true);
		await page.getByLabel("E-mail").fill("nonsense");
		await page.keyboard.press("Enter");
		await expect.poll(() => describedBy(page, "E-mail")).toContain("Enter a valid e-mail address.");
		await expectWellMade(page);

		await page.getByLabel("E-mail").fill("nobody.at.all@example.com");
		await page.keyboard.press("Enter");
		await page.waitForURL("**/new-password?email=nobody.at.all%40example.com&**");
		await page.getByText("If this address has an account, we sent a code to it.").waitFor();
		await page.getByRole("link", { name: "Use another address" }).click();
		await page.waitForURL("**/forgot-password?**");
		await page.getByLabel("E-mail").fill(email);
		await page.keyboard.press("Enter");

		await page.waitForURL("**/new-password?email=jane**");
		await page.getByText("If this address has an account, we sent a code to it.").waitFor();
		await page.getByText(`For ${email}`).waitFor();
		await expect.poll(() => page.locator('input[autocomplete="username"]').inputValue()).toBe(email);
		await expect.poll(() => hasFocus(page, "Code")).toBe(true);
		await expectWellMade(page);

		await page.getByLabel("Code").fill("000000");
		await page.getByLabel("New password", { exact: true }).fill("tiny");
		await page.keyboard.press("Enter");
		await expect.poll(() => hasFocus(page, "New password")).toBe(true);
		await expect.poll(() => describedBy(page, "New password")).toContain("This password does not meet the rules.");

		await page.getByLabel("New password", { exact: true }).fill("Another-demo-2");
		await page.keyboard.press("Enter");
		await page.getByText("That code is not correct.").waitFor();
		await expect.poll(() => hasFocus(page, "Code")).toBe(true);
		await expect.poll(() => page.getByLabel("New password", { exact: true }).inputValue()).toBe("Another-demo-2");

		await page.getByLabel("Code").fill(await newestCodeTo(email));
		await page.keyboard.press("Enter");
		await page.waitForURL("**/login?**");
		await page.getByText("Your new password is set. Sign in with it.").waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(email);
		expect(new URL(page.url()).searchParams.get("next")).toBe("/devices");
		await page.getByLabel("Password", { exact: true }).fill("Another-demo-2");
		await page.keyboard.press("Enter");
		await page.waitForURL("**/create-account");
	});

	test("may be demanded by the pool: sign-in leads to the new one", async ({ page, complaints }) => {
		complaints.allow(/40[03]/);
		await page.goto("/login");
		await signInByForm(page, "reset");
		await page.waitForURL("**/new-password?email=reset%40aqlcloud.test");
		await page.getByText(/A new password must be set for this account/).waitFor();
		await page.getByRole("button", { name: "Send a new code" }).click();
		await page.getByRole("button", { name: "Fill in" }).click();
		await page.getByLabel("New password", { exact: true }).fill("Another-demo-2");
		await page.getByRole("button", { name: "Set new password" }).click();
		await page.waitForURL("**/login?email=reset%40aqlcloud.test");
		await page.getByText("Your new password is set. Sign in with it.").waitFor();
	});
});

describe("a password that must be changed first", () => {
	test("follows the sign-in with the given one, and then one is in", async ({ page }) => {
		await page.goto("/login?next=%2Fdevices");
		await signInByForm(page, "new");
		await page.waitForURL("**/new-password-required?next=%2Fdevices");
		await page.getByText(/Choose a password of your own for new@aqlcloud\.test/).waitFor();
		await expect.poll(() => page.locator('input[autocomplete="username"]').inputValue()).toBe("new@aqlcloud.test");
		await expect.poll(() => hasFocus(page, "New password")).toBe(true);
		await expectWellMade(page);
		await page.keyboard.press("Enter");
		await expect.poll(() => describedBy(page, "New password")).toContain("Choose a password.");
		await page.reload();
		await page.getByLabel("New password", { exact: true }).fill("  Mine, with a 🗝 and spaces  ");
		await page.keyboard.press("Enter");
		await page.waitForURL("**/devices");
		await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
		await expect.poll(() => page.evaluate(() => sessionStorage.getItem("aql.challenge"))).toBe(null);
	});
});
