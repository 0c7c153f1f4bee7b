import { rostersOf } from "../../shared/alert/alert-rule";
import { onDuty } from "../../shared/duty/turns";
import type { RowStore } from "../base/context";
import { type AlertEventRow, findAlertEvents, listAlertNotes } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { listAssigned } from "../db/assignment-rows";
import { findContact } from "../db/contact-rows";
import { listRosters, type RosterRecord } from "../db/roster-rows";
import { historyOf } from "./on-duty";

type Store = Pick<RowStore, "db" | "now">;

/** `contactId`: who is on duty now; null: no one. */
type EarlierTurn = { event: AlertEventRow; roster: RosterRecord; contactId: string | null };

/** Returns open events whose person took them in a turn that is over, each with the roster of that turn. */
export function earlierTurns({ db, now }: Store): EarlierTurn[] {
	const rosters = listRosters(db);
	if (rosters.length === 0) return [];
	const ids = listAssigned(db).map(({ id }) => id);
	const userOf = (contactId: string | null) =>
		contactId === null ? null : (findContact(db, contactId)?.linkedUserId ?? null);
	return findAlertEvents(db, ids).flatMap((event): EarlierTurn[] => {
		const rule = event.alertId === null ? null : findAlert(db, event.alertId);
		const named = rule ? rostersOf(rule.notification) : [];
		if (named.length === 0 || event.assigneeId === null) return [];
		const taken = listAlertNotes(db, event.id).findLast(({ kind }) => kind === "assigned" || kind === "acknowledged");
		if (!taken) return [];
		for (const roster of rosters.filter(({ id }) => named.includes(id))) {
			const history = historyOf(roster);
			const { contactId } = onDuty(history, now);
			const wasOnDuty = userOf(onDuty(history, taken.at).contactId) === event.assigneeId;
			if (wasOnDuty && userOf(contactId) !== event.assigneeId) return [{ event, roster, contactId }];
		}
		return [];
	});
}
