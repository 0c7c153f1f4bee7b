import { describe, expect, it } from "vitest";
import {
	deleteDeliveryChannel,
	findDeliveryChannel,
	pauseContactRows,
	updateDeliveryChannel,
} from "../../../backend/db/contact-rows";
import type { AlertWhy } from "../../../shared/alert/alert";
import type { MessagePage } from "../../../shared/message/message";
import { createNotifying, denying, headings } from "../fixtures/alert-telling";
import { inAccount } from "../fixtures/fleet";
import { addContact, attemptAt, consume, emailProvider, providerError } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";

/** A freezer whose rule notifies contacts with one mailbox, in spellings that mail ignores. */
async function createShared(count = 3) {
	const notifying = await createNotifying({ severity: "critical" });
	const ids = [notifying.ana.id];
	for (let index = 1; index < count; index += 1) {
		const email = index % 2 === 1 ? "ANA@example.test" : "ana@Example.TEST";
		ids.push((await addContact(notifying.id, { fullName: `Twin ${index}`, email, phone: null })).id);
	}
	await notifying.change({ contactIds: ids, severity: "critical" });
	await notifying.send([[0, 9]]);
	return { ...notifying, ids };
}

const statesOf = async ({ messages }: { messages: () => Promise<{ state: string; reason: string | null }[]> }) =>
	(await messages()).map(({ state, reason }) => reason ?? state);

function expectNotified(timeline: string[], names: string[]): void {
	const texts = timeline.map((text) =>
		/^Notified (.+) by e-mail(?:: one message with (.+), who has the same)?/.exec(text),
	);
	expect(texts.map((text) => text?.[1] ?? "").toSorted()).toEqual(names);
	const [own, ...others] = texts.toSorted((one, other) => (one?.[2] ?? "").length - (other?.[2] ?? "").length);
	expect(others.map((text) => text?.[2])).toEqual(others.map(() => own?.[1]));
	expect(own?.[2]).toBeUndefined();
}

describe("contacts with one address", () => {
	it("get one message for an event, and each reads of it", async () => {
		const shared = await createShared();
		const { owner, ids, provider, sendDue, timeline, events } = shared;
		await sendDue(1);
		expect(headings(provider)).toHaveLength(1);
		expect(await statesOf(shared)).toEqual(["sent", "sameAddress", "sameAddress"]);
		expectNotified(await timeline(), ["Ana Prado", "Twin 1", "Twin 2"]);
		const [event] = await events();
		const whys = ids.map((contactId) => owner.query("alert.getWhy", { eventId: event?.id, contactId }));
		const deliveries = (await Promise.all(whys)).flatMap((why) => dataOf<AlertWhy>(why).deliveries);
		expect(deliveries.map(({ state, isShared, others }) => [state, isShared, others]).toSorted()).toEqual([
			["sent", false, 0],
			["sent", true, 0],
			["sent", true, 0],
		]);
		expect(event?.notified).toEqual({ reached: 3, failed: 0 });
		const log = dataOf<MessagePage>(await owner.query("message.getMessages", {}));
		expect(log.messages.map(({ cause, reason, isResendable }) => [cause, reason, isResendable])).toEqual([
			["alert", "sameAddress", false],
			["alert", "sameAddress", false],
			["alert", null, false],
		]);
		const coverage = dataOf<{ contactsNeverTested: { count: number } }>(await owner.query("alert.getCoverage"));
		expect(coverage.contactsNeverTested.count).toBe(0);
	});

	it("get one message of its end as well", async () => {
		const shared = await createShared();
		await shared.sendDue(1);
		await shared.send([[2, 1]]);
		await shared.sendDue(4);
		expect(headings(shared.provider)).toHaveLength(2);
	});

	it("get one message if all are claimed at once", async () => {
		const { id, messages, at } = await createShared(8);
		const provider = emailProvider();
		const handOvers = (await messages()).map(({ id: messageId }) => ({ accountId: id, messageId, attempt: 1 }));
		await consume(handOvers, { email: provider.binding, clock: () => at(1) });
		expect(headings(provider)).toHaveLength(1);
	});

	it("try the next address of each, and at last the owners, if the one message fails", async () => {
		const shared = await createShared(2);
		const declinesAll = emailProvider(() => Promise.reject(providerError("E_VALIDATION_ERROR")));
		await shared.sendDue(1, declinesAll);
		const sent = await shared.messages();
		expect(sent.map(({ state, userId }) => [state, userId !== null])).toEqual([
			["failed", false],
			["failed", false],
			["queued", true],
		]);
	});

	it("wait for the one that is tried again, and get it once", async () => {
		const shared = await createShared(2);
		await shared.sendDue(1, denying());
		expect(await statesOf(shared)).toEqual(["queued", "sameAddress"]);
		await shared.sendDue(3);
		expect(headings(shared.provider)).toHaveLength(1);
		expectNotified(await shared.timeline(), ["Ana Prado", "Twin 1"]);
	});

	it.each([
		[
			"is paused",
			(accountId: string, contactId: string) =>
				inAccount(accountId, (db) => pauseContactRows(db, [contactId], new Date(Date.now() + 10 * 24 * 3_600_000))),
		],
		[
			"has another address",
			(accountId: string, contactId: string) =>
				inAccount(accountId, (db) => {
					const known = findDeliveryChannel(db, contactId, "email");
					if (known) updateDeliveryChannel(db, known, { address: "elsewhere@example.test", addressVersion: 2 });
				}),
		],
		[
			"has no address any more",
			(accountId: string, contactId: string) =>
				inAccount(accountId, (db) => deleteDeliveryChannel(db, { contactId: contactId, channel: "email" })),
		],
	])("get their own message if its contact %s by the next attempt", async (_, change) => {
		const shared = await createShared(2);
		await shared.sendDue(1, denying());
		const [first] = (await shared.messages()).filter(({ state }) => state === "queued");
		const other = first?.contactId === shared.ana.id ? "ANA@example.test" : "ana@example.test";
		await change(shared.id, first?.contactId ?? "");
		await shared.sendDue(3);
		await shared.sendDue(5);
		expect(shared.provider.taken.filter(({ to }) => to === other)).toHaveLength(1);
		const name = other === "ana@example.test" ? "Ana Prado" : "Twin 1";
		expect((await shared.timeline()).some((text) => text.startsWith(`Notified ${name} by e-mail`))).toBe(true);
	});
});

it("treats a contact with another tag in the address as another recipient", async () => {
	const { id, change, send, messages, provider, ana, at } = await createNotifying();
	const tagged = await addContact(id, { fullName: "Tagged", email: "ana+alerts@example.test", phone: null });
	await change({ contactIds: [ana.id, tagged.id] });
	await send([[0, 9]]);
	for (const message of await messages()) await attemptAt(id, message.id, { now: at(1), email: provider.binding });
	expect(headings(provider)).toHaveLength(2);
});
