import { silentSeconds } from "../../shared/alert/alert-event-span";
import { namesAnybody, rostersOf } from "../../shared/alert/alert-rule";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations } from "../base/context";
import type { Job } from "../base/job";
import type { ReadingStore } from "../base/reading-store";
import { roleMembers } from "../contact/role-recipients";
import { type AlertEventRow, findAlertEvent, listAlertNotes, updateAlertEvent } from "../db/alert-event-rows";
import { listEndedSnoozes, snoozingUsers } from "../db/assignment-rows";
import {
	deleteFollowUp,
	deleteFollowUpsOf,
	deleteRemindersOf,
	type FollowUpRow,
	findFollowUp,
	listDueDigests,
	listDueFollowUps,
	nextFollowUpAt,
	saveFollowUp,
} from "../db/follow-up-rows";
import type { Recipient } from "../db/message-schema";
import { eventMute } from "../db/mute-rows";
import { type KnownNotice, listNoticesAbout } from "../db/notice-rows";
import { keyOf } from "../db/recipient-key";
import { contactIdsOfRosters } from "../db/roster-rows";
import { channelTraits } from "../message/channel-traits";
import { addNote, factsOf, isAlive, isNotifiable, isOver, type NotifyStore, nextStep, queueAll } from "./alert-notices";
import { firstRecipients, namedContactIds, recipientsOf } from "./alert-recipients";
import { assigneeOf, holderOf, nextTurnRecipients, personRecipients, stillOutMs, userOf } from "./assignees";
import { eventOf, unpackState } from "./engine/run-state";
import { escalate, returnToAll, runNextStep } from "./escalate";
import { sendEventNews } from "./event-news";
import { planOf, rulesOf } from "./follow-up-plan";
import { outsideRuleHours, type Withheld, withheldFrom } from "./sending-hours";
import { invalidateEvent } from "./write-events";

type Parts = { db: AccountDb; readingStore: Pick<ReadingStore, "watched">; invalidations: Invalidations };
type Store = NotifyStore & Parts;

export function followUpWork(parts: Parts): Job {
	const { db } = parts;
	return {
		name: "alert follow-ups",
		title: said("work.is.followUps"),
		isUrgent: true,
		nextDueAt: () => nextFollowUpAt(db),
		due: (now, limit) => listDueFollowUps(db, now, limit).map(subjectOf),
		async run(subject, now) {
			const [kind = "", of = ""] = subject.split("/");
			const store = { ...parts, now };
			db.transaction(() => {
				if (kind === "digest") runDigest(store, of);
				else if (kind === "drillEnd") endDrill(store, of);
				else if (kind === "stillOut") runStillOut(store, of);
				else if (kind === "snooze") endSnoozes(store, of);
				else if (kind === "reminder" || kind === "escalation") runOfEvent(store, of, kind);
			});
		},
	};
}

function subjectOf({ kind, eventId, recipientKey }: FollowUpRow): string {
	return `${kind}/${kind === "digest" ? recipientKey : eventId}`;
}

function endDrill({ db, now, invalidations }: Store, eventId: string): void {
	const row = findAlertEvent(db, eventId);
	const followUp = findFollowUp(db, eventId, "drillEnd");
	if (followUp) deleteFollowUp(db, followUp);
	if (!row || row.endedAt !== null) return;
	deleteFollowUpsOf(db, eventId);
	const ended = { endedAt: now, endReason: "cleared" } as const;
	updateAlertEvent(db, eventId, ended);
	closeCards({ db, now }, { ...row, ...ended });
	addNote(db, eventId, { at: now, kind: "ended", text: said("alert.drillEnded") });
	sendEventNews({ db, now }, eventId, "alert.ended");
	invalidations.changed("alerts", "all");
}

/** Without it an incident of a drill would stay open at its service. */
function closeCards(store: NotifyStore, row: AlertEventRow): void {
	const known = listNoticesAbout(store.db, { about: row.id, cause: "alert" });
	const shown = known.filter((notice) => isAlive(notice) && channelTraits[notice.channel].showsState);
	const recipients = [...new Map(shown.map(({ recipientKey, recipient }) => [recipientKey, recipient])).values()];
	const facts = factsOf(store.db, row, { kind: "recovered", value: row.peak });
	queueAll(store, row.id, { step: nextStep(known), facts, recipients });
}

function runOfEvent(store: Store, eventId: string, kind: "reminder" | "escalation"): void {
	const { db, now, invalidations } = store;
	const followUp = findFollowUp(db, eventId, kind);
	const row = findAlertEvent(db, eventId);
	if (!followUp || followUp.dueAt > now) return;
	if (!row || row.endedAt !== null || row.acknowledgedAt !== null || rulesOf(db, row).length === 0) {
		deleteRemindersOf(db, eventId);
		return;
	}
	const outside = outsideRuleHours(db, row, now);
	const laterAt = outside ? outside.until : (eventMute(db, row, now)?.until ?? null);
	if (laterAt !== null) saveFollowUp(db, { ...followUp, dueAt: laterAt });
	else if (outside) deleteFollowUp(db, followUp);
	else if (kind === "reminder") remind(store, currentOf(store, row), followUp);
	else if (!runNextStep(store, currentOf(store, row))) escalate(store, row);
	invalidations.changed("messages", "all");
}

