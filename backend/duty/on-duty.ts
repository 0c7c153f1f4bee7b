import { type OnDuty, onDuty } from "../../shared/duty/turns";
import type { RowStore } from "../base/context";
import { type ContactRow, findContacts, listDeliveryChannelsOf } from "../db/contact-rows";
import { listRosters, type RosterRecord, rosterContactIds } from "../db/roster-rows";

type Store = Pick<RowStore, "db" | "now">;

/** `notifiedIds`: the contact on duty, or the fallback if that contact cannot be reached or there is none. */
export type RosterDuty = OnDuty & { roster: RosterRecord; notifiedIds: string[] };

/** Returns who is on duty in each of these rosters now. Ignores unknown ids. */
export function dutiesOf(store: Store, rosterIds: readonly string[]): RosterDuty[] {
	if (rosterIds.length === 0) return [];
	const named = listRosters(store.db).filter(({ id }) => rosterIds.includes(id));
	const available = availableContacts(store, named.flatMap(rosterContactIds));
	return named.map((roster) => {
		const duty = onDuty(historyOf(roster), store.now);
		const isThere = duty.contactId !== null && available.has(duty.contactId);
		const notifiedIds = isThere && duty.contactId !== null ? [duty.contactId] : roster.fallbackContactIds;
		return { ...duty, roster, notifiedIds };
	});
}

export function dutyContactIds(store: Store, rosterIds: readonly string[] = []): string[] {
	return [...new Set(dutiesOf(store, rosterIds).flatMap(({ notifiedIds }) => notifiedIds))];
}

export function historyOf({ plans, overrides }: RosterRecord) {
	return { plans, overrides };
}

/** Omits contacts that are deleted, paused or without an address that works. */
export function availableContacts({ db, now }: Store, contactIds: readonly string[]): Map<string, ContactRow> {
	const ids = [...new Set(contactIds)];
	const working = listDeliveryChannelsOf(db, ids).filter(
		({ status }) => status !== "bouncing" && status !== "unsubscribed",
	);
	const reachable = new Set(working.map(({ contactId }) => contactId));
	const isPaused = ({ pausedUntil }: ContactRow) => pausedUntil !== null && pausedUntil.getTime() > now;
	const found = findContacts(db, ids).filter((contact) => reachable.has(contact.id) && !isPaused(contact));
	return new Map(found.map((contact) => [contact.id, contact]));
}
