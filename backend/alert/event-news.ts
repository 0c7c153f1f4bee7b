import type { WebhookEvent } from "../../shared/account/webhook";
import type { AccountDb } from "../base/context";
import { findAlertEvent } from "../db/alert-event-rows";
import { queueEvent } from "../webhook/queue-event";
import { factsOf, isNotifiable } from "./alert-notices";
import { assigneeOf } from "./assignees";

type AlertNews = Extract<WebhookEvent, `alert.${string}`>;

/** Sends an event's news to the account's webhooks, but not for imported events. */
export function sendEventNews(store: { db: AccountDb; now: number }, eventId: string, type: AlertNews): void {
	queueEvent(store, type, () => {
		const row = findAlertEvent(store.db, eventId);
		if (!row || !isNotifiable(row)) return null;
		const isOpen = row.endedAt === null;
		const facts = factsOf(store.db, row, {
			kind: isOpen ? "first" : "ended",
			value: isOpen ? row.lastValue : row.peak,
		});
		const { alertId: ruleId, ruleName, deviceId, channelId, severity, worstSeverity, endReason, isPast } = row;
		const assignee = assigneeOf(store.db, row);
		const { deviceName, sentence, value, path } = facts;
		return {
			eventId,
			ruleId,
			ruleName,
			deviceId,
			deviceName,
			channelId,
			severity,
			worstSeverity,
			sentence,
			value,
			startedAt: timeOf(row.startedAt),
			firedAt: timeOf(row.firedAt),
			endedAt: timeOf(row.endedAt),
			endReason,
			acknowledgedAt: timeOf(row.acknowledgedAt),
			acknowledgedBy: row.acknowledgedBy,
			assigneeId: assignee?.id ?? null,
			assignee: assignee?.name ?? null,
			isPast,
			path,
			crossings: row.crossings,
			...(row.isDrill && { isDrill: true }),
		};
	});
}

function timeOf(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString();
}
