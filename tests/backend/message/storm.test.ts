import { describe, expect, it } from "vitest";
import { alertHook } from "../../../backend/alert/alert-hook";
import type { AccountDb, Invalidations } from "../../../backend/base/context";
import { createNewId } from "../../../backend/base/ids";
import { findAlertEvents, listAlertNotes } from "../../../backend/db/alert-event-rows";
import { insertDeliveryChannel } from "../../../backend/db/contact-rows";
import { findMessage, updateMessage } from "../../../backend/db/message-rows";
import type { Recipient } from "../../../backend/db/message-schema";
import { alertStorms, messages, notices } from "../../../backend/db/schema";
import { claimMessage } from "../../../backend/message/claim-message";
import { recordOutcome } from "../../../backend/message/message-outcome";
import { queueMessage } from "../../../backend/message/queue-message";
import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { minuteMs, secondMs } from "../../../shared/base/durations";
import type { DeliveryChannel } from "../../../shared/message/message";
import * as fc from "../../properties";
import { accountStub, createOwner, inAccount, newId } from "../fixtures/fleet";
import {
	addContact,
	aheadOfTheAlarm,
	alertFacts,
	attemptAt,
	claim,
	emailProvider,
	ensureEvent,
} from "../fixtures/messages";

type Queued = { about: string; to: Recipient; severity?: AlertSeverity; site?: string };

function oweIn(db: AccountDb, now: number, { about, to, severity = "critical", site = "Porto" }: Queued): string {
	ensureEvent(db, about);
	const facts = { ...alertFacts, eventId: about, severity };
	const store = { db, now, newId: createNewId(now) };
	return queueMessage(store, { cause: "alert", about, recipient: to, facts, site }).messageId;
}

const at = (contactId: string, channel: DeliveryChannel): Recipient => ({ to: "contact", contactId, channel });
const allMessages = (accountId: string) => inAccount(accountId, (db) => db.select().from(messages).all());

const invalidations = { changed: () => {} } as unknown as Invalidations; // no test reads them
const openDeliveryChannels: DeliveryChannel[] = ["email", "sms"];

/** What is due is claimed and sent, as by the consumer. */
function sendDue(accountId: string, now: number): Promise<void> {
	return inAccount(accountId, (db) => {
		const store = { db, now, invalidations, hooks: { alert: alertHook }, openDeliveryChannels };
		for (const { id } of db.select().from(messages).all().filter(isDue(now))) {
			const claimed = claimMessage(store, { messageId: id, attempt: 1 });
			if (claimed.status !== "send") throw new Error(claimed.why);
			recordOutcome(store, { messageId: id, attempt: 1 }, { kind: "accepted", providerId: null });
		}
	});
}

