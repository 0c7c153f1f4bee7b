import type { AlertEvent, EventsOf } from "../../shared/alert/alert";
import { rostersOf } from "../../shared/alert/alert-rule";
import type { MemberContext } from "../base/context";
import type { Inbox } from "../db/alert-event-rows";
import { listAlerts } from "../db/alert-rows";
import { snoozesOf } from "../db/assignment-rows";
import { findContact, linkedContactIds } from "../db/contact-rows";
import { contactKeyPrefix } from "../db/recipient-key";
import { listRosters } from "../db/roster-rows";
import { earlierTurns } from "../duty/earlier-turns";
import { dutiesOf } from "../duty/on-duty";

type Caller = Pick<MemberContext, "db" | "now" | "user">;

export function inboxOf(ctx: Caller, which: EventsOf): Inbox {
	const { db, user } = ctx;
	const contactIds = linkedContactIds(db, user.id);
	const recipients = [`user:${user.id}:`, ...contactIds.map(contactKeyPrefix)];
	const isMine = which === "mine";
	const rosterIds = isMine ? rostersOnDuty(ctx, contactIds) : new Set<string>();
	const alertIds = rosterIds.size === 0 ? [] : rulesNaming(ctx, rosterIds);
	const ofTurns = rosterIds.size === 0 ? [] : earlierTurns(ctx).filter(({ roster }) => rosterIds.has(roster.id));
	return { which, userId: user.id, recipients, alertIds, eventIds: ofTurns.map(({ event }) => event.id) };
}

/** The rosters on which one of these contacts is notified now. */
function rostersOnDuty(ctx: Caller, contactIds: readonly string[]): Set<string> {
	if (contactIds.length === 0) return new Set();
	const duties = dutiesOf(
		ctx,
		listRosters(ctx.db).map(({ id }) => id),
	);
	const own = duties.filter(({ notifiedIds }) => notifiedIds.some((id) => contactIds.includes(id)));
	return new Set(own.map(({ roster }) => roster.id));
}

function rulesNaming(ctx: Caller, rosterIds: ReadonlySet<string>): string[] {
	const rules = listAlerts(ctx.db).filter(({ notification }) =>
		rostersOf(notification).some((id) => rosterIds.has(id)),
	);
	return rules.map(({ id }) => id);
}

/** Adds what concerns the caller alone: the end of a snooze, and the turn from which an event is left. */
export function forCaller(ctx: Caller, events: AlertEvent[]): AlertEvent[] {
	return withShifts(ctx, withSnoozes(ctx, events));
}

function withShifts(ctx: Caller, events: AlertEvent[]): AlertEvent[] {
	const { db, user } = ctx;
	if (!events.some(({ assigneeId, state }) => assigneeId !== null && state !== "ended")) return events;
	const turns = earlierTurns(ctx);
	if (turns.length === 0) return events;
	const onDuty = rostersOnDuty(ctx, linkedContactIds(db, user.id));
	const byEvent = new Map(turns.map((turn) => [turn.event.id, turn]));
	return events.map((event) => {
		const turn = byEvent.get(event.id);
		if (!turn || (event.assigneeId !== user.id && !onDuty.has(turn.roster.id))) return event;
		const { roster, contactId } = turn;
		const name = contactId === null ? null : (findContact(db, contactId)?.fullName ?? null);
		return { ...event, shift: { rosterId: roster.id, roster: roster.name, onDuty: name } };
	});
}

function withSnoozes({ db, now, user }: Caller, events: AlertEvent[]): AlertEvent[] {
	const ends = snoozesOf(
		db,
		{ userId: user.id, now },
		events.map(({ id }) => id),
	);
	return events.map((event) => {
		const snoozedUntil = ends.get(event.id);
		return snoozedUntil === undefined ? event : { ...event, snoozedUntil };
	});
}
