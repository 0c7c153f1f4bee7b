import { silentSeconds } from "../../shared/alert/alert-event-span";
import { namesAnybody, rostersOf } from "../../shared/alert/alert-rule";
import { type Said, said } from "../../shared/log/said";
import type { SuppressionReason } from "../../shared/message/message";
import { recipientAt } from "../contact/alert-uses";
import { listActiveOwners } from "../db/account-rows";
import { type AlertEventRow, findAlertEvent, updateAlertEvent } from "../db/alert-event-rows";
import { deleteSnoozes } from "../db/assignment-rows";
import { listDeliveryChannelsOf } from "../db/contact-rows";
import { deleteFollowUp, deleteFollowUpsOf, findFollowUp, saveFollowUp } from "../db/follow-up-rows";
import type { Recipient } from "../db/message-schema";
import { eventMute } from "../db/mute-rows";
import { type KnownNotice, listNoticesAbout } from "../db/notice-rows";
import { keyOf } from "../db/recipient-key";
import { listRosters, rosterContactIds } from "../db/roster-rows";
import type { NoticeOf } from "../message/message-outcome";
import { addNote, factsOf, isNotifiable, type NotifyStore, nextStep, queueAll } from "./alert-notices";
import { firstRecipients, recipientsOf } from "./alert-recipients";
import { planFollowUps, planOf, rulesOf } from "./follow-up-plan";

/** `address`: another address of the contact may work. */
type Unreached = "address" | "person" | "quiet";

const unreachedBy: Record<SuppressionReason, Unreached | null> = {
	noAddress: "address",
	addressChanged: "address",
	addressBouncing: "address",
	channelOff: "address",
	countryOff: "address",
	numberOff: "address",
	unverifiedLimit: "address",
	unverifiedAccountLimit: "address",
	shareSpent: "address",
	providerSuppressed: "address",
	browserGone: "address",
	addressGone: "address",
	unconfirmed: "address",
	recipientGone: "person",
	optedOut: "person",
	paused: "person",
	quietHours: "quiet",
	// Wanted by the account, so not a failure.
	outsideHours: null,
	muted: null,
	superseded: null,
	noLongerNeeded: null,
	codeLimit: null,
	testLimit: null,
	sameAddress: null,
};

const failedStates: readonly KnownNotice["state"][] = ["failed", "bounced", "unknown", "mayHaveArrived"];

function whyUnreached({ droppedFor, state, reason, outcome }: KnownNotice): Unreached | null {
	if (droppedFor !== null) return unreachedBy[droppedFor];
	const isCalledAgain = outcome !== null && (state === "queued" || state === "sending");
	if (isCalledAgain) return "address";
	const wasNotTried = state === "suppressed" || state === "mayHaveArrived";
	if (wasNotTried && reason !== null) return unreachedBy[reason];
	return failedStates.includes(state) ? "address" : null;
}

/** Only critical alerts escalate during quiet hours; others wait for the digest. */
function isUnreached(notice: KnownNotice, { severity }: AlertEventRow): boolean {
	const why = whyUnreached(notice);
	return why !== null && (why !== "quiet" || severity === "critical");
}

/** Tries the contact's next address; if a step reached no one, runs the next at once. */
export function failOver(
	store: NotifyStore,
	notice: NoticeOf<"alert">,
	{ droppedFor }: { droppedFor: SuppressionReason | null },
): void {
	const { db } = store;
	const row = findAlertEvent(db, notice.about);
	if (!row || row.endedAt !== null || eventMute(db, row, store.now)) return;
	const isOfHolder = row.acknowledgedAt !== null && notice.facts.kind === "stillOut";
	if (row.acknowledgedAt !== null && !isOfHolder) return;
	const known = listNoticesAbout(db, { about: row.id, cause: "alert" })
		.filter(({ step }) => step === notice.step)
		.map((one) => (one.id === notice.id && droppedFor !== null ? { ...one, droppedFor } : one));
	const own = known.find(({ id }) => id === notice.id);
	if (!own || !isUnreached(own, row)) return;
	if (whyUnreached(own) === "address" && triesNextAddress(store, notice, known)) return;
	if (!known.every((one) => isUnreached(one, row))) return;
	if (isOfHolder) returnToAll(store, row, said("alert.holderUnreached"));
	else if (!triesFallback(store, notice, known)) escalate(store, row);
}

/** The event needs a new acknowledgement, and whom its rules notify first hears of it again. */
export function returnToAll(store: NotifyStore, row: AlertEventRow, why: Said): void {
	const { db, now } = store;
	deleteFollowUpsOf(db, row.id);
	deleteSnoozes(db, row.id);
	const open = { acknowledgedAt: null, acknowledgedBy: null, assigneeId: null };
	updateAlertEvent(db, row.id, open);
	addNote(db, row.id, { at: now, kind: "askedAgain", text: why });
	const event = { ...row, ...open };
	if (!isNotifiable(event) || event.partOf !== null) return;
	const rules = rulesOf(db, event);
	const all = rules.flatMap((rule) => firstRecipients(store, rule, event.deviceId));
	const recipients = [...new Map(all.map((each) => [keyOf(each), each])).values()];
	const facts = factsOf(db, event, { kind: "stillOut", value: silentSeconds(event, now) ?? event.lastValue });
	const step = nextStep(listNoticesAbout(db, { about: event.id, cause: "alert" }));
	queueAll(store, event.id, { step, facts, recipients });
	planFollowUps(store, event);
	const namesRecipients = rules.some((rule) => namesAnybody({ ...rule, ...rule.notification }));
	if (recipients.length === 0 && namesRecipients) escalate(store, event);
}

