import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AccountDb } from "../../../backend/base/context";
import {
	type DeliveryChannelRow,
	deleteDeliveryChannel,
	updateDeliveryChannel,
} from "../../../backend/db/contact-rows";
import type { MessageRow } from "../../../backend/db/message-rows";
import { contacts, messages } from "../../../backend/db/schema";
import { leaseMs } from "../../../backend/message/claim-message";
import { lostError } from "../../../backend/message/message-outcome";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { MessageListRow, MessagePage } from "../../../shared/message/message";
import { accountStub, createOwner, inAccount } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import {
	addContact,
	aheadOfTheAlarm,
	alertFacts,
	attemptAt,
	claim,
	consume,
	emailProvider,
	handOverAt as handOverOf,
	type Mail,
	messageOf,
	providerError,
	queue,
	queueTest,
	type SeededContact,
} from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

let accountId = "";
let owner: Person;
let contact: SeededContact;

beforeAll(async () => {
	({ id: accountId, owner } = await createOwner());
	contact = await addContact(accountId);
});

/** Messages of one test would count against the limits of the next. */
beforeEach(() => inAccount(accountId, (db) => void db.delete(messages).run()));

type Outcome = Partial<Pick<MessageRow, "state" | "reason" | "error" | "attempt">>;

const never = () => new Promise<void>(() => {});
const fails = (code: string) => () => {
	throw providerError(code);
};

describe("one attempt at a provider that responds or fails", () => {
	const later = { state: "queued", attempt: 2, reason: null } as const;
	const faults: [name: string, fault: (mail: Mail) => unknown, expected: Outcome][] = [
		["takes it", () => {}, { state: "sent", attempt: 1, error: null }],
		[
			"refuses it",
			fails("E_VALIDATION_ERROR"),
			{ state: "failed", error: "The provider refused it: E_VALIDATION_ERROR" },
		],
		[
			"writes to the address no more",
			fails("E_RECIPIENT_SUPPRESSED"),
			{ state: "suppressed", reason: "providerSuppressed" },
		],
		["is too busy", fails("E_RATE_LIMIT_EXCEEDED"), { ...later, error: "The provider answered E_RATE_LIMIT_EXCEEDED" }],
		["fails inside", fails("E_INTERNAL_SERVER_ERROR"), later],
		["does not know the sender yet", fails("E_SENDER_NOT_VERIFIED"), later],
		[
			"cannot be reached",
			() => {
				throw new TypeError("Network connection lost");
			},
			{ ...later, error: "The provider could not be reached" },
		],
	];

	it.each(faults)("leads to the right outcome if the provider %s", async (_, fault, expected) => {
		const now = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, now);
		const { binding } = emailProvider(fault);
		expect(await attemptAt(accountId, messageId, { now, email: binding })).toMatchObject(expected);
	});

	it("ends after a time if the provider hangs, and is repeated", async () => {
		const now = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, now);
		const { promise: requested, resolve } = Promise.withResolvers<void>();
		const { binding } = emailProvider(() => {
			resolve();
			return never();
		});
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		try {
			const attempt = attemptAt(accountId, messageId, { now, email: binding });
			await requested;
			await vi.advanceTimersByTimeAsync(20_000);
			expect(await attempt).toMatchObject({ ...later, error: "The provider did not answer" });
			const again = await claim(accountId, messageId, { attempt: 2, now: now + minuteMs });
			expect(again).toMatchObject({ status: "send", message: { repeat: "maybe" } });
		} finally {
			vi.useRealTimers();
		}
	});
});

