import type { MonthlyMeter } from "../../shared/account/billing-meters";
import { hourMs } from "../../shared/base/durations";
import type { DeliveryResult } from "../../shared/message/contact";
import type { DeliveryChannel, MessageState, SuppressionReason } from "../../shared/message/message";
import { addSystemEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import {
	findContact,
	findDeliveryChannel,
	recordDelivery as recordContactDelivery,
	setEmailStatus,
	updateDeliveryChannel,
} from "../db/contact-rows";
import {
	findMessage,
	listSpentDeliveryChannels,
	type MessageRow,
	updateMessage,
	wakeWaiting,
} from "../db/message-rows";
import { quotaDay } from "../db/message-share-rows";
import { listNotices, type NoticeRow, updateNotices } from "../db/notice-rows";
import { pushKeysOf } from "../db/push-keys";
import { countUsage } from "../db/usage-rows";
import { type CauseFacts, type CauseName, isCauseName } from "./causes";
import { recordForOthers } from "./same-address";

const firstWaitMs = 30_000;
const longestWaitMs = hourMs;
const longestError = 200;

/**
 * What became of one attempt. `later`: it may succeed another time; `unknown`: it may have been sent; `spent`: today's
 * share of messages is used up, which fails at once so that others are notified.
 */
export type SendOutcome =
	| { kind: "accepted"; providerId: string | null }
	| { kind: "refused"; error: string }
	| { kind: "spent"; error: string }
	| { kind: "suppressed"; reason: SuppressionReason; error: string }
	| { kind: "unknown"; error: string }
	/** Declined for its size. */
	| { kind: "tooLarge"; error: string }
	/** `mayHaveArrived`: nothing was answered, so that the next attempt may be the second to arrive. */
	| { kind: "later"; error: string; afterMs?: number; mayHaveArrived?: boolean };

/** What the provider tells after it accepted a message. */
export type DeliveryEvent = { kind: "delivered" | "bounced" | "failed" | "suppressed" | "complained"; error: string };

export type NoticeOf<Name extends CauseName> = Pick<
	NoticeRow,
	"id" | "messageId" | "recipientKey" | "about" | "step" | "lostAt"
> & { facts: CauseFacts[Name] };

export type MailAttachment = { objectKey: string; name: string; mediaType: string; bytes: number };

export type HookStore = { db: AccountDb; now: number; invalidations: Invalidations };

/** What a cause decides of its own notices. */
export type CauseHook<Name extends CauseName> = {
	/** Called at the claim: the notices that are sent later, as another message has to go first. */
	waiting?(store: HookStore, notices: NoticeOf<Name>[]): NoticeOf<Name>[];
	/**
	 * Called at the claim, in its transaction. What is not answered is dropped as no longer queued; `facts` are what is
	 * notified now, so that a later step may stand for an earlier one.
	 */
	stillOwed?(
		store: HookStore,
		notices: NoticeOf<Name>[],
	): ({ id: string; facts: CauseFacts[Name] } | { id: string; dropped: SuppressionReason })[];
	/** What a mail carries for it, read from R2 by a user who sends it; null: nothing. */
	attachment?(store: HookStore, facts: CauseFacts[Name]): MailAttachment | null;
	/** The provider declined it for its size. True: it is sent again, smaller. */
	tooLarge?(store: HookStore, facts: CauseFacts[Name]): boolean;
	/** Called in the transaction in which a message reached a state that its attempts leave no more. */
	finished?(store: HookStore, notices: NoticeOf<Name>[], state: MessageState): void;
};
export type CauseHooks = { [Name in CauseName]?: CauseHook<Name> };

/** `now` is epoch ms. */
export type OutcomeStore = { db: AccountDb; now: number; invalidations: Invalidations; hooks: CauseHooks };

type FinalState = { state: MessageState } & Partial<
	Pick<MessageRow, "reason" | "error" | "providerId" | "sentAt" | "address">
>;

export const lostError = "The sending was interrupted: nobody knows whether it was sent";

/** Ends the attempts of a message. What may have arrived neither failed nor was left out. */
export function finishMessage(store: OutcomeStore, message: MessageRow, final: FinalState): void {
	const { db, now, invalidations } = store;
	const notices = listNotices(db, message.id);
	const isUnsent = final.state === "failed" || final.state === "suppressed";
	const isPerhapsSent = isUnsent && notices.some(mayHaveArrived);
	const { error = null, ...finished }: FinalState = isPerhapsSent
		? { ...final, state: "mayHaveArrived", error: final.error ?? lostError }
		: final;
	const ended = { dueAt: null, leaseUntil: null, settledAt: new Date(now), error: error && shortened(error) };
	updateMessage(db, message.id, { ...finished, ...ended });
	wakeWaiting(db, keysOf(notices), now);
	recordForContacts(store, { ...message, ...finished }, notices);
	callFinishedHooks(store, notices, finished.state);
	// The code is of no use any more, and no one may read it in the log.
	if (message.isCode)
		updateNotices(
			db,
			notices.map(({ id }) => id),
			{ facts: null },
		);
	invalidations.changed("messages", "all");
}

/** Returns what changes of a message that is tried once more; what waited for this attempt goes first. */
export function queueAgain(
	{ db, now }: Pick<OutcomeStore, "db" | "now">,
	{ id, attempt }: Pick<MessageRow, "id" | "attempt">,
	{ dueAt, error }: { dueAt: number; error: string },
) {
	const next = { state: "queued", attempt: attempt + 1, handOvers: 0 } as const;
	updateMessage(db, id, { ...next, dueAt, leaseUntil: null, error: shortened(error) });
	wakeWaiting(db, keysOf(listNotices(db, id)), now);
	return next;
}

/** An attempt ended without a result: what it carried may have arrived. */
export function recordLost({ db, now }: Pick<OutcomeStore, "db" | "now">, messageId: string): void {
	const carried = listNotices(db, messageId).filter(({ droppedFor }) => droppedFor === null);
	updateNotices(
		db,
		carried.map(({ id }) => id),
		{ lostAt: now },
	);
}

export function mayHaveArrived({ lostAt }: Pick<NoticeRow, "lostAt">): boolean {
	return lostAt !== null;
}

const results: Partial<Record<MessageState, DeliveryResult>> = {
	sent: "ok",
	delivered: "ok",
	failed: "failed",
	bounced: "failed",
};

/** Also for other contacts with this address, whose notices it holds. */
function recordForContacts({ db, now }: OutcomeStore, message: MessageRow, notices: readonly NoticeRow[]): void {
	const { contactId, channel, address, state, reason } = message;
	// Nothing was ever answered, until it was not worth it any more.
	const result = state === "mayHaveArrived" && reason === null ? "failed" : results[state];
	if (contactId === null || result === undefined) return;
	const isSent = state === "sent";
	recordContactDelivery(db, { contactId, channel, address, at: new Date(now), result, isSent });
	const others = notices.filter(({ recipientKey, droppedFor }) => {
		return droppedFor === null && recipientKey !== message.recipientKey;
	});
	recordForOthers({ db, now }, keysOf(others), { result, isSent });
}

function keysOf(notices: readonly NoticeRow[]): string[] {
	return notices.map(({ recipientKey }) => recipientKey);
}

/** Of notices that have moved into a message which ended before: what it came to is theirs too. */
export function recordJoined(store: OutcomeStore, notices: NoticeRow[], state: MessageState): void {
	const result = results[state];
	const isOnItsWay = state === "queued" || state === "sending";
	if (isOnItsWay) return;
	if (result !== undefined) recordForOthers(store, keysOf(notices), { result, isSent: result === "ok" });
	callFinishedHooks(store, notices, state === "delivered" ? "sent" : state);
}

function callFinishedHooks(
	{ db, now, invalidations, hooks }: OutcomeStore,
	notices: NoticeRow[],
	state: MessageState,
): void {
	for (const [cause, own] of Map.groupBy(notices, (notice) => notice.cause)) {
		const queued = own.filter(({ droppedFor }) => droppedFor === null);
		if (isCauseName(cause) && queued.length > 0)
			finishedHook(hooks, cause)?.({ db, now, invalidations }, noticesOf(queued), state);
	}
}

function finishedHook<Name extends CauseName>(hooks: CauseHooks, cause: Name): CauseHook<Name>["finished"] {
	const hook: CauseHook<Name> | undefined = hooks[cause];
	return hook?.finished;
}

/** Notices of one cause: `oweMessage` stored facts of its type. */
export function noticesOf<Name extends CauseName>(notices: NoticeRow[]): NoticeOf<Name>[] {
	return notices.map(({ id, messageId, recipientKey, about, step, lostAt, facts }) => {
		return { id, messageId, recipientKey, about, step, lostAt, facts: facts as CauseFacts[Name] }; // as stored
	});
}

type Attempt = { messageId: string; attempt: number };

/** Ignores messages that are gone. A late success counts, as the provider has accepted; a late failure does not. */
export function recordOutcome(store: OutcomeStore, { messageId, attempt }: Attempt, outcome: SendOutcome): void {
	store.db.transaction(() => {
		const message = findMessage(store.db, messageId);
		if (!message || isOver(message.state)) return;
		const isCurrent = message.attempt === attempt && message.state === "sending";
		if (outcome.kind === "accepted" && !isCurrent) restoreLost(store, message.id);
		if (outcome.kind === "accepted") finishSent(store, message, outcome.providerId);
		else if (isCurrent) recordFailure(store, message, outcome);
	});
}

function isOver(state: MessageState): boolean {
	return state !== "queued" && state !== "sending" && state !== "unknown" && state !== "mayHaveArrived";
}

/** The attempt that seemed lost has arrived, and so has what was dropped since. */
function restoreLost({ db }: OutcomeStore, messageId: string): void {
	const lost = listNotices(db, messageId).filter(mayHaveArrived);
	updateNotices(
		db,
		lost.map(({ id }) => id),
		{ droppedFor: null, lostAt: null },
	);
}

/** Null: it is not counted. */
const metersByChannel: Record<DeliveryChannel, MonthlyMeter | null> = {
	email: "emails",
	sms: "sms",
	webhook: "webhooks",
	slack: "webhooks",
	push: null,
};

function finishSent(store: OutcomeStore, message: MessageRow, providerId: string | null): void {
	const sentAt = new Date(store.now);
	const meter = metersByChannel[message.channel];
	if (meter !== null) countUsage(store.db, { meter, now: store.now });
	finishMessage(store, message, { state: "sent", reason: null, providerId, sentAt });
}

function recordFailure(
	store: OutcomeStore,
	message: MessageRow,
	outcome: Exclude<SendOutcome, { kind: "accepted" }>,
): void {
	const isLost = outcome.kind === "unknown" || (outcome.kind === "later" && outcome.mayHaveArrived === true);
	if (isLost) recordLost(store, message.id);
	if (outcome.kind === "spent") recordSpent(store, message, outcome.error);
	if (outcome.kind === "later") tryLater(store, message, outcome);
	else if (outcome.kind === "tooLarge") sendSmaller(store, message, outcome.error);
	else finishMessage(store, message, finalStateOf(outcome));
	if (outcome.kind === "suppressed" && outcome.reason === "browserGone") endPush(store, message);
}

/** It has taken back its permission, or was reset. Its line stays, so that its user sees that nothing comes any more. */
function endPush({ db, now, invalidations }: OutcomeStore, { contactId, address }: MessageRow): void {
	const found = contactId === null ? null : findDeliveryChannel(db, contactId, "push");
	// Another browser has taken its place meanwhile.
	if (contactId === null || found?.address !== address) return;
	updateDeliveryChannel(db, found, { status: "bouncing", lastResult: "failed", lastResultAt: new Date(now) });
	const name = findContact(db, contactId)?.fullName ?? "somebody";
	const { browser } = pushKeysOf(found);
	const text = `Pushes to ${name} ended: ${browser} takes no more messages. Its user can turn them on again.`;
	addSystemEvent({ db, now, invalidations }, { deviceId: null, text });
	invalidations.changed("account", "all");
}

/** In the account's log, once a day for each channel. */
function recordSpent({ db, now, invalidations }: OutcomeStore, { channel }: MessageRow, text: string): void {
	if (listSpentDeliveryChannels(db, new Date(quotaDay(now).dayStart)).includes(channel)) return;
	addSystemEvent({ db, now, invalidations }, { deviceId: null, text: `${text}.` });
}

/** At once, where its cause can say the same with less. */
function sendSmaller(store: OutcomeStore, message: MessageRow, error: string): void {
	const { db, now, invalidations, hooks } = store;
	const kept = listNotices(db, message.id).filter(({ droppedFor }) => droppedFor === null);
	const isSmaller = [...Map.groupBy(kept, ({ cause }) => cause)].some(([cause, own]) => {
		return isCauseName(cause) && makesSmaller({ db, now, invalidations, hooks }, cause, own);
	});
	if (!isSmaller) {
		finishMessage(store, message, { state: "failed", error });
		return;
	}
	queueAgain(store, message, { dueAt: now, error });
}

function makesSmaller<Name extends CauseName>(store: OutcomeStore, cause: Name, notices: NoticeRow[]): boolean {
	const hook: CauseHook<Name> | undefined = store.hooks[cause];
	const made = noticesOf<Name>(notices).map(({ facts }) => hook?.tooLarge?.(store, facts) ?? false);
	return made.includes(true);
}

type FinalFailure = Exclude<SendOutcome, { kind: "accepted" | "later" | "tooLarge" }>;

function finalStateOf(outcome: FinalFailure): FinalState {
	const { error } = outcome;
	if (outcome.kind === "suppressed") return { state: "suppressed", reason: outcome.reason, error };
	if (outcome.kind === "spent") return { state: "failed", reason: "shareSpent", error };
	return { state: outcome.kind === "refused" ? "failed" : "unknown", error };
}

/** The one clock of retries: each wait is as long as all before it together, an hour at most, until it is not worth sending. */
function tryLater(
	store: OutcomeStore,
	message: MessageRow,
	{ error, afterMs = 0 }: { error: string; afterMs?: number },
) {
	const lastedMs = Math.max(0, store.now - message.begunAt);
	const waitMs = Math.max(Math.min(firstWaitMs + lastedMs, longestWaitMs), afterMs);
	const dueAt = store.now + waitMs;
	if (dueAt >= message.giveUpAt) {
		finishMessage(store, message, { state: "failed", error });
		return;
	}
	queueAgain(store, message, { dueAt, error });
	store.invalidations.changed("messages", "all");
}

/** Ignores what is gone, and what cannot follow: a delivery after a bounce, a second bounce. */
export function recordDelivery(store: OutcomeStore, messageId: string, { kind, error }: DeliveryEvent): void {
	store.db.transaction(() => {
		const message = findMessage(store.db, messageId);
		if (message?.channel !== "email") return;
		if (kind === "bounced" || kind === "complained" || kind === "suppressed") markAddress(store, message, kind);
		const lost = listNotices(store.db, message.id).filter(mayHaveArrived);
		const canFollow =
			isAccepted[message.state] ||
			(message.state === "queued" && lost.length > 0) ||
			(message.state === "delivered" && kind === "bounced");
		if (!canFollow || kind === "complained") return;
		recordLostResult(store, message, { lost, kind });
		if (kind !== "suppressed") finishMessage(store, message, { state: kind, error: error || null });
		else finishMessage(store, message, { state: kind, reason: "providerSuppressed", error: error || null });
	});
}

/** What the provider reports of a mail before its consumer did. */
const isAccepted: Record<MessageState, boolean> = {
	sending: true,
	sent: true,
	unknown: true,
	mayHaveArrived: true,
	queued: false,
	delivered: false,
	failed: false,
	bounced: false,
	suppressed: false,
};

/** The provider knows what became of an attempt whose report is lost or late: it has arrived, or no one gets it. */
function recordLostResult(
	store: OutcomeStore,
	message: MessageRow,
	{ lost, kind }: { lost: NoticeRow[]; kind: DeliveryEvent["kind"] },
): void {
	if (kind === "delivered") {
		if (message.state === "sent") return;
		restoreLost(store, message.id);
		finishSent(store, message, message.providerId);
		return;
	}
	updateNotices(
		store.db,
		lost.map(({ id }) => id),
		{ lostAt: null },
	);
}

/** A contact whose mail bounces is written to no more, nor one who calls it unwanted. */
function markAddress(
	{ db, now, invalidations }: OutcomeStore,
	{ contactId, address }: MessageRow,
	kind: DeliveryEvent["kind"],
): void {
	if (contactId === null || address === null) return;
	const status = kind === "complained" ? "unsubscribed" : "bouncing";
	setEmailStatus(db, { id: contactId, email: address, status, at: new Date(now) });
	invalidations.changed("account", "all");
}

function shortened(error: string): string {
	return error.replace(/\s+/g, " ").slice(0, longestError);
}