/** Notifies the fallback of the rosters whose people this step did not reach. */
function triesFallback(store: NotifyStore, notice: NoticeOf<"alert">, known: readonly KnownNotice[]): boolean {
	const { db } = store;
	const row = findAlertEvent(db, notice.about);
	if (!row) return false;
	const contactOf = ({ recipient }: KnownNotice) => (recipient.to === "contact" ? [recipient.contactId] : []);
	const tried = new Set(known.flatMap(contactOf));
	const isFirst = notice.facts.kind === "first";
	const ofRules = rulesOf(db, row).flatMap(({ notification }) => {
		return isFirst ? (notification.rosterIds ?? []) : rostersOf(notification);
	});
	const rosterIds = row.rosterId === null ? ofRules : [row.rosterId];
	const failed = listRosters(db).filter((roster) => {
		return rosterIds.includes(roster.id) && rosterContactIds(roster, row.startedAt).some((id) => tried.has(id));
	});
	const contactIds = failed.flatMap((roster) => roster.fallbackContactIds).filter((id) => !tried.has(id));
	const recipients = recipientsOf(store, { contactIds, contactGroupIds: [], channels: null }, row.deviceId);
	if (recipients.length === 0) return false;
	addNote(db, row.id, { at: store.now, kind: "nobodyReached", text: said("alert.nobodyFallback") });
	queueAll(store, row.id, { step: notice.step, facts: notice.facts, recipients });
	return true;
}

function triesNextAddress(store: NotifyStore, notice: NoticeOf<"alert">, known: readonly KnownNotice[]): boolean {
	const recipient = known.find(({ id }) => id === notice.id)?.recipient;
	if (recipient?.to !== "contact") return false;
	const { contactId } = recipient;
	const own = known.filter((one) => one.recipient.to === "contact" && one.recipient.contactId === contactId);
	if (own.some((one) => whyUnreached(one) === null)) return true;
	const tried = new Set(own.map((one) => keyOf(one.recipient)));
	const next = listDeliveryChannelsOf(store.db, [contactId])
		.map(recipientAt)
		.find((each) => !tried.has(keyOf(each)));
	if (!next) return false;
	const recipients: Recipient[] = [next];
	queueAll(store, notice.about, { step: notice.step, facts: notice.facts, recipients });
	return true;
}

/** Runs the next step now; after the last one, notifies the owners once. */
export function escalate(store: NotifyStore, row: AlertEventRow): void {
	const { db, now } = store;
	if (runNextStep(store, row)) {
		addNote(db, row.id, { at: now, kind: "nobodyReached", text: said("alert.nobodyNext") });
		return;
	}
	const known = listNoticesAbout(db, { about: row.id, cause: "alert" });
	const owners = listActiveOwners(db).map(({ id: userId }): Recipient => ({ to: "user", userId, channel: "email" }));
	const notified = new Set(known.map(({ recipientKey }) => recipientKey));
	const recipients = owners.filter((owner) => !notified.has(keyOf(owner)));
	const areOwnersNotified = recipients.length === 0;
	const text = said(areOwnersNotified ? "alert.nobodyAtAll" : "alert.nobodyOwners");
	addNote(db, row.id, { at: now, kind: "nobodyReached", text });
	if (areOwnersNotified) return;
	const facts = factsOf(db, row, { kind: "escalation", value: silentSeconds(row, now) ?? row.lastValue });
	queueAll(store, row.id, { step: nextStep(known), facts, recipients });
}

/** Runs the next step that has a recipient. Returns false if none is left. */
export function runNextStep(store: NotifyStore, row: AlertEventRow): boolean {
	const { db, now } = store;
	const { steps } = planOf(db, row);
	for (let waiting = findFollowUp(db, row.id, "escalation"); waiting; ) {
		const { done, dueAt } = waiting;
		const [step, next] = steps.filter(({ afterSeconds }) => afterSeconds > done);
		if (!step) break;
		if (next) {
			const nextAt = Math.max(dueAt, now) + (next.afterSeconds - step.afterSeconds) * 1000;
			waiting = { ...waiting, done: step.afterSeconds, dueAt: nextAt };
			saveFollowUp(db, waiting);
		} else {
			deleteFollowUp(db, waiting);
			waiting = null;
		}
		const recipients = recipientsOf(store, step, row.deviceId);
		if (recipients.length === 0) continue;
		const facts = factsOf(db, row, { kind: "escalation", value: silentSeconds(row, now) ?? row.lastValue });
		const known = listNoticesAbout(db, { about: row.id, cause: "alert" });
		queueAll(store, row.id, { step: nextStep(known), facts, recipients });
		return true;
	}
	return false;
}
