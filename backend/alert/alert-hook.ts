import { type Said, said } from "../../shared/log/said";
import type { Statement } from "../../shared/log/said-text";
import type { MessageState, SuppressionReason } from "../../shared/message/message";
import type { AccountDb } from "../base/context";
import { findUser } from "../db/account-rows";
import { type AlertEventRow, findAlertEvent } from "../db/alert-event-rows";
import { findContact, findDeliveryChannel } from "../db/contact-rows";
import { hasRuleOptOut } from "../db/follow-up-rows";
import { findMessage } from "../db/message-rows";
import type { Recipient } from "../db/message-schema";
import { eventMute } from "../db/mute-rows";
import { type KnownNotice, listNoticesAbout } from "../db/notice-rows";
import { recipientOfKey } from "../db/recipient-key";
import type { CauseFacts } from "../message/causes";
import { type CauseHooks, type HookStore, mayHaveArrived, type NoticeOf } from "../message/message-outcome";
import { addNote, factsOf, isAlive, isOver } from "./alert-notices";
import { contactsOfNextTurn, userOf } from "./assignees";
import { failOver } from "./escalate";
import { keepForDigest } from "./follow-ups";
import { type Withheld, withheldFrom } from "./sending-hours";

type Notice = NoticeOf<"alert">;

/** `why`: text for the event's timeline; null: no entry. */
type Verdict =
	| { facts: CauseFacts["alert"] }
	| { dropped: SuppressionReason; why: Statement | null; withheld?: Withheld };

export const alertHook: CauseHooks["alert"] = {
	/** Returns notices that must wait, because an earlier one to the recipient is still being sent. */
	waiting: ({ db }, notices) =>
		notices.filter((notice) =>
			earlierOf(notice, toSame(db, notice)).some(({ state, messageId, droppedFor }) => {
				return state === "sending" && messageId !== notice.messageId && droppedFor === null;
			}),
		),
	stillOwed: (store, notices) =>
		notices.map((notice) => {
			const verdict = verdictOf(store, notice);
			if ("facts" in verdict) return { id: notice.id, facts: verdict.facts };
			const { dropped: droppedFor, why, withheld } = verdict;
			if (mayHaveArrived(notice)) recordPerhapsNotified(store, notice);
			else if (why !== null) recordNotNotified(store, notice, why);
			const recipient = withheld ? recipientOf(store.db, notice) : null;
			if (withheld && recipient) keepForDigest(store.db, notice.about, { recipient, withheld });
			failOver(store, notice, { droppedFor });
			return { id: notice.id, dropped: verdict.dropped };
		}),
	finished(store, notices, state, isSecondCall) {
		for (const notice of notices) {
			recordFinished(store, notice, state);
			// The first call has done so.
			if (!isSecondCall) failOver(store, notice, { droppedFor: null });
		}
	},
	callAgain(store, notices, outcome) {
		for (const notice of notices) {
			recordNotNotified(store, notice, said("why.calledAgain", { outcome }));
			failOver(store, notice, { droppedFor: null });
		}
	},
};

function toSame(db: AccountDb, { about, recipientKey }: Notice): KnownNotice[] {
	return listNoticesAbout(db, { about, cause: "alert" }).filter((known) => known.recipientKey === recipientKey);
}

function earlierAndCalls(db: AccountDb, notice: Notice): KnownNotice[] {
	const own = recipientOf(db, notice);
	const isTheirs = ({ recipientKey, recipient, channel }: KnownNotice) =>
		recipientKey === notice.recipientKey ||
		(channel === "call" &&
			recipient.to === "contact" &&
			own?.to === "contact" &&
			recipient.contactId === own.contactId);
	return earlierOf(notice, listNoticesAbout(db, { about: notice.about, cause: "alert" }).filter(isTheirs));
}

function earlierOf({ step }: Notice, known: readonly KnownNotice[]): KnownNotice[] {
	return known.filter((other) => other.step < step);
}

