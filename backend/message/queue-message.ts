import type { SuppressionReason } from "../../shared/message/message";
import type { RowStore } from "../base/context";
import { findGatheringMessage, insertMessage, type MessageRow, updateMessage } from "../db/message-rows";
import type { Recipient } from "../db/message-schema";
import { countNotices, findQueuedNotice, insertNotice, type NoticeRow } from "../db/notice-rows";
import { keyOf } from "../db/recipient-key";
import { stormMessageIds } from "../db/storm-rows";
import { addressKey } from "./address-key";
import { findAddressee } from "./addressee";
import { type CauseFacts, type CauseName, causes } from "./causes";
import { channelTraits } from "./channel-traits";
import { stormOf } from "./storm";
import { checkSendable, type SuppressionStore } from "./suppression";

const noticesPerMessage = 100;
const noticesPerStorm = 1_000;

export type MessageToQueue<Name extends CauseName> = {
	cause: Name;
	/** Id of the event, invitation or test. */
	about: string;
	/** 0 is the first message about it. */
	step?: number;
	recipient: Recipient;
	facts: CauseFacts[Name];
	site?: string;
	/** Limits of codes and tests count by this user. */
	requestedBy?: string;
};

/** Call in the transaction of the cause. The same (about, cause, step, recipient) again writes nothing. */
export function queueMessage<Name extends CauseName>(
	store: RowStore,
	queued: MessageToQueue<Name>,
): { messageId: string } {
	const { db, now, newId } = store;
	const recipientKey = keyOf(queued.recipient);
	const waitMs = causes[queued.cause].waitMs(queued.facts);
	const messageClass = causes[queued.cause].class;
	const usual = usualMessage(store, queued, { recipientKey, class: messageClass, waitMs });
	const { storm, count } = stormOfNotice(store, queued, { recipientKey, waitMs, gathering: usual });
	const gathering = storm ? storm.open : usual;
	const hasRoom = gathering !== null && countNotices(db, gathering.id) < (storm ? noticesPerStorm : noticesPerMessage);
	const messageId = hasRoom ? gathering.id : newId("message");
	const notice: NoticeRow = {
		id: newId("notice"),
		messageId,
		recipientKey,
		cause: queued.cause,
		about: queued.about,
		step: queued.step ?? 0,
		facts: queued.facts,
		droppedFor: null,
		lostAt: null,
		createdAt: new Date(now),
	};
	if (!insertNotice(db, notice)) return { messageId: findQueuedNotice(db, notice)?.messageId ?? messageId };
	const dueAt = storm?.dueAt ?? now + waitMs;
	const replaces = storm?.replaces ?? null;
	if (!hasRoom) insertMessage(db, newMessage(store, queued, { id: messageId, recipientKey, dueAt, replaces }));
	else if (dueAt < (gathering.dueAt ?? dueAt)) updateMessage(db, messageId, { dueAt });
	if (storm) storm.saved(messageId);
	else count();
	return { messageId };
}

type Waiting = { recipientKey: string; waitMs: number };

function usualMessage<Name extends CauseName>(
	{ db, now }: RowStore,
	{ recipient, site }: MessageToQueue<Name>,
	{ waitMs, ...open }: Waiting & { class: MessageRow["class"] },
): MessageRow | null {
	if (waitMs === 0 || !channelTraits[recipient.channel].gathers) return null;
	const found = findGatheringMessage(db, { ...open, now });
	const isOfStorm = found !== null && site !== undefined && stormMessageIds(db, open.recipientKey).includes(found.id);
	return isOfStorm ? null : found;
}

function stormOfNotice<Name extends CauseName>(
	store: RowStore,
	{ cause, recipient: { to, channel }, facts, site }: MessageToQueue<Name>,
	waiting: Waiting & { gathering: MessageRow | null },
) {
	if (cause !== "alert" || to !== "contact" || site === undefined) return { storm: null, count: () => {} };
	const { severity, drill } = facts as CauseFacts["alert"]; // facts of this cause
	if (drill) return { storm: null, count: () => {} };
	return stormOf(store, { ...waiting, channel, site, severity });
}

/** Returns why a message would be suppressed now; null if it would be sent. */
export function whyNotSent<Name extends CauseName>(
	store: SuppressionStore,
	{ cause, recipient, requestedBy }: Pick<MessageToQueue<Name>, "cause" | "recipient" | "requestedBy">,
): SuppressionReason | null {
	const { class: messageClass, isCode } = causes[cause];
	const about = {
		recipient,
		recipientKey: keyOf(recipient),
		class: messageClass,
		isCode,
		requestedBy: requestedBy ?? null,
		cause,
	};
	const asQueued = { addressVersion: null, isCounted: false, includesWaiting: true };
	const verdict = checkSendable(store, { ...about, ...asQueued });
	return "reason" in verdict ? verdict.reason : null;
}

function newMessage<Name extends CauseName>(
	{ db, now }: RowStore,
	{ cause, recipient, requestedBy }: MessageToQueue<Name>,
	message: Pick<MessageRow, "id" | "recipientKey" | "dueAt" | "replaces">,
): MessageRow {
	const { class: messageClass, worthMs, isCode, isForOneAddress, isTest } = causes[cause];
	const addressee = isForOneAddress ? findAddressee(db, recipient, now) : null;
	return {
		...message,
		class: messageClass,
		channel: recipient.channel,
		recipient,
		requestedBy: requestedBy ?? null,
		isCode,
		contactId: recipient.to === "contact" ? recipient.contactId : null,
		userId: recipient.to === "user" ? recipient.userId : null,
		addressVersion: addressee && "addressVersion" in addressee ? addressee.addressVersion : null,
		state: "queued",
		attempt: 1,
		handOvers: 0,
		begunAt: message.dueAt ?? now,
		giveUpAt: now + worthMs,
		createdAt: new Date(now),
		isUnverified: false,
		isTest,
		address: null,
		reason: null,
		error: null,
		outcome: null,
		language: null,
		providerId: null,
		addressKey: addressee && "address" in addressee ? addressKey(recipient.channel, addressee.address) : null,
		leaseUntil: null,
		claimedAt: null,
		claims: 0,
		isCounted: false,
		sentAt: null,
		settledAt: null,
	};
}
