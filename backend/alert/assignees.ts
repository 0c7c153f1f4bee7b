import { can } from "../../shared/account/permissions";
import { hourMs } from "../../shared/base/durations";
import type { AccountDb } from "../base/context";
import { usualRecipients } from "../contact/alert-uses";
import { accountOrThrow, findUser, type UserRow } from "../db/account-rows";
import type { AlertEventRow } from "../db/alert-event-rows";
import { listAssigned, snoozingUsers } from "../db/assignment-rows";
import { cached } from "../db/cached-rows";
import { findContact, linkedContactIds } from "../db/contact-rows";
import { saveFollowUp } from "../db/follow-up-rows";
import { groupIdsByDevice } from "../db/group-rows";
import type { Recipient } from "../db/message-schema";
import { alertEvents, groupDevices, users } from "../db/schema";
import { earlierTurns } from "../duty/earlier-turns";
import { dutiesOf } from "../duty/on-duty";
import { isNotifiable, type NotifyStore, withoutCalls } from "./alert-notices";

/** An acknowledged event that is not over comes back after it. */
export function stillOutMs(db: AccountDb): number {
	return accountOrThrow(db).stillOutHours * hourMs;
}

export function canHold(
	db: AccountDb,
	{ status, role, scope }: Pick<UserRow, "status" | "role" | "scope">,
	{ deviceId }: Pick<AlertEventRow, "deviceId">,
): boolean {
	if (status !== "active" || !can(role, "acknowledgeAlerts")) return false;
	if (scope === "all") return true;
	const groupIds = deviceId === null ? [] : (groupIdsByDevice(db, deviceId).get(deviceId) ?? []);
	return groupIds.some((id) => scope.groupIds.includes(id));
}

/** Returns the open events whose assignee left, sees their device no more, or may not acknowledge. */
export const lostAssignments = cached([alertEvents, users, groupDevices], (db): ReadonlySet<string> => {
	const lost = listAssigned(db).filter((event) => {
		const user = findUser(db, event.assigneeId ?? "");
		return !user || !canHold(db, user, event);
	});
	return new Set(lost.map(({ id }) => id));
});

type Assigned = Pick<AlertEventRow, "id" | "assigneeId">;

export function assigneeOf(db: AccountDb, { id, assigneeId }: Assigned): UserRow | null {
	return assigneeId === null || lostAssignments(db).has(id) ? null : findUser(db, assigneeId);
}

/** Returns the user's id if they can have the event; null: they cannot, or are no user. */
export function holderOf(db: AccountDb, userId: string | null, event: Pick<AlertEventRow, "deviceId">): string | null {
	const user = userId === null ? null : findUser(db, userId);
	return user && canHold(db, user, event) ? user.id : null;
}

export function userOf(db: AccountDb, recipient: Recipient | null): string | null {
	if (recipient?.to === "user") return recipient.userId;
	return recipient?.to === "contact" ? (findContact(db, recipient.contactId)?.linkedUserId ?? null) : null;
}

/** A user's own addresses, without calls: no one is called about an event that has an assignee. */
export function personRecipients(db: AccountDb, userId: string): Recipient[] {
	const own = linkedContactIds(db, userId).flatMap((contactId) => usualRecipients(db, contactId));
	const written = own.filter(({ channel }) => channel !== "call");
	return written.length > 0 ? written : [{ to: "user", userId, channel: "email" }];
}

/** Returns the contacts on duty now if the person who has the event took it in a turn that is over. */
export function contactsOfNextTurn(store: NotifyStore, { id }: Pick<AlertEventRow, "id">): string[] {
	const turn = earlierTurns(store).find(({ event }) => event.id === id);
	return turn ? dutiesOf(store, [turn.roster.id]).flatMap(({ notifiedIds }) => notifiedIds) : [];
}

export function nextTurnRecipients(store: NotifyStore, event: Pick<AlertEventRow, "id">): Recipient[] {
	const contactIds = contactsOfNextTurn(store, event);
	const usual = contactIds.flatMap((contactId) => usualRecipients(store.db, contactId));
	const snoozing = snoozingUsers(store.db, event.id, store.now);
	return withoutCalls(store.db, usual).filter((each) => !snoozing.has(userOf(store.db, each) ?? ""));
}

export function planStillOut({ db, now }: NotifyStore, event: AlertEventRow): void {
	if (event.isDrill || event.partOf !== null || !isNotifiable(event)) return;
	const [eventId, dueAt] = [event.id, now + stillOutMs(db)];
	saveFollowUp(db, { eventId, kind: "stillOut", recipientKey: "", recipient: null, done: 0, dueAt });
}
