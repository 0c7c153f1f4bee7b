import { describe, expect, it } from "vitest";
import { findMessage, updateMessage } from "../../../backend/db/message-rows";
import type { Recipient } from "../../../backend/db/message-schema";
import { addressKey, sendKey } from "../../../backend/message/address-key";
import { claimMessage } from "../../../backend/message/claim-message";
import { recordOutcome } from "../../../backend/message/message-outcome";
import { limits, serverLimits } from "../../../shared/base/limits";
import type { DeliveryChannel } from "../../../shared/message/message";
import { suppressionText } from "../../../shared/message/suppression-text";
import { createContact } from "../fixtures/contact-input";
import { addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { addContact, aheadOfTheAlarm, alertFacts, messageOf, queue, testFacts } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

describe("one address", () => {
	it.each([
		["email", "Ana.Prado@Example.com", "ana.prado@example.com"],
		["email", "ana+1@example.com", "ana@example.com"],
		["email", "ANA+work+2@EXAMPLE.COM.", "ana@example.com"],
		["email", "a.n.a+x@gmail.com", "ana@googlemail.com"],
		["email", "ana@bücher.example", "ana@xn--bcher-kva.example"],
		["email", "ａna@example.com", "ana@example.com"],
		["sms", "+4407400123456", "+447400123456"],
		["webhook", "https://Hooks.Example.com/a?x=1", "https://hooks.example.com/a?y=2#z"],
	] as const)("shares one key by %s for %s and %s", (channel, one, other) => {
		expect(addressKey(channel, one)).toBe(addressKey(channel, other));
	});

	it.each([
		["email", "a.na@example.com", "ana@example.com"],
		["email", "+@example.com", "+a@example.com"],
		["email", "ana@example.com", "ana@example.org"],
		["sms", "+447400123456", "+447400123457"],
		["webhook", "https://hooks.example.com/a", "https://hooks.example.com/b"],
	] as const)("differs from another one by %s: %s and %s", (channel, one, other) => {
		expect(addressKey(channel, one)).not.toBe(addressKey(channel, other));
	});

	it("includes the tag and the secret in the key of a single message", () => {
		const isSame = (channel: DeliveryChannel, one: string, other: string) =>
			sendKey(channel, one, null) === sendKey(channel, other, null);
		expect(isSame("email", "Ana@Example.com", "ana@example.COM")).toBe(true);
		expect(isSame("email", "ana+a@example.com", "ana+b@example.com")).toBe(false);
		expect(isSame("slack", "https://Hooks.example.com/a#x", "https://hooks.example.com/a")).toBe(true);
		const hook = "https://hooks.example.com/a";
		expect(sendKey("webhook", hook, "whsec_a")).not.toBe(sendKey("webhook", hook, "whsec_b"));
	});
});

/** Queues a message and claims it, as a consumer does; returns its reason or state. */
async function claimNew(accountId: string, recipient: Recipient, now: number): Promise<string> {
	const queued = { cause: "test", about: newId("notice"), recipient, facts: testFacts } as const;
	const messageId = await queue(accountId, queued, now);
	const common = {
		now,
		invalidations: { changed: () => {} },
		hooks: {},
		openDeliveryChannels: ["email", "sms"] as const,
	};
	await inAccount(accountId, (db) => claimMessage({ ...common, db }, { messageId, attempt: 1 }));
	const { state, reason } = await messageOf(accountId, messageId);
	return reason ?? state;
}

describe("an address without confirmation", () => {
	it("gets three messages, however many contacts have it and however each spells it", async () => {
		const { id } = await createOwner();
		const now = aheadOfTheAlarm();
		const outcomes: string[] = [];
		for (const email of [
			"s@example.test",
			"S@Example.test",
			"s+1@example.test",
			"s+2@example.test",
			"s@example.test",
		]) {
			const contact = await addContact(id, { email, emailStatus: "unverified" });
			outcomes.push(await claimNew(id, { to: "contact", contactId: contact.id, channel: "email" }, now));
		}
		expect(outcomes).toEqual(["sending", "sending", "sending", "unverifiedLimit", "unverifiedLimit"]);
	});

	it("gets no more if its contact is deleted and made again", async () => {
		const { id, owner } = await createOwner();
		const now = aheadOfTheAlarm();
		const outcomes: string[] = [];
		for (let again = 0; again < 5; again += 1) {
			const contact = await createContact(owner, { email: "again@example.test" });
			outcomes.push(await claimNew(id, { to: "contact", contactId: contact.id, channel: "email" }, now));
			dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [contact.id], successorId: null }));
		}
		expect(outcomes.filter((outcome) => outcome === "sending")).toHaveLength(3);
	});

	it("leaves invitations their share: those to it, and those of the account", async () => {
		const { id } = await createOwner();
		const now = aheadOfTheAlarm();
		const outcomes: string[] = [];
		for (let contactOf = 0; contactOf < 17; contactOf += 1) {
			const contact = await addContact(id, { email: `c${contactOf}@example.test`, emailStatus: "unverified" });
			const recipient: Recipient = { to: "contact", contactId: contact.id, channel: "email" };
			for (let again = 0; again < 3; again += 1) outcomes.push(await claimNew(id, recipient, now));
		}
		expect(outcomes.filter((outcome) => outcome === "sending")).toHaveLength(30);
		expect(outcomes.at(-1)).toBe("unverifiedAccountLimit");
		const invited = (address: string): Recipient => ({ to: "address", address, channel: "email" });
		expect(await claimNew(id, invited("c0@example.test"), now)).toBe("sending");
		for (let more = 1; more < 20; more += 1) {
			expect(await claimNew(id, invited(`i${more}@example.test`), now)).toBe("sending");
		}
		expect(await claimNew(id, invited("last@example.test"), now)).toBe("unverifiedAccountLimit");
	});
});

