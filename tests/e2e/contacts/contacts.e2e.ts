import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Contact, SavedContact } from "../../../shared/message/contact";
import { contactInput } from "../../samples";
import { expectAccessible, violations } from "../accessibility";
import { asFile, call, take } from "../device-fleet";
import { mailTo } from "../identity/mailbox";
import { testAsOwner as test } from "../visitor";

async function newestTextTo(address: string, subject: RegExp): Promise<string> {
	let text = "";
	await expect
		.poll(async () => {
			text = (await mailTo(address)).find((mail) => subject.test(mail.text))?.text ?? "";
			return text;
		})
		.not.toBe("");
	return text;
}

async function addContact(page: Page, name: string, email: string): Promise<void> {
	await page.goto("/accounts/contacts/new");
	await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
	await page.getByRole("textbox", { name: "E-mail", exact: true }).fill(email);
	await page.getByRole("button", { name: "Create contact" }).click();
	await page.getByRole("heading", { level: 1, name }).waitFor();
}

async function linkTo(email: string): Promise<string> {
	const mail = await newestTextTo(email, /Confirm this address/);
	const [link = ""] = /https?:\/\/\S+\/api\/links\/\S+/.exec(mail) ?? [];
	return new URL(link).pathname;
}

const shared = contactInput({ fullName: "Shared Journey", timeZone: "UTC", email: "shared@journey.test" });

const channelOf = (page: Page) => page.getByRole("region", { name: "E-mail", exact: true });

describe("a contact", () => {
	test("joins the list, is verified by the mail's link at a person's press and not at a script's, tested, paused, and in the delivery log", async ({
		page,
		context,
	}) => {
		await addContact(page, "Marta Journey", "marta@journey.test");
		await channelOf(page).getByText("Not verified", { exact: true }).waitFor();
		const mailbox = await context.newPage();
		await mailbox.goto(await linkTo("marta@journey.test"));
		await mailbox.getByRole("heading", { level: 1, name: "Confirm your address" }).waitFor();
		for (const colorScheme of ["light", "dark"] as const) {
			await mailbox.emulateMedia({ colorScheme });
			expect(await violations(mailbox)).toEqual([]);
		}
		const button = mailbox.getByRole("button", { name: "Confirm this address" });
		await button.evaluate((element: HTMLElement) => element.click());
		await button.and(mailbox.locator(":enabled")).waitFor();
		await button.click();
		await mailbox.getByRole("heading", { level: 1, name: "This address is confirmed" }).waitFor();
		await mailbox.close();
		await channelOf(page).getByText("Verified", { exact: true }).waitFor();
		await channelOf(page).getByRole("button", { name: "Send test" }).click();
		await newestTextTo("marta@journey.test", /This is a test/);
		await page.getByRole("region", { name: "Latest messages" }).getByText("Test, E-mail").waitFor();
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Pause…" }).click();
		await page.getByRole("dialog", { name: "Pause Marta Journey" }).getByRole("button", { name: "Pause" }).click();
		await page.getByText(/^Paused until/).waitFor();
		await expectAccessible(page);
		await page.getByRole("link", { name: "Delivery log", exact: true }).last().click();
		await page.getByRole("heading", { level: 1, name: "Delivery log" }).waitFor();
		const row = page.getByRole("row").filter({ hasText: "Test" });
		await row.getByText("Sent", { exact: true }).first().waitFor();
		await page.goto("/accounts/contacts/?now=paused");
		await page.getByRole("link", { name: "Marta Journey" }).waitFor();
	});

	test("lists a message that may not be sent in the delivery log as suppressed, with the reason", async ({
		page,
		context,
	}) => {
		await call<SavedContact>(context, "contact.createContact", {
			...shared,
			fullName: "Silent Journey",
			email: "suppressed@journey.test",
		});
		await page.goto("/accounts/messages/?status=suppressed");
		await page.getByRole("row").filter({ hasText: "Silent Journey" }).waitFor();
		await page.getByText("The provider writes to this address no more.").waitFor();
	});

	test("requires a person who takes over before the only recipient of an alert is deleted", async ({
		page,
		context,
		complaints,
	}) => {
		complaints.allow(/status of 409/);
		const contacts = await call<Contact[]>(context, "account.getContacts", {}, true);
		const used = contacts.filter(({ useCounts }) => useCounts.alerts + useCounts.reports > 0);
		for (const { id } of used.slice(1)) {
			const successorId = used[0]?.id;
			await call(context, "contact.replaceContacts", { contactIds: [id], successorId });
		}
		const [only] = used;
		if (!only) throw new Error("No contact of the demo is used");
		await page.goto(`/accounts/contacts/edit/${only.id}`);
		await page.getByText("Only recipient").first().waitFor();
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Delete…" }).click();
		const dialog = page.getByRole("dialog", { name: `Delete ${only.fullName}` });
		await dialog.getByRole("button", { name: "Delete contact" }).click();
		await dialog.getByText("An alert or report would have no recipients. Choose who takes over.").waitFor();
		await dialog.getByRole("combobox", { name: "Who takes over" }).click();
		await take(page.getByRole("option").first());
		await dialog.getByRole("button", { name: "Delete contact" }).click();
		await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
		await page.getByRole("link", { name: only.fullName }).waitFor({ state: "detached" });
	});

	test("keeps the changes of two people who edit it", async ({ page, context, complaints }) => {
		complaints.allow(/status of 409/);
		const { contact } = await call<SavedContact>(context, "contact.createContact", shared);
		await page.goto(`/accounts/contacts/edit/${contact.id}`);
		await page.getByRole("textbox", { name: "Company" }).fill("Mine");
		const theirs = { ...shared, title: "Theirs", contactId: contact.id, version: contact.version };
		await call(context, "contact.updateContact", theirs);
		await page.getByRole("button", { name: "Save contact" }).click();
		await page.getByText(/You, in another tab, have saved other parts/).waitFor();
		await page.getByRole("button", { name: "Save contact" }).click();
		await page.getByText("Mine", { exact: false }).first().waitFor();
		await expect
			.poll(() => call<Contact>(context, "contact.getContact", { contactId: contact.id }, true))
			.toMatchObject({ company: "Mine", title: "Theirs" });
	});
});

