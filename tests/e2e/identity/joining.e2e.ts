import { describe, expect } from "vitest";
import { signInByForm, test } from "../visitor";
import { newestCodeTo } from "./mailbox";
import { postTo, signUpNewPerson } from "./new-person";
import { expectWellMade, hasFocus } from "./step-screens";

describe("a person without an account", () => {
	test("joins the company that invited them, by the keyboard", async ({ page }) => {
		await page.goto("/login?next=%2Fcreate-account");
		await signInByForm(page, "invited");
		await page.waitForURL("**/create-account");
		await page.getByRole("heading", { level: 1, name: "You are invited" }).waitFor();
		await page.getByText(/Maria Oliveira invited you as operator\./).waitFor();
		await page.getByRole("heading", { level: 2, name: "Create your own workspace" }).waitFor();
		await expectWellMade(page);
		const join = page.getByRole("button", { name: "Join Northwind Cold Chain" });
		for (let presses = 0; presses < 10; presses++) {
			await page.keyboard.press("Tab");
			if (await join.evaluate((button) => button === document.activeElement)) break;
		}
		await page.keyboard.press("Enter");
		await page.waitForURL("**/dashboard");
		await page.getByRole("link", { name: "Northwind Cold Chain" }).waitFor();
		await page.getByRole("button", { name: "JW: account of Jonas Weber" }).click();
		await page.getByText("operator", { exact: true }).waitFor();
	});

	test("learns that invitations wait for a verified address, verifies it there, and creates an account of their own", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/400/);
		const { password } = await signUpNewPerson(context);
		const email = `later-${crypto.randomUUID()}@example.test`;
		await postTo(context, "/api/auth/profile", { email, password });
		await page.goto("/create-account");
		const part = page.getByRole("region", { name: "Verify your e-mail address" });
		await part.getByText(/Invitations sent to it are shown once it is verified/).waitFor();
		await expectWellMade(page);
		const code = part.getByLabel("Code from the e-mail");
		await part.getByRole("button", { name: "Verify" }).click();
		await expect.poll(() => hasFocus(page, "Code from the e-mail")).toBe(true);
		await code.fill(await newestCodeTo(email));
		await page.keyboard.press("Enter");
		await part.waitFor({ state: "detached" });
		expect(await page.getByRole("button", { name: /^Join/ }).count()).toBe(0);
		await page.getByLabel("Company name").fill("Own Company");
		await page.getByRole("button", { name: "Create workspace" }).click();
		await page.waitForURL("**/dashboard");
		await page.getByRole("link", { name: "Own Company" }).waitFor();
	});
});