describe("a provider that is down for a day", () => {
	it("tries a message with growing waits, then fails it, reports it and lets a person resend it", async () => {
		const begun = aheadOfTheAlarm();
		const recipient = { to: "contact", contactId: contact.id, channel: "email" } as const;
		const messageId = await queue(
			accountId,
			{ cause: "alert", about: "evt_down", recipient, facts: alertFacts },
			begun,
		);
		const { binding: down } = emailProvider(fails("E_INTERNAL_SERVER_ERROR"));
		const waits: number[] = [];
		let message = await messageOf(accountId, messageId);
		while (message.state === "queued" && waits.length < 100) {
			const now = message.dueAt ?? 0;
			message = await attemptAt(accountId, messageId, { now, email: down });
			if (message.dueAt !== null) waits.push((message.dueAt - now) / 1000);
		}
		expect(waits.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
		expect(message).toMatchObject({ state: "failed", dueAt: null });
		const lastedMs = waits.reduce((sum, seconds) => sum + seconds * 1000, 0);
		expect([lastedMs > 22 * hourMs, lastedMs <= 24 * hourMs]).toEqual([true, true]);

		const { messages: readingStore } = dataOf<MessagePage>(
			await owner.query("message.getMessages", { states: ["failed"] }),
		);
		const notices = { id: messageId, state: "failed", isResendable: true, recipient: "Ana Prado", cause: "alert" };
		const error = "The provider answered E_INTERNAL_SERVER_ERROR";
		expect(readingStore).toContainEqual(expect.objectContaining({ ...notices, error }));
		const again = dataOf<MessageListRow>(await owner.mutate("message.resendMessage", { messageId }));
		expect(again).toMatchObject({ state: "queued", error: null, isResendable: false });
		await expect.poll(async () => (await messageOf(accountId, messageId)).state, { timeout: 10_000 }).toBe("sent");
	});
});

describe("a queue", () => {
	it("sends a message once if the queue delivers it twice, and both are done", async () => {
		const now = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, now);
		const { binding, taken } = emailProvider();
		const handOver = { accountId, messageId, attempt: 1 };
		const handled = await consume([handOver, handOver], { email: binding, clock: () => now });
		await consume([handOver], { email: binding, clock: () => now + 2 * leaseMs });
		expect(taken).toHaveLength(1);
		expect(handled).toEqual([
			{ acked: true, retried: false },
			{ acked: true, retried: false },
		]);
	});

	it("sends nothing for an earlier attempt that is delivered after a later one", async () => {
		const now = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, now);
		await attemptAt(accountId, messageId, { now, email: emailProvider(fails("E_INTERNAL_SERVER_ERROR")).binding });
		const { binding, taken } = emailProvider();
		const at = (attempt: number) => ({ accountId, messageId, attempt });
		await consume([at(3), at(1)], { email: binding, clock: () => now + minuteMs });
		expect(taken).toEqual([]);
		await consume([at(2), at(1)], { email: binding, clock: () => now + minuteMs });
		expect(taken).toHaveLength(1);
	});

	it("acknowledges the others if one account cannot be reached", async () => {
		const now = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, now);
		const unreachable = "unreachable";
		const accounts = {
			idFromName: (name: string) => env.ACCOUNT.idFromName(name),
			get: (id: DurableObjectId) => {
				if (id.name === unreachable) throw new Error("The object is overloaded");
				return env.ACCOUNT.get(id);
			},
		};
		const handOvers = [
			{ accountId: unreachable, messageId, attempt: 1 },
			{ accountId, messageId, attempt: 1 },
		];
		const { binding, taken } = emailProvider();
		expect(await consume(handOvers, { accounts, email: binding, clock: () => now })).toEqual([
			{ acked: false, retried: true },
			{ acked: true, retried: false },
		]);
		expect(taken).toHaveLength(1);
		expect(takeLogs()).toEqual([expect.stringContaining("message-retried")]);
	});

	it("ignores the delivery of a deleted message", async () => {
		const { binding, taken } = emailProvider();
		const messageId = "msg_00000000000000000000000000";
		expect(await consume([{ accountId, messageId, attempt: 1 }], { email: binding })).toEqual([
			{ acked: true, retried: false },
		]);
		await accountStub(accountId).reportMessage({ messageId, attempt: 1 }, { kind: "refused", error: "" }, 0);
		expect(taken).toEqual([]);
	});
});