describe("the limits of tests", () => {
	const request = async (person: Person, contactId: string, channel: DeliveryChannel) =>
		(await person.mutate("contact.sendTest", { contactId, channel })).error?.data.fields?.channel ?? "sent";
	const countSent = (outcomes: string[]) => outcomes.filter((outcome) => outcome === "sent").length;

	it("allow five an hour to one address, whoever sends and however many contacts have it, also all at once", async () => {
		const { id, owner } = await createOwner();
		const other = await addMember(id, "admin");
		const contacts = [await addContact(id), await addContact(id, { email: "ANA+2@example.test" })];
		const requested = Array.from({ length: 30 }, (_, index) =>
			request(index % 3 === 0 ? owner : other, contacts[index % 2]?.id ?? "", "email"),
		);
		const outcomes = await Promise.all(requested);
		expect(countSent(outcomes)).toBe(limits.testsPerAddressAndHour);
		expect(new Set(outcomes)).toEqual(new Set(["sent", suppressionText.testLimit]));
	});

	it("allow twenty an hour by one user, and the account's other users still have theirs", async () => {
		const { id, owner } = await createOwner();
		const other = await addMember(id, "admin");
		const outcomes: string[] = [];
		const contactIds: string[] = [];
		for (let index = 0; index < 22; index += 1) {
			const contact = await addContact(id, { email: `t${index}@example.test` });
			contactIds.push(contact.id);
			outcomes.push(await request(owner, contact.id, "email"));
		}
		expect(countSent(outcomes)).toBe(limits.testsPerUserAndHour);
		expect(await request(other, contactIds[0] ?? "", "email")).toBe("sent");
	});

	it("apply to webhooks too, whatever their query", async () => {
		const { owner } = await createOwner();
		const outcomes: string[] = [];
		for (let index = 0; index < 8; index += 1) {
			const webhookUrl = `https://hooks.example.com/in?x=${index}`;
			const contact = await createContact(owner, { webhookUrl, defaultChannels: ["webhook"] });
			outcomes.push(await request(owner, contact.id, "webhook"));
		}
		expect(countSent(outcomes)).toBe(limits.testsPerAddressAndHour);
	});

	it("count the same test sent again", async () => {
		const { id, owner } = await createOwner();
		const webhookUrl = "https://hooks.example.com/again";
		const contact = await createContact(owner, { webhookUrl, defaultChannels: ["webhook"] });
		const now = Date.now();
		const recipient: Recipient = { to: "contact", contactId: contact.id, channel: "webhook" };
		const queued = { cause: "test", about: newId("notice"), recipient, facts: testFacts } as const;
		const messageId = await queue(id, queued, now);
		const outcomes: string[] = [];
		for (let again = 0; again < 7; again += 1) {
			await inAccount(id, (db) => {
				const common = {
					db,
					now,
					invalidations: { changed: () => {} },
					hooks: {},
					openDeliveryChannels: ["webhook"] as const,
				};
				const { attempt = 1 } = findMessage(db, messageId) ?? {};
				claimMessage(common, { messageId, attempt });
				recordOutcome(common, { messageId, attempt }, { kind: "accepted", providerId: null });
			});
			const { state, reason } = await messageOf(id, messageId);
			outcomes.push(reason ?? state);
			// As `message.resendMessage` does, without waking the alarm.
			await inAccount(id, (db) => {
				const { attempt = 1 } = findMessage(db, messageId) ?? {};
				updateMessage(db, messageId, { state: "queued", attempt: attempt + 1, isCounted: false, reason: null });
			});
		}
		expect(outcomes).toEqual([...Array(5).fill("sent"), "testLimit", "testLimit"]);
	});
});

it("rejects a message that people had sent again and again", async () => {
	const { id, owner } = await createOwner();
	const contact = await addContact(id);
	const recipient: Recipient = { to: "contact", contactId: contact.id, channel: "webhook" };
	const queued = { cause: "alert", about: newId("notice"), recipient, facts: alertFacts } as const;
	const messageId = await queue(id, queued, aheadOfTheAlarm());
	const resend = async (claims: number) => {
		await inAccount(id, (db) => updateMessage(db, messageId, { state: "sent", dueAt: null, claims }));
		return (await owner.mutate("message.resendMessage", { messageId })).error?.data.reason ?? null;
	};
	expect([await resend(serverLimits.sendsPerMessage), await resend(serverLimits.sendsPerMessage - 1)]).toEqual([
		"MESSAGE_NOT_RESENDABLE",
		null,
	]);
});
