import { and, asc, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { isOneOf, prepared } from "./queries";
import { alertEvents, alertFollowUps } from "./schema";

const { id, deviceId, assigneeId, endedAt } = alertEvents;

export function listAssigned(db: AccountDb) {
	return assigned(db).all();
}

const assigned = prepared((db) =>
	db
		.select({ id, deviceId, assigneeId })
		.from(alertEvents)
		.where(and(isNotNull(assigneeId), isNull(endedAt)))
		.orderBy(asc(id))
		.prepare(),
);

type SnoozeOf = { userId: string; now: number };

/** Open events that a user has and does not snooze. `deviceIds`: those that the user sees. */
export function countAssigned(db: AccountDb, { userId, now, deviceIds }: SnoozeOf & { deviceIds: string[] | "all" }) {
	const isSeen = deviceIds === "all" ? undefined : isOneOf(deviceId, deviceIds);
	const isTheirs = and(eq(assigneeId, userId), isNull(endedAt), isSeen, sql`not ${isSnoozedBy({ userId, now })}`);
	return db.select({ events: count() }).from(alertEvents).where(isTheirs).get()?.events ?? 0;
}

export function isSnoozedBy({ userId, now }: SnoozeOf): SQL {
	const { eventId, kind, recipientKey, dueAt } = alertFollowUps;
	const isTheirs = sql`${kind} = 'snooze' and ${recipientKey} = ${userId} and ${dueAt} > ${now}`;
	return sql`exists (select 1 from ${alertFollowUps} where ${eventId} = ${id} and ${isTheirs})`;
}

/** Ends of the running snoozes of a user, epoch ms, by event. */
export function snoozesOf(db: AccountDb, { userId, now }: SnoozeOf, eventIds: string[]): Map<string, number> {
	const { eventId, kind, recipientKey, dueAt } = alertFollowUps;
	const isTheirs = and(inArray(kind, ["snooze"]), eq(recipientKey, userId), gt(dueAt, now));
	const found = eventIds.length === 0 ? [] : db.select({ eventId, dueAt }).from(alertFollowUps).where(isTheirs).all();
	const wanted = new Set(eventIds);
	return new Map(found.flatMap((row) => (wanted.has(row.eventId) ? [[row.eventId, row.dueAt] as const] : [])));
}

export function snoozingUsers(db: AccountDb, event: string, now: number): Set<string> {
	const { eventId, kind, recipientKey, dueAt } = alertFollowUps;
	const isRunning = and(eq(eventId, event), eq(kind, "snooze"), gt(dueAt, now));
	return new Set(
		db
			.select({ recipientKey })
			.from(alertFollowUps)
			.where(isRunning)
			.all()
			.map((row) => row.recipientKey),
	);
}

export function listEndedSnoozes(db: AccountDb, event: string, now: number) {
	const { eventId, kind, dueAt } = alertFollowUps;
	const isOver = and(eq(eventId, event), eq(kind, "snooze"), sql`${dueAt} <= ${now}`);
	return db.select().from(alertFollowUps).where(isOver).all();
}

export function deleteSnoozes(db: AccountDb, event: string): void {
	const { eventId, kind } = alertFollowUps;
	db.delete(alertFollowUps)
		.where(and(eq(eventId, event), eq(kind, "snooze")))
		.run();
}
