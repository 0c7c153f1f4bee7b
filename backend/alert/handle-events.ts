import type { AlertEventsTarget, ChangedAlertEvents, CommentAlertEvent, MuteAlertEvents } from "../../shared/alert";
import type { MemberContext, Verb } from "../base/context";
import { domainError } from "../base/errors";
import { type AlertEventRow, findAlertEvents, updateAlertEvent } from "../db/alert-event-rows";
import { deleteFollowUpsOf } from "../db/follow-up-rows";
import { devicesInScope } from "../group/scope";
import { addNote } from "./alert-notices";
import { clearEvent } from "./reconcile-events";
import { hintChanged } from "./write-events";

/** "I have it": it stays open. What is over or acknowledged already stays as it is. */
export function acknowledgeEvents({ ctx, input }: Verb<AlertEventsTarget>): ChangedAlertEvents {
	return changeEvents(ctx, input, {
		isMeant: ({ endedAt, acknowledgedAt }) => endedAt === null && acknowledgedAt === null,
		act: (event) => {
			updateAlertEvent(ctx.db, event.id, { acknowledgedAt: ctx.now, acknowledgedBy: ctx.user.name });
			deleteFollowUpsOf(ctx.db, event.id);
			note(ctx, event, { kind: "acknowledged", text: input.comment ?? "" });
		},
	});
}

export function clearEvents({ ctx, input }: Verb<AlertEventsTarget>): ChangedAlertEvents {
	return changeEvents(ctx, input, {
		isMeant: ({ endedAt }) => endedAt === null,
		act: (event) => {
			clearEvent(ctx, event, ctx.user.name);
			if (input.comment) note(ctx, event, { kind: "comment", text: input.comment });
		},
	});
}

export function commentEvent({ ctx, input }: Verb<CommentAlertEvent>): ChangedAlertEvents {
	return changeEvents(
		ctx,
		{ eventIds: [input.eventId] },
		{
			isMeant: () => true,
			act: (event) => note(ctx, event, { kind: "comment", text: input.comment }),
		},
	);
}

/** Of messages; the event itself goes on. */
export function muteEvents({ ctx, input }: Verb<MuteAlertEvents>): ChangedAlertEvents {
	return changeEvents(ctx, input, {
		isMeant: ({ endedAt, mutedUntil }) => endedAt === null && mutedUntil !== input.until,
		act: (event) => {
			updateAlertEvent(ctx.db, event.id, { mutedUntil: input.until });
			const until = input.until === null ? "Not muted any more" : `Muted until ${new Date(input.until).toISOString()}`;
			note(ctx, event, { kind: "muted", text: until });
		},
	});
}

type EventChange = { isMeant(event: AlertEventRow): boolean; act(event: AlertEventRow): void };

/** All or none. Throws ALERT_EVENT_NOT_FOUND, also for one outside the caller's scope. */
function changeEvents(
	ctx: MemberContext,
	{ eventIds }: { eventIds: string[] },
	{ isMeant, act }: EventChange,
): ChangedAlertEvents {
	const meant = eventsOrThrow(ctx, eventIds).filter(isMeant);
	ctx.db.transaction(() => {
		for (const event of meant) act(event);
	});
	for (const { deviceId } of meant) hintChanged(ctx, deviceId);
	return { changed: meant.length };
}

/** Throws ALERT_EVENT_NOT_FOUND. Events of the account are seen by who sees all of it. */
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

type Said = { kind: "acknowledged" | "comment" | "muted"; text: string };

function note({ db, now, user }: MemberContext, { id }: AlertEventRow, { kind, text }: Said): void {
	addNote(db, id, { at: now, kind, author: user.name, text });
}
