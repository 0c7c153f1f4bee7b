import { rosterLimits } from "../../shared/duty/roster";
import { dutySpans, type OnDuty, onDuty, type RosterHistory } from "../../shared/duty/turns";
import type { RowStore } from "../base/context";
import { findContacts, listDeliveryChannelsOf, listOptOutsOf } from "../db/contact-rows";
import { listRosters, type RosterRecord, rosterContactIds } from "../db/roster-rows";

type Store = Pick<RowStore, "db" | "now">;

/** `notifiedIds`: the contact on duty, or the fallback if that contact cannot be reached or there is none. */
export type RosterDuty = OnDuty & { roster: RosterRecord; notifiedIds: string[] };

/** Returns who is on duty in each of these rosters now. Ignores unknown ids. */
export function dutiesOf(store: Store, rosterIds: readonly string[]): RosterDuty[] {
	if (rosterIds.length === 0) return [];
	const named = listRosters(store.db).filter(({ id }) => rosterIds.includes(id));
	const reachable = reachableFrom(
		store,
		named.flatMap((roster) => rosterContactIds(roster, store.now)),
	);
	return named.map((roster) => {
		const duty = onDuty(historyOf(roster), store.now);
		const isThere = duty.contactId !== null && reachable(duty.contactId) <= store.now;
		const notifiedIds = isThere && duty.contactId !== null ? [duty.contactId] : roster.fallbackContactIds;
		return { ...duty, roster, notifiedIds };
	});
}

export function historyOf({ plans, overrides }: RosterRecord): RosterHistory {
	return { plans, overrides };
}

/** Returns when a contact can be reached at a usual address, epoch ms: the end of a pause, infinity for never. */
export function reachableFrom({ db, now }: Store, contactIds: readonly string[]): (contactId: string) => number {
	const ids = [...new Set(contactIds)];
	const stopped = listOptOutsOf(db, "alerts").filter(({ until }) => until === null || until.getTime() > now);
	const deaf = new Set(stopped.map(({ channel, address }) => `${channel} ${address.toLowerCase()}`));
	const working = listDeliveryChannelsOf(db, ids).filter(({ isDefault, status, channel, address }) => {
		const isDead = status === "bouncing" || status === "unsubscribed";
		return isDefault && !isDead && !deaf.has(`${channel} ${address.toLowerCase()}`);
	});
	const addressed = new Set(working.map(({ contactId }) => contactId));
	const found = findContacts(db, ids).filter(({ id }) => addressed.has(id));
	const from = new Map(found.map(({ id, pausedUntil }) => [id, pausedUntil?.getTime() ?? 0]));
	return (contactId) => from.get(contactId) ?? Number.POSITIVE_INFINITY;
}

/** `contactId` null: a gap between turns. Otherwise the contact cannot be reached. */
export type DutyFault = { contactId: string | null; from: number; to: number };

/** Returns the spans of the next weeks in which the fallback is notified. */
export function faultsAhead(store: Store, roster: RosterRecord): DutyFault[] {
	const reachable = reachableFrom(store, rosterContactIds(roster, store.now));
	const ahead = dutySpans(historyOf(roster), { from: store.now, to: store.now + rosterLimits.aheadMs });
	return ahead.flatMap(({ contactId, from, to }) => {
		const until = contactId === null ? to : Math.min(reachable(contactId), to);
		return until > from ? [{ contactId, from, to: until }] : [];
	});
}