test("a file adds its good lines, names what is wrong in the others, and writes to no one", async ({ page }) => {
	await page.goto("/accounts/contacts/");
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name: "Import CSV…" }).click();
	const dialog = page.getByRole("dialog", { name: "Import contacts" });
	const text =
		"Name;E-mail;Phone\r\nFile One;one@file.test;\r\n;two@file.test;\r\nFile Three;one@file.test;\r\nFile Four;;+351 999\r\nFile Five;;+351 21 000 0199\r\n";
	await dialog.locator("input[type=file]").setInputFiles(asFile("contacts.csv", text));
	for (const complaint of ["Enter a name.", "Line 2 has the same e-mail.", "Begin with + and the country code"]) {
		await dialog.getByText(complaint).waitFor();
	}
	await dialog.getByRole("textbox", { name: "E-mail, line 4" }).fill("three@file.test");
	await page.keyboard.press("Enter");
	await dialog.getByRole("button", { name: "Close" }).last().click();
	const question = dialog.getByRole("alertdialog", { name: "Unsaved corrections" });
	await question.getByRole("button", { name: "Stay" }).click();
	await question.waitFor({ state: "hidden" });
	await dialog.getByRole("button", { name: "Add 3 contacts" }).click();
	await dialog.getByRole("heading", { name: "3 contacts added" }).waitFor();
	await dialog.getByRole("button", { name: "Close" }).last().click();
	await page.getByRole("link", { name: "File Five" }).waitFor();
	expect(await mailTo("one@file.test")).toEqual([]);
});
