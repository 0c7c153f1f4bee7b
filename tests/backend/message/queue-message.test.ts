import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Recipient } from "../../../backend/db/message-schema";
import { countNotices, listNotices, listStepStates } from "../../../backend/db/notice-rows";
import { messages, notices } from "../../../backend/db/schema";
import type { Addressee } from "../../../backend/message/addressee";
import type { CauseFacts } from "../../../backend/message/causes";
import { claimMessage } from "../../../backend/message/claim-message";
import { recordOutcome } from "../../../backend/message/message-outcome";
import { reasonAgainst, type Sendable } from "../../../backend/message/suppression";
import { dayMs, secondMs } from "../../../shared/base/durations";
import type { MessageState, SuppressionReason } from "../../../shared/message/message";
import { accountStub, createOwner, inAccount, newId } from "../fixtures/fleet";
import { invite } from "../fixtures/invitations";
import { addContact, aheadOfTheAlarm, alertFacts, claim, messageOf, queue, queueTest } from "../fixtures/messages";

let accountId = "";
let contactId = "";

beforeAll(async () => {
	accountId = (await createOwner()).id;
	contactId = (await addContact(accountId)).id;
});

beforeEach(async () => {
	await inAccount(accountId, (db) => {
		db.delete(messages).run();
		db.delete(notices).run();
	});
});

const byMail = (): Recipient => ({ to: "contact", contactId, channel: "email" });
const bySms = (): Recipient => ({ to: "contact", contactId, channel: "sms" });

type AlertQueued = { about: string; recipient?: Recipient; step?: number; facts?: Partial<CauseFacts["alert"]> };

function oweAlert({ about, recipient = byMail(), step = 0, facts = {} }: AlertQueued, now: number): Promise<string> {
	return queue(accountId, { cause: "alert", about, step, recipient, facts: { ...alertFacts, ...facts } }, now);
}

describe("a message that waits for others", () => {
	it("leaves within half a minute, and within five seconds from the first critical one", async () => {
		const now = aheadOfTheAlarm();
		const first = await oweAlert({ about: "evt_1" }, now);
		expect((await messageOf(accountId, first)).dueAt).toBe(now + 30 * secondMs);
		expect(await oweAlert({ about: "evt_2" }, now + 10 * secondMs)).toBe(first);
		expect((await messageOf(accountId, first)).dueAt).toBe(now + 30 * secondMs);
		expect(await oweAlert({ about: "evt_3", facts: { severity: "critical" } }, now + 11 * secondMs)).toBe(first);
		expect((await messageOf(accountId, first)).dueAt).toBe(now + 16 * secondMs);
		const claimed = await claim(accountId, first, { attempt: 1, now: now + 16 * secondMs });
		if (claimed.status !== "send") throw new Error(claimed.why);
		expect(claimed.message.abouts).toEqual(["evt_3", "evt_1", "evt_2"]);
		expect([claimed.message.notices.length, claimed.message.more]).toEqual([3, 0]);
	});

	it("never joins a message on its way, one to another address, or more than a hundred", async () => {
		const now = aheadOfTheAlarm();
		const first = await oweAlert({ about: "evt_0" }, now);
		expect(await oweAlert({ about: "evt_0", recipient: bySms() }, now)).not.toBe(first);
		for (let event = 1; event < 100; event += 1) expect(await oweAlert({ about: `evt_${event}` }, now)).toBe(first);
		expect(await oweAlert({ about: "evt_100" }, now)).not.toBe(first);
		expect(await oweAlert({ about: "evt_late" }, now + 31 * secondMs)).not.toBe(first);
		const claimed = await claim(accountId, first, { attempt: 1, now: now + 30 * secondMs });
		expect(claimed).toMatchObject({ status: "send", message: { more: 80 } });
	});

	it("skips the wait if a person waits for it", async () => {
		const now = aheadOfTheAlarm();
		const [one, other] = [await queueTest(accountId, contactId, now), await queueTest(accountId, contactId, now)];
		expect(one).not.toBe(other);
		expect((await messageOf(accountId, one)).dueAt).toBe(now);
	});
});

