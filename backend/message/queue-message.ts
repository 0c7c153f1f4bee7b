import type { SuppressionReason } from "../../shared/message/message";
import type { RowStore } from "../base/context";
import { findGatheringMessage, insertMessage, type MessageRow, updateMessage } from "../db/message-rows";
import type { Recipient } from "../db/message-schema";
import { countNotices, findQueuedNotice, insertNotice, type NoticeRow } from "../db/notice-rows";
import { keyOf } from "../db/recipient-key";
import { addressKey } from "./address-key";
import { findAddressee } from "./addressee";
import { type CauseFacts, type CauseName, causes } from "./causes";
import { checkSendable, type SuppressionStore } from "./suppression";

const noticesPerMessage = 100;

export type MessageToQueue<Name extends CauseName> = {
	cause: Name;
	/** Id of the event, invitation or test. */
	about: string;
	/** 0 is the first message about it. */
	step?: number;
	recipient: Recipient;
	facts: CauseFacts[Name];
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
	const gathering = waitMs === 0 ? null : findGatheringMessage(db, { recipientKey, class: messageClass, now });
	const hasRoom = gathering !== null && countNotices(db, gathering.id) < noticesPerMessage;
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
	const dueAt = now + waitMs;
	if (!hasRoom) insertMessage(db, newMessage(store, queued, { id: messageId, recipientKey, dueAt }));
	else if (dueAt < (gathering.dueAt ?? dueAt)) updateMessage(db, messageId, { dueAt });
	return { messageId };
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
	message: Pick<MessageRow, "id" | "recipientKey" | "dueAt">,
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