/** Reminds the assignee and who is on duty after them, and everyone if no one did anything for the same time again. */
function runStillOut(store: Store, eventId: string): void {
	const { db, now, invalidations } = store;
	const followUp = findFollowUp(db, eventId, "stillOut");
	const row = findAlertEvent(db, eventId);
	if (!followUp || followUp.dueAt > now) return;
	if (!row || row.endedAt !== null || row.acknowledgedAt === null || row.partOf !== null) {
		deleteFollowUp(db, followUp);
		return;
	}
	const laterAt = outsideRuleHours(db, row, now)?.until ?? eventMute(db, row, now)?.until ?? null;
	if (laterAt !== null) {
		saveFollowUp(db, { ...followUp, done: 0, dueAt: laterAt });
		return;
	}
	const assignee = assigneeOf(db, row);
	const waitMs = stillOutMs(db);
	const isTouched = listAlertNotes(db, eventId).some(({ author, at }) => author !== null && at > now - waitMs);
	if (assignee === null || (followUp.done > 0 && !isTouched)) {
		returnToAll(store, currentOf(store, row), said("alert.stillOut", { span: { span: now - row.acknowledgedAt } }));
	} else {
		saveFollowUp(db, { ...followUp, done: 1, dueAt: now + waitMs });
		notifyPerson(store, row, assignee.id, nextTurnRecipients(store, row));
	}
	invalidateEvent({ invalidations }, row.deviceId);
	invalidations.changed("messages", "all");
}

function endSnoozes(store: Store, eventId: string): void {
	const { db, now, invalidations } = store;
	const row = findAlertEvent(db, eventId);
	for (const snooze of listEndedSnoozes(db, eventId, now)) {
		deleteFollowUp(db, snooze);
		const userId = row && holderOf(db, snooze.recipientKey, row);
		if (!row || row.endedAt !== null || userId === null) continue;
		const isWaiting = row.acknowledgedAt === null || assigneeOf(db, row)?.id === userId;
		if (isWaiting && !eventMute(db, row, now)) notifyPerson(store, row, userId);
	}
	invalidations.changed("alerts", "all");
	invalidations.changed("messages", "all");
}

function notifyPerson(store: Store, row: AlertEventRow, userId: string, others: readonly Recipient[] = []): void {
	const { db } = store;
	if (!isNotifiable(row)) return;
	const heldBy = assigneeOf(db, row)?.name;
	const plain = factsOf(db, row, { kind: "stillOut", value: currentOf(store, row).lastValue });
	const facts = { ...plain, ...(heldBy !== undefined && { heldBy }) };
	const step = nextStep(listNoticesAbout(db, { about: row.id, cause: "alert" }));
	const all = [...personRecipients(db, userId), ...others];
	const recipients = [...new Map(all.map((recipient) => [keyOf(recipient), recipient])).values()];
	queueAll(store, row.id, { step, facts, recipients });
}

/** The engine state holds an open event's current values. */
function currentOf({ readingStore, now }: Store, row: AlertEventRow): AlertEventRow {
	const [kept] = row.deviceId === null ? [] : readingStore.watched([row.deviceId]);
	const runs = kept ? unpackState(kept.watch, kept.channelIds).runs : [];
	const run = runs.find(({ event }) => event?.id === row.id);
	const { peak, lastAt, lastValue } = (run && eventOf(run, null)) ?? row;
	const seconds = silentSeconds({ ...row, peak }, now);
	return seconds === null ? { ...row, peak, lastAt, lastValue } : { ...row, peak: seconds, lastAt, lastValue: seconds };
}

function remind(store: Store, row: AlertEventRow, followUp: FollowUpRow): void {
	const { db, now } = store;
	const { reminder } = planOf(db, row);
	const done = followUp.done + 1;
	const isLast = reminder !== null && reminder.atMost !== null && done >= reminder.atMost;
	if (reminder === null || isLast) deleteFollowUp(db, followUp);
	else saveFollowUp(db, { ...followUp, done, dueAt: now + reminder.everySeconds * 1000 });
	if (reminder === null) return;
	const known = listNoticesAbout(db, { about: row.id, cause: "alert" });
	const facts = factsOf(db, row, { kind: "reminder", value: row.lastValue });
	const reminded = remindedOf(store, row, known);
	const namesRecipients = rulesOf(db, row).some((rule) => namesAnybody({ ...rule, ...rule.notification }));
	// A roster and its fallback may have lost every address.
	if (reminded.length === 0 && namesRecipients) escalate(store, row);
	const snoozing = snoozingUsers(db, row.id, now);
	const recipients = reminded.filter((recipient) => {
		if (snoozing.size > 0 && snoozing.has(userOf(db, recipient) ?? "")) return false;
		if (channelTraits[recipient.channel].showsState && !channelTraits[recipient.channel].canUpdate) return false;
		const withheld = withheldFrom(db, { row, recipient, severity: row.severity, now });
		if (withheld) keepForDigest(db, row.id, { recipient, withheld });
		return !withheld;
	});
	queueAll(store, row.id, { step: nextStep(known), facts, recipients });
}

