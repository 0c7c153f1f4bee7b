import type {
	AssignAlertEvents,
	Assignees,
	ChangedAlertEvents,
	GetAssignees,
	HandedOverAlertEvents,
	HandOverAlertEvents,
	SnoozeAlertEvents,
} from "../../shared/alert/alert";
import { rostersOf } from "../../shared/alert/alert-rule";
import { dayMs, hourMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import type { Call, Invalidations, MemberContext } from "../base/context";
import { assertToCome, InputError } from "../base/errors";
import { type Job, overdueAt } from "../base/job";
import { findUser, listActiveMembers } from "../db/account-rows";
import { type AlertEventRow, findAlertEvent, updateAlertEvent } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { snoozesOf } from "../db/assignment-rows";
import { findContact } from "../db/contact-rows";
import { deleteFollowUp, findFollowUp, saveFollowUp } from "../db/follow-up-rows";
import { listNoticesAbout } from "../db/notice-rows";
import { dutiesOf } from "../duty/on-duty";
import { addNote, factsOf, isNotifiable, type NotifyStore, nextStep, queueAll } from "./alert-notices";
import {
	assigneeOf,
	canHold,
	holderOf,
	lostAssignments,
	personRecipients,
	planStillOut,
	stillOutMs,
} from "./assignees";
import { returnToAll } from "./escalate";
import { acknowledge, assertRoomForComment, changeEvents, eventsOrThrow, isToAcknowledge } from "./handle-events";
import { invalidateEvent } from "./write-events";

const longestSnoozeMs = dayMs + hourMs;

export function getAssignees({ ctx, input }: Call<GetAssignees>): Assignees {
	const events = eventsOrThrow(ctx, input.eventIds);
	const able = listActiveMembers(ctx.db).filter((user) => events.every((event) => canHold(ctx.db, user, event)));
	return able.map(({ id, name }) => ({ id, name }));
}

/** Taking an open event acknowledges it. Throws InputError at `assigneeId`: another person has it, or the new one cannot. */
export function assignEvents({ ctx, input }: Call<AssignAlertEvents>): ChangedAlertEvents {
	const { assigneeId, from = null, comment = "" } = input;
	const { db, user } = ctx;
	const assignee = assigneeId === null ? null : findUser(db, assigneeId);
	ctx.audit.makes();
	return changeEvents(ctx, input, {
		isMeant: (event) => event.endedAt === null && (assigneeOf(db, event)?.id ?? null) !== assigneeId,
		act: (event) => {
			const current = assigneeOf(db, event);
			if (current && current.id !== from)
				throw new InputError({ assigneeId: errorKey("event.taken", { name: current.name }) });
			if (assigneeId !== null && (!assignee || !canHold(db, assignee, event)))
				throw new InputError({ assigneeId: errorKey("event.cannotHold") });
			assertRoomForComment(db, event.id);
			updateAlertEvent(db, event.id, { assigneeId });
			const changed = { ...event, assigneeId };
			const name = assignee?.name ?? "";
			const note = { at: ctx.now, kind: "assigned", author: user.name } as const;
			const isTaken = assigneeId === user.id;
			const text = isTaken ? said("alert.taken") : said("alert.assigned", { name });
			addNote(db, event.id, { ...note, text: assigneeId === null ? said("alert.givenBack") : text });
			if (comment !== "") addNote(db, event.id, { ...note, kind: "comment", text: comment });
			if (isTaken && isToAcknowledge(changed)) {
				acknowledge(ctx, changed, { author: user.name, comment: "", userId: user.id });
			} else if (changed.acknowledgedAt !== null) planStillOut(ctx, changed);
			if (assigneeId !== null && !isTaken) notifyAssignee(ctx, changed, assigneeId);
		},
	});
}

/** Hands the caller's events over to who is on duty. Skips events of other people, and of rules without the roster. */
export function handOverEvents({ ctx, input }: Call<HandOverAlertEvents>): HandedOverAlertEvents {
	const { eventIds, rosterId } = input;
	const { db, user } = ctx;
	const [duty] = dutiesOf(ctx, [rosterId]);
	const userIds = duty?.notifiedIds.flatMap((id) => findContact(db, id)?.linkedUserId ?? []) ?? [];
	const names = new Set<string>();
	ctx.audit.makes();
	const { changed } = changeEvents(
		ctx,
		{ eventIds },
		{
			isMeant: (event) =>
				event.endedAt === null && assigneeOf(db, event)?.id === user.id && namesRoster(ctx, event, rosterId),
			act: (event) => {
				assertRoomForComment(db, event.id);
				const able = userIds.filter((id) => id !== user.id && holderOf(db, id, event) !== null);
				const next = able[0] === undefined ? null : findUser(db, able[0]);
				const note = { at: ctx.now, kind: "assigned", author: user.name } as const;
				const roster = duty?.roster.name ?? "";
				if (!next) {
					addNote(db, event.id, { ...note, text: said("alert.handedToDuty", { roster }) });
					returnToAll(ctx, event, said("alert.noOneOnDuty", { roster }));
					return;
				}
				names.add(next.name);
				updateAlertEvent(db, event.id, { assigneeId: next.id });
				const changedEvent = { ...event, assigneeId: next.id };
				addNote(db, event.id, { ...note, text: said("alert.handedToTurn", { name: next.name, roster }) });
				if (changedEvent.acknowledgedAt !== null) planStillOut(ctx, changedEvent);
				notifyAssignee(ctx, changedEvent, next.id);
			},
		},
	);
	ctx.invalidations.changed("messages", "all");
	const [name = null] = names;
	return { changed, name };
}

function namesRoster({ db }: MemberContext, { alertId }: AlertEventRow, rosterId: string): boolean {
	const rule = alertId === null ? null : findAlert(db, alertId);
	return rule !== null && rostersOf(rule.notification).includes(rosterId);
}

function notifyAssignee(ctx: MemberContext, event: AlertEventRow, userId: string): void {
	if (!isNotifiable(event)) return;
	const facts = factsOf(ctx.db, event, { kind: "assigned", value: event.lastValue });
	const step = nextStep(listNoticesAbout(ctx.db, { about: event.id, cause: "alert" }));
	const recipients = personRecipients(ctx.db, userId);
	queueAll(ctx, event.id, { step, facts: { ...facts, assignedBy: ctx.user.name }, recipients });
	ctx.invalidations.changed("messages", "all");
}

/** Skips events that are over. Throws InputError at `until`. */
export function snoozeEvents({ ctx, input }: Call<SnoozeAlertEvents>): ChangedAlertEvents {
	const { eventIds, until } = input;
	const { db, now, user } = ctx;
	assertToCome(until, now);
	if (until !== null && until > now + longestSnoozeMs) throw new InputError({ until: errorKey("time.withinDay") });
	const known = snoozesOf(db, { userId: user.id, now }, eventIds);
	ctx.audit.makes();
	return changeEvents(ctx, input, {
		isMeant: ({ id, endedAt }) => endedAt === null && (known.get(id) ?? null) !== until,
		act: (event) => {
			if (until !== null) assertRoomForComment(db, event.id);
			snooze(ctx, event, until);
			ctx.audit.act(
				{ alertEvent: [event.id] },
				{ snoozedUntil: until === null ? null : new Date(until).toISOString() },
			);
		},
	});
}

function snooze({ db, now, user }: MemberContext, event: AlertEventRow, until: number | null): void {
	const { id: eventId } = event;
	const own = { eventId, kind: "snooze", recipientKey: user.id } as const;
	if (until === null) deleteFollowUp(db, own);
	else saveFollowUp(db, { ...own, recipient: null, done: 0, dueAt: until });
	const waiting = findFollowUp(db, eventId, "stillOut");
	// The end of the snooze is the reminder.
	if (waiting && event.assigneeId === user.id) {
		saveFollowUp(db, { ...waiting, done: until === null ? 0 : 1, dueAt: (until ?? now) + stillOutMs(db) });
	}
	const text = until === null ? said("alert.notSnoozed") : said("alert.snoozed", { at: new Date(until).toISOString() });
	addNote(db, eventId, { at: now, kind: "snoozed", author: user.name, text });
}

type Parts = Pick<NotifyStore, "db"> & { invalidations: Invalidations };

/** An event whose assignee lost access is no one's again, and needs a new acknowledgement. */
export function lostAssignmentsWork({ db, invalidations }: Parts): Job {
	return {
		name: "lost alerts",
		title: said("work.is.lostAlerts"),
		isUrgent: true,
		nextDueAt: () => (lostAssignments(db).size > 0 ? overdueAt : null),
		due: (_, limit) => [...lostAssignments(db)].slice(0, limit),
		async run(eventId, now) {
			db.transaction(() => {
				const row = findAlertEvent(db, eventId);
				if (!row || row.assigneeId === null || assigneeOf(db, row)) return;
				const text = said("alert.assigneeLost");
				if (row.acknowledgedAt !== null) returnToAll({ db, now }, row, text);
				else {
					updateAlertEvent(db, eventId, { assigneeId: null });
					addNote(db, eventId, { at: now, kind: "assigned", text });
				}
				invalidateEvent({ invalidations }, row.deviceId);
			});
			invalidations.changed("messages", "all");
		},
	};
}