function verdictOf(store: HookStore, notice: Notice): Verdict {
	const { db, now } = store;
	const row = findAlertEvent(db, notice.about);
	if (!row) return { dropped: "noLongerNeeded", why: null };
	const known = toSame(db, notice);
	const closesCard = notice.facts.kind === "recovered" && earlierOf(notice, known).some(isNotified);
	if (row.isDrill && row.endedAt !== null && !closesCard) return { dropped: "noLongerNeeded", why: null };
	if (known.some((other) => other.step > notice.step && isAlive(other))) return { dropped: "superseded", why: null };
	const verdict = recheckEvent(store, { row, notice, earlier: earlierAndCalls(db, notice) });
	if (!("facts" in verdict)) return verdict;
	const mute = eventMute(db, row, now);
	if (mute) return { dropped: "muted", why: mute.why, withheld: { reason: "muted", until: mute.until } };
	const recipient = recipientOf(db, notice);
	if (recipient?.channel === "call" && (row.endedAt !== null || row.acknowledgedAt !== null)) {
		return { dropped: "noLongerNeeded", why: row.endedAt === null ? null : said("why.overBefore") };
	}
	if (row.alertId !== null && wantsNothingOf(db, row.alertId, recipient)) {
		return { dropped: "optedOut", why: said("why.wantsNothing") };
	}
	const withheld = withheldFrom(db, { row, recipient, severity: verdict.facts.severity, now });
	if (withheld && verdict.facts.kind === "acknowledged") return { dropped: withheld.reason, why: null };
	return withheld ? { dropped: withheld.reason, why: whyNot(withheld.reason), withheld } : verdict;
}

function wantsNothingOf(db: AccountDb, alertId: string, recipient: Recipient | null): boolean {
	if (recipient?.to !== "contact") return false;
	const found = findDeliveryChannel(db, recipient.contactId, recipient.channel, recipient.addressId);
	return found !== null && hasRuleOptOut(db, { alertId, channel: found.channel, address: found.address });
}

type MessageToQueue = { row: AlertEventRow; notice: Notice; earlier: readonly KnownNotice[] };

/** An end whose first message was never sent becomes one message with it. */
function recheckEvent(store: HookStore, { row, notice, earlier }: MessageToQueue): Verdict {
	const { db } = store;
	const { facts } = notice;
	const wasNotified = earlier.some(isNotified);
	const isWaiting = earlier.some(isUnsent);
	const over: Verdict = { dropped: "noLongerNeeded", why: said("why.overBefore") };
	const nothing: Verdict = { dropped: "noLongerNeeded", why: null };
	if (row.partOf !== null && !wasNotified) return { ...nothing, why: said("why.oneOfMany") };
	switch (facts.kind) {
		case "first":
			if (row.deviceId === null) return { facts: factsOf(db, row, { kind: "first", value: null }) };
			if (row.endedAt === null || facts.endedAt !== null) return { facts };
			return isOver(row) ? { facts: factsOf(db, row, { kind: "first", value: row.peak }) } : over;
		case "reminder":
		case "escalation":
			if (!wasNotified && isWaiting) return { facts: { ...facts, kind: "first" } };
			return row.endedAt === null && row.acknowledgedAt === null ? { facts } : nothing;
		case "acknowledged":
			if (row.endedAt !== null || row.acknowledgedAt === null) return nothing;
			if (wasNotified) return { facts };
			return isWaiting ? { facts: { ...facts, kind: "first" } } : nothing;
		case "recovered":
			if (wasNotified) return { facts };
			return isWaiting ? { facts: { ...facts, kind: "first" } } : nothing;
		case "digest":
			if (row.endedAt === null || wasNotified || isOver(row)) {
				return { facts: row.endedAt === facts.endedAt ? facts : factsOf(db, row, { kind: "digest", value: row.peak }) };
			}
			return over;
		case "assigned":
			return row.endedAt === null && isTheirs(db, row, notice) ? { facts } : nothing;
		case "stillOut": {
			const isMeant = row.acknowledgedAt === null || isTheirs(db, row, notice) || isOfNextTurn(store, row, notice);
			return row.endedAt === null && isMeant ? { facts } : nothing;
		}
		case "ended":
			if (wasNotified) return { facts };
			return isWaiting ? over : nothing;
	}
}

function isTheirs(db: AccountDb, row: AlertEventRow, notice: Notice): boolean {
	return row.assigneeId !== null && userOf(db, recipientOf(db, notice)) === row.assigneeId;
}

