import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { SavedContact } from "../../../shared/message/contact";
import { contactInput } from "../../samples";
import { expectAccessible, violations } from "../accessibility";
import { call } from "../device-fleet";
import { postToLocalRun } from "../product";
import { product } from "../this-product";
import { outageComplaints, switchBackend, testAsOwner as test } from "../visitor";

const channelOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const sentTest = (page: Page, name: string) =>
	page
		.getByRole("region", { name: "Latest messages" })
		.getByRole("listitem")
		.filter({ hasText: `Test, ${name}` })
		.getByText("Sent", { exact: true });

const addresses = {
	"Chat webhook": "https://hooks.slack.com/services/T1/B1/journey",
	"Microsoft Teams": "https://prod-1.westeurope.logic.azure.com/workflows/abc/triggers/manual/paths/invoke?sig=x",
	PagerDuty: "eu:0123456789abcdef0123456789abcdef",
};
const names = Object.keys(addresses);

/** What the page of this local run shows of the newest post to a host. */
async function shownPost(page: Page, host: string): Promise<string> {
	const response = await page.request.get("/__local/webhooks", { headers: { accept: "text/html" } });
	return (await response.text()).split("<article>").find((article) => article.includes(host)) ?? "";
}

describe("chat services of a contact", () => {
	test("name what is wrong with an address, outlast an outage, and get a test", async ({ page, complaints }) => {
		complaints.allow(outageComplaints);
		await page.goto("/accounts/contacts/new");
		const fill = (name: string, text: string) => page.getByRole("textbox", { name, exact: true }).fill(text);
		const create = page.getByRole("button", { name: "Create contact" });
		await fill("Name", "Chat Journey");
		await fill("Chat webhook", "https://hooks.slack.com/workflows/T1/B1");
		await fill("Microsoft Teams", "https://contoso.webhook.office.com/webhookb2/abc");
		await fill("PagerDuty", "abc");
		await create.click();
		await page.getByText(/This is a workflow of Slack/).waitFor();
		await page.getByText(/Microsoft has ended connectors/).waitFor();
		await page.getByText(/Enter the integration key of 32 letters and digits/).waitFor();
		expect(await violations(page)).toEqual([]);
		for (const [name, address] of Object.entries(addresses)) await fill(name, address);
		await create.click();
		await page.getByText("Choose at least one channel that has an address.").waitFor();
		for (const name of names) await page.getByRole("checkbox", { name }).check();
		await switchBackend("cut");
		try {
			await create.click();
			await page.getByText("Can't reach AQLCloud.", { exact: false }).first().waitFor();
		} finally {
			await switchBackend("mend");
		}
		await create.click();
		await page.getByRole("heading", { level: 1, name: "Chat Journey" }).waitFor();
		for (const name of names) await channelOf(page, name).getByRole("button", { name: "Send test" }).click();
		for (const name of names) await sentTest(page, name).waitFor();
		for (const host of ["hooks.slack.com", "logic.azure.com", "pagerduty.com"]) {
			expect(await shownPost(page, host)).toMatch(/<p>[^{]*TEST: a message from AQLCloud/);
		}
		await postToLocalRun(product.origin, "webhooks/gone");
		try {
			await channelOf(page, "Microsoft Teams").getByRole("button", { name: "Send test" }).click();
			await channelOf(page, "Microsoft Teams").getByText("Gone", { exact: true }).waitFor();
		} finally {
			await postToLocalRun(product.origin, "webhooks/accept");
		}
		await expectAccessible(page);
	});

	test("join by the code of a Telegram chat, and end", async ({ page, context }) => {
		const input = contactInput({ fullName: "Telegram Journey", email: "telegram@journey.test" });
		const { contact } = await call<SavedContact>(context, "contact.createContact", input);
		await page.goto(`/accounts/contacts/edit/${contact.id}`);
		const channel = channelOf(page, "Telegram");
		await channel.getByRole("button", { name: "Connect a chat" }).click();
		const line = (await channel.getByText(/^\/start@/).textContent()) ?? "";
		expect(await violations(page)).toEqual([]);
		const bot = await context.newPage();
		await bot.goto("/__local/webhooks");
		for (const text of ["/start unknown", line]) {
			await bot.getByRole("textbox", { name: "Message" }).fill(text);
			await bot.getByRole("button", { name: "Send to the bot" }).click();
			await bot.getByText(text === line ? /for Telegram Journey from now on/ : /Send it the code/).waitFor();
		}
		await bot.close();
		await channel.getByText("Ana Prado").waitFor();
		await channel.getByRole("button", { name: "Send test" }).click();
		await sentTest(page, "Telegram").waitFor();
		expect(await shownPost(page, "api.telegram.org")).toContain("Hello Telegram Journey");
		await expectAccessible(page);
		await channel.getByRole("button", { name: "Disconnect" }).click();
		await channel.getByRole("button", { name: "Connect a chat" }).waitFor();
	});
});
