import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { product } from "../this-product";
import { follow } from "../trips";
import { lineOf, test } from "../visitor";
import { mailTo, newestCodeTo } from "./mailbox";
import { describedBy, expectWellMade, followToSignUp, hasFocus, localPassword, paste } from "./step-screens";

/** Over 64 characters, with spaces at both ends, scripts and emoji: only its form may change, to NFC. */
const oddPassword = "  Zwölf Boxkämpfer jagen Viktor quer 🥊 über den großen Sylter Deich, ﬁn e\u0301 1!  ";

async function fillSignUp(page: Page, person: { name: string; email: string; password: string }): Promise<void> {
	await page.getByLabel("Name").fill(person.name);
	await page.getByLabel("E-mail").fill(person.email);
	await page.getByLabel("Password", { exact: true }).fill(person.password);
}

async function statusAtUserPool(email: string, password: string): Promise<number> {
	const config = await fetch(`${product.origin}/__local/config`);
	const { clientId } = (await config.json()) as { clientId: string }; // the local Worker's own answer
	const response = await fetch(`${product.origin}/__local/cognito-idp`, {
		method: "POST",
		headers: {
			"content-type": "application/x-amz-json-1.1",
			"x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
		},
		body: JSON.stringify({
			AuthFlow: "USER_PASSWORD_AUTH",
			ClientId: clientId,
			AuthParameters: { USERNAME: email, PASSWORD: password },
		}),
	});
	return response.status;
}

