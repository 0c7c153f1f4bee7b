import type { AlertReminder, EscalationStep } from "../../shared/alert/alert-rule";
import type { AccountDb } from "../base/context";
import { timeOfId } from "../base/ids";
import { type AlertEventRow, listAlertNotes, listPartRules } from "../db/alert-event-rows";
import { type AlertRow, findAlert } from "../db/alert-rows";
import { deleteFollowUp, deleteFollowUpsOf, deleteRemindersOf, findFollowUp, saveFollowUp } from "../db/follow-up-rows";
import { isNotifiable, type NotifyStore } from "./alert-notices";

/** Returns the event's enabled rules; for an account event those of all its devices' silences. */
export function rulesOf(db: AccountDb, { id, alertId }: Pick<AlertEventRow, "id" | "alertId">): AlertRow[] {
	const ids = alertId === null ? listPartRules(db, id) : [alertId];
	return ids.flatMap((each) => findAlert(db, each) ?? []).filter(({ isEnabled }) => isEnabled);
}

export function planOf(
	db: AccountDb,
	event: Pick<AlertEventRow, "id" | "alertId" | "isDrill">,
): { reminder: AlertReminder | null; steps: EscalationStep[] } {
	const notifications = rulesOf(db, event).map(({ notification }) => notification);
	const reminders = notifications.flatMap(({ reminder }) => reminder ?? []);
	const [reminder = null] = reminders.sort((one, other) => one.everySeconds - other.everySeconds);
	const steps = notifications.flatMap(({ escalation }) => escalation);
	const sorted = steps.sort((one, other) => one.afterSeconds - other.afterSeconds);
	return event.isDrill ? drillPlan(reminder, sorted) : { reminder, steps: sorted };
}

const drillFactor = 10;
const leastWaitSeconds = 30;

/** Waits take a tenth in a drill, at least half a minute. Steps at one time stay together. */
function drillPlan(reminder: AlertReminder | null, steps: readonly EscalationStep[]) {
	const shortened = (seconds: number) => Math.max(leastWaitSeconds, Math.round(seconds / drillFactor));
	let [before, after] = [0, 0];
	const own = steps.map((step) => {
		after += step.afterSeconds === before ? 0 : shortened(step.afterSeconds - before);
		before = step.afterSeconds;
		return { ...step, afterSeconds: after };
	});
	return { reminder: reminder && { ...reminder, everySeconds: shortened(reminder.everySeconds) }, steps: own };
}

function requestedAt(db: AccountDb, eventId: string): number {
	const again = listAlertNotes(db, eventId).findLast(({ kind }) => kind === "askedAgain");
	return again?.at ?? timeOfId(eventId);
}

/** Call after an event was queued or its rule's messages changed. Omits steps whose time has passed. */
export function planFollowUps({ db, now }: NotifyStore, event: AlertEventRow): void {
	const { id: eventId } = event;
	if (event.endedAt !== null || event.partOf !== null || !isNotifiable(event)) {
		deleteFollowUpsOf(db, eventId);
		return;
	}
	if (event.acknowledgedAt !== null) {
		deleteRemindersOf(db, eventId);
		return;
	}
	const { reminder, steps } = planOf(db, event);
	const shared = { eventId, recipientKey: "", recipient: null };
	const known = findFollowUp(db, eventId, "reminder");
	if (reminder) {
		const dueAt = Math.min(known?.dueAt ?? Number.POSITIVE_INFINITY, now + reminder.everySeconds * 1000);
		saveFollowUp(db, { ...shared, kind: "reminder", done: known?.done ?? 0, dueAt });
	} else deleteFollowUp(db, { ...shared, kind: "reminder" });
	const queuedAt = requestedAt(db, eventId);
	const done = Math.max(findFollowUp(db, eventId, "escalation")?.done ?? 0, Math.floor((now - queuedAt) / 1000));
	const next = steps.find(({ afterSeconds }) => afterSeconds > done);
	if (next) saveFollowUp(db, { ...shared, kind: "escalation", done, dueAt: queuedAt + next.afterSeconds * 1000 });
	else deleteFollowUp(db, { ...shared, kind: "escalation" });
}
