import { type WebhookEvent, webhookEvents, webhookLimits } from "../../shared/account/webhook";
import type { AccountDb } from "../base/context";
import { createNewId } from "../base/ids";
import { listWebhooks, updateWebhook, type WebhookRow } from "../db/webhook-rows";
import type { CauseFacts, EventData } from "../message/causes";
import { queueMessage } from "../message/queue-message";

type Store = { db: AccountDb; now: number };

/**
 * Queues what happened for every program that is sent such events. Call in the transaction of what happened. `dataOf`
 * is asked where there is such a program; null: it is no one's business.
 */
export function queueEvent(store: Store, type: WebhookEvent, dataOf: () => EventData | null): void {
	const topic = webhookEvents[type];
	const interested = listWebhooks(store.db).filter(({ isEnabled, topics }) => isEnabled && topics.includes(topic));
	if (interested.length === 0) return;
	const data = dataOf();
	if (data === null) return;
	const facts = { type, at: store.now, data };
	for (const webhook of interested) queueFor(store, webhook, facts);
}

/** Past its limit an event is left out and counted: an address that does not answer must not fill the object. */
export function queueFor({ db, now }: Store, webhook: WebhookRow, facts: CauseFacts["event"]): void {
	const { id: webhookId, waiting, leftOut } = webhook;
	if (waiting >= webhookLimits.waiting) {
		updateWebhook(db, webhookId, { leftOut: leftOut + 1 });
		return;
	}
	const newId = createNewId(now);
	const recipient = { to: "webhook", webhookId, channel: "webhook" } as const;
	queueMessage({ db, now, newId }, { cause: "event", about: newId("notice"), recipient, facts });
	updateWebhook(db, webhookId, { waiting: waiting + 1 });
}
