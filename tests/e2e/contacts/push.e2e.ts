import { createECDH, randomBytes } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { CurrentAccount } from "../../../shared/account/account";
import type { SavedContact } from "../../../shared/message/contact";
import type { PushContent } from "../../../shared/message/push";
import { readPush } from "../../backend/push-reader";
import { contactInput } from "../../samples";
import { expectAccessible } from "../accessibility";
import { call } from "../device-fleet";
import { product } from "../this-product";
import { testAsOwner as test } from "../visitor";

const ecdh = createECDH("prime256v1");
ecdh.generateKeys();
const auth = randomBytes(16).toString("base64url");
const endpoint = `https://push.browsers.com/${auth}`;
const subscription = { endpoint, keys: { p256dh: ecdh.getPublicKey("base64url"), auth } };

async function ownContact(context: BrowserContext): Promise<string> {
	const { me } = await call<CurrentAccount>(context, "account.getCurrent", {}, true);
	const own = contactInput({
		fullName: "Pushed Journey",
		timeZone: "UTC",
		email: "pushed@journey.test",
		linkedUserId: me.id,
	});
	return (await call<SavedContact>(context, "contact.createContact", own)).contact.id;
}

type Recorded = { webhooks: { url: string; body: string }[] };

/** The push as the local run has recorded it, decrypted with the browser's keys. */
async function pushedContent(page: Page): Promise<PushContent> {
	let body = "";
	await expect
		.poll(async () => {
			const answer = await page.request.get("/__local/webhooks", { headers: { accept: "application/json" } });
			const { webhooks } = (await answer.json()) as Recorded; // of the local Worker
			body = webhooks.find(({ url }) => url === endpoint)?.body ?? "";
			return body;
		})
		.not.toBe("");
	const text = readPush({ privateKey: ecdh.getPrivateKey("base64url"), auth, body });
	return JSON.parse(text) as PushContent; // of this product
}

describe("a browser of the contact's own user", () => {
	test("asks for permission at a press alone, and can read what is pushed to it", async ({ page, context }) => {
		await context.grantPermissions(["notifications"], { origin: product.origin });
		await page.addInitScript((given) => {
			PushManager.prototype.subscribe = async () => ({ toJSON: () => given }) as unknown as PushSubscription; // all that is read
		}, subscription);
		await page.goto(`/accounts/contacts/edit/${await ownContact(context)}`);
		const channel = page.getByRole("region", { name: "Push to a browser" });
		await channel.getByText("Alerts as notifications of this browser").waitFor();
		expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
		await channel.getByRole("button", { name: "Notify this browser" }).click();
		await channel.getByText(/Chrome on Linux/).waitFor();
		await channel.getByRole("button", { name: "Send test" }).click();
		const content = await pushedContent(page);
		expect(content).toMatchObject({ acknowledge: null, isUrgent: false, title: expect.stringContaining("TEST") });
		const script = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
		expect(script).toBe(`${product.origin}/push-worker.js`);
		await channel.getByRole("button", { name: "Name browser" }).click();
		const dialog = page.getByRole("dialog", { name: "Name browser" });
		await dialog.getByRole("textbox", { name: "Name" }).fill("Desk");
		await dialog.getByRole("button", { name: "Save" }).click();
		await channel.getByText(/^Desk \(Chrome on Linux\)/).waitFor();
		await channel.getByRole("button", { name: "Add this browser" }).waitFor();
		await expectAccessible(page);
		await channel.getByRole("button", { name: "Turn off" }).click();
		await channel.getByRole("button", { name: "Notify this browser" }).waitFor();
	});
});
