import { AlertSeverity } from "../../shared/alert/conditions/terms";
import { said } from "../../shared/log/said";
import { type AlertEventRow, updateAlertEvent } from "../db/alert-event-rows";
import { deleteSnoozes } from "../db/assignment-rows";
import { deleteFollowUpsOf } from "../db/follow-up-rows";
import { listFactsAbout } from "../db/notice-rows";
import { type AlertFacts, addNote, type NotifyStore } from "./alert-notices";
import { planFollowUps, planOf } from "./follow-up-plan";

/** Counts as a reminder's interval for rules without reminders. */
const plainIntervalSeconds = 60 * 60;

/** Returns whether recipients were notified of this severity, or acknowledged it, within a reminder's interval. */
export function isSameRise({ db, now }: NotifyStore, before: AlertEventRow, severity: AlertSeverity): boolean {
	if (isWorse(severity, before.worstSeverity)) return false;
	const { reminder } = planOf(db, before);
	const since = now - (reminder?.everySeconds ?? plainIntervalSeconds) * 1000;
	if (before.acknowledgedAt !== null && before.acknowledgedAt > since) return true;
	const notified = listFactsAbout(db, { about: before.id, cause: "alert" });
	return notified.some(({ createdAt, facts }) => {
		const { severity: said } = facts as AlertFacts; // the facts of a notice are those of its cause
		return createdAt.getTime() > since && !isWorse(severity, said);
	});
}

export function notifyAgain(store: NotifyStore, row: AlertEventRow): void {
	const { db, now } = store;
	updateAlertEvent(db, row.id, { acknowledgedAt: null, acknowledgedBy: null });
	addNote(db, row.id, { at: now, kind: "askedAgain", text: said("alert.askedAgain") });
	deleteFollowUpsOf(db, row.id);
	deleteSnoozes(db, row.id);
	planFollowUps(store, { ...row, acknowledgedAt: null });
}

function isWorse(one: AlertSeverity, other: AlertSeverity): boolean {
	const { options } = AlertSeverity;
	return options.indexOf(one) < options.indexOf(other);
}
