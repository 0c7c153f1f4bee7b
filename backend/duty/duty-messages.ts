import { can } from "../../shared/account/permissions";
import { rostersOf } from "../../shared/alert/alert-rule";
import { dayMs, minuteMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import { rosterLimits } from "../../shared/duty/roster";
import { dutySpans, onDuty, type RosterHistory } from "../../shared/duty/turns";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations, RowStore } from "../base/context";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import { usualRecipients } from "../contact/alert-uses";
import { listActiveMembers, type UserRow } from "../db/account-rows";
import { listOpenEvents } from "../db/alert-event-rows";
import { listAlerts } from "../db/alert-rows";
import { findContacts } from "../db/contact-rows";
import {
	findRoster,
	findRosterWatch,
	listDueRosters,
	nextRosterLookAt,
	type RosterRecord,
	saveRosterWatch,
} from "../db/roster-rows";
import type { CauseFacts } from "../message/causes";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";
import { earlierTurns } from "./earlier-turns";
import { type DutyFault, faultsAhead, historyOf } from "./on-duty";

type Turn = { from: number; until: number | null };

const changeWaitMs = 10 * minuteMs;
const lateMs = 10 * minuteMs;
const listedTurns = 5;

/** Looks at a roster at its next hand-over, a day before it, after a change, and once a day. */
export function dutyWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	return {
		name: "duty messages",
		title: said("work.is.duty"),
		isUrgent: true,
		describe: (id) => ({ name: findRoster(db, id)?.name ?? "a roster", deviceId: null }),
		nextDueAt: () => nextRosterLookAt(db),
		due: (now, limit) => listDueRosters(db, now, limit),
		async run(rosterId, now) {
			const roster = findRoster(db, rosterId);
			if (!roster) return;
			const isHandedOver = db.transaction(() => lookAtRoster({ db, now, newId: createNewId(now) }, roster));
			if (isHandedOver) invalidations.changed("alerts", "all");
		},
	};
}

/** Returns true if a turn began. */
function lookAtRoster(store: RowStore, roster: RosterRecord): boolean {
	const { db, now } = store;
	const { id: rosterId } = roster;
	const watch = findRosterWatch(db, rosterId) ?? { lookedAt: now, faults: [], changedAt: null, before: null };
	const { changedAt, before } = watch;
	const lookedAt = Math.max(watch.lookedAt, now - lateMs);
	const since = Math.max(lookedAt, changedAt ?? 0);
	if (before !== null) notifyHandOvers(store, { roster, history: before, after: lookedAt, to: since });
	const isBegun = notifyHandOvers(store, { roster, history: historyOf(roster), after: since, to: now });
	const faults = notifyManagers(store, roster, watch.faults);
	const isWaiting = changedAt !== null && now < changedAt + changeWaitMs;
	if (!isWaiting && before !== null) notifyOfChanges(store, roster, before);
	const change = isWaiting ? { changedAt, before } : { changedAt: null, before: null };
	const lookAt = Math.min(nextLookAt(roster, now), isWaiting ? changedAt + changeWaitMs : Number.POSITIVE_INFINITY);
	saveRosterWatch(db, { rosterId, lookAt, lookedAt: now, faults, ...change });
	return isBegun;
}

function nextLookAt(roster: RosterRecord, now: number): number {
	const [, ...ahead] = dutySpans(historyOf(roster), { from: now, to: now + 2 * dayMs });
	const times = ahead.flatMap(({ from }) => [from, from - dayMs]).filter((at) => at > now);
	return smallestOf([now + dayMs, ...times]);
}

type Looked = { roster: RosterRecord; history: RosterHistory; after: number; to: number };

/** Notifies of turns that began, or came to be a day away, later than `after`. Returns true if one began. */
function notifyHandOvers(store: RowStore, { roster, history, after, to }: Looked): boolean {
	const spans = dutySpans(history, { from: after - dayMs, to: to + dayMs + 1 });
	const isNew = (at: number) => at > after && at <= to;
	for (const { from, contactId } of spans) {
		if (contactId === null) continue;
		// Turns of every night need one notice, of the first.
		const isFirst = !spans.some((other) => other.contactId === contactId && other.to < from && other.to > from - dayMs);
		const what = isNew(from) ? "begins" : isNew(from - dayMs) && isFirst ? "ahead" : null;
		if (what === null) continue;
		const { until } = onDuty(history, from);
		const about = `${roster.id}/${from}/${contactId}`;
		notifyContact(store, roster, { about, contactId, what, turns: [{ from, until }] });
	}
	return spans.some(({ from }) => isNew(from));
}

function notifyOfChanges(store: RowStore, roster: RosterRecord, before: RosterHistory): void {
	const span = { from: store.now, to: store.now + rosterLimits.calendarAheadMs };
	const earlier = turnsByContact(before, span);
	const later = turnsByContact(historyOf(roster), span);
	for (const contactId of new Set([...earlier.keys(), ...later.keys()])) {
		const turns = later.get(contactId) ?? [];
		if (JSON.stringify(turns) === JSON.stringify(earlier.get(contactId) ?? [])) continue;
		const about = `${roster.id}/changed/${store.now}/${contactId}`;
		notifyContact(store, roster, { about, contactId, what: "changed", turns });
	}
}