/** Replaces people of rosters by the people on duty now, unless a rule names them otherwise. */
function remindedOf(store: Store, row: AlertEventRow, known: readonly KnownNotice[]): Recipient[] {
	const { db } = store;
	const rules = rulesOf(db, row);
	const steps = rules.flatMap(({ notification }) => notification.escalation);
	const named = [...rules.map((rule) => ({ ...rule, roles: rule.notification.roles })), ...steps];
	const byName = new Set(
		named.flatMap((each) => {
			const members = roleMembers(db, { roles: each.roles, about: row.deviceId });
			return [...namedContactIds(db, each), ...members.flatMap(({ contactIds }) => contactIds)];
		}),
	);
	const rosterIds = rules.flatMap(({ notification }) => rostersOf(notification));
	const byTurn = new Set(contactIdsOfRosters(db, rosterIds, row.startedAt).filter((id) => !byName.has(id)));
	const isByTurn = (to: Recipient) => to.to === "contact" && byTurn.has(to.contactId);
	const notified = known.filter(isAlive).map(({ recipient }) => recipient);
	const stepsOfTurns = steps.filter(({ rosterIds: own = [] }) => {
		const people = new Set(contactIdsOfRosters(db, own, row.startedAt));
		return notified.some((to) => to.to === "contact" && people.has(to.contactId));
	});
	const all = [
		...rules.flatMap((rule) => firstRecipients(store, rule, row.deviceId)),
		...stepsOfTurns.flatMap(({ channels, rosterIds: own }) =>
			recipientsOf(store, { contactIds: [], contactGroupIds: [], rosterIds: own, channels }, row.deviceId),
		),
		...notified.filter((recipient) => !isByTurn(recipient)),
	];
	return [...new Map(all.map((recipient) => [keyOf(recipient), recipient])).values()];
}

function runDigest(store: Store, recipientKey: string): void {
	const { db, now, invalidations } = store;
	for (const followUp of listDueDigests(db, recipientKey, now)) {
		const { eventId, recipient } = followUp;
		deleteFollowUp(db, followUp);
		const found = findAlertEvent(db, eventId);
		if (!found || recipient === null || !isNotifiable(found)) continue;
		if (found.isDrill && found.endedAt !== null) continue;
		const row = found.endedAt === null ? currentOf(store, found) : found;
		const mute = eventMute(db, row, now);
		const withheld: Withheld | null = mute
			? { reason: "muted", until: mute.until }
			: withheldFrom(db, { row, recipient, severity: row.severity, now });
		if (withheld) {
			keepForDigest(db, eventId, { recipient, withheld });
			continue;
		}
		const known = listNoticesAbout(db, { about: eventId, cause: "alert" });
		const wasNotified = known.some((one) => one.recipientKey === recipientKey && isAlive(one));
		if (!isWorthNotifying(store, row, { wasNotified, withheldFor: followUp.done })) continue;
		const facts = factsOf(db, row, { kind: "digest", value: row.endedAt === null ? row.lastValue : row.peak });
		queueAll(store, eventId, { step: nextStep(known), facts, recipients: [recipient] });
	}
	invalidations.changed("messages", "all");
}

type Meanwhile = { wasNotified: boolean; withheldFor: number };

/** Events over while muted are never sent; events over outside the rule's hours only if the rule wants it. */
function isWorthNotifying({ db }: Store, row: AlertEventRow, { wasNotified, withheldFor }: Meanwhile): boolean {
	if (row.endedAt === null || wasNotified) return true;
	if (withheldFor === withheldCodes.muted) return false;
	return (
		isOver(row) &&
		(withheldFor !== withheldCodes.outsideHours ||
			rulesOf(db, row).some(({ notification }) => notification.reportsMissed))
	);
}

const withheldCodes: Record<Withheld["reason"], number> = { quietHours: 0, outsideHours: 1, muted: 2 };

export function keepForDigest(
	db: AccountDb,
	eventId: string,
	{ recipient, withheld: { until, reason } }: { recipient: Recipient; withheld: Withheld },
): void {
	if (until === null) return;
	const done = withheldCodes[reason];
	saveFollowUp(db, { eventId, kind: "digest", recipientKey: keyOf(recipient), recipient, done, dueAt: until });
}
