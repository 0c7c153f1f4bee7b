import { and, asc, count, desc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from "drizzle-orm";
import type { MessageState } from "../../shared/message/message";
import type { AccountDb } from "../base/context";
import type { MessageRow } from "./message-rows";
import { isOneOf, prepared } from "./queries";
import { contactKeyPrefix, recipientOfKey } from "./recipient-key";
import { messages, notices } from "./schema";

export type NoticeRow = typeof notices.$inferSelect;

/** False if the same notice is already queued for this recipient. */
export function insertNotice(db: AccountDb, notice: NoticeRow): boolean {
	const { id } = notices;
	return db.insert(notices).values(notice).onConflictDoNothing().returning({ id }).all().length > 0;
}

type QueuedNotice = Pick<NoticeRow, "about" | "cause" | "step" | "recipientKey">;

export function findQueuedNotice(db: AccountDb, { about, cause, step, recipientKey }: QueuedNotice): NoticeRow | null {
	const isThis = [eq(notices.about, about), eq(notices.cause, cause), eq(notices.step, step)];
	return (
		db
			.select()
			.from(notices)
			.where(and(...isThis, eq(notices.recipientKey, recipientKey)))
			.get() ?? null
	);
}

export function listNotices(db: AccountDb, messageId: string): NoticeRow[] {
	return noticesByMessage(db).all({ messageId });
}

const noticesByMessage = prepared((db) =>
	db
		.select()
		.from(notices)
		.where(eq(notices.messageId, sql.placeholder("messageId")))
		.orderBy(asc(notices.id))
		.prepare(),
);

export function findShown(db: AccountDb, { about, recipientKey }: Pick<NoticeRow, "about" | "recipientKey">) {
	const isTheirs = and(eq(notices.about, about), eq(messages.recipientKey, recipientKey));
	const found = db
		.select({ id: messages.id, providerId: messages.providerId, replaces: messages.replaces })
		.from(notices)
		.innerJoin(messages, eq(notices.messageId, messages.id))
		.where(and(isTheirs, isNotNull(messages.providerId), isNull(notices.droppedFor)))
		.orderBy(desc(messages.id))
		.limit(1);
	return found.get() ?? null;
}

export function countNotices(db: AccountDb, messageId: string): number {
	return noticeCount(db).get({ messageId })?.notices ?? 0;
}

const noticeCount = prepared((db) =>
	db
		.select({ notices: count() })
		.from(notices)
		.where(eq(notices.messageId, sql.placeholder("messageId")))
		.prepare(),
);

/** Counts each subject and step once: contacts with one address get it together. */
export function countAbouts(db: AccountDb, messageId: string): number {
	const reported = sql<number>`count(DISTINCT ${notices.about} || ${notices.step})`;
	return db.select({ reported }).from(notices).where(eq(notices.messageId, messageId)).get()?.reported ?? 0;
}

export function updateNotices(
	db: AccountDb,
	ids: string[],
	changes: Partial<Pick<NoticeRow, "droppedFor" | "facts" | "messageId" | "lostAt">>,
) {
	if (ids.length > 0) db.update(notices).set(changes).where(isOneOf(notices.id, ids)).run();
}

export type KnownNotice = Pick<NoticeRow, "id" | "messageId" | "step" | "recipientKey" | "droppedFor" | "lostAt"> &
	Pick<MessageRow, "state" | "reason" | "recipient" | "channel" | "address" | "outcome">;

export function listNoticesAbout(db: AccountDb, subject: Pick<NoticeRow, "about" | "cause">): KnownNotice[] {
	const rows = noticesAbout(db).all(subject);
	// A message may hold notices of other contacts with the same address.
	return rows.map((row) => ({ ...row, recipient: recipientOfKey(row.recipientKey) ?? row.recipient }));
}

const noticesAbout = prepared((db) => {
	const { id, messageId, step, recipientKey, droppedFor, lostAt, about, cause } = notices;
	const { state, reason, recipient, channel, address, outcome } = messages;
	return db
		.select({
			id,
			messageId,
			step,
			recipientKey,
			droppedFor,
			lostAt,
			state,
			reason,
			recipient,
			channel,
			address,
			outcome,
		})
		.from(notices)
		.innerJoin(messages, eq(notices.messageId, messages.id))
		.where(and(eq(about, sql.placeholder("about")), eq(cause, sql.placeholder("cause"))))
		.prepare();
});

export function listFactsAbout(db: AccountDb, { about, cause }: Pick<NoticeRow, "about" | "cause">) {
	const isOnItsWay = notInArray(messages.state, ["failed", "bounced", "suppressed"]);
	const isAlive = or(isNotNull(notices.lostAt), and(isNull(notices.droppedFor), isOnItsWay));
	return db
		.select({ createdAt: notices.createdAt, facts: notices.facts })
		.from(notices)
		.innerJoin(messages, eq(notices.messageId, messages.id))
		.where(and(eq(notices.about, about), eq(notices.cause, cause), isAlive))
		.all();
}

type ToContact = Pick<NoticeRow, "about" | "cause"> & { contactId: string };

export function listNoticesTo(
	db: AccountDb,
	{ about, cause, contactId }: ToContact,
): { notice: NoticeRow; message: MessageRow }[] {
	const prefix = contactKeyPrefix(contactId);
	const isToContact = sql`substr(${notices.recipientKey}, 1, ${prefix.length}) = ${prefix}`;
	return db
		.select({ notice: notices, message: messages })
		.from(notices)
		.innerJoin(messages, eq(notices.messageId, messages.id))
		.where(and(eq(notices.about, about), eq(notices.cause, cause), isToContact))
		.orderBy(asc(notices.step), asc(notices.id))
		.all();
}

/** Counts recipients with a message, and recipients without any that could be delivered, for each subject. */
export function countRecipients(db: AccountDb, cause: string, abouts: string[]) {
	const rows = abouts.length === 0 ? [] : reachedOf(db).all({ cause, abouts: JSON.stringify(abouts) });
	const counts = new Map<string, { reached: number; failed: number }>();
	for (const { about, isReached, isFailed } of rows) {
		const known = counts.get(about) ?? { reached: 0, failed: 0 };
		if (isReached) known.reached += 1;
		else if (isFailed) known.failed += 1;
		counts.set(about, known);
	}
	return counts;
}

const reachedStates: MessageState[] = ["sent", "delivered"];

const reachedOf = prepared((db) => {
	const isRequested = and(
		isOneOf(notices.about, sql.placeholder("abouts")),
		eq(notices.cause, sql.placeholder("cause")),
	);
	return db
		.select({
			about: notices.about,
			recipientKey: notices.recipientKey,
			isReached: sql<number>`max(${notices.droppedFor} is null and ${inArray(messages.state, reachedStates)})`,
			isFailed: sql<number>`max(${inArray(messages.state, ["failed", "bounced"])})`,
		})
		.from(notices)
		.innerJoin(messages, eq(notices.messageId, messages.id))
		.where(isRequested)
		.groupBy(notices.about, notices.recipientKey)
		.prepare();
});

export function findMessageOfStep(db: AccountDb, step: Pick<NoticeRow, "about" | "cause" | "step">) {
	const isOfStep = and(eq(notices.about, step.about), eq(notices.cause, step.cause), eq(notices.step, step.step));
	const found = db
		.select({ state: messages.state, reason: messages.reason })
		.from(notices)
		.innerJoin(messages, eq(notices.messageId, messages.id))
		.where(isOfStep)
		.orderBy(desc(messages.id))
		.limit(1);
	return found.get() ?? null;
}

export function listStepStates(db: AccountDb, step: Pick<NoticeRow, "about" | "cause" | "step">): MessageState[] {
	const isOfStep = and(eq(notices.about, step.about), eq(notices.cause, step.cause), eq(notices.step, step.step));
	const found = db
		.select({ state: messages.state })
		.from(notices)
		.innerJoin(messages, eq(notices.messageId, messages.id))
		.where(isOfStep);
	return found.all().map(({ state }) => state);
}
