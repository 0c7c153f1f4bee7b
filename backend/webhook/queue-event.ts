import { type WebhookEvent, webhookEvents, webhookLimits } from "../../shared/account/webhook";
import type { AccountDb } from "../base/context";
import { createNewId } from "../base/ids";
import { listWebhooks, updateWebhook, type WebhookRow } from "../db/webhook-rows";
import type { CauseFacts, EventData } from "../message/causes";
import { queueMessage } from "../message/queue-message";

type Store = { db: AccountDb; now: number };

/** Queues an event for every subscribed webhook, unless `dataOf` returns null. Call in the transaction of the event. */
export function queueEvent(store: Store, type: WebhookEvent, dataOf: () => EventData | null): void {
	const topic = webhookEvents[type];
	const interested = listWebhooks(store.db).filter(({ isEnabled, topics }) => isEnabled && topics.includes(topic));
	if (interested.length === 0) return;
	const data = dataOf();
	if (data === null) return;
	const facts = { type, at: store.now, data };
	for (const webhook of interested) queueFor(store, webhook, facts);
}

/** Above the limit events are only counted, so that an unreachable address does not fill the object. */
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