it("queues a notice once for each event, step, contact and channel", async () => {
	const now = aheadOfTheAlarm();
	const first = await oweAlert({ about: "evt_once" }, now);
	await oweAlert({ about: "evt_once" }, now);
	expect(await oweAlert({ about: "evt_once" }, now + dayMs)).toBe(first);
	expect(await inAccount(accountId, (db) => countNotices(db, first))).toBe(1);
	expect(await oweAlert({ about: "evt_once", step: 1 }, now)).toBe(first);
	expect(await inAccount(accountId, (db) => countNotices(db, first))).toBe(2);
});

describe("a cause with hooks", () => {
	it("drops notices that are no longer needed, updates the others, and receives the final state", async () => {
		const now = aheadOfTheAlarm();
		const messageId = await oweAlert({ about: "evt_over" }, now);
		await oweAlert({ about: "evt_on" }, now);
		const outcomes: [string[], MessageState][] = [];
		const notices = await inAccount(accountId, (db) => {
			const common = {
				db,
				now: now + 30 * secondMs,
				invalidations: { changed: () => {} },
				openDeliveryChannels: ["email"] as const,
			};
			const hooks = {
				alert: {
					stillOwed: (_: unknown, queued: { id: string; about: string; facts: CauseFacts["alert"] }[]) =>
						queued
							.filter(({ about }) => about === "evt_on")
							.map(({ id, facts }) => ({ id, facts: { ...facts, kind: "recovered" as const } })),
					finished: (_: unknown, queued: { about: string }[], state: MessageState) =>
						void outcomes.push([queued.map(({ about }) => about), state]),
				},
			};
			const claimed = claimMessage({ ...common, hooks }, { messageId, attempt: 1 });
			recordOutcome({ ...common, hooks }, { messageId, attempt: 1 }, { kind: "refused", error: "No" });
			return claimed.status === "send" ? claimed.message.notices : [];
		});
		expect(notices).toEqual([{ cause: "alert", facts: { ...alertFacts, kind: "recovered" } }]);
		expect(outcomes).toEqual([[["evt_on"], "failed"]]);
		const states = (about: string) =>
			inAccount(accountId, (db) => listStepStates(db, { about, cause: "alert", step: 0 }));
		expect(await states("evt_on")).toEqual(["failed"]);
	});

	it("suppresses the message if no notice is left", async () => {
		const now = aheadOfTheAlarm();
		const messageId = await oweAlert({ about: "evt_none" }, now);
		const hooks = { alert: { stillOwed: () => [] } };
		const common = { now, invalidations: { changed: () => {} }, openDeliveryChannels: ["email"] as const, hooks };
		await inAccount(accountId, (db) => claimMessage({ ...common, db }, { messageId, attempt: 1 }));
		const ended = { state: "suppressed", reason: "noLongerNeeded", dueAt: null };
		expect(await messageOf(accountId, messageId)).toMatchObject(ended);
	});
});

describe("the checks of an addressee", () => {
	const addressee: Addressee = {
		name: "Ana",
		address: "a@b.test",
		addressVersion: "2",
		status: "verified",
		timeZone: "UTC",
		language: "en",
		pausedUntil: null,
		optedOut: [],
		secret: null,
	};
	const message = { recipient: byMail(), class: "alerts", addressVersion: null, cause: "alert" } as const;
	const store = { now: 1000, openDeliveryChannels: ["email"] as const };
	const cases: [string, Partial<Addressee>, Partial<Sendable>, SuppressionReason | null][] = [
		["as any", {}, {}, null],
		["paused", { pausedUntil: 1001 }, {}, "paused"],
		["whose pause is over", { pausedUntil: 1000 }, {}, null],
		["paused, for a code", { pausedUntil: 1001 }, { class: "account", cause: "code" }, null],
		["opted out of the class", { optedOut: [{ class: "alerts", until: null }] }, {}, "optedOut"],
		["opted out of the class for a while", { optedOut: [{ class: "alerts", until: 1001 }] }, {}, "optedOut"],
		["whose time of opting out is over", { optedOut: [{ class: "alerts", until: 1000 }] }, {}, null],
		["opted out of another class", { optedOut: [{ class: "reports", until: null }] }, {}, null],
		["bouncing", { status: "bouncing" }, {}, "addressBouncing"],
		["bouncing, for a test", { status: "bouncing" }, { class: "account", cause: "test" }, null],
		["of another version of the address", {}, { addressVersion: "1" }, "addressChanged"],
		["by a closed channel", {}, { recipient: bySms() }, "channelOff"],
	];
	it.each(cases)("return the right reason: %s", (_, changes, queued, reason) => {
		expect(reasonAgainst(store, { ...message, ...queued }, { ...addressee, ...changes })).toBe(reason);
	});
});

