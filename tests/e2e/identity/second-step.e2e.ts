import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { totpSecret } from "../../../local/personas";
import { totpCode } from "../../../local/user-pool/totp";
import { follow } from "../trips";
import { lineOf, signIn, signInByForm, test } from "../visitor";
import { newestCodeTo } from "./mailbox";
import { describedBy, expectWellMade, hasFocus, localPassword, paste } from "./step-screens";

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem("aql.challenge"));

async function openSecondStep(page: Page, name: string, next = "%2Fdevices"): Promise<void> {
	await page.goto(`/login?next=${next}`);
	await signInByForm(page, name);
	await page.waitForURL("**/second-step**");
	await page.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
}

describe("the second step", () => {
	test("S2 survives with an authenticator a wrong code, a reload and a lost line, and goes on to where one was", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/400|ERR_INTERNET_DISCONNECTED/);
		await openSecondStep(page, "totp");
		await expect.poll(() => page.title()).toContain("Two-step sign-in");
		const code = page.getByLabel("Code");
		await expect.poll(() => hasFocus(page, "Code")).toBe(true);
		await expect.poll(() => code.getAttribute("autocomplete")).toBe("one-time-code");
		await expect.poll(() => code.getAttribute("inputmode")).toBe("numeric");
		await expectWellMade(page);

		await page.keyboard.press("Enter");
		await expect.poll(() => describedBy(page, "Code")).toContain("Enter the code.");
		const right = await totpCode(totpSecret, Date.now());
		await code.fill(right === "000000" ? "111111" : "000000");
		await page.keyboard.press("Enter");
		await page.getByText("That code is not correct.").waitFor();
		await expect.poll(() => hasFocus(page, "Code")).toBe(true);

		await page.reload();
		await page.getByText("Enter the code that your authenticator app shows now.").waitFor();
		await expect.poll(() => hasFocus(page, "Code")).toBe(true);
		const line = await lineOf(page);
		await line.cut();
		const newest = await totpCode(totpSecret, Date.now());
		await paste(page, `${newest.slice(0, 3)} ${newest.slice(3)}`);
		await page.keyboard.press("Enter");
		await page
			.getByRole("alert")
			.filter({ hasText: /unavailable/ })
			.waitFor();
		await expect.poll(() => code.inputValue()).toBe(`${newest.slice(0, 3)} ${newest.slice(3)}`);
		await line.mend();
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.waitForURL("**/devices");
		await expect.poll(() => kept(page)).toBe(null);
		expect(await page.evaluate(() => document.cookie)).toBe("");
	});

	test("says with e-mail where to, masked, ends by Start again and with its time, and is begun anew", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/40[13]/);
		const email = "email-code@aqlcloud.test";
		await openSecondStep(page, "email-code");
		const sentence = await page.getByText("We sent a code by e-mail to").textContent();
		expect(sentence).toContain("*");
		expect(sentence).not.toMatch(/@aqlcloud\.test|\+1555/);
		await page.getByText(`The code is ${await newestCodeTo(email)}`).waitFor();
		await expectWellMade(page);
		await page.getByRole("link", { name: "Start again" }).click();
		await page.waitForURL("**/login?**");
		await expect.poll(() => kept(page)).toBe(null);
		await follow(page, "/second-step");
		await page.waitForURL("**/login");

		// The server's clock ends it; this tab's clock does not.
		await openSecondStep(page, "email-code");
		await context.clearCookies();
		await page.getByLabel("Code").fill("123456");
		await page.keyboard.press("Enter");
		await page.waitForURL("**/login?**");
		await page.getByText("This sign-in took too long. Start again.").waitFor();
		await expect.poll(() => kept(page)).toBe(null);
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(email);
		expect(new URL(page.url()).searchParams.get("next")).toBe("/devices");

		await page.getByLabel("Password", { exact: true }).fill(localPassword);
		await page.keyboard.press("Enter");
		await page.waitForURL("**/second-step**");
		await page.getByText(`The code is ${await newestCodeTo(email)}`).waitFor();
		await page.getByRole("button", { name: "Fill in" }).click();
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.waitForURL("**/create-account");
	});

	test("offers a choice where several are set up, by keyboard, and keeps where one was going", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/403/);
		await openSecondStep(page, "choose", "%2Flog%2F");
		await page.getByText("Choose how to prove that it is you.").waitFor();
		await expectWellMade(page);
		await page.getByRole("button", { name: "Authenticator app" }).waitFor();
		await page.getByRole("button", { name: "Text message" }).focus();
		await page.keyboard.press("Enter");
		const sentence = await page.getByText("We sent a code by text message to").textContent();
		expect(sentence).toContain("*");
		expect(sentence).not.toMatch(/\+1555/);
		expect(new URL(page.url()).searchParams.get("next")).toBe("/log/");
		await expect.poll(() => hasFocus(page, "Code")).toBe(true);
		await page.keyboard.type(await newestCodeTo("choose@aqlcloud.test"));
		await page.keyboard.press("Enter");
		await page.waitForURL("**/create-account");
	});

	test("begins where the pool demands one: a code to scan, a key to copy, and the first code signs in", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/40[03]/);
		await openSecondStep(page, "setup");
		await page.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
		await expectWellMade(page);
		const shown = await page.locator("code").textContent();
		expect(shown).toMatch(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await page.getByRole("button", { name: "Copy key" }).click();
		await page.getByRole("button", { name: "Copied" }).waitFor();
		const secret = await page.evaluate(() => navigator.clipboard.readText());
		expect(secret).toBe(shown?.replaceAll(" ", ""));

		const right = await totpCode(secret, Date.now());
		await page.getByLabel("First code from the app").fill(right === "000000" ? "111111" : "000000");
		await page.keyboard.press("Enter");
		await page.locator('input[aria-invalid="true"]').waitFor();
		await page.getByLabel("First code from the app").fill(await totpCode(secret, Date.now()));
		await page.keyboard.press("Enter");
		await page.waitForURL("**/create-account");
	});

	test("leads back to the beginning where none is under way, and to the dashboard who is signed in, until one is", async ({
		page,
		context,
	}) => {
		await page.goto("/second-step?next=%2Fdevices");
		for (const path of ["/second-step", "/new-password-required"]) {
			await follow(page, `${path}?next=%2Fdevices`);
			await page.waitForURL("**/login?next=%2Fdevices");
			await page.getByText("No sign-in is under way in this tab. Start again here.").waitFor();
		}
		await signIn(context, "viewer");
		await page.goto("/second-step");
		await page.waitForURL("**/dashboard");
		// A new password requires the second step again while the session lasts.
		await page.evaluate(() => {
			const challenge = { id: "1", expiresAt: 0, name: "SOFTWARE_TOKEN_MFA" };
			const kept = { challenge, email: "viewer@aqlcloud.test", keptAt: Date.now() };
			sessionStorage.setItem("aql.challenge", JSON.stringify(kept));
		});
		await page.goto("/second-step");
		await page.getByText("Enter the code that your authenticator app shows now.").waitFor();
	});
});
