import { namesAnybody } from "../../shared/alert/alert-rule";
import type { DeliveryChannel } from "../../shared/message/message";
import { type AlertEventRow, findAlertEvent, type OpenSilence } from "../db/alert-event-rows";
import { type AlertRow, findAlert } from "../db/alert-rows";
import { deleteFollowUpsOf } from "../db/follow-up-rows";
import type { Recipient } from "../db/message-schema";
import { unmutedOf } from "../db/mute-rows";
import { listNoticesAbout } from "../db/notice-rows";
import { channelTraits } from "../message/channel-traits";
import { factsOf, isAlive, isNotifiable, isOver, type NotifyStore, nextStep, queueAll } from "./alert-notices";
import { firstRecipients } from "./alert-recipients";
import type { EventChange } from "./engine/step-run";
import { escalate } from "./escalate";
import { planFollowUps } from "./follow-up-plan";

/** Call in the change's transaction, after mass silence is known. Ends are queued where they are written. */
export function queueChanges(store: NotifyStore, changes: readonly EventChange[]): void {
	const { db } = store;
	for (const { event, kind, isNew } of changes) {
		if (!isNew && kind !== "rose") continue;
		const row = findAlertEvent(db, event.id);
		if (!row || !isNotifiable(row) || row.alertId === null || row.partOf !== null) continue;
		const rule = findAlert(db, row.alertId);
		if (!rule?.isEnabled) continue;
		const recipients = firstRecipients(store, rule, row.deviceId);
		if (recipients.length > 0) {
			const step = isNew ? 0 : nextStep(listNoticesAbout(db, { about: row.id, cause: "alert" }));
			const facts = factsOf(db, row, { kind: "first", value: isNew ? row.firedValue : row.lastValue });
			queueAll(store, row.id, { step, facts, recipients });
		}
		if (!isNew || row.endedAt !== null) continue;
		planFollowUps(store, row);
		if (recipients.length === 0 && namesAnybody({ ...rule, ...rule.notification })) escalate(store, row);
	}
}

/** Queues an event's end to everyone who was notified or may still be. The claim decides whether to send it. */
export function queueEnd(store: NotifyStore, row: AlertEventRow): void {
	deleteFollowUpsOf(store.db, row.id);
	if (!isNotifiable(row)) return;
	if (!isOver(row) && row.acknowledgedAt !== null) return;
	const known = listNoticesAbout(store.db, { about: row.id, cause: "alert" });
	const alive = known.filter(isAlive);
	if (alive.length === 0) return;
	const recipients = [...new Map(alive.map(({ recipientKey, recipient }) => [recipientKey, recipient])).values()];
	const facts = factsOf(store.db, row, { kind: isOver(row) ? "recovered" : "ended", value: row.peak });
	queueAll(store, row.id, { step: nextStep(known), facts, recipients });
}

/** Shows the acknowledgement on cards of the event, except on the only card of the person who made it. */
export function queueAcknowledged(
	store: NotifyStore,
	row: AlertEventRow,
	by: { contactId: string; channel: DeliveryChannel } | null,
): void {
	if (!isNotifiable(row)) return;
	const known = listNoticesAbout(store.db, { about: row.id, cause: "alert" });
	const shown = known.filter((notice) => isAlive(notice) && channelTraits[notice.channel].showsState);
	const others = shown.filter(({ recipient, channel }) => {
		const isOwn = recipient.to === "contact" && recipient.contactId === by?.contactId && channel === by.channel;
		return !isOwn || channelTraits[channel].canUpdate;
	});
	if (others.length === 0) return;
	const recipients = [...new Map(others.map(({ recipientKey, recipient }) => [recipientKey, recipient])).values()];
	const facts = factsOf(store.db, row, { kind: "acknowledged", value: row.lastValue });
	queueAll(store, row.id, { step: nextStep(known), facts, recipients });
}

/** Queues an account event to the contacts of its devices' rules, except muted ones. */
export function queueForMany(store: NotifyStore, eventId: string, parts: readonly OpenSilence[]): void {
	const { db, now } = store;
	for (const { id } of parts) deleteFollowUpsOf(db, id);
	const known = new Set(
		listNoticesAbout(db, { about: eventId, cause: "alert" }).map(({ recipient }) => whoOf(recipient)),
	);
	const rules = new Map(
		[...new Set(parts.flatMap(({ alertId }) => alertId ?? []))].flatMap((id) => {
			const rule = findAlert(db, id);
			return rule ? [[id, { rule, who: firstRecipients(store, rule, null).map(whoOf) }] as const] : [];
		}),
	);
	// Called at each of many silences: usually all are notified already.
	const areKnown = [...rules.values()].every(({ who }) => who.every((each) => known.has(each)));
	const namesRecipients = (rule: AlertRow) => namesAnybody({ ...rule, ...rule.notification });
	if (areKnown && (known.size > 0 || ![...rules.values()].some(({ rule }) => namesRecipients(rule)))) return;
	const unmuted = unmutedOf(db, parts, now);
	const wanted = new Set(unmuted.flatMap(({ alertId }) => rules.get(alertId ?? "")?.rule ?? []));
	const recipients = [...wanted]
		.flatMap((rule) => firstRecipients(store, rule, null))
		.filter((recipient) => !known.has(whoOf(recipient)));
	const row = findAlertEvent(db, eventId);
	if (!row) return;
	if (recipients.length === 0) {
		if (known.size > 0 || ![...wanted].some(namesRecipients)) return;
		planFollowUps(store, row);
		escalate(store, row);
		return;
	}
	const facts = factsOf(db, row, { kind: "first", value: null });
	queueAll(store, row.id, { step: 0, facts, recipients });
	planFollowUps(store, row);
}

function whoOf(recipient: Recipient): string {
	if (recipient.to === "contact") return recipient.contactId;
	if (recipient.to === "webhook") return recipient.webhookId;
	return recipient.to === "user" ? recipient.userId : recipient.address;
}
