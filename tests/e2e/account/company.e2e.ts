import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Contact } from "../../../shared/message/contact";
import { call, take } from "../device-fleet";
import { mailTo } from "../identity/mailbox";
import { product } from "../this-product";
import { mainLink, signIn, testAsOwner } from "../visitor";

const save = (page: Page) => page.getByRole("button", { name: "Save company" });
const saved = (page: Page) => page.getByText("Company information saved.").first();

async function choose(page: Page, field: string, option: string): Promise<void> {
	await page.getByRole("combobox", { name: field, exact: true }).click();
	await take(page.getByRole("option", { name: option, exact: true }));
}

describe("an owner", () => {
	testAsOwner(
		"says who the company is, mends what fails, and finds it in the foot of a mail",
		async ({ page, complaints }) => {
			complaints.allow(/400/);
			await page.goto("/accounts/company/");
			await page.getByLabel("Legal name").fill("Northwind Cold Chain Lda.");
			await page.getByLabel("City").fill("Lisboa");
			await choose(page, "Country", "Portugal");
			await page.getByLabel("Tax or VAT number").fill("501964844");
			await page.getByLabel("Phone").fill("21 000 0101");
			await page.keyboard.press("Tab");
			await page.getByText("Read as +351 21 000 0101 (PT).").waitFor();
			await save(page).click();
			await page.getByText("This is no tax or VAT number of Portugal.").waitFor();
			expect(await page.getByLabel("Legal name").inputValue()).toBe("Northwind Cold Chain Lda.");
			await mainLink(page, "Devices").click();
			await page.getByRole("alertdialog", { name: "Unsaved changes" }).getByRole("button", { name: "Stay" }).click();
			await page.getByLabel("Tax or VAT number").fill("501964843");
			await save(page).click();
			await saved(page).waitFor();
			expect(await page.getByLabel("Phone").inputValue()).toBe("+351210000101");

			const [contact] = (await call<Contact[]>(page.context(), "account.getContacts", {}, true)).filter(
				({ email, emailStatus }) => email !== null && emailStatus === "verified",
			);
			if (!contact?.email) throw new Error("The seed has no contact with a verified address");
			const { email } = contact;
			const before = (await mailTo(email)).length;
			await call(page.context(), "contact.sendTest", { contactId: contact.id, channel: "email" });
			await expect.poll(async () => (await mailTo(email)).length).toBeGreaterThan(before);
			const texts = (await mailTo(email)).map(({ text }) => text);
			expect(texts.some((text) => /Northwind Cold Chain Lda\., Lisboa, Portugal\s+\+351210000101/.test(text))).toBe(
				true,
			);
		},
	);

	testAsOwner(
		"sets how times and numbers read, which a colleague's open page follows and their profile overrides",
		async ({ page, browser }) => {
			const colleague = await browser.newContext({ baseURL: product.origin });
			await signIn(colleague, "viewer");
			const other = await colleague.newPage();
			await other.goto("/dashboard");
			const greeting = other.getByText(/^(Good (morning|afternoon|evening)|Hello)/);
			await expect.poll(() => greeting.innerText()).toMatch(/ · [A-Z][a-z]{2} \d{2}, \d{2}:\d{2} [AP]M /);

			await page.goto("/accounts/company/");
			await choose(page, "Clock", "17:04");
			await choose(page, "Dates", "2026-11-07");
			await choose(page, "Numbers", "1.234,5");
			await save(page).click();
			await saved(page).waitFor();
			await expect.poll(() => greeting.innerText()).toMatch(/ · \d{4}-\d{2}-\d{2}, \d{2}:\d{2} /);
			await other
				.getByText(/^−?\d+,\d °C$/)
				.first()
				.waitFor();

			await other.goto("/profile");
			await choose(other, "Numbers", "1,234.5");
			await other.goto("/dashboard");
			await other
				.getByText(/^−?\d+\.\d °C$/)
				.first()
				.waitFor();
			await colleague.close();
		},
	);
});