describe("signing up", () => {
	test("S39 a long password with spaces and emoji, pasted, reaches the user pool in NFC but else as it is and signs in", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/403/);
		const email = "odd.password@example.com";
		await page.goto("/login?next=%2Fdevices");
		await followToSignUp(page);
		await page.waitForURL("**/signup?next=**");
		await page.getByRole("heading", { name: "Create account" }).waitFor();
		const field = page.getByLabel("Password", { exact: true });
		await expect.poll(() => field.getAttribute("autocomplete")).toBe("new-password");
		await expect.poll(() => page.getByLabel("E-mail").getAttribute("autocomplete")).toBe("username");
		await expect.poll(() => field.getAttribute("maxlength")).toBe(null);

		await expect.poll(() => hasFocus(page, "Name")).toBe(true);
		await page.keyboard.type("Odd Password");
		await page.keyboard.press("Tab");
		await page.keyboard.type(email);
		await page.keyboard.press("Tab");
		await paste(page, oddPassword);
		await expect.poll(() => field.inputValue()).toBe(oddPassword);
		await page.keyboard.press("Enter");

		await page.waitForURL("**/confirm?**");
		await page.getByText("Check your inbox. No mail? Sign in or reset your password.").waitFor();
		await expect.poll(() => hasFocus(page, "Code")).toBe(true);
		const code = await newestCodeTo(email);
		await paste(page, ` ${code.slice(0, 3)} ${code.slice(3)}`);
		await page.keyboard.press("Enter");

		await page.waitForURL("**/login?**");
		await page.getByText("Your e-mail is confirmed. Sign in to continue.").waitFor();
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(email);
		expect(new URL(page.url()).searchParams.get("next")).toBe("/devices");
		await expect.poll(() => field.getAttribute("autocomplete")).toBe("current-password");
		await expect.poll(() => hasFocus(page, "Password")).toBe(true);

		const composed = oddPassword.normalize("NFC");
		expect(await statusAtUserPool(email, composed)).toBe(200);
		for (const changed of [oddPassword, composed.trim(), oddPassword.normalize("NFKC")])
			expect(await statusAtUserPool(email, changed)).toBe(400);
		await paste(page, oddPassword);
		await page.keyboard.press("Enter");
		await page.waitForURL("**/create-account");
	});

	test("keeps what was typed through an outage, reveals of no address whether it has an account, and sends another code", async ({
		page,
		complaints,
	}) => {
		complaints.allow(/ERR_INTERNET_DISCONNECTED/);
		await page.goto("/signup");
		await page.getByRole("button", { name: "Create account" }).click();
		await expect.poll(() => hasFocus(page, "Name")).toBe(true);
		await expect.poll(() => describedBy(page, "Name")).toContain("Enter your name.");
		await expectWellMade(page);

		const line = await lineOf(page);
		await line.cut();
		const person = { name: "Somebody", email: "owner@aqlcloud.test", password: localPassword };
		await fillSignUp(page, person);
		await page.getByRole("button", { name: "Create account" }).click();
		await page
			.getByRole("alert")
			.filter({ hasText: /unavailable/ })
			.waitFor();
		await expect.poll(() => page.getByLabel("Name").inputValue()).toBe(person.name);
		await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe(person.email);
		await expect.poll(() => page.getByLabel("Password", { exact: true }).inputValue()).toBe(person.password);
		await line.mend();
		await page.getByRole("button", { name: "Create account" }).click();

		await page.waitForURL("**/confirm?email=owner%40aqlcloud.test");
		await page.getByText("Check your inbox. No mail? Sign in or reset your password.").waitFor();
		expect(await mailTo("owner@aqlcloud.test")).toEqual([]);
		await page.getByRole("link", { name: "Use another address" }).click();
		await page.getByLabel("E-mail").fill("nobody.here@example.com");
		const again = page.getByRole("button", { name: /Send a new code/ });
		await again.click();
		await page.getByText("If this address waits for a code, a new one is on its way.").waitFor();
		await expect.poll(() => again.textContent()).toMatch(/in \d+ s/);
		await expectWellMade(page);
		await page.goBack();
		await page.getByText("Enter the code that was sent to owner@aqlcloud.test.").waitFor();
		await page.getByRole("link", { name: "Back to sign in" }).click();
		await page.waitForURL("**/login?email=owner%40aqlcloud.test");
	});

	test("hides where it is closed, and says what to do", async ({ page }) => {
		// Sign-up is open here; this changes that one fact of the console's own answer.
		await page.route("**/api/auth/config", async (route) => {
			const answer = await route.fetch();
			await route.fulfill({ json: { ...(await answer.json()), isSignUpOpen: false } });
		});
		const notified = page.waitForResponse("**/api/auth/config");
		await page.goto("/login");
		await notified;
		await page.getByRole("button", { name: "Sign in" }).waitFor();
		await expect.poll(() => page.getByRole("link", { name: /create/i }).count()).toBe(0);
		await follow(page, "/signup");
		await page.getByText(/by invitation only. Ask your administrator to invite you/).waitFor();
		await expectWellMade(page);
		expect(await page.getByRole("textbox").count()).toBe(0);
		await page.getByRole("link", { name: "Back to sign in" }).click();
		await page.waitForURL("**/login");
	});
});

describe("confirming an address", () => {
	test("leads an unconfirmed person from sign-in there with a code sent, and back", async ({ page, complaints }) => {
		complaints.allow(/40[03]/);
		const email = "unconfirmed@aqlcloud.test";
		await page.goto("/login?next=%2Flog%2F");
		await page.getByLabel("E-mail").fill(email);
		await page.getByLabel("Password", { exact: true }).fill(localPassword);
		await page.keyboard.press("Enter");
		await page.waitForURL("**/confirm?**");
		await page.getByText("Confirm your e-mail to continue. We sent you a code.").waitFor();
		await expectWellMade(page);

		await page.getByLabel("Code").fill("000000");
		await page.getByRole("button", { name: "Confirm" }).click();
		await page.getByText("That code is not correct.").waitFor();
		await expect.poll(() => describedBy(page, "Code")).toContain("That code is not correct.");
		await expect.poll(() => page.getByLabel("Code").inputValue()).toBe("000000");

		await page.getByText(`The code is ${await newestCodeTo(email)}`).waitFor();
		await page.getByRole("button", { name: "Fill in" }).click();
		await page.getByRole("button", { name: "Confirm" }).click();
		await page.waitForURL("**/login?**");
		await page.getByText("Your e-mail is confirmed. Sign in to continue.").waitFor();
		expect(new URL(page.url()).searchParams.get("next")).toBe("/log/");
	});
});
