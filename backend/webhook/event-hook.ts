import { webhookFailingDays, webhookLimits } from "../../shared/account/webhook";
import { dayMs, minuteMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { MessageState } from "../../shared/message/message";
import { addSystemEvent } from "../activity/log-events";
import { createNewId } from "../base/ids";
import { listActiveOwners } from "../db/account-rows";
import { bringForward } from "../db/message-rows";
import { recipientOfKey } from "../db/recipient-key";
import { findWebhook, updateWebhook, type WebhookRow } from "../db/webhook-rows";
import type { CauseHooks, HookStore, NoticeOf } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";

type Notice = NoticeOf<"event">;

export const eventHook: CauseHooks["event"] = {
	waiting: (store, notices) => notices.filter((notice) => isTooFast(webhookOf(store, notice), store.now)),
	stillOwed(store, notices) {
		for (const notice of notices) {
			const webhook = webhookOf(store, notice);
			if (webhook) countClaim(store, webhook);
		}
		return notices;
	},
	finished(store, notices, state) {
		for (const notice of notices) {
			const webhook = webhookOf(store, notice);
			if (webhook) recordEnd(store, webhook, { notice, state });
		}
	},
};

function webhookOf({ db }: HookStore, { recipientKey }: Notice): WebhookRow | null {
	const recipient = recipientOfKey(recipientKey);
	return recipient?.to === "webhook" ? findWebhook(db, recipient.webhookId) : null;
}

function isTooFast(webhook: WebhookRow | null, now: number): boolean {
	if (!webhook || now - webhook.minuteFrom >= minuteMs) return false;
	return webhook.minuteCount >= webhookLimits.perMinute;
}

function countClaim({ db, now }: HookStore, { id, minuteFrom, minuteCount }: WebhookRow): void {
	const isSameMinute = now - minuteFrom < minuteMs;
	const counted = isSameMinute ? { minuteCount: minuteCount + 1 } : { minuteFrom: now, minuteCount: 1 };
	updateWebhook(db, id, counted);
}

type Ended = { notice: Notice; state: MessageState };

function recordEnd(store: HookStore, webhook: WebhookRow, { notice, state }: Ended): void {
	const { db, now } = store;
	const waiting = Math.max(0, webhook.waiting - 1);
	if (state === "sent") {
		updateWebhook(db, webhook.id, { waiting, lastSentAt: new Date(now), failingSince: null, leftOut: 0 });
		// Each delivered event brings the next, so at most a minute's events are brought forward.
		if (waiting > 0) bringForward(db, { recipientKey: notice.recipientKey, now, limit: webhookLimits.perMinute });
		return;
	}
	if (state !== "failed" && state !== "mayHaveArrived") {
		updateWebhook(db, webhook.id, { waiting });
		return;
	}
	const failingSince = webhook.failingSince ?? notice.facts.at;
	updateWebhook(db, webhook.id, { waiting, failingSince });
	const isOver = now - failingSince >= webhookFailingDays * dayMs;
	if (webhook.isEnabled && isOver) stop(store, webhook, failingSince);
}

function stop(
	{ db, now, invalidations }: HookStore,
	{ id, name, address: url }: WebhookRow,
	failingSince: number,
): void {
	updateWebhook(db, id, { isEnabled: false, stoppedAt: new Date(now) });
	const newId = createNewId(now);
	const about = newId("notice");
	const facts = { name, url, failingSince, path: "/accounts/keys/" };
	for (const { id: userId } of listActiveOwners(db)) {
		const recipient = { to: "user", userId, channel: "email" } as const;
		queueMessage({ db, now, newId }, { cause: "webhookStopped", about, recipient, facts });
	}
	const text = said("webhook.off", { name, days: webhookFailingDays });
	addSystemEvent({ db, now, invalidations }, { deviceId: null, text });
	invalidations.changed("account", "all");
}
