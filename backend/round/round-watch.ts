import { can } from "../../shared/account/permissions";
import { dayMs, minuteMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import { said } from "../../shared/log/said";
import { duesOf, nextDue, windowOf } from "../../shared/round/due-times";
import type { RoundSchedule } from "../../shared/round/round";
import { isInside, nextChangeAt, type ZonedWindows } from "../../shared/time/time-windows";
import type { AccountDb, Invalidations, RowStore } from "../base/context";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import { usualRecipients } from "../contact/alert-uses";
import { listActiveMembers } from "../db/account-rows";
import { findContacts } from "../db/contact-rows";
import type { Recipient } from "../db/message-schema";
import {
	findRound,
	listDueRounds,
	listMissesWithPlans,
	listPlacesDone,
	nextRoundLookAt,
	type RoundMissRow,
	type RoundRow,
	saveRoundMiss,
	updateRoundRow,
} from "../db/round-rows";
import type { RoundPlan } from "../db/schema";
import { dutiesOf } from "../duty/on-duty";
import type { CauseFacts } from "../message/causes";
import type { CauseHooks } from "../message/message-outcome";
import { queueMessage } from "../message/queue-message";

/** A schedule without a due in sight is looked at again after this time. */
const idleMs = 14 * dayMs;
/** An older miss, after the account was on hold, is recorded without a message. */
const lateMs = dayMs;

/** Returns when the first due from `lookedTo` on is missed (epoch ms). */
export function firstLookAt(plan: RoundSchedule, lookedTo: number): number {
	const dueAt = nextDue(plan, lookedTo - 1, idleMs);
	return dueAt === null ? lookedTo + idleMs : windowOf(plan, dueAt).missedAt + 1;
}

/** Looks at a round once a due is over, after a contact's quiet hours, and at the second step. */
export function roundWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	return {
		name: "missed rounds",
		title: said("work.is.rounds"),
		isUrgent: true,
		describe: (id) => ({ name: findRound(db, id)?.name ?? "a round", deviceId: null }),
		nextDueAt: () => nextRoundLookAt(db),
		due: (now, limit) => listDueRounds(db, now, limit),
		async run(roundId, now) {
			const round = findRound(db, roundId);
			if (!round) return;
			db.transaction(() => lookAtRound({ db, now, newId: createNewId(now) }, round));
			invalidations.changed("reports", "all");
		},
	};
}

function lookAtRound(store: RowStore, round: RoundRow): void {
	const { db, now } = store;
	const { plan } = round;
	const over = now - plan.graceMinutes * minuteMs;
	for (const dueAt of duesOf(plan, { from: round.lookedTo, to: over })) {
		const done = countDone(db, round, dueAt);
		if (done >= round.places.length) continue;
		const miss = { roundId: round.id, dueAt, done, places: round.places.length };
		const { missedAt } = windowOf(plan, dueAt);
		const first: RoundPlan[] = missedAt < now - lateMs ? [] : [{ at: now, step: 0, contactIds: null }];
		const { escalation } = round.people;
		const second: RoundPlan[] =
			escalation && first.length > 0
				? [{ at: missedAt + escalation.afterMinutes * minuteMs, step: 1, contactIds: null }]
				: [];
		saveMiss(db, { ...miss, plans: [...first, ...second] });
	}
	for (const miss of listMissesWithPlans(db, round.id, now)) carryOut(store, round, miss);
	const lookedTo = Math.max(round.lookedTo, over);
	updateRoundRow(db, round.id, { lookedTo, lookAt: firstLookAt(plan, lookedTo) });
}

function saveMiss(db: AccountDb, miss: Omit<RoundMissRow, "nextAt">): void {
	saveRoundMiss(db, { ...miss, nextAt: miss.plans.length === 0 ? null : smallestOf(miss.plans.map(({ at }) => at)) });
}

function countDone(db: AccountDb, { id, places }: RoundRow, dueAt: number): number {
	const done = new Set(listPlacesDone(db, id, dueAt));
	return places.filter((place) => done.has(place.id)).length;
}

/** Sends messages that are due now. A round that was done meanwhile needs no message. */
function carryOut(store: RowStore, round: RoundRow, miss: RoundMissRow): void {
	const { db, now } = store;
	const isDone = countDone(db, round, miss.dueAt) >= round.places.length;
	const left = isDone ? [] : miss.plans.filter(({ at }) => at > now);
	for (const { step, contactIds } of isDone ? [] : miss.plans.filter(({ at }) => at <= now)) {
		const ids = contactIds ?? contactIdsOf(store, round, step);
		if (ids.length === 0 && step === 0) notify(store, { round, miss, step }, managersOf(db));
		for (const contactId of ids) {
			const quietUntil = quietUntilOf(store, contactId);
			if (quietUntil !== null) left.push({ at: quietUntil, step, contactIds: [contactId] });
			else notify(store, { round, miss, step }, usualRecipients(db, contactId));
		}
	}
	saveMiss(db, { ...miss, plans: left });
}

function contactIdsOf(store: RowStore, { people }: RoundRow, step: RoundPlan["step"]): string[] {
	const named = step === 0 ? people : people.escalation;
	if (!named) return [];
	const onDuty = dutiesOf(store, named.rosterIds).flatMap(({ notifiedIds }) => notifiedIds);
	const ids = [...new Set([...named.contactIds, ...onDuty])];
	return findContacts(store.db, ids).map(({ id }) => id);
}

/** Epoch ms; null: not in quiet hours. */
function quietUntilOf({ db, now }: RowStore, contactId: string): number | null {
	const [contact] = findContacts(db, [contactId]);
	if (!contact || contact.quietHours.length === 0) return null;
	const quiet: ZonedWindows = { zone: contact.timeZone, weekly: contact.quietHours, spans: [] };
	return isInside(quiet, now) ? nextChangeAt(quiet, now) : null;
}

function managersOf(db: AccountDb): Recipient[] {
	const managers = listActiveMembers(db).filter(({ role, scope }) => can(role, "editRosters") && scope === "all");
	return managers.map(({ id: userId }) => ({ to: "user", userId, channel: "email" }));
}

type Missed = { round: RoundRow; miss: RoundMissRow; step: RoundPlan["step"] };

function notify(store: RowStore, { round, miss, step }: Missed, recipients: readonly Recipient[]): void {
	const facts = factsOf(store.db, round, { dueAt: miss.dueAt, isEscalated: step === 1 });
	for (const recipient of recipients) {
		queueMessage(store, { cause: "missedRound", about: `${round.id}/${miss.dueAt}`, step, recipient, facts });
	}
}

type Due = { dueAt: number; isEscalated: boolean };

function factsOf(db: AccountDb, round: RoundRow, { dueAt, isEscalated }: Due): CauseFacts["missedRound"] {
	const done = countDone(db, round, dueAt);
	const path = `/reports/?view=rounds&round=${round.id}`;
	return { round: round.name, roundId: round.id, dueAt, done, places: round.places.length, isEscalated, path };
}

export const missedRoundHook: CauseHooks["missedRound"] = {
	stillOwed: ({ db }, notices) =>
		notices.flatMap(({ id, facts }) => {
			const round = findRound(db, facts.roundId);
			if (!round || countDone(db, round, facts.dueAt) >= round.places.length) return [];
			return [{ id, facts: factsOf(db, round, facts) }];
		}),
};