describe("many alerts of a site at once", () => {
	it("send three people two mails and two SMS each of 300 events in a minute, and lose none", {
		timeout: 120_000,
	}, async () => {
		const { id: accountId } = await createOwner();
		const people = await Promise.all(
			[1, 2, 3].map((each) => addContact(accountId, { email: `p${each}@example.test`, phone: `+35121000020${each}` })),
		);
		const to = people.flatMap(({ id }) => [at(id, "email"), at(id, "sms")]);
		const start = aheadOfTheAlarm();
		const events = Array.from({ length: 300 }, () => newId("alertEvent"));
		for (let second = 0; second < 60; second += 5) {
			await inAccount(accountId, (db) => {
				for (const [index, about] of events.slice(second * 5, second * 5 + 25).entries()) {
					for (const recipient of to) oweIn(db, start + second * secondMs + index * 200, { about, to: recipient });
				}
			});
			await sendDue(accountId, start + (second + 5) * secondMs);
		}
		for (const minute of [2, 12, 13]) await sendDue(accountId, start + minute * minuteMs);
		const sent = await allMessages(accountId);
		expect(sent.every(({ state }) => state === "sent")).toBe(true);
		for (const { channel, contactId } of to.flatMap((each) => (each.to === "contact" ? each : []))) {
			const own = sent.filter((message) => message.contactId === contactId && message.channel === channel);
			expect(own.length, channel).toBeLessThanOrEqual(2);
		}
		await inAccount(accountId, (db) => {
			expect(findAlertEvents(db, events)).toHaveLength(300);
			for (const about of events) {
				const own = listAlertNotes(db, about).filter(({ kind }) => kind === "notified");
				expect(own).toHaveLength(to.length);
			}
		});
	});

	it("put each event into exactly one message of a person and channel, however they arrive", {
		timeout: 120_000,
	}, async () => {
		const { id: accountId } = await createOwner();
		const channels: DeliveryChannel[] = ["email", "sms", "push", "telegram", "slack", "pagerduty", "webhook"];
		const arrival = fc.record({
			gapMs: fc.oneof(
				{ weight: 5, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
				fc.integer({ min: 0, max: 700_000 }),
			),
			severity: fc.constantFrom<AlertSeverity>("critical", "warning", "info"),
			site: fc.constantFrom("Porto", "Lisbon"),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(arrival, { maxLength: 60 }), async (arrivals) => {
				await inAccount(accountId, (db) => {
					for (const table of [messages, notices, alertStorms]) db.delete(table).run();
					const contactId = newId("contact");
					let now = aheadOfTheAlarm();
					for (const [index, { gapMs, severity, site }] of arrivals.entries()) {
						now += gapMs;
						for (const { id } of db.select().from(messages).all().filter(isDue(now))) {
							updateMessage(db, id, { state: "sent", dueAt: null });
						}
						for (const channel of channels) {
							const found = oweIn(db, now, { about: `evt_${index}`, to: at(contactId, channel), severity, site });
							const message = findMessage(db, found);
							expect(message?.state).toBe("queued");
							expect(message?.dueAt).toBeGreaterThan(now);
							if (channel === "pagerduty") expect(message?.replaces).toBeNull();
						}
					}
					const owed = db.select().from(notices).all();
					expect(owed).toHaveLength(arrivals.length * channels.length);
					const known = new Set(
						db
							.select()
							.from(messages)
							.all()
							.map(({ id }) => id),
					);
					expect(owed.every(({ messageId }) => known.has(messageId))).toBe(true);
					expect(new Set(owed.map(({ about, recipientKey }) => `${about} ${recipientKey}`)).size).toBe(owed.length);
				});
			}),
			{ numRuns: 25 },
		);
	});

	it("send a worse alert at once, and a few alerts as always", async () => {
		const { id: accountId } = await createOwner();
		const { id } = await addContact(accountId);
		const now = aheadOfTheAlarm();
		await inAccount(accountId, (db) => {
			const owe = (index: number, atMs: number, severity: AlertSeverity = "info") =>
				oweIn(db, now + atMs, { about: `evt_s${index}`, to: at(id, "sms"), severity });
			const first = owe(0, 0);
			for (let index = 1; index <= 11; index += 1) owe(index, index * 100);
			updateMessage(db, first, { state: "sent", dueAt: null });
			const waiting = owe(12, 2_000);
			expect(findMessage(db, waiting)?.dueAt).toBeGreaterThan(now + 31 * secondMs);
			expect(owe(13, 3_000, "critical")).toBe(waiting);
			expect(findMessage(db, waiting)?.dueAt).toBe(now + 8 * secondMs);
			const later = owe(14, 20 * minuteMs);
			expect(findMessage(db, later)?.dueAt).toBe(now + 20 * minuteMs + 30 * secondMs);
		});
	});
});

describe("a message of many alerts", () => {
	it("edits the first one of the storm in Telegram, and lists every alert", async () => {
		const { id: accountId } = await createOwner();
		const { id } = await addContact(accountId);
		const now = aheadOfTheAlarm();
		const ids = await inAccount(accountId, (db) => {
			const row = { contactId: id, channel: "telegram", address: "4711", addressVersion: 1, isDefault: true } as const;
			insertDeliveryChannel(db, { ...row, status: "verified" });
			const owe = (index: number, atMs: number) =>
				oweIn(db, now + atMs, { about: `evt_t${index}`, to: at(id, "telegram") });
			for (let index = 0; index < 10; index += 1) owe(index, index);
			const first = owe(10, 10);
			owe(11, 11);
			updateMessage(db, first, { state: "sent", dueAt: null, providerId: "77" });
			return { first, second: owe(12, 6_000) };
		});
		const claimed = await claim(accountId, ids.second, { attempt: 1, now: now + 12_000 });
		if (claimed.status !== "send") throw new Error(claimed.why);
		const { message } = claimed;
		expect(message.sentId).toBe("77");
		const listed = message.notices.flatMap((notice) => (notice.cause === "alert" ? notice.facts.eventId : []));
		expect(listed.toSorted()).toEqual(["evt_t10", "evt_t11", "evt_t12"]);
	});

	it("lets its link acknowledge all of them, without alerts that came later", async () => {
		const { id: accountId } = await createOwner();
		const { id } = await addContact(accountId);
		const now = aheadOfTheAlarm();
		const events = Array.from({ length: 14 }, () => newId("alertEvent"));
		const first = await inAccount(accountId, (db) => {
			const own = events.slice(0, 12).map((about, index) => oweIn(db, now + index, { about, to: at(id, "email") }));
			return own[0] ?? "";
		});
		await attemptAt(accountId, first, { now: now + 6_000, email: emailProvider().binding });
		await inAccount(accountId, (db) => {
			for (const about of events.slice(12)) oweIn(db, now + 7_000, { about, to: at(id, "email") });
		});
		const recipient = { contactId: id, channel: "email", addressVersion: 1 } as const;
		const claims = { accountId, action: "acknowledge", subject: first, recipient, expiresAt: now + minuteMs } as const;
		const origin = { address: null, browser: null, requestId: null, callerRequestId: null };
		const open = (use: { choice: string; comment: string } | null) =>
			accountStub(accountId).openLink(claims, use, now + 8_000, origin);
		expect((await open(null)).title).toBe("Acknowledge 12 alerts");
		await open({ choice: "acknowledge", comment: "" });
		await inAccount(accountId, (db) => {
			const open = findAlertEvents(db, events).filter(({ acknowledgedAt }) => acknowledgedAt === null);
			expect(open.map((event) => event.id).toSorted()).toEqual(events.slice(12).toSorted());
		});
		expect((await open(null)).title).toBe("Nothing to acknowledge");
	});
});

const isDue = (now: number) => (message: { state: string; dueAt: number | null }) =>
	message.state === "queued" && message.dueAt !== null && message.dueAt <= now;