function turnsByContact(history: RosterHistory, span: { from: number; to: number }): Map<string, Turn[]> {
	const turns = new Map<string, Turn[]>();
	for (const { from, to, contactId } of dutySpans(history, span)) {
		if (contactId === null) continue;
		const until = to === span.to ? null : to;
		turns.set(contactId, [...(turns.get(contactId) ?? []), { from, until }]);
	}
	return turns;
}

type DutyNotice = Pick<CauseFacts["duty"], "contactId" | "what" | "turns"> & { about: string };

function notifyContact(store: RowStore, roster: RosterRecord, { about, contactId, what, turns }: DutyNotice): void {
	const { db } = store;
	const held = what === "begins" ? earlierTurns(store).filter((turn) => turn.roster.id === roster.id).length : 0;
	const facts: CauseFacts["duty"] = {
		what,
		roster: roster.name,
		rosterId: roster.id,
		contactId,
		turns: turns.slice(0, listedTurns),
		more: Math.max(0, turns.length - listedTurns),
		openAlerts: what === "begins" ? countOpenAlerts(db, roster.id) : 0,
		...(held > 0 && { heldAlerts: held }),
		path: pathOf(roster),
	};
	const step = what === "ahead" ? 0 : 1;
	for (const recipient of usualRecipients(db, contactId)) {
		queueMessage(store, { cause: "duty", about, step, recipient, facts });
	}
}

export function pathOf({ id }: Pick<RosterRecord, "id">): string {
	return `/alerts/?view=rosters&roster=${id}`;
}

function countOpenAlerts(db: AccountDb, rosterId: string): number {
	const named = listAlerts(db).filter(({ notification }) => rostersOf(notification).includes(rosterId));
	const ruleIds = new Set(named.map(({ id }) => id));
	return listOpenEvents(db).filter(({ alertId }) => alertId !== null && ruleIds.has(alertId)).length;
}

/** Returns the faults that managers know of now. Notifies them of faults that are new since `known`. */
function notifyManagers(store: RowStore, roster: RosterRecord, known: readonly string[]): string[] {
	const { db, now } = store;
	const ahead = firstFaults(faultsAhead(store, roster));
	const fresh = ahead.filter((fault) => !known.includes(keyOf(fault)));
	if (fresh.length > 0) {
		const facts = gapFacts(db, roster, fresh);
		for (const { id: userId } of listActiveMembers(db).filter(managesRosters)) {
			const recipient = { to: "user", userId, channel: "email" } as const;
			queueMessage(store, { cause: "dutyGap", about: `${roster.id}/gap/${now}`, recipient, facts });
		}
	}
	return ahead.map(keyOf);
}

function managesRosters({ role, scope }: UserRow): boolean {
	return can(role, "editRosters") && scope === "all";
}

function keyOf({ contactId }: DutyFault): string {
	return contactId ?? "";
}

/** The first fault of each person, and the first gap. */
function firstFaults(faults: readonly DutyFault[]): DutyFault[] {
	return [...new Map(faults.toReversed().map((fault) => [keyOf(fault), fault])).values()].reverse();
}

function gapFacts(db: AccountDb, roster: RosterRecord, faults: readonly DutyFault[]): CauseFacts["dutyGap"] {
	const contactIds = faults.flatMap(({ contactId }) => contactId ?? []);
	const names = new Map(findContacts(db, contactIds).map(({ id, fullName }) => [id, fullName]));
	const gaps = faults.map(({ contactId, from, to: until }) => {
		return { contactId, name: contactId === null ? null : (names.get(contactId) ?? null), from, until };
	});
	return { roster: roster.name, rosterId: roster.id, gaps, path: pathOf(roster) };
}

export const dutyHook: CauseHooks["duty"] = {
	/** A turn may be over, or have changed hands, before its message is sent. */
	stillOwed: ({ db, now }, notices) =>
		notices.filter(({ facts: { what, rosterId, contactId, turns } }) => {
			const roster = findRoster(db, rosterId);
			const [turn] = turns;
			if (!roster || what === "changed" || !turn) return roster !== null;
			return onDuty(historyOf(roster), Math.max(turn.from, now)).contactId === contactId;
		}),
};

export const dutyGapHook: CauseHooks["dutyGap"] = {
	stillOwed: (store, notices) =>
		notices.flatMap(({ id, facts }) => {
			const roster = findRoster(store.db, facts.rosterId);
			const wanted = new Set(facts.gaps.map(({ contactId }) => contactId));
			const ahead = roster ? firstFaults(faultsAhead(store, roster)) : [];
			const left = ahead.filter(({ contactId }) => wanted.has(contactId));
			return roster && left.length > 0 ? [{ id, facts: gapFacts(store.db, roster, left) }] : [];
		}),
};
