import { and, desc, eq, gte, isNull, lt, type SQL } from "drizzle-orm";
import type { LogEntryKind, LogEvent } from "../../shared/log";
import type { AccountDb } from "../context";
import { logEvents } from "../schema";
import { isOneOf } from "../sql-lists";

type EventSpan = {
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	/** `all` includes what concerns the account and no device. */
	deviceIds: string[] | "all";
	kinds: LogEntryKind[] | undefined;
};

/** Events of a span, newest first. */
export function listLogEvents(db: AccountDb, { from, to, deviceIds, kinds }: EventSpan): LogEvent[] {
	return db
		.select()
		.from(logEvents)
		.where(
			and(
				gte(logEvents.at, from),
				lt(logEvents.at, to),
				deviceIds === "all" ? undefined : isOneOf(logEvents.deviceId, deviceIds),
				kinds && isOneOf(logEvents.kind, kinds),
			),
		)
		.orderBy(desc(logEvents.at), desc(logEvents.id))
		.all();
}

type EventText = Pick<LogEvent, "deviceId" | "text">;

function saysOf({ deviceId, text }: EventText): SQL | undefined {
	return and(
		deviceId === null ? isNull(logEvents.deviceId) : eq(logEvents.deviceId, deviceId),
		eq(logEvents.text, text),
	);
}

/** Whether a device has an event of this text, at this time or, without one, at any. */
export function hasLogEvent(db: AccountDb, event: EventText, at?: number): boolean {
	const isThen = at === undefined ? undefined : eq(logEvents.at, at);
	return (
		db
			.select()
			.from(logEvents)
			.where(and(saysOf(event), isThen))
			.get() !== undefined
	);
}

export function insertLogEvent(db: AccountDb, event: LogEvent): void {
	db.insert(logEvents).values(event).run();
}

/** Moves the events of this text of a device to another time, epoch ms. */
export function moveLogEvent(db: AccountDb, { at, ...event }: EventText & { at: number }): void {
	db.update(logEvents).set({ at }).where(saysOf(event)).run();
}
