import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { Alert, AlertEventPage } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { SavedContact } from "../../../shared/message/contact";
import { contactInput, warmRule } from "../../samples";
import { expectAccessible, violations } from "../accessibility";
import { call, take } from "../device-fleet";
import { addLogger, send } from "../device-logger";
import { filterBy } from "../filters";
import { mailTo } from "../identity/mailbox";
import { signIn, testAsOwner as test } from "../visitor";

async function tooWarm(context: BrowserContext, names: string[], contactIds: string[] = []): Promise<string[]> {
	const loggers = [];
	for (const name of names) loggers.push(await addLogger(context, name));
	const deviceIds = loggers.map(({ id }) => id);
	const facts = { description: "Shut the door.", severity: "critical", isEnabled: true, scope: { deviceIds } };
	const notified = { contactIds, contactGroupIds: [], notification: plainNotification };
	await call<Alert>(context, "alert.createAlert", {
		name: `${names[0]} too warm`,
		...facts,
		...notified,
		rule: warmRule,
	});
	for (const logger of loggers) {
		await send(logger, [{ channel: "Temperature", at: Date.now() - 60_000, value: 5 }]);
		await send(logger, [{ channel: "Temperature", at: Date.now() - 1_000, value: 11 }]);
	}
	const { events } = await call<AlertEventPage>(context, "alert.getEvents", { deviceIds }, true);
	return events.map(({ id }) => `/alerts/events/${id}`);
}

async function addContact(context: BrowserContext, fullName: string, email: string): Promise<string> {
	const { contact } = await call<SavedContact>(
		context,
		"contact.createContact",
		contactInput({ fullName, timeZone: "UTC", email }),
	);
	return contact.id;
}

const timeline = (page: Page) => page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
async function act(page: Page, name: string): Promise<void> {
	await page.getByRole("button", { name: "More actions" }).click();
	await page.getByRole("menuitem", { name, exact: true }).click();
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

describe("an event of alerts", () => {
	test("stands in the list, is acknowledged with a comment, muted, commented and cleared, all in its timeline", async ({
		page,
		context,
	}) => {
		await tooWarm(context, ["Journey freezer"]);
		await page.goto("/alerts/?q=Journey+freezer");
		await page.getByRole("link", { name: "Journey freezer too warm" }).click();
		await page.getByRole("heading", { level: 1, name: "Journey freezer too warm" }).waitFor();
		await page.getByText("Shut the door.").waitFor();
		await page
			.getByRole("figure", { name: /Temperature/ })
			.or(page.locator("canvas"))
			.first()
			.waitFor();
		await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
		const requested = dialog(page, "Acknowledge Journey freezer too warm");
		await requested.getByRole("textbox", { name: "Comment (optional)" }).fill("On my way");
		await requested.getByRole("button", { name: "Acknowledge" }).click();
		await timeline(page)
			.filter({ hasText: "On my way" })
			.getByText(/^Acknowledged · /)
			.waitFor();
		await page.getByRole("heading", { name: "Acknowledged", exact: true }).waitFor();
		await act(page, "Mute…");
		await dialog(page, /^Mute/).getByRole("button", { name: "Mute", exact: true }).click();
		await page.getByText("Muted", { exact: true }).waitFor();
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await page.getByText("Muted", { exact: true }).waitFor({ state: "hidden" });
		await act(page, "Comment…");
		await dialog(page, "Add a comment").getByRole("button", { name: "Add comment" }).click();
		await dialog(page, "Add a comment").getByText("Enter a comment.").waitFor();
		await dialog(page, "Add a comment").getByRole("textbox", { name: "Comment" }).fill("The door was open");
		await dialog(page, "Add a comment").getByRole("button", { name: "Add comment" }).click();
		await timeline(page).filter({ hasText: "The door was open" }).waitFor();
		await expectAccessible(page);
		await act(page, "Clear…");
		await dialog(page, /^Clear/)
			.getByRole("button", { name: "Clear", exact: true })
			.click();
		await page.getByText("Cleared by a person.").waitFor();
		await page.getByText("Closed", { exact: true }).first().waitFor();
		await page.getByRole("link", { name: "Log at that time" }).click();
		await page
			.getByRole("link", { name: /Journey freezer too warm: over, cleared/ })
			.first()
			.click();
		await page.waitForURL(/\/alerts\/events\/evt_/);
	});

	test("shows why a contact was sent a message, and why another was not", async ({ page, context }) => {
		const wanted = await addContact(context, "Wanda Recipient", "wanda@journey.test");
		await addContact(context, "Otto Other", "otto@journey.test");
		const [address = ""] = await tooWarm(context, ["Why freezer"], [wanted]);
		// Reloads only after the message is sent, which saves reloads.
		await expect
			.poll(async () => (await mailTo("wanda@journey.test")).map(({ text }) => text).join())
			.toMatch(/Why freezer/);
		await page.goto(address);
		const card = page.getByRole("region", { name: "Who was notified, and why" });
		const choose = async (name: string) => {
			await card.getByRole("combobox", { name: "Contact" }).fill(name);
			await take(page.getByRole("option", { name }));
		};
		await choose("Wanda Recipient");
		await expect
			.poll(async () => {
				await page.reload();
				return card.getByRole("status").innerText();
			})
			.toMatch(/Alert by E-mail: sent/);
		await choose("Otto Other");
		await card.getByText(/No message was recorded for this contact, who is not a recipient of the rule/).waitFor();
	});
});

describe("the list of events", () => {
	test("fits a phone, keeps its filters in the address, and lets a viewer only look", async ({ page, context }) => {
		await tooWarm(context, ["Phone freezer"]);
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto("/alerts/?q=Phone+freezer");
		await filterBy(page, "State", "Open");
		await page.waitForURL(/status=open/);
		await page
			.getByRole("row")
			.filter({ hasText: "Phone freezer" })
			.getByText("Open", { exact: true })
			.first()
			.waitFor();
		expect(await violations(page)).toEqual([]);
		await signIn(context, "viewer");
		await page.reload();
		await page.getByRole("link", { name: "Phone freezer too warm" }).click();
		const acknowledge = page.getByRole("button", { name: "Acknowledge", exact: true });
		await expect.poll(() => acknowledge.getAttribute("aria-disabled")).toBe("true");
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
		expect(await violations(page)).toEqual([]);
	});
});
