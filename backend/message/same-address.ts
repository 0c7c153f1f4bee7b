import type { AccountDb } from "../base/context";
import { createNewId } from "../base/ids";
import { findDeliveryChannel, recordDelivery } from "../db/contact-rows";
import { insertMessage, type MessageRow } from "../db/message-rows";
import { listNoticesAbout, type NoticeRow, updateNotices } from "../db/notice-rows";
import { recipientOfKey } from "../db/recipient-key";
import { sendKey } from "./address-key";
import type { Addressee } from "./addressee";

type Store = { db: AccountDb; now: number };

/** Contacts can share an address. Notices of one event move into one message and share its result. */

type Joined = { messageId: string; state: MessageRow["state"]; notices: NoticeRow[] };

/** Moves notices into messages that bring the same to this address; returns them with that message's state. */
export function joinSameAddress(
	{ db }: Store,
	message: MessageRow,
	{ notices, addressee }: { notices: readonly NoticeRow[]; addressee: Addressee },
): Joined[] {
	// Webhooks differ by secret, and the used secret is not stored.
	if (message.recipient.to !== "contact" || message.channel === "webhook") return [];
	const key = sendKey(message.channel, addressee.address, null);
	const joined = new Map<string, Joined>();
	for (const notice of notices) {
		const twin = listNoticesAbout(db, notice).find((other) => {
			const { channel, address, droppedFor, step, state, messageId } = other;
			if (messageId === message.id || step !== notice.step || droppedFor !== null) return false;
			if (channel !== message.channel || address === null || !isUnderWay[state]) return false;
			return sendKey(channel, address, null) === key;
		});
		if (!twin) continue;
		const { messageId, state } = twin;
		const known = joined.get(messageId) ?? { messageId, state, notices: [] };
		joined.set(messageId, { ...known, notices: [...known.notices, { ...notice, messageId }] });
		updateNotices(db, [notice.id], { messageId });
	}
	return [...joined.values()];
}

const isUnderWay: Record<MessageRow["state"], boolean> = {
	queued: true,
	sending: true,
	sent: true,
	delivered: true,
	unknown: true,
	mayHaveArrived: true,
	failed: false,
	bounced: false,
	suppressed: false,
};

/** Moves notices of contacts with another address into messages of their own; all if `address` is null. */
export function partFromOthers(
	{ db, now }: Store,
	message: MessageRow,
	{ notices, address }: { notices: readonly NoticeRow[]; address: string | null },
): NoticeRow[] {
	const strangers = notices.filter((notice) => {
		if (notice.recipientKey === message.recipientKey || notice.droppedFor !== null) return false;
		const recipient = recipientOfKey(notice.recipientKey);
		if (recipient?.to !== "contact") return false;
		const own = findDeliveryChannel(db, recipient.contactId, recipient.channel, recipient.addressId)?.address ?? null;
		return (
			address === null ||
			own === null ||
			sendKey(message.channel, own, null) !== sendKey(message.channel, address, null)
		);
	});
	for (const [recipientKey, theirs] of Map.groupBy(strangers, (notice) => notice.recipientKey)) {
		const recipient = recipientOfKey(recipientKey);
		if (recipient?.to !== "contact") continue;
		const whom = { recipient, recipientKey, contactId: recipient.contactId, userId: null, addressVersion: null };
		moveToOwn({ db, now }, message, { notices: theirs, ...whom });
		updateNotices(
			db,
			theirs.map((notice) => notice.id),
			{ lostAt: null },
		);
	}
	return notices.filter((notice) => !strangers.includes(notice));
}

/** Moves notices into a new message that was never sent. */
export function moveToOwn(
	{ db, now }: Store,
	message: MessageRow,
	{ notices, ...changes }: { notices: readonly NoticeRow[] } & Partial<MessageRow>,
): void {
	const id = createNewId(now)("message");
	const fresh = { state: "queued", attempt: 1, handOvers: 0, dueAt: now, leaseUntil: null, claimedAt: null } as const;
	const unsent = {
		address: null,
		addressKey: null,
		claims: 0,
		isCounted: false,
		reason: null,
		error: null,
		outcome: null,
	} as const;
	insertMessage(db, { ...message, ...fresh, ...unsent, ...changes, id, createdAt: new Date(now) });
	updateNotices(
		db,
		notices.map((notice) => notice.id),
		{ messageId: id },
	);
}

export function recordForOthers(
	{ db, now }: Store,
	recipientKeys: readonly string[],
	result: Pick<Parameters<typeof recordDelivery>[1], "result" | "isSent">,
): void {
	for (const key of new Set(recipientKeys)) {
		const recipient = recipientOfKey(key);
		if (recipient?.to !== "contact") continue;
		const { contactId, channel, addressId } = recipient;
		const address = findDeliveryChannel(db, contactId, channel, addressId)?.address ?? null;
		recordDelivery(db, { contactId, channel, address, at: new Date(now), ...result });
	}
}