const handOverAt = (now: number, fault?: () => void) => handOverOf(accountId, now, fault);
const forget = (db: AccountDb) => db.delete(messages).run();

describe("an object that ends", () => {
	it("hands over after the commit when it is awake again", async () => {
		await inAccount(accountId, forget);
		const messageId = await queueTest(accountId, contact.id, Date.now());
		await evictDurableObject(accountStub(accountId));
		// Any call wakes the object and arms its alarm.
		dataOf(await owner.query("account.getCurrent"));
		await expect.poll(async () => (await messageOf(accountId, messageId)).state, { timeout: 10_000 }).toBe("sent");
	});

	it("hands over again a message that no consumer has claimed, within a minute", async () => {
		await inAccount(accountId, forget);
		const begun = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, begun);
		const waits: number[] = [];
		let now = begun;
		for (let hands = 0; hands < 5; hands += 1) {
			expect(await handOverAt(now)).toEqual([{ accountId, messageId, attempt: 1 }]);
			const { dueAt } = await messageOf(accountId, messageId);
			waits.push(((dueAt ?? 0) - now) / 1000);
			now = dueAt ?? 0;
		}
		expect(waits).toEqual([15, 30, 60, 60, 60]);
	});

	it("keeps messages that the queue did not take, hands them over within a minute, and never sets them aside", async () => {
		await inAccount(accountId, forget);
		const begun = aheadOfTheAlarm();
		const recipient = { to: "contact", contactId: contact.id, channel: "email" } as const;
		const messageId = await queue(
			accountId,
			{ cause: "alert", about: "evt_queue", recipient, facts: alertFacts },
			begun,
		);
		let now = begun + 30_000;
		for (let hands = 0; hands < 9; hands += 1) {
			const handed = await handOverAt(now, () => {
				throw new Error("The queue is down");
			});
			expect(handed).toEqual([]);
			const { dueAt, state } = await messageOf(accountId, messageId);
			expect([state, (dueAt ?? 0) - now <= minuteMs]).toEqual(["queued", true]);
			now = dueAt ?? 0;
		}
		expect(await handOverAt(now)).toEqual([{ accountId, messageId, attempt: 1 }]);
		expect(takeLogs()).toHaveLength(9);
	});

	it("gives up a message that could not be handed over in its time limit", async () => {
		await inAccount(accountId, forget);
		const begun = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, begun);
		expect(await handOverAt(begun + hourMs)).toEqual([]);
		expect(await messageOf(accountId, messageId)).toMatchObject({ state: "failed", dueAt: null });
	});
});