function isOfNextTurn(store: HookStore, row: AlertEventRow, notice: Notice): boolean {
	const recipient = recipientOf(store.db, notice);
	return recipient?.to === "contact" && contactsOfNextTurn(store, row).includes(recipient.contactId);
}

function isNotified(one: KnownNotice): boolean {
	return mayHaveArrived(one) || (isAlive(one) && one.state !== "queued" && one.state !== "sending");
}

function isUnsent({ droppedFor, state, lostAt }: KnownNotice): boolean {
	if (lostAt !== null) return false;
	return droppedFor === "superseded" || (droppedFor === null && (state === "queued" || state === "sending"));
}

function recipientOf(db: AccountDb, { messageId, recipientKey }: Notice): Recipient | null {
	return recipientOfKey(recipientKey) ?? findMessage(db, messageId)?.recipient ?? null;
}

function ofWhat(db: AccountDb, notice: Notice) {
	const { kind } = notice.facts;
	const isWhole = kind === "recovered" && !earlierAndCalls(db, notice).some(isNotified);
	return isWhole ? "whole" : kind;
}

function recordFinished(store: HookStore, notice: Notice, state: MessageState): void {
	if (state === "delivered") return;
	const message = findMessage(store.db, notice.messageId);
	const notified = said(`notified.${ofWhat(store.db, notice)}`, { whom: whom(store.db, notice) });
	const together = togetherWith(store.db, notice, notified);
	const text = mayHaveArrived(notice) ? said("notified.again", { text: together }) : together;
	if (state === "sent") note(store, notice, { kind: "notified", text });
	else if (state === "unknown" || mayHaveArrived(notice)) recordPerhapsNotified(store, notice);
	else if (state === "bounced") recordNotNotified(store, notice, said("why.cameBack"));
	else if (state === "failed") recordNotNotified(store, notice, message?.error ?? said("why.failed"));
	else recordNotNotified(store, notice, whyNot(message?.reason ?? "noLongerNeeded"));
}

function togetherWith(db: AccountDb, { messageId, recipientKey }: Notice, text: Said): Said {
	const message = findMessage(db, messageId);
	if (!message || message.recipientKey === recipientKey || message.contactId === null) return text;
	return said("notified.together", { text, other: contactName(db, message.contactId) });
}

function contactName(db: AccountDb, contactId: string | undefined): Statement {
	const contact = contactId === undefined ? null : findContact(db, contactId);
	return contact?.fullName ?? said("whom.deletedContact");
}

function recordPerhapsNotified(store: HookStore, notice: Notice): void {
	const { db } = store;
	const text = said(`mayHaveNotified.${ofWhat(db, notice)}`, { whom: whom(db, notice) });
	note(store, notice, { kind: "notified", text });
}

function recordNotNotified(store: HookStore, notice: Notice, why: Statement): void {
	note(store, notice, { kind: "notNotified", text: said("notNotified", { whom: whom(store.db, notice), why }) });
}

function note(
	{ db, now, invalidations }: HookStore,
	notice: Notice,
	stated: { kind: "notified" | "notNotified"; text: Said },
): void {
	const { about } = notice;
	const row = findAlertEvent(db, about);
	if (!row) return;
	addNote(db, about, { at: now, ...stated, contactIds: namedContacts(db, notice) });
	invalidations.changed("alerts", row.deviceId === null ? "all" : [row.deviceId]);
}

function namedContacts(db: AccountDb, notice: Notice): string[] {
	const recipient = recipientOf(db, notice);
	const own = recipient?.to === "contact" ? [recipient.contactId] : [];
	return [...new Set([...own, findMessage(db, notice.messageId)?.contactId ?? []].flat())];
}

function whom(db: AccountDb, notice: Notice): Statement {
	const recipient = recipientOf(db, notice);
	const who = nameOf(db, recipient);
	return recipient ? said("whom.by", { who, channel: said(`by.${recipient.channel}`) }) : who;
}

function nameOf(db: AccountDb, recipient: Recipient | null): Statement {
	if (recipient?.to !== "user") return contactName(db, recipient?.to === "contact" ? recipient.contactId : undefined);
	const user = findUser(db, recipient.userId);
	return user === null ? said("whom.memberLeft") : said(`whom.${user.role}`, { name: user.name });
}

function whyNot(reason: SuppressionReason): Said {
	return said(`why.${reason}`);
}
