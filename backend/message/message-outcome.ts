import { hourMs, minuteMs } from "../../shared/base/durations";
import { type Said, said } from "../../shared/log/said";
import type { Statement } from "../../shared/log/said-text";
import type { DeliveryResult } from "../../shared/message/contact";
import { type CallOutcome, isPosted, type MessageState, type SuppressionReason } from "../../shared/message/message";
import { addSystemEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import {
	type DeliveryChannelRow,
	findContact,
	listDeliveryChannels,
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
import { channelTraits } from "./channel-traits";
import { recordForOthers } from "./same-address";

const firstWaitMs = 30_000;
const longestWaitMs = hourMs;
const longestError = 200;
const ringingMs = 2 * minuteMs;
const secondCallMs = 2 * minuteMs;

/** `later`: retry; `unknown`: may have been sent; `spent`: no quota today, fails at once to notify others. */
export type SendOutcome =
	| { kind: "accepted"; providerId: string | null }
	| { kind: "refused"; error: string }
	/** `line`: for the log. A consumer of the release before sends none. */
	| { kind: "spent"; error: string; line?: Said }
	| { kind: "suppressed"; reason: SuppressionReason; error: string }
	| { kind: "unknown"; error: string }
	| { kind: "tooLarge"; error: string }
	/** `mayHaveArrived`: no response came, so a retry may be a second delivery. `movedTo`: the chat's new address. */
	| { kind: "later"; error: string; afterMs?: number; mayHaveArrived?: boolean; movedTo?: string };

export type DeliveryEvent = { kind: "delivered" | "bounced" | "failed" | "suppressed" | "complained"; error: string };

export type NoticeOf<Name extends CauseName> = Pick<
	NoticeRow,
	"id" | "messageId" | "recipientKey" | "about" | "step" | "lostAt"
> & { facts: CauseFacts[Name] };

export type MailAttachment = { objectKey: string; name: string; mediaType: string; bytes: number };

export type HookStore = { db: AccountDb; now: number; invalidations: Invalidations };

export type CauseHook<Name extends CauseName> = {
	/** Called at the claim: returns notices that must wait for another message. */
	waiting?(store: HookStore, notices: NoticeOf<Name>[]): NoticeOf<Name>[];
	/** Called in the claim's transaction. Notices that it does not return are dropped. */
	stillOwed?(
		store: HookStore,
		notices: NoticeOf<Name>[],
	): ({ id: string; facts: CauseFacts[Name] } | { id: string; dropped: SuppressionReason })[];
	/** A file for the mail; the consumer reads it from R2. */
	attachment?(store: HookStore, facts: CauseFacts[Name]): MailAttachment | null;
	/** Called if the provider declines the size. True: send again, smaller. */
	tooLarge?(store: HookStore, facts: CauseFacts[Name]): boolean;
	/** Called in the transaction of a final state. `isSecondCall`: `callAgain` was called before. */
	finished?(store: HookStore, notices: NoticeOf<Name>[], state: MessageState, isSecondCall: boolean): void;
	/** Called if a call reached no one and a second one follows. Without it there is no second call. */
	callAgain?(store: HookStore, notices: NoticeOf<Name>[], outcome: CallOutcome): void;
};
export type CauseHooks = { [Name in CauseName]?: CauseHook<Name> };

export type OutcomeStore = { db: AccountDb; now: number; invalidations: Invalidations; hooks: CauseHooks };

type FinalState = { state: MessageState } & Partial<
	Pick<MessageRow, "reason" | "error" | "providerId" | "sentAt" | "address" | "outcome">
>;

export const lostError = "The sending was interrupted: nobody knows whether it was sent";

/** Ends a message's attempts. Replaces failed or suppressed by `mayHaveArrived` if it may have arrived. */
export function finishMessage(store: OutcomeStore, message: MessageRow, final: FinalState): void {
	const { db, now, invalidations } = store;
	const notices = listNotices(db, message.id);
	const isSecondCall = message.outcome !== null;
	const isUnsent = final.state === "failed" || final.state === "suppressed";
	const isPerhapsSent = isUnsent && notices.some(mayHaveArrived);
	const { error = null, ...finished }: FinalState = isPerhapsSent
		? { ...final, state: "mayHaveArrived", error: final.error ?? lostError }
		: final;
	const ended = { dueAt: null, leaseUntil: null, settledAt: new Date(now), error: error && shortened(error) };
	updateMessage(db, message.id, { ...finished, ...ended });
	wakeWaiting(db, keysOf(notices), now);
	recordForContacts(store, { ...message, ...finished }, notices);
	callFinishedHooks(store, notices, finished.state, isSecondCall);
	// Erases the code, so that the log does not show it.
	if (message.isCode)
		updateNotices(
			db,
			notices.map(({ id }) => id),
			{ facts: null },
		);
	invalidations.changed("messages", "all");
}

/** Returns the changes for another try; messages that wait for this one go first. */
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

/** Marks the notices of an attempt without result: they may have arrived. */
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

function recordForContacts({ db, now }: OutcomeStore, message: MessageRow, notices: readonly NoticeRow[]): void {
	const { contactId, channel, address, state, reason } = message;
	// No response ever came until sending was pointless.
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

/** Applies a finished message's result to notices that moved into it. */
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
	isSecondCall = false,
): void {
	for (const [cause, own] of Map.groupBy(notices, (notice) => notice.cause)) {
		const queued = own.filter(({ droppedFor }) => droppedFor === null);
		if (isCauseName(cause) && queued.length > 0)
			finishedHook(hooks, cause)?.({ db, now, invalidations }, noticesOf(queued), state, isSecondCall);
	}
}

function finishedHook<Name extends CauseName>(hooks: CauseHooks, cause: Name): CauseHook<Name>["finished"] {
	const hook: CauseHook<Name> | undefined = hooks[cause];
	return hook?.finished;
}

export function noticesOf<Name extends CauseName>(notices: NoticeRow[]): NoticeOf<Name>[] {
	return notices.map(({ id, messageId, recipientKey, about, step, lostAt, facts }) => {
		return { id, messageId, recipientKey, about, step, lostAt, facts: facts as CauseFacts[Name] }; // as stored
	});
}

type Attempt = { messageId: string; attempt: number };

/** Ignores deleted messages. A late success counts, a late failure does not. */
export function recordOutcome(store: OutcomeStore, { messageId, attempt }: Attempt, outcome: SendOutcome): void {
	store.db.transaction(() => {
		const message = findMessage(store.db, messageId);
		if (!message || isOver(message.state)) return;
		const isCurrent = message.attempt === attempt && message.state === "sending";
		if (message.channel === "call") {
			if (isCurrent) recordCallOutcome(store, message, outcome);
			return;
		}
		if (outcome.kind === "accepted" && !isCurrent) restoreLost(store, message.id);
		if (outcome.kind === "accepted") finishSent(store, message, outcome.providerId);
		else if (isCurrent) recordFailure(store, message, outcome);
	});
}

function isOver(state: MessageState): boolean {
	return state !== "queued" && state !== "sending" && state !== "unknown" && state !== "mayHaveArrived";
}

/** The lost attempt arrived: restores notices that were dropped since. */
function restoreLost({ db }: OutcomeStore, messageId: string): void {
	const lost = listNotices(db, messageId).filter(mayHaveArrived);
	updateNotices(
		db,
		lost.map(({ id }) => id),
		{ droppedFor: null, lostAt: null },
	);
}

/** A provider that cannot be reached counts as a failed call, so that others are notified at once. */
function recordCallOutcome(store: OutcomeStore, message: MessageRow, outcome: SendOutcome): void {
	if (outcome.kind === "accepted") {
		updateMessage(store.db, message.id, { providerId: outcome.providerId });
		waitForCall(store, message);
	} else if (outcome.kind === "later") endCall(store, message, "failed", outcome.error);
	else if (outcome.kind === "unknown") endCall(store, message, "unknown", outcome.error);
	else recordFailure(store, message, outcome);
}

export function waitForCall({ db, now }: OutcomeStore, { id, leaseUntil }: MessageRow, waitMs = ringingMs): void {
	const dueAt = Math.max(now + waitMs, leaseUntil ?? 0);
	updateMessage(db, id, { leaseUntil: dueAt, dueAt });
}

const reached: readonly CallOutcome[] = ["acknowledged", "heard"];

/** The outcome of a call. A message is called twice at most, and never after an unknown outcome. */
export function endCall(store: OutcomeStore, message: MessageRow, outcome: CallOutcome, error: string): void {
	const { db, now, invalidations } = store;
	if (reached.includes(outcome)) {
		if (message.state === "unknown") restoreLost(store, message.id);
		countUsage(db, { meter: "calls", now });
		finishMessage(store, message, { state: "sent", reason: null, outcome, sentAt: new Date(now) });
		return;
	}
	if (outcome === "unknown") {
		recordLost(store, message.id);
		finishMessage(store, message, { state: "unknown", outcome, error });
		return;
	}
	const hooks = callAgainHooks(store, message);
	if (hooks.length === 0 || now + secondCallMs >= message.giveUpAt) {
		finishMessage(store, message, { state: "failed", outcome, error });
		return;
	}
	queueAgain(store, message, { dueAt: now + secondCallMs, error });
	updateMessage(db, message.id, { outcome });
	for (const call of hooks) call(outcome);
	invalidations.changed("messages", "all");
}

function callAgainHooks(store: OutcomeStore, message: MessageRow): ((outcome: CallOutcome) => void)[] {
	if (message.outcome !== null) return [];
	const carried = listNotices(store.db, message.id).filter(({ droppedFor }) => droppedFor === null);
	return [...Map.groupBy(carried, ({ cause }) => cause)].flatMap(([cause, own]) => {
		return isCauseName(cause) ? (callAgainHook(store, cause, own) ?? []) : [];
	});
}

function callAgainHook<Name extends CauseName>(store: OutcomeStore, cause: Name, own: NoticeRow[]) {
	const { db, now, invalidations } = store;
	const hook: CauseHook<Name> | undefined = store.hooks[cause];
	if (!hook?.callAgain) return null;
	return (outcome: CallOutcome) => hook.callAgain?.({ db, now, invalidations }, noticesOf<Name>(own), outcome);
}

function finishSent(store: OutcomeStore, message: MessageRow, providerId: string | null): void {
	const sentAt = new Date(store.now);
	const { meter } = channelTraits[message.channel];
	if (meter !== null) countUsage(store.db, { meter, now: store.now });
	reviveAddress(store, message);
	finishMessage(store, message, { state: "sent", reason: null, providerId, sentAt });
}

function recordFailure(
	store: OutcomeStore,
	message: MessageRow,
	outcome: Exclude<SendOutcome, { kind: "accepted" }>,
): void {
	const isLost = outcome.kind === "unknown" || (outcome.kind === "later" && outcome.mayHaveArrived === true);
	if (isLost) recordLost(store, message.id);
	if (outcome.kind === "spent") recordSpent(store, message, outcome.line ?? `${outcome.error}.`);
	if (outcome.kind === "later" && outcome.movedTo !== undefined) moveAddress(store, message, outcome.movedTo);
	if (outcome.kind === "later") tryLater(store, message, outcome);
	else if (outcome.kind === "tooLarge") sendSmaller(store, message, outcome.error);
	else finishMessage(store, message, finalStateOf(outcome));
	if (outcome.kind === "suppressed" && goneReasons.includes(outcome.reason)) endAddress(store, message);
}

const goneReasons: readonly SuppressionReason[] = ["browserGone", "addressGone"];

/** Keeps the row, so that the user sees that the browser or chat takes no more messages. */
function endAddress({ db, now, invalidations }: OutcomeStore, message: MessageRow): void {
	const found = addressRow(db, message);
	if (!found || found.status === "bouncing") return;
	const { channel, contactId } = found;
	updateDeliveryChannel(db, found, { status: "bouncing", lastResult: "failed", lastResultAt: new Date(now) });
	const name = findContact(db, contactId)?.fullName ?? "";
	const text =
		channel === "push"
			? said("contact.pushesEnded", { name, browser: pushKeysOf(found).browser })
			: said("contact.addressGone", { name, channel: said(`by.${channel}`) });
	addSystemEvent({ db, now, invalidations }, { deviceId: null, text });
	invalidations.changed("account", "all");
}

function addressRow(db: AccountDb, { contactId, channel, address }: MessageRow): DeliveryChannelRow | null {
	const rows = contactId === null ? [] : listDeliveryChannels(db, contactId);
	return rows.find((row) => row.channel === channel && row.address === address) ?? null;
}

function reviveAddress({ db, invalidations }: OutcomeStore, message: MessageRow): void {
	const found = isPosted(message.channel) ? addressRow(db, message) : null;
	if (found?.status !== "bouncing") return;
	updateDeliveryChannel(db, found, { status: "verified" });
	invalidations.changed("account", "all");
}

function moveAddress({ db, invalidations }: OutcomeStore, message: MessageRow, address: string): void {
	const found = addressRow(db, message);
	if (found) updateDeliveryChannel(db, found, { address });
	invalidations.changed("account", "all");
}

/** Logs once per day and channel. */
function recordSpent({ db, now, invalidations }: OutcomeStore, { channel }: MessageRow, text: Statement): void {
	if (listSpentDeliveryChannels(db, new Date(quotaDay(now).dayStart)).includes(channel)) return;
	addSystemEvent({ db, now, invalidations }, { deviceId: null, text });
}

/** Sends again at once if a cause can do with less. */
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

/** Each wait equals all waits before, at most an hour, until sending is pointless. */
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

/** Ignores deleted messages and impossible orders, such as a delivery after a bounce. */
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

/** States in which the provider may report before the consumer does. */
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

/** Stops mail to an address that bounces or complains. */
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
