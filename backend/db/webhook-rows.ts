import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { deleteBy, findBy, insertInto, prepared, updateIn } from "./queries";
import { webhookKey } from "./recipient-key";
import { messages, notices, webhooks } from "./schema";

export type WebhookRow = typeof webhooks.$inferSelect;

export function listWebhooks(db: ReadDb): WebhookRow[] {
	return everyWebhook(db).all();
}

const everyWebhook = prepared((db: ReadDb) => db.select().from(webhooks).orderBy(asc(webhooks.id)).prepare());

export const findWebhook = findBy(webhooks, webhooks.id);

export const insertWebhook = insertInto(webhooks);

/** Keeps the version: no user edits counters. */
export const updateWebhook = updateIn(webhooks);

export const deleteWebhookRow = deleteBy(webhooks, webhooks.id);

export type Delivery = { message: typeof messages.$inferSelect; facts: unknown };

export function listDeliveries(db: AccountDb, webhookId: string, limit: number): Delivery[] {
	// Repeats the condition of the index, or SQLite would not use it.
	const isOfWebhook = and(
		sql`substr(recipient_key, 1, 8) = 'webhook:'`,
		eq(messages.recipientKey, webhookKey(webhookId)),
	);
	const newest = db
		.select({ id: messages.id })
		.from(messages)
		.where(isOfWebhook)
		.orderBy(desc(messages.id))
		.limit(limit)
		.all()
		.map(({ id }) => id);
	return db
		.select({ message: messages, facts: notices.facts })
		.from(messages)
		.innerJoin(notices, eq(notices.messageId, messages.id))
		.where(sql`${messages.id} in (select value from json_each(${JSON.stringify(newest)}))`)
		.orderBy(desc(messages.id))
		.all();
}
