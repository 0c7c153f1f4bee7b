import { type Brand, brandLines } from "../../shared/account/brand";
import { letterLines } from "../../shared/account/company";
import { minuteMs } from "../../shared/base/durations";
import { pick } from "../../shared/base/plain-fields";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import { type DeliveryChannel, isPhone, type MessageClass, type SuppressionReason } from "../../shared/message/message";
import { wordsIn } from "../../shared/words/made/messages-in";
import type { AccountDb } from "../base/context";
import { type AccountRow, accountOrThrow } from "../db/account-rows";
import { publishedBrand } from "../db/brand-rows";
import { findMessage, type MessageRow, updateMessage } from "../db/message-rows";
import { countAbouts, findShown, listNotices, type NoticeRow, updateNotices } from "../db/notice-rows";
import { isReplaced, replacedNotices } from "../db/storm-rows";
import { addressKey as keyOfAddress } from "./address-key";
import type { Addressee } from "./addressee";
import type { AlertDetails } from "./alert-details";
import { type CauseFacts, type CauseName, type CauseNotice, cardStateOf, compareUrgency, isCauseName } from "./causes";
import { channelTraits } from "./channel-traits";
import {
	type CauseHook,
	type CauseHooks,
	finishMessage,
	type HookStore,
	lostError,
	type MailAttachment,
	mayHaveArrived,
	noticesOf,
	type OutcomeStore,
	recordJoined,
	recordLost,
} from "./message-outcome";
import { recipientFormats } from "./recipient-style";
import { joinSameAddress, moveToOwn, partFromOthers } from "./same-address";
import { checkSendable } from "./suppression";

/** After this time a consumer's attempt counts as lost. */
export const leaseMs = minuteMs;
const noticesAtMost = 20;
const namedAtMost = 10;

export type ClaimStore = OutcomeStore & { openDeliveryChannels: readonly DeliveryChannel[] };

/** Paths of links without sign-in; null: none. `events`: by id of an open event. */
export type MessageLinks = {
	verify: string | null;
	optOut: string | null;
	acknowledgeAll?: string;
	events: Record<string, { acknowledge: string; mute: string }>;
	reports: Record<string, string>;
};

export type ClaimedMessage = {
	messageId: string;
	/** Absent from an object of the release before. */
	accountId?: string;
	attempt: number;
	class: MessageClass;
	channel: DeliveryChannel;
	isCode: boolean;
	/** Can be sent again if the result is unknown. */
	isRepeatable: boolean;
	addressee: Pick<Addressee, "name" | "address" | "timeZone" | "language" | "secret" | "previousSecret">;
	addressKey: string;
	isUnverified: boolean;
	isInvitation: boolean;
	contact?: { contactId: string; addressVersion: number };
	attachments?: MailAttachment[];
	/** The consumer signs them; tokens are not stored. */
	links?: MessageLinks;
	sentId?: string;
	/** `foot`: the company's letter lines. An object of the release before sends neither foot nor formats. */
	brand: { productName: string; companyName: string; foot?: string[]; look?: MessageLook };
	formats?: DisplayFormats;
	/** `maybe`: its first attempt was interrupted; `asked`: a user resends it. */
	repeat?: "maybe" | "asked";
	notices: CauseNotice[];
	more: number;
	/** Keyed by event id; absent from an object of the release before. */
	alerts?: Record<string, AlertDetails>;
	/** Groups an event's messages in mail programs. */
	abouts: string[];
};

/** `mailSender`: the wanted name, which the operator may not have released. */
export type MessageLook = Pick<Brand, "mailSender" | "logoLight" | "primary">;

/** `ignored`: nothing to send; the queue's message is done. */
export type Claim = { status: "ignored"; why: string } | { status: "send"; message: ClaimedMessage };

type Claimed = { messageId: string; attempt: number };