describe("the limits", () => {
	async function claimNew(recipient: Recipient, now: number, requestedBy = "usr_1"): Promise<string> {
		const facts = { code: "123456", purpose: "confirm this address", expiresAt: now };
		const messageId = await queue(
			accountId,
			{ cause: "code", about: newId("notice"), recipient, facts, requestedBy },
			now,
		);
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

	it("allow three messages a day to an address without confirmation, and fifty in all", async () => {
		const now = aheadOfTheAlarm();
		const to = (name: string): Recipient => ({ to: "address", address: `${name}@example.test`, channel: "email" });
		for (let sent = 0; sent < 3; sent += 1) expect(await claimNew(to("a"), now)).toBe("sending");
		expect(await claimNew(to("A"), now)).toBe("unverifiedLimit");
		for (let sent = 3; sent < 50; sent += 1) expect(await claimNew(to(`b${sent}`), now)).toBe("sending");
		expect(await claimNew(to("c"), now)).toBe("unverifiedAccountLimit");
		expect(await claimNew({ to: "contact", contactId, channel: "email" }, now)).toBe("sending");
		expect(await claimNew(to("a"), now + dayMs)).toBe("sending");
	});

	it("allow a user five codes by SMS an hour, and an account twenty a day", async () => {
		const now = aheadOfTheAlarm();
		const hourMs = 60 * 60 * secondMs;
		const [first, other] = ["usr_1", "usr_2"];
		for (let hour = 0; hour < 4; hour += 1) {
			const by = hour < 2 ? first : other;
			for (let sent = 0; sent < 5; sent += 1) expect(await claimNew(bySms(), now + hour * hourMs, by)).toBe("sending");
			if (hour < 3) expect(await claimNew(bySms(), now + hour * hourMs, by)).toBe("codeLimit");
			// One user leaves half of the account's codes to others.
			if (hour === 2) expect(await claimNew(bySms(), now + hour * hourMs, first)).toBe("codeLimit");
		}
		expect(await claimNew(bySms(), now + 5 * hourMs, "usr_3")).toBe("codeLimit");
		expect(await claimNew(bySms(), now + dayMs)).toBe("sending");
	});

	it("count the same message sent again", async () => {
		const now = aheadOfTheAlarm();
		const recipient = { to: "address", address: "again@example.test", channel: "email" } as const;
		const facts = { inviterName: "Pat", role: "viewer", note: "", path: "/login", expiresAt: now };
		const about = await invite({ email: recipient.address, accountId, expiresAt: now + 10 * dayMs });
		const messageId = await queue(accountId, { cause: "invitation", about, recipient, facts }, now);
		const outcomes: string[] = [];
		for (let again = 0; again < 5; again += 1) {
			const { attempt } = await messageOf(accountId, messageId);
			await claim(accountId, messageId, { attempt, now });
			await accountStub(accountId).reportMessage({ messageId, attempt }, { kind: "refused", error: "No" }, now);
			const { state, reason } = await messageOf(accountId, messageId);
			outcomes.push(reason ?? state);
			// As `message.resendMessage` does.
			const anew = { state: "queued", attempt: attempt + 1, isCounted: false, reason: null } as const;
			await inAccount(accountId, (db) => db.update(messages).set(anew).run());
		}
		expect(outcomes).toEqual(["failed", "failed", "failed", "unverifiedLimit", "unverifiedLimit"]);
	});
});

it("erases a code once its message is finished", async () => {
	const now = aheadOfTheAlarm();
	const facts = { code: "123456", purpose: "confirm this address", expiresAt: now };
	const messageId = await queue(accountId, { cause: "code", about: "code_1", recipient: byMail(), facts }, now);
	await claim(accountId, messageId, { attempt: 1, now });
	expect((await inAccount(accountId, (db) => listNotices(db, messageId)))[0]?.facts).toEqual(facts);
	await accountStub(accountId).reportMessage({ messageId, attempt: 1 }, { kind: "refused", error: "No" }, now);
	expect((await inAccount(accountId, (db) => listNotices(db, messageId)))[0]?.facts).toBeNull();
});
