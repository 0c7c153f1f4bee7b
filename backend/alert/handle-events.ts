import type {
	AlertEventsTarget,
	ChangedAlertEvents,
	CommentAlertEvent,
	MuteAlertEvents,
} from "../../shared/alert/alert";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import type { AccountDb, Call, Invalidations, MemberContext } from "../base/context";
import { assertToCome, domainError } from "../base/errors";
import {
	type AlertEventRow,
	countComments,
	findAlertEvents,
	listAlertNotes,
	updateAlertEvent,
} from "../db/alert-event-rows";
import { linkedContactIds } from "../db/contact-rows";
import { deleteFollowUpsOf, endWaiting, saveFollowUp } from "../db/follow-up-rows";
import { isMuted } from "../db/mute-rows";
import { listNoticesAbout } from "../db/notice-rows";
import { devicesInScope } from "../group/scope";
import type { LinkClaims } from "../keys/link-tokens";
import { addNote, isAlive } from "./alert-notices";
import { assigneeOf, holderOf, planStillOut, userOf } from "./assignees";
import { sendEventNews } from "./event-news";
import { queueAcknowledged } from "./queue-alerts";
import { clearEvent } from "./reconcile-events";
import { invalidateEvent } from "./write-events";

/** `changed` counts new acknowledgements. An acknowledged event only gets the comment. */
export function acknowledgeEvents({ ctx, input }: Call<AlertEventsTarget>): ChangedAlertEvents {
	const { eventIds, comment: text = "" } = input;
	const stated = { author: ctx.user.name, comment: text, userId: ctx.user.id };
	ctx.audit.makes();
	let changed = 0;
	changeEvents(
		ctx,
		{ eventIds },
		{
			isMeant: (event) => isToAcknowledge(event) || isLateComment(ctx.db, event, stated),
			act: (event) => {
				if (!isToAcknowledge(event)) return comment(ctx, event, text);
				changed += 1;
				acknowledge(ctx, event, stated);
				// The acknowledgement of a roster's drill changes no row while others are awaited.
				const isTest = event.rosterId !== null;
				if (text !== "" || isTest) ctx.audit.act({ alertEvent: [event.id] }, { comment: text });
			},
		},
	);
	return { changed };
}

export function isToAcknowledge({ endedAt, acknowledgedAt }: AlertEventRow): boolean {
	return endedAt === null && acknowledgedAt === null;
}

function isLateComment(db: AccountDb, { id }: AlertEventRow, { author, comment: text }: Stated): boolean {
	if (text === "" || !hasRoomForComment(db, id)) return false;
	return !listAlertNotes(db, id).some((note) => note.author === author && note.text === text);
}

/** `recipient`: the contact who used a link, and the channel. `userId`: the user in the console, or the id of a key. */
type Stated = {
	author: string;
	comment: string;
	recipient?: Pick<LinkClaims["recipient"], "contactId" | "channel">;
	userId?: string;
};
type Acting = { db: AccountDb; now: number; invalidations: Invalidations };

/** Acknowledging assigns an event that has no assignee. */
export function acknowledge({ db, now }: Pick<Acting, "db" | "now">, event: AlertEventRow, stated: Stated): void {
	const { id } = event;
	const { recipient = null } = stated;
	if (event.rosterId !== null && isTestAwaited({ db, now }, event, stated)) return;
	const userId = stated.userId ?? userOf(db, recipient && { to: "contact", ...recipient });
	const assigneeId = assigneeOf(db, event)?.id ?? holderOf(db, userId, event);
	const acknowledged = { acknowledgedAt: now, acknowledgedBy: stated.author, assigneeId };
	updateAlertEvent(db, id, acknowledged);
	queueAcknowledged({ db, now }, { ...event, ...acknowledged }, recipient);
	deleteFollowUpsOf(db, id);
	planStillOut({ db, now }, event);
	const contactIds = event.rosterId === null ? [] : contactsOf(db, stated);
	const note = { at: now, kind: "acknowledged", author: stated.author, text: stated.comment } as const;
	addNote(db, id, contactIds.length === 0 ? note : { ...note, contactIds });
	sendEventNews({ db, now }, id, "alert.acknowledged");
	if (event.isDrill) endDrillSoon({ db, now }, id);
}

/** Records a person's acknowledgement of a roster's drill. Returns false if the drill awaits no one else. */
function isTestAwaited({ db, now }: Pick<Acting, "db" | "now">, { id }: AlertEventRow, stated: Stated): boolean {
	const own = contactsOf(db, stated);
	const notes = listAlertNotes(db, id).filter(({ kind }) => kind === "acknowledged");
	const done = new Set([...own, ...notes.flatMap(({ contactIds }) => contactIds ?? [])]);
	const sent = listNoticesAbout(db, { about: id, cause: "alert" }).filter(isAlive);
	if (!sent.some(({ recipient }) => recipient.to === "contact" && !done.has(recipient.contactId))) return false;
	if (notes.some(({ author }) => author === stated.author)) return true;
	const note = { at: now, kind: "acknowledged", author: stated.author, text: stated.comment } as const;
	addNote(db, id, own.length === 0 ? note : { ...note, contactIds: own });
	return true;
}

function contactsOf(db: AccountDb, { recipient, userId }: Stated): string[] {
	if (recipient) return [recipient.contactId];
	return userId === undefined ? [] : linkedContactIds(db, userId);
}