describe("a consumer that ends while it sends", () => {
	it("sends the e-mail once more, and the first result still counts", async () => {
		await inAccount(accountId, forget);
		const begun = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, begun);
		expect(await claim(accountId, messageId, { attempt: 1, now: begun })).toMatchObject({ status: "send" });
		const leased = { status: "ignored", why: "leased" };
		expect(await claim(accountId, messageId, { attempt: 1, now: begun + leaseMs - 1 })).toEqual(leased);
		expect(await handOverAt(begun + leaseMs)).toEqual([{ accountId, messageId, attempt: 2 }]);
		const stub = accountStub(accountId);
		await stub.reportMessage({ messageId, attempt: 1 }, { kind: "later", error: "late" }, begun + leaseMs);
		expect(await messageOf(accountId, messageId)).toMatchObject({ state: "queued", attempt: 2 });
		await stub.reportMessage({ messageId, attempt: 1 }, { kind: "accepted", providerId: "p" }, begun + leaseMs);
		expect(await messageOf(accountId, messageId)).toMatchObject({ state: "sent", providerId: "p" });
	});

	it("leaves a message that is not worth a second attempt as possibly arrived", async () => {
		await inAccount(accountId, forget);
		const begun = aheadOfTheAlarm();
		const messageId = await queueTest(accountId, contact.id, begun);
		await claim(accountId, messageId, { attempt: 1, now: begun + hourMs - leaseMs });
		expect(await handOverAt(begun + hourMs)).toEqual([]);
		const expected = { state: "mayHaveArrived", reason: null, error: lostError, dueAt: null };
		expect(await messageOf(accountId, messageId)).toMatchObject(expected);
	});

	it("leaves a message as possibly arrived if the next attempt is declined or no longer wanted", async () => {
		const decline = (messageId: string, now: number) =>
			attemptAt(accountId, messageId, { now, email: emailProvider(fails("E_VALIDATION_ERROR")).binding });
		const pause = async (messageId: string, now: number) => {
			await inAccount(accountId, (db) =>
				updateDeliveryChannel(db, { contactId: other.id, channel: "email" }, { status: "unsubscribed" }),
			);
			return attemptAt(accountId, messageId, { now, email: emailProvider().binding });
		};
		const other = await addContact(accountId, { email: "lost@example.test" });
		for (const [act, expected] of [
			[decline, { reason: null, error: "The provider refused it: E_VALIDATION_ERROR" }],
			[pause, { reason: "optedOut", error: lostError }],
		] as const) {
			await inAccount(accountId, forget);
			const begun = aheadOfTheAlarm();
			const messageId = await queueTest(accountId, other.id, begun);
			await claim(accountId, messageId, { attempt: 1, now: begun });
			await handOverAt(begun + leaseMs);
			expect(await act(messageId, begun + leaseMs)).toMatchObject({ state: "mayHaveArrived", ...expected });
		}
	});

	it("leaves an SMS unknown, as a second one costs money", async () => {
		const sms = { to: "contact", contactId: contact.id, channel: "sms" } as const;
		for (const wake of ["claim", "alarm"] as const) {
			await inAccount(accountId, forget);
			const begun = aheadOfTheAlarm();
			const messageId = await queue(
				accountId,
				{ cause: "alert", about: `evt_${wake}`, recipient: sms, facts: alertFacts },
				begun,
			);
			const lease = { state: "sending", leaseUntil: begun + leaseMs, dueAt: begun + leaseMs } as const;
			await inAccount(accountId, (db) => db.update(messages).set(lease).where(eq(messages.id, messageId)).run());
			if (wake === "claim") await claim(accountId, messageId, { attempt: 1, now: begun + leaseMs });
			else expect(await handOverAt(begun + leaseMs)).toEqual([]);
			expect(await messageOf(accountId, messageId)).toMatchObject({ state: "unknown", dueAt: null });
		}
	});
});

describe("the time between hand-over and sending", () => {
	type Change = (db: AccountDb, id: string) => unknown;
	const change =
		(changes: Partial<DeliveryChannelRow>): Change =>
		(db, contactId) =>
			updateDeliveryChannel(db, { contactId, channel: "email" }, changes);
	const changes: [name: string, change: Change, expected: Outcome][] = [
		["is deleted", (db, id) => db.delete(contacts).where(eq(contacts.id, id)).run(), { reason: "recipientGone" }],
		[
			"loses the address",
			(db, contactId) => deleteDeliveryChannel(db, { contactId, channel: "email" }),
			{ reason: "noAddress" },
		],
		[
			"gets another address",
			change({ address: "other@example.test", addressVersion: 2 }),
			{ reason: "addressChanged" },
		],
		["wants no messages any more", change({ status: "unsubscribed" }), { reason: "optedOut" }],
	];

	it.each(changes)("sends nothing to a contact who %s", async (_, act, expected) => {
		const now = aheadOfTheAlarm();
		const other = await addContact(accountId, { email: "between@example.test" });
		const messageId = await queueTest(accountId, other.id, now);
		await inAccount(accountId, (db) => act(db, other.id));
		const { binding, taken } = emailProvider();
		const message = await attemptAt(accountId, messageId, { now, email: binding });
		expect(message).toMatchObject({ state: "suppressed", dueAt: null, ...expected });
		expect(taken).toEqual([]);
	});
});