/** Decides whether to send a message now, and leases it to one consumer. */
export function claimMessage(store: ClaimStore, { messageId, attempt }: Claimed): Claim {
	return store.db.transaction((): Claim => {
		const message = findMessage(store.db, messageId);
		if (!message) return { status: "ignored", why: "gone" };
		if (message.attempt !== attempt) return { status: "ignored", why: "another attempt" };
		if (message.state !== "queued" && message.state !== "sending") return { status: "ignored", why: message.state };
		if (message.state === "sending" && (message.leaseUntil ?? 0) > store.now)
			return { status: "ignored", why: "leased" };
		if (message.state === "sending") recordLost(store, message.id);
		if (message.state === "sending" && !isRepeatable(message)) {
			finishLost(store, message);
			return { status: "ignored", why: "unknown" };
		}
		return lease(store, message);
	});
}

/** A second e-mail does little harm; a second SMS or call costs money. */
export function isRepeatable({ channel }: Pick<MessageRow, "channel">): boolean {
	return !isPhone(channel);
}

export function finishLost(store: OutcomeStore, message: MessageRow): void {
	const outcome = message.channel === "call" ? "unknown" : null;
	finishMessage(store, message, { state: "unknown", outcome, error: lostError });
}

function lease(store: ClaimStore, message: MessageRow): Claim {
	const { db, now } = store;
	const owed = listNotices(db, message.id).filter(({ droppedFor }) => droppedFor === null);
	const waiting = waitingOf(store, owed);
	if (waiting.length > 0 && waiting.length === owed.length) return { status: "ignored", why: "another goes first" };
	if (waiting.length > 0) moveToOwn(store, message, { notices: waiting, handOvers: 1, dueAt: now + leaseMs });
	const notices = owed.filter((notice) => !waiting.includes(notice));
	const { queued, reason } = recheck(store, notices);
	const [first] = queued;
	if (!first) return suppress(store, message, reason);
	const verdict = checkSendable(store, { ...message, cause: first.notice.cause });
	if ("reason" in verdict) {
		partFromOthers(store, message, { notices: rowsOf(queued), address: null });
		return suppress(store, message, verdict.reason);
	}
	const { addressee } = verdict;
	const toSend = withoutShared(store, message, { queued, addressee });
	if (toSend.length === 0) return suppress(store, message, "sameAddress");
	const leaseUntil = now + leaseMs;
	updateMessage(db, message.id, {
		state: "sending",
		leaseUntil,
		dueAt: leaseUntil,
		...(message.isCounted ? {} : { isCounted: true, claims: message.claims + 1, claimedAt: now }),
		address: addressee.address,
		addressKey: keyOfAddress(message.channel, addressee.address),
		isUnverified: addressee.status !== "verified",
		language: addressee.language,
	});
	const sentId = sentIdOf(db, message, toSend);
	const shown = [...toSend, ...replacedBy(db, message, toSend)];
	const claimed = toClaimed(db, message, { queued: shown.toSorted(byUrgency), addressee });
	const attachments = message.channel === "email" ? attachmentsOf(store, claimed.notices) : [];
	const more = { ...(attachments.length > 0 && { attachments }), ...(sentId !== null && { sentId }) };
	return { status: "send", message: { ...claimed, ...more } };
}

/** The card that this message replaces. What needs attention again is a new card. */
function sentIdOf(db: HookStore["db"], message: MessageRow, queued: QueuedNotice[]): string | null {
	const { channel, recipientKey, replaces } = message;
	if (replaces !== null) return findMessage(db, replaces)?.providerId ?? null;
	const [only] = queued;
	if (!channelTraits[channel].canUpdate || queued.length !== 1 || only?.notice.cause !== "alert") return null;
	if (cardStateOf(only.notice.facts) === "open") return null;
	const shown = findShown(db, { about: only.row.about, recipientKey });
	const isAlone = shown !== null && shown.replaces === null && countAbouts(db, shown.id) === 1;
	return isAlone && !isReplaced(db, shown.id) ? shown.providerId : null;
}

