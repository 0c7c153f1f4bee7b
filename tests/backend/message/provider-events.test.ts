import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { findDeliveryChannel } from "../../../backend/db/contact-rows";
import { forgetSentMessages } from "../../../backend/db/sent-message-rows";
import { createProviderEventConsumer } from "../../../backend/message/provider-events";
import { createOwner, inAccount, newId } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { addContact, aheadOfTheAlarm, attemptAt, emailProvider, messageOf, queueTest } from "../fixtures/messages";

let accountId = "";

beforeAll(async () => {
	accountId = (await createOwner()).id;
});

async function sentMessage() {
	const { id: contactId } = await addContact(accountId, { email: `${newId("contact")}@example.test` });
	const now = aheadOfTheAlarm();
	const messageId = await queueTest(accountId, contactId, now);
	const { providerId } = await attemptAt(accountId, messageId, { now, email: emailProvider().binding });
	return { contactId, messageId, providerId: providerId ?? "" };
}

/** Publishes as the provider does; returns whether the queue's message was acknowledged or retried. */
async function publish(body: unknown, attempts = 1): Promise<string> {
	const { messages } = createMessageBatch("aqlcloud-email-events", [
		{ id: "1", timestamp: new Date(), attempts, body },
	]);
	const ended: string[] = [];
	const noted = messages.map(({ id, timestamp }) => {
		const ack = () => void ended.push("acked");
		const retry = () => void ended.push("retried");
		return { id, timestamp, attempts, body, ack, retry };
	});
	const parts = { accounts: env.ACCOUNT, directory: env.DIRECTORY, clock: Date.now };
	await createProviderEventConsumer(parts)({ messages: noted });
	return ended.join();
}

const event = (kind: string, messageId: string, payload: object = {}) => ({
	type: `cf.email.sending.message.${kind}`,
	source: { type: "email.sending", domain: "aqlcloud.test" },
	payload: { eventId: "1", messageId, recipient: "ana@example.test", terminal: true, ...payload },
});

describe("a later event of the provider", () => {
	it.each([
		["delivered", {}, { state: "delivered" }, "verified"],
		[
			"bounced",
			{ bounce: { type: "hard", reason: "550 5.1.1 User unknown" } },
			{ state: "bounced", error: "550 5.1.1 User unknown" },
			"bouncing",
		],
		["failed", { failure: { reason: "Timed out" } }, { state: "failed", error: "Timed out" }, "verified"],
		["rejected", { rejection: { reason: "spam" } }, { state: "failed", error: "spam" }, "verified"],
		[
			"rejected",
			{ rejection: { reason: "suppressed" } },
			{ state: "suppressed", reason: "providerSuppressed" },
			"bouncing",
		],
		["complained", {}, { state: "sent" }, "unsubscribed"],
		["deferred", { terminal: false }, { state: "sent" }, "verified"],
		["of another day", {}, { state: "sent" }, "verified"],
	])("changes the message and the address: %s", async (kind, payload, expected, emailStatus) => {
		const { contactId, messageId, providerId } = await sentMessage();
		expect(await publish(event(kind, providerId, payload))).toBe("acked");
		expect(await messageOf(accountId, messageId)).toMatchObject(expected);
		expect((await inAccount(accountId, (db) => findDeliveryChannel(db, contactId, "email")))?.status).toBe(emailStatus);
	});

	it("counts in any order and any number of times: a bounce remains", async () => {
		const { messageId, providerId } = await sentMessage();
		for (const kind of ["delivered", "bounced", "delivered", "bounced"]) await publish(event(kind, `<${providerId}>`));
		expect((await messageOf(accountId, messageId)).state).toBe("bounced");
	});

	it("retries an unknown message, and drops the event in the end", async () => {
		expect([await publish(event("delivered", "nobody's")), await publish(event("delivered", "nobody's"), 4)]).toEqual([
			"retried",
			"acked",
		]);
	});

	it("drops an unknown form with a line in the log", async () => {
		expect(await publish({ type: 7 })).toBe("acked");
		expect(takeLogs()).toEqual([expect.stringContaining("provider-event-unknown")]);
	});

	it("changes nothing after its message is forgotten", async () => {
		const { messageId, providerId } = await sentMessage();
		await forgetSentMessages(env.DIRECTORY, { before: Number.MAX_SAFE_INTEGER / 2 ** 8, limit: 1_000 });
		await publish(event("delivered", providerId));
		expect((await messageOf(accountId, messageId)).state).toBe("sent");
	});
});