/** Returns when and by whom the drill of a roster was acknowledged for a contact; null: not yet, or no such drill. */
export function testAcknowledgedBy(db: AccountDb, { id, rosterId }: AlertEventRow, contactId: string) {
	if (rosterId === null) return null;
	const note = listAlertNotes(db, id).find(
		(each) => each.kind === "acknowledged" && each.contactIds?.includes(contactId),
	);
	return note ? { at: note.at, by: note.author } : null;
}

function endDrillSoon({ db, now }: Pick<Acting, "db" | "now">, eventId: string): void {
	saveFollowUp(db, { eventId, kind: "drillEnd", recipientKey: "", recipient: null, done: 0, dueAt: now });
}

export function acknowledgeByLink(store: Acting, event: AlertEventRow, stated: Stated): void {
	if (isToAcknowledge(event)) acknowledge(store, event, stated);
	else if (isLateComment(store.db, event, stated)) {
		addNote(store.db, event.id, { at: store.now, kind: "comment", author: stated.author, text: stated.comment });
	} else return;
	invalidateEvent(store, event.deviceId);
}

/** Opening the link again must not extend the time. Leaves out the comment if the event has no room. */
export function muteByLink(
	store: Acting,
	event: AlertEventRow,
	{ author, comment, until }: { author: string; comment: string; until: number },
): void {
	if (event.endedAt !== null || isMuted(event, store.now)) return;
	mute(store, event, { author, until });
	if (comment !== "" && hasRoomForComment(store.db, event.id)) {
		addNote(store.db, event.id, { at: store.now, kind: "comment", author, text: comment });
	}
	invalidateEvent(store, event.deviceId);
}

function mute(
	{ db, now }: Acting,
	{ id, mutedUntil }: AlertEventRow,
	stated: { author: string; until: number | null },
): void {
	updateAlertEvent(db, id, { mutedUntil: stated.until });
	endWaiting(db, [mutedUntil], now);
	const { until } = stated;
	const text =
		until === null ? said("alert.notMuted") : said("alert.mutedUntil", { at: new Date(until).toISOString() });
	addNote(db, id, { at: now, kind: "muted", author: stated.author, text });
}

export function clearEvents({ ctx, input }: Call<AlertEventsTarget>): ChangedAlertEvents {
	return changeEvents(ctx, input, {
		isMeant: ({ endedAt }) => endedAt === null,
		act: (event) => {
			if (event.isDrill) endDrillSoon(ctx, event.id);
			else clearEvent(ctx, event, ctx.user.name);
			if (input.comment) comment(ctx, event, input.comment);
		},
	});
}

/** Throws ALERT_COMMENT_LIMIT. */
export function commentEvent({ ctx, input }: Call<CommentAlertEvent>): ChangedAlertEvents {
	return changeEvents(
		ctx,
		{ eventIds: [input.eventId] },
		{
			isMeant: () => true,
			act: (event) => {
				assertRoomForComment(ctx.db, event.id);
				comment(ctx, event, input.comment);
			},
		},
	);
}

/** Mutes messages; the event continues. Throws ALERT_COMMENT_LIMIT, but not to unmute. */
export function muteEvents({ ctx, input }: Call<MuteAlertEvents>): ChangedAlertEvents {
	assertToCome(input.until, ctx.now);
	return changeEvents(ctx, input, {
		isMeant: ({ endedAt, mutedUntil }) => endedAt === null && mutedUntil !== input.until,
		act: (event) => {
			if (input.until !== null) assertRoomForComment(ctx.db, event.id);
			mute(ctx, event, { author: ctx.user.name, until: input.until });
		},
	});
}

type EventChange = { isMeant(event: AlertEventRow): boolean; act(event: AlertEventRow): void };

/** All or none. Throws ALERT_EVENT_NOT_FOUND, also outside the caller's scope. */
export function changeEvents(
	ctx: MemberContext,
	{ eventIds }: { eventIds: string[] },
	{ isMeant, act }: EventChange,
): ChangedAlertEvents {
	const meant = eventsOrThrow(ctx, eventIds).filter(isMeant);
	ctx.audit.change({ alertEvent: meant.map(({ id }) => id) }, () => {
		for (const event of meant) act(event);
	});
	for (const { deviceId } of meant) invalidateEvent(ctx, deviceId);
	return { changed: meant.length };
}

/** Throws ALERT_EVENT_NOT_FOUND. Account events need the whole account as scope. */
export function eventsOrThrow(ctx: MemberContext, eventIds: string[]): AlertEventRow[] {
	const devices = devicesInScope(ctx);
	const isVisible = ({ deviceId }: AlertEventRow) =>
		devices === "all" || (deviceId !== null && devices.includes(deviceId));
	const found = new Map(
		findAlertEvents(ctx.db, eventIds)
			.filter(isVisible)
			.map((event) => [event.id, event]),
	);
	const missing = eventIds.find((id) => !found.has(id));
	if (missing !== undefined) throw domainError("ALERT_EVENT_NOT_FOUND", { eventId: missing });
	return [...found.values()];
}

function comment({ db, now, user, audit }: MemberContext, { id }: AlertEventRow, text: string): void {
	audit.makes();
	audit.act({ alertEvent: [id] }, { comment: text });
	addNote(db, id, { at: now, kind: "comment", author: user.name, text });
}

export function hasRoomForComment(db: AccountDb, eventId: string): boolean {
	return countComments(db, eventId) < serverLimits.commentsPerEvent;
}

export function assertRoomForComment(db: AccountDb, eventId: string): void {
	if (!hasRoomForComment(db, eventId)) throw domainError("ALERT_COMMENT_LIMIT", { eventId });
}