/** Returns notices of the replaced messages, without those of events that this message lists itself. */
function replacedBy(db: HookStore["db"], message: MessageRow, queued: QueuedNotice[]): QueuedNotice[] {
	const own = new Set(queued.map(({ row }) => row.about));
	const latest = new Map(
		replacedNotices(db, message)
			.toSorted((one, other) => one.step - other.step)
			.map((row) => [row.about, row]),
	);
	return [...latest.values()].flatMap((row) => {
		const isShown = row.cause === "alert" && !own.has(row.about);
		return isShown ? [{ row, notice: { cause: row.cause, facts: row.facts } as CauseNotice }] : []; // facts of this very cause
	});
}

function withoutShared(
	store: ClaimStore,
	message: MessageRow,
	{ queued, addressee }: { queued: QueuedNotice[]; addressee: Addressee },
): QueuedNotice[] {
	const { address } = addressee;
	const together = new Set(partFromOthers(store, message, { notices: rowsOf(queued), address }).map(({ id }) => id));
	const own = queued.filter(({ row }) => together.has(row.id));
	const joined = joinSameAddress(store, message, { notices: rowsOf(own), addressee });
	for (const { state, notices } of joined) recordJoined(store, notices, state);
	const gone = new Set(joined.flatMap(({ notices }) => notices.map(({ id }) => id)));
	return own.filter(({ row }) => !gone.has(row.id));
}

function rowsOf(queued: readonly QueuedNotice[]): NoticeRow[] {
	return queued.map(({ row }) => row);
}

function suppress(store: ClaimStore, message: MessageRow, reason: Exclude<MessageRow["reason"], null>): Claim {
	if (message.outcome !== null) finishMessage(store, message, { state: "failed", error: message.error });
	else finishMessage(store, message, { state: "suppressed", reason });
	return { status: "ignored", why: reason };
}

type QueuedNotice = { row: NoticeRow; notice: CauseNotice };

function byUrgency(one: QueuedNotice, other: QueuedNotice): number {
	return compareUrgency(one.notice, other.notice);
}

type Rechecked = { queued: QueuedNotice[]; reason: SuppressionReason };

function recheck({ db, now, invalidations, hooks }: ClaimStore, notices: NoticeRow[]): Rechecked {
	const queued = notices.flatMap(({ cause, id }) => (isCauseName(cause) ? [{ id, cause }] : []));
	const returned = new Map<string, CauseNotice>();
	const reasons = new Map<string, SuppressionReason>();
	for (const cause of new Set(queued.map((notice) => notice.cause))) {
		for (const [id, response] of factsToSend({ db, now, invalidations, hooks }, cause, notices)) {
			if ("dropped" in response) reasons.set(id, response.dropped);
			else returned.set(id, response);
		}
	}
	const dropped = queued.flatMap(({ id }) =>
		returned.has(id) ? [] : { id, reason: reasons.get(id) ?? "noLongerNeeded" },
	);
	for (const [droppedFor, of] of Map.groupBy(dropped, (each) => each.reason)) {
		updateNotices(
			db,
			of.map(({ id }) => id),
			{ droppedFor },
		);
	}
	const left = notices.flatMap((row) => {
		const found = returned.get(row.id);
		return found ? [{ row, notice: found }] : [];
	});
	return { queued: left, reason: dropped.find((each) => each.reason !== "noLongerNeeded")?.reason ?? "noLongerNeeded" };
}

function waitingOf({ db, now, invalidations, hooks }: ClaimStore, notices: NoticeRow[]): NoticeRow[] {
	const ids = new Set(
		[...Map.groupBy(notices, ({ cause }) => cause)].flatMap(([cause, own]) => {
			const waiting = isCauseName(cause) ? waitHook(hooks, cause)?.({ db, now, invalidations }, noticesOf(own)) : [];
			return (waiting ?? []).map(({ id }) => id);
		}),
	);
	return notices.filter(({ id }) => ids.has(id));
}

function waitHook<Name extends CauseName>(hooks: CauseHooks, cause: Name): CauseHook<Name>["waiting"] {
	const hook: CauseHook<Name> | undefined = hooks[cause];
	return hook?.waiting;
}

type RecheckStore = HookStore & { hooks: CauseHooks };

