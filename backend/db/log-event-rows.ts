import { and, asc, count, desc, eq, gt, gte, isNull, like, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { LogEntryKind, LogEvent } from "../../shared/log/log";
import type { AccountDb } from "../base/context";
import type { ReceiptPosition } from "../base/receipt-span";
import { cached } from "./cached-rows";
import { deleteAllBy, isOneOf, prepared } from "./queries";
import { isReceivedAfter, keepReceipt, nextReceipt } from "./receipts";
import { type GroupNaming, logEvents } from "./schema";

/** The last event of a page. An empty id includes every event of that instant (epoch ms). */
export type EventPosition = { at: number; id: string };

type LogEventRow = typeof logEvents.$inferSelect;

export type EventsRequest = {
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	deviceIds: string[] | "all";
	kinds: LogEntryKind[] | undefined;
	order: "newest-first" | "oldest-first";
	/** A text that names any other group is shown without names. */
	visibleGroupIds: string[] | "all";
	after: EventPosition | null;
	limit: number;
};

export function listLogEvents(db: AccountDb, request: EventsRequest): LogEvent[] {
	const { from, to, deviceIds, kinds, order, visibleGroupIds, after, limit } = request;
	const directed = order === "newest-first" ? desc : asc;
	const rows = db
		.select()
		.from(logEvents)
		.where(
			and(
				gte(logEvents.at, from),
				lt(logEvents.at, to),
				deviceIds === "all" ? undefined : isOneOf(logEvents.deviceId, deviceIds),
				kinds && isOneOf(logEvents.kind, kinds),
				after ? isBehind(after, order) : undefined,
			),
		)
		.orderBy(directed(logEvents.at), directed(logEvents.id))
		.limit(limit)
		.all();
	return rows.map((row) => toLogEvent(row, visibleGroupIds));
}

type NewestRequest = Omit<EventsRequest, "order" | "after">;

export function listNewestEvents(db: AccountDb, request: NewestRequest): LogEvent[] {
	if (request.deviceIds !== "all") return readNewestEvents(db, request);
	// The newest events of all time stay the same while the span moves on.
	return newestEvents(db, JSON.stringify({ ...request, from: 0 })).filter(({ at }) => at >= request.from);
}

const newestEvents = cached([logEvents], (db, requested) => readNewestEvents(db, JSON.parse(requested)));

function readNewestEvents(db: AccountDb, request: NewestRequest): LogEvent[] {
	return listLogEvents(db, { ...request, order: "newest-first", after: null });
}

type ReceivedRequest = Pick<EventsRequest, "deviceIds" | "kinds" | "visibleGroupIds" | "limit"> & {
	/** Half-open, epoch ms; undefined: any time. */
	from: number | undefined;
	to: number | undefined;
	after: ReceiptPosition;
	upTo: number;
};

export function listReceivedEvents(db: AccountDb, request: ReceivedRequest): (ReceiptPosition & { event: LogEvent })[] {
	const { from, to, deviceIds, kinds, visibleGroupIds, after, upTo, limit } = request;
	const { id, at, deviceId, kind, receipt } = logEvents;
	const rows = db
		.select()
		.from(logEvents)
		.where(
			and(
				isReceivedAfter(logEvents, after),
				lte(receipt, upTo),
				from === undefined ? undefined : gte(at, from),
				to === undefined ? undefined : lt(at, to),
				deviceIds === "all" ? undefined : isOneOf(deviceId, deviceIds),
				kinds && isOneOf(kind, kinds),
			),
		)
		.orderBy(asc(receipt), asc(id))
		.limit(limit)
		.all();
	return rows.map((row) => ({ receipt: row.receipt ?? 0, id: row.id, event: toLogEvent(row, visibleGroupIds) }));
}

function toLogEvent(
	{ naming, said: _said, alertEventId, authorId, receipt: _, ...row }: LogEventRow,
	visibleGroupIds: string[] | "all",
): LogEvent {
	const event = { ...row, ...(authorId !== null && { authorId }), ...(alertEventId !== null && { alertEventId }) };
	const isWhole =
		naming === null || visibleGroupIds === "all" || naming.groupIds.every((id) => visibleGroupIds.includes(id));
	return isWhole ? event : { ...event, text: naming.unnamed };
}

function isBehind({ at, id }: EventPosition, order: EventsRequest["order"]): SQL | undefined {
	const beyond = order === "newest-first" ? lt : gt;
	if (id === "") return beyond(logEvents.at, at);
	return or(beyond(logEvents.at, at), and(eq(logEvents.at, at), beyond(logEvents.id, id)));
}

type EventText = Pick<LogEvent, "deviceId" | "text">;

function textOf({ deviceId, text }: EventText): SQL | undefined {
	return and(
		deviceId === null ? isNull(logEvents.deviceId) : eq(logEvents.deviceId, deviceId),
		eq(logEvents.text, text),
	);
}

export function hasLogEvent(db: AccountDb, event: EventText, at?: number): boolean {
	const isThen = at === undefined ? undefined : eq(logEvents.at, at);
	return (
		db
			.select()
			.from(logEvents)
			.where(and(textOf(event), isThen))
			.get() !== undefined
	);
}

type EventStart = { deviceId: string; text: string; from: number; to: number };

/** The text starts with `text`, within a half-open span of epoch ms. */
export function hasDeviceEventStarting(db: AccountDb, { deviceId, text, from, to }: EventStart): boolean {
	const isThen = and(gte(logEvents.at, from), lt(logEvents.at, to));
	const isThat = and(eq(logEvents.deviceId, deviceId), like(logEvents.text, `${text}%`));
	return db.select().from(logEvents).where(and(isThen, isThat)).get() !== undefined;
}

type EventStarts = Omit<EventStart, "text"> & { texts: string[] };

/** Ascending. */
export function listDeviceEventsStarting(db: AccountDb, { deviceId, texts, from, to }: EventStarts) {
	const { at, text } = logEvents;
	const isThen = and(gte(at, from), lt(at, to));
	const isThat = and(eq(logEvents.deviceId, deviceId), or(...texts.map((start) => like(text, `${start}%`))));
	return db.select({ at, text }).from(logEvents).where(and(isThen, isThat)).orderBy(asc(at), asc(logEvents.id)).all();
}

export function insertLogEvent(db: AccountDb, event: LogEvent, naming: GroupNaming | null = null): void {
	insertedEvent(db).run({ alertEventId: null, authorId: null, ...event, naming: naming && JSON.stringify(naming) });
}

const insertedEvent = prepared((db) => {
	const values = {
		id: sql.placeholder("id"),
		deviceId: sql.placeholder("deviceId"),
		at: sql.placeholder("at"),
		kind: sql.placeholder("kind"),
		level: sql.placeholder("level"),
		text: sql.placeholder("text"),
		author: sql.placeholder("author"),
		authorId: sql.placeholder("authorId"),
		// Untyped: a placeholder of the column would encode null as a value.
		naming: sql`${sql.placeholder("naming")}`,
		alertEventId: sql.placeholder("alertEventId"),
		receipt: nextReceipt(logEvents),
	};
	return db.insert(logEvents).values(values).prepare();
});

export function countNotes(db: AccountDb, deviceIds: string[]): number {
	const isNote = and(eq(logEvents.kind, "note"), isOneOf(logEvents.deviceId, deviceIds));
	return db.select({ notes: count() }).from(logEvents).where(isNote).get()?.notes ?? 0;
}

export function deleteLogEventsOf(db: AccountDb, deviceIds: string[]): void {
	keepReceipt(db, logEvents);
	deleteOfDevices(db, deviceIds);
}

const deleteOfDevices = deleteAllBy(logEvents, logEvents.deviceId);

export function deleteLogEvent(db: AccountDb, { at, ...event }: EventText & { at: number }): void {
	keepReceipt(db, logEvents);
	db.delete(logEvents)
		.where(and(textOf(event), eq(logEvents.at, at)))
		.run();
}

export function moveLogEvent(db: AccountDb, { at, ...event }: EventText & { at: number }): void {
	db.update(logEvents)
		.set({ at, receipt: nextReceipt(logEvents) })
		.where(textOf(event))
		.run();
}
