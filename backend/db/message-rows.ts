import {
	and,
	asc,
	count,
	desc,
	eq,
	gt,
	gte,
	inArray,
	isNotNull,
	isNull,
	lt,
	lte,
	not,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import type { DeliveryChannel, MessageClass, MessageState } from "../../shared/message/message";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { findBy, insertInto, isOneOf, prepared, updateIn } from "./queries";
import { messages, notices } from "./schema";

export type MessageRow = typeof messages.$inferSelect;
export const insertMessage = insertInto(messages);

export const findMessage = findBy(messages, messages.id);

export function findGatheringMessage(
	db: AccountDb,
	open: { recipientKey: string; class: MessageClass; now: number },
): MessageRow | null {
	return gatheringMessage(db).get(open) ?? null;
}

const gatheringMessage = prepared((db) => {
	const { dueAt, state, attempt, handOvers, isCode, recipientKey } = messages;
	const isWaiting = and(isNotNull(dueAt), gt(dueAt, sql.placeholder("now")), eq(state, "queued"));
	const isFirst = and(eq(attempt, 1), eq(handOvers, 0), eq(isCode, false));
	const isTheirs = and(eq(recipientKey, sql.placeholder("recipientKey")), eq(messages.class, sql.placeholder("class")));
	return db
		.select()
		.from(messages)
		.where(and(isWaiting, isFirst, isTheirs))
		.orderBy(desc(messages.id))
		.limit(1)
		.prepare();
});

export const updateMessage = updateIn(messages);

export const nextMessageDueAt = cached([messages], (db: AccountDb): number | null => nextDue(db).get()?.dueAt ?? null);

const nextDue = prepared((db) =>
	db
		.select({ dueAt: messages.dueAt })
		.from(messages)
		.where(isNotNull(messages.dueAt))
		.orderBy(asc(messages.dueAt))
		.limit(1)
		.prepare(),
);

/** When the oldest unfinished handed-over message was queued, epoch ms; null: none. */
export function oldestHandedOverAt(db: AccountDb): number | null {
	return oldestHandedOver(db).get()?.begunAt ?? null;
}

const oldestHandedOver = prepared((db) => {
	const { dueAt, attempt, handOvers, begunAt } = messages;
	const isHandedOver = or(gt(attempt, 1), gt(handOvers, 0));
	return db
		.select({ begunAt })
		.from(messages)
		.where(and(isNotNull(dueAt), isHandedOver))
		.orderBy(asc(begunAt))
		.limit(1)
		.prepare();
});

const dueUntil = (now: number) => and(isNotNull(messages.dueAt), lte(messages.dueAt, now));

export function listDueMessageIds(db: AccountDb, now: number, limit: number): string[] {
	const { id } = messages;
	const due = db.select({ id }).from(messages).where(dueUntil(now)).orderBy(asc(messages.dueAt), asc(id)).limit(limit);
	return due.all().map((row) => row.id);
}

export type DueMessage = Pick<
	MessageRow,
	"id" | "class" | "channel" | "state" | "attempt" | "handOvers" | "leaseUntil" | "giveUpAt"
>;

export function listDueMessages(
	db: AccountDb,
	now: number,
	{ id, limit }: { id: string; limit: number },
): DueMessage[] {
	return dueMessages(db).all({ id, now, limit });
}

const dueMessages = prepared((db) => {
	const { id, state, attempt, handOvers, leaseUntil, giveUpAt, channel } = messages;
	const isFirst = desc(sql`${id} = ${sql.placeholder("id")}`);
	return db
		.select({ id, class: messages.class, channel, state, attempt, handOvers, leaseUntil, giveUpAt })
		.from(messages)
		.where(and(isNotNull(messages.dueAt), lte(messages.dueAt, sql.placeholder("now"))))
		.orderBy(isFirst, asc(messages.dueAt), asc(id))
		.limit(sql.placeholder("limit"))
		.prepare();
});

export function markHandedOver(db: AccountDb, handed: { ids: string[]; dueAt: number }): void {
	const isStillQueued = and(isOneOf(messages.id, handed.ids), eq(messages.state, "queued"));
	db.update(messages)
		.set({ dueAt: handed.dueAt, handOvers: sql`${messages.handOvers} + 1` })
		.where(isStillQueued)
		.run();
}

/** Makes a recipient's oldest messages that wait for a retry due now. */
export function bringForward(
	db: AccountDb,
	{ recipientKey, now, limit }: { recipientKey: string; now: number; limit: number },
): void {
	const { id, dueAt, state, attempt, handOvers } = messages;
	const isLater = and(isNotNull(dueAt), gt(dueAt, now), eq(messages.recipientKey, recipientKey));
	const hasFailed = and(eq(state, "queued"), gt(attempt, 1), eq(handOvers, 0));
	const waiting = db.select({ id }).from(messages).where(and(isLater, hasFailed)).orderBy(asc(id)).limit(limit).all();
	if (waiting.length === 0) return;
	const ids = waiting.map((row) => row.id);
	db.update(messages).set({ dueAt: now }).where(isOneOf(id, ids)).run();
}

/** Makes handed-over messages due that no consumer has claimed. */
export function wakeWaiting(db: AccountDb, recipientKeys: readonly string[], now: number): void {
	const { id, dueAt, state, handOvers, recipientKey } = messages;
	const isWaiting = and(isNotNull(dueAt), gt(dueAt, now), eq(state, "queued"), gt(handOvers, 0));
	const waiting = db
		.select({ id })
		.from(messages)
		.where(and(isWaiting, isOneOf(recipientKey, recipientKeys)))
		.all();
	const ids = waiting.map((row) => row.id);
	if (ids.length > 0) db.update(messages).set({ dueAt: now }).where(isOneOf(id, ids)).run();
}

export type ClaimedSince = {
	since: number;
	of: "unverified" | "codesBySms" | "tests";
	includesWaiting?: boolean | undefined;
	addressKey?: string;
	requestedBy?: string;
	isInvitation?: boolean;
};

export function countClaimed(db: AccountDb, counted: ClaimedSince): number {
	const { since, of, includesWaiting = false, addressKey, requestedBy, isInvitation } = counted;
	const { claims, claimedAt, recipientKey, state } = messages;
	// Repeats the condition of the index, or SQLite would not use it.
	const isIndexed = sql`(is_unverified = 1 OR is_code = 1 OR is_test = 1)`;
	const isWaiting = includesWaiting ? and(isNull(claimedAt), eq(state, "queued")) : undefined;
	const isToAddress = sql`${recipientKey} LIKE 'address:%'`;
	const isCounted = and(
		isIndexed,
		or(gt(claimedAt, since), isWaiting),
		countedKinds[of],
		addressKey === undefined ? undefined : eq(messages.addressKey, addressKey),
		requestedBy === undefined ? undefined : eq(messages.requestedBy, requestedBy),
		isInvitation === undefined ? undefined : isInvitation ? isToAddress : not(isToAddress),
	);
	const sum = db.select({ claimed: sql<number>`coalesce(sum(max(${claims}, 1)), 0)` }).from(messages);
	return sum.where(isCounted).get()?.claimed ?? 0;
}

const countedKinds: Record<ClaimedSince["of"], SQL | undefined> = {
	unverified: eq(messages.isUnverified, true),
	codesBySms: and(eq(messages.isCode, true), inArray(messages.channel, ["sms", "call"])),
	tests: eq(messages.isTest, true),
};

/** Channels whose share was used up at `since` or later. */
export function listSpentDeliveryChannels(db: AccountDb, since: Date): DeliveryChannel[] {
	// Repeats the condition of the index, or SQLite would not use it.
	const isSpent = and(sql`reason = 'shareSpent'`, gte(messages.settledAt, since));
	const found = db.selectDistinct({ channel: messages.channel }).from(messages).where(isSpent).all();
	return found.map(({ channel }) => channel);
}

export type MessageFilter = {
	states: MessageState[] | undefined;
	channels: DeliveryChannel[] | undefined;
	classes: MessageClass[] | undefined;
	contactId: string | undefined;
	/** Time of creation; `to` excluded. */
	from: Date | undefined;
	to: Date | undefined;
	beforeId: string | undefined;
	limit: number;
};

/** `eventId`: the event of its first alert; null: none. */
export type ListedMessage = { message: MessageRow; cause: string | null; notices: number; eventId: string | null };

export function findListedMessage(db: AccountDb, id: string): ListedMessage | null {
	const message = findMessage(db, id);
	return message && (withNotices(db, [message])[0] ?? null);
}

export function listMessages(db: AccountDb, filter: MessageFilter): ListedMessage[] {
	const { states, channels, classes, contactId, from, to, beforeId, limit } = filter;
	const conditions: (SQL | undefined)[] = [
		states && inArray(messages.state, states),
		channels && inArray(messages.channel, channels),
		classes && inArray(messages.class, classes),
		contactId === undefined ? undefined : eq(messages.contactId, contactId),
		from && gte(messages.createdAt, from),
		to && lt(messages.createdAt, to),
		beforeId === undefined ? undefined : lt(messages.id, beforeId),
	];
	const page = db
		.select()
		.from(messages)
		.where(and(...conditions))
		.orderBy(desc(messages.id))
		.limit(limit)
		.all();
	return withNotices(db, page);
}

function withNotices(db: AccountDb, page: MessageRow[]): ListedMessage[] {
	const isTold = isNull(notices.droppedFor);
	const eventId = sql`case when ${notices.cause} = 'alert' then ${notices.about} end`;
	const counted = db
		.select({
			messageId: notices.messageId,
			cause: sql<string>`min(${notices.cause})`,
			notices: sql<number>`coalesce(nullif(sum(${isTold}), 0), ${count()})`,
			eventId: sql<string | null>`coalesce(min(case when ${isTold} then ${eventId} end), min(${eventId}))`,
		})
		.from(notices)
		.where(
			isOneOf(
				notices.messageId,
				page.map(({ id }) => id),
			),
		)
		.groupBy(notices.messageId)
		.all();
	const byMessage = new Map(counted.map((row) => [row.messageId, row]));
	return page.map((message) => {
		const { cause = null, notices = 0, eventId = null } = byMessage.get(message.id) ?? {};
		return { message, cause, notices, eventId };
	});
}

export const oldestMessageAt = cached(
	[messages],
	(db: AccountDb): number | null => oldestMessage(db).get()?.createdAt.getTime() ?? null,
);

const oldestMessage = prepared((db) =>
	db.select({ createdAt: messages.createdAt }).from(messages).orderBy(asc(messages.id)).limit(1).prepare(),
);

export type WholeMessage = { message: MessageRow; notices: (typeof notices.$inferSelect)[] };

export function listEndedMessages(
	db: AccountDb,
	{ afterId, beforeId, limit }: { afterId: string; beforeId: string; limit: number },
): WholeMessage[] {
	const isBetween = and(gt(messages.id, afterId), lt(messages.id, beforeId));
	const rows = db.select().from(messages).where(isBetween).orderBy(asc(messages.id)).limit(limit).all();
	const waiting = rows.findIndex(({ dueAt }) => dueAt !== null);
	const ended = waiting === -1 ? rows : rows.slice(0, waiting);
	const ids = ended.map(({ id }) => id);
	const all = db.select().from(notices).where(isOneOf(notices.messageId, ids)).orderBy(asc(notices.id)).all();
	const byMessage = Map.groupBy(all, ({ messageId }) => messageId);
	return ended.map((message) => ({ message, notices: byMessage.get(message.id) ?? [] }));
}

export function listUnfinishedMessages(db: AccountDb, before: Date): MessageRow[] {
	const isUnfinished = inArray(messages.state, ["queued", "sending"]);
	return db
		.select()
		.from(messages)
		.where(and(isUnfinished, lte(messages.createdAt, before)))
		.all();
}

export function deleteMessages(db: AccountDb, ids: string[]): void {
	db.delete(notices).where(isOneOf(notices.messageId, ids)).run();
	db.delete(messages).where(isOneOf(messages.id, ids)).run();
}

export function deleteMessagesBefore(db: AccountDb, { beforeId, limit }: { beforeId: string; limit: number }): number {
	const { id } = messages;
	const old = db.select({ id }).from(messages).where(lt(id, beforeId)).orderBy(asc(id)).limit(limit).all();
	const ids = old.map((row) => row.id);
	if (ids.length === 0) return 0;
	deleteMessages(db, ids);
	return ids.length;
}