type Reply = CauseNotice | { dropped: SuppressionReason };

function factsToSend<Name extends CauseName>(
	{ db, now, invalidations, hooks }: RecheckStore,
	cause: Name,
	all: NoticeRow[],
): (readonly [id: string, answer: Reply])[] {
	const own = noticesOf<Name>(all.filter((notice) => notice.cause === cause));
	const hook: CauseHooks[Name] = hooks[cause];
	const queued = hook?.stillOwed ? hook.stillOwed({ db, now, invalidations }, own) : own;
	return queued.map((each): readonly [string, Reply] => {
		if ("dropped" in each) return [each.id, { dropped: each.dropped }];
		return [each.id, { cause, facts: each.facts } as CauseNotice]; // facts of this very cause
	});
}

function toClaimed(
	db: HookStore["db"],
	message: MessageRow,
	{ queued, addressee }: { queued: QueuedNotice[]; addressee: Addressee },
): ClaimedMessage {
	const account = accountOrThrow(db);
	const brand = publishedBrand(db);
	const { addressVersion, status, pausedUntil: _, optedOut: __, ...reached } = addressee;
	const { address } = reached;
	const { contactId, recipient } = message;
	const { id: messageId, attempt, class: messageClass, channel, isCode } = message;
	const reported = [
		...new Map(queued.map((each) => [`${each.row.cause} ${each.row.about} ${each.row.step}`, each])).values(),
	];
	return {
		messageId,
		attempt,
		class: messageClass,
		channel,
		isCode,
		isRepeatable: isRepeatable(message),
		addressee: reached,
		addressKey: keyOfAddress(channel, address),
		isUnverified: status !== "verified",
		isInvitation: recipient.to === "address",
		...(contactId === null ? {} : { contact: { contactId, addressVersion: Number(addressVersion) } }),
		...(queued.some(({ row }) => mayHaveArrived(row)) ? { repeat: "maybe" } : message.sentAt && { repeat: "asked" }),
		accountId: account.id,
		brand: letterOf(account, brand, reached.language),
		formats: recipientFormats(account, reached.language),
		notices: reported.slice(0, noticesAtMost).map(({ notice }) => notice),
		more: Math.max(0, reported.length - noticesAtMost),
		abouts: [...new Set(reported.map(({ row }) => row.about))].slice(0, namedAtMost),
	};
}

/** The message of a call that is under way, without what was dropped. Null: nothing to say. */
export function messageOfCall(db: AccountDb, message: MessageRow, addressee: Addressee): ClaimedMessage | null {
	const held = listNotices(db, message.id).filter(({ droppedFor, facts }) => droppedFor === null && facts !== null);
	const queued = held.flatMap((row) => {
		return isCauseName(row.cause) ? { row, notice: { cause: row.cause, facts: row.facts } as CauseNotice } : []; // as stored
	});
	return queued.length === 0 ? null : toClaimed(db, message, { queued, addressee });
}

export function letterOf(account: AccountRow, brand: Brand, language: string): ClaimedMessage["brand"] {
	const { companyName, supportContact } = account;
	const foot = [
		...letterLines(account, language),
		...(supportContact === "" ? [] : [wordsIn(language)("questions", { contact: supportContact })]),
		...brand.mailFooter.split("\n").filter((line) => line.trim() !== ""),
		...brandLines(brand),
	];
	const look = pick(brand, ["mailSender", "logoLight", "primary"]);
	return { productName: brand.productName || account.productName, companyName, foot, look };
}

function attachmentsOf(store: ClaimStore, notices: CauseNotice[]): MailAttachment[] {
	return notices.flatMap((notice) => attachmentOf(store, notice.cause, notice.facts) ?? []);
}

function attachmentOf<Name extends CauseName>(
	{ db, now, invalidations, hooks }: ClaimStore,
	cause: Name,
	facts: CauseFacts[Name],
): MailAttachment | null {
	const hook: CauseHooks[Name] = hooks[cause];
	return hook?.attachment?.({ db, now, invalidations }, facts) ?? null;
}
