import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, like, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { LogEntryKind, LogEvent } from "../../shared/log/log";
import type { AccountDb } from "../base/context";
import type { ReceiptPosition } from "../base/receipt-span";
import { findAccount } from "./account-rows";
import { findAttachment } from "./attachment-rows";
import { cached } from "./cached-rows";
import { findGroup } from "./group-rows";
import { deleteAllBy, findBy, isOneOf, prepared } from "./queries";
import { isReceivedAfter, keepReceipt, nextReceipt } from "./receipts";
import { account, type GroupNaming, groupDevices, logEvents } from "./schema";

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
	/** Leaves out notes on groups of these devices. */
	isWithoutGroups?: boolean | undefined;
	after: EventPosition | null;
	limit: number;
};

export function listLogEvents(db: AccountDb, request: EventsRequest): LogEvent[] {
	const { from, to, kinds, order, visibleGroupIds, after, limit } = request;
	const directed = order === "newest-first" ? desc : asc;
	const rows = db
		.select()
		.from(logEvents)
		.where(
			and(
				gte(logEvents.at, from),
				lt(logEvents.at, to),
				isOfDevices(request),
				kinds && isOneOf(logEvents.kind, kinds),
				after ? isBehind(after, order) : undefined,
			),
		)
		.orderBy(directed(logEvents.at), directed(logEvents.id))
		.limit(limit)
		.all();
	return rows.map((row) => toLogEvent(db, row, visibleGroupIds));
}

type OfDevices = Pick<EventsRequest, "deviceIds" | "kinds" | "visibleGroupIds" | "isWithoutGroups">;

/** Includes notes on visible groups that one of the devices is in. */
function isOfDevices({ deviceIds, kinds, visibleGroupIds, isWithoutGroups = false }: OfDevices): SQL | undefined {
	const { groupId } = logEvents;
	if (deviceIds === "all") return isWithoutGroups ? isNull(groupId) : undefined;
	const isOfDevice = isOneOf(logEvents.deviceId, deviceIds);
	if (isWithoutGroups || kinds?.includes("note") === false) return isOfDevice;
	const members = isOneOf(groupDevices.deviceId, deviceIds);
	const isOfGroup = and(
		isNotNull(groupId),
		visibleGroupIds === "all" ? undefined : isOneOf(groupId, visibleGroupIds),
		sql`${groupId} in (select ${groupDevices.groupId} from ${groupDevices} where ${members})`,
	);
	return or(isOfDevice, isOfGroup);
}

type NoteSpansRequest = Pick<EventsRequest, "from" | "to" | "visibleGroupIds" | "limit"> & { deviceIds: string[] };

/** Notes on spans that overlap the time, oldest first. Corrected ones are left out. */
export function listNoteSpans(db: AccountDb, { from, to, visibleGroupIds, deviceIds, limit }: NoteSpansRequest) {
	const isWithin = and(gt(logEvents.endsAt, from), lt(logEvents.at, to), isNull(logEvents.correctedBy));
	const rows = db
		.select()
		.from(logEvents)
		.where(and(isWithin, isOfDevices({ deviceIds, kinds: ["note"], visibleGroupIds })))
		.orderBy(asc(logEvents.at), asc(logEvents.id))
		.limit(limit)
		.all();
	return rows.map((row) => toLogEvent(db, row, visibleGroupIds));
}

type GroupNotesRequest = Pick<EventsRequest, "from" | "to" | "visibleGroupIds" | "deviceIds">;

export function hasGroupNotes(db: AccountDb, { from, to, ...ofDevices }: GroupNotesRequest): boolean {
	const isWithin = and(isNotNull(logEvents.groupId), gte(logEvents.at, from), lt(logEvents.at, to));
	const isThere = and(isWithin, isOfDevices({ ...ofDevices, kinds: ["note"] }));
	return db.select({ id: logEvents.id }).from(logEvents).where(isThere).get() !== undefined;
}

export const findLogEvent = findBy(logEvents, logEvents.id);

/** The new receipt makes it a change for readers that follow the log. */
export function markCorrected(db: AccountDb, { id, correctedBy }: { id: string; correctedBy: string }): void {
	db.update(logEvents)
		.set({ correctedBy, receipt: nextReceipt(logEvents) })
		.where(eq(logEvents.id, id))
		.run();
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
	const { id, at, kind, receipt } = logEvents;
	const rows = db
		.select()
		.from(logEvents)
		.where(
			and(
				isReceivedAfter(logEvents, after),
				lte(receipt, upTo),
				from === undefined ? undefined : gte(at, from),
				to === undefined ? undefined : lt(at, to),
				isOfDevices({ deviceIds, kinds, visibleGroupIds }),
				kinds && isOneOf(kind, kinds),
			),
		)
		.orderBy(asc(receipt), asc(id))
		.limit(limit)
		.all();
	return rows.map((row) => ({ receipt: row.receipt ?? 0, id: row.id, event: toLogEvent(db, row, visibleGroupIds) }));
}

function toLogEvent(db: AccountDb, event: LogEventRow, visibleGroupIds: string[] | "all"): LogEvent {
	const { id, deviceId, at, kind, level, text, author, ...others } = event;
	const row = { id, deviceId, at, kind, level, text, author };
	const { naming, said, alertEventId, authorId } = others;
	const own = {
		...(authorId !== null && { authorId }),
		...(alertEventId !== null && { alertEventId }),
		...(kind === "note" && noteFacts(db, event)),
	};
	const whole = { ...row, ...own, ...(said && { said }) };
	const isWhole =
		naming === null || visibleGroupIds === "all" || naming.groupIds.every((id) => visibleGroupIds.includes(id));
	if (isWhole) return whole;
	const { unnamed, unnamedSaid } = naming;
	return { ...row, ...own, text: unnamed, ...(unnamedSaid && { said: unnamedSaid }) };
}

function noteFacts(db: AccountDb, row: LogEventRow): Partial<LogEvent> {
	const { endsAt, groupId, kindId, corrects, correctedBy } = row;
	const file = fileOf(db, row);
	const groupName = groupId === null ? undefined : findGroup(db, groupId)?.name;
	const noteKind = kindId === null ? undefined : noteKindNames(db).get(kindId);
	return {
		...(endsAt !== null && { endsAt }),
		...(groupId !== null && { groupId }),
		...(groupName !== undefined && { groupName }),
		...(kindId !== null && { kindId }),
		...(noteKind !== undefined && { noteKind }),
		...(corrects !== null && { corrects }),
		...(correctedBy !== null && { correctedBy }),
		...(file && { attachmentId: file.id, attachmentName: file.name }),
	};
}

/** A correction on another subject moved the file there, where some readers of this note cannot see it. */
function fileOf(db: AccountDb, { attachmentId, deviceId, groupId }: LogEventRow) {
	const file = attachmentId === null ? null : findAttachment(db, attachmentId);
	return file?.use === "note" && file.deviceId === deviceId && file.groupId === groupId ? file : null;
}

const noteKindNames = cached([account], (db): ReadonlyMap<string, string> => {
	return new Map(findAccount(db)?.noteKinds.map(({ id, name }) => [id, name]));
});

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

export function listDeviceEventsStarting(db: AccountDb, { deviceId, texts, from, to }: EventStarts) {
	const { at, text } = logEvents;
	const isThen = and(gte(at, from), lt(at, to));
	const isThat = and(eq(logEvents.deviceId, deviceId), or(...texts.map((start) => like(text, `${start}%`))));
	return db.select({ at, text }).from(logEvents).where(and(isThen, isThat)).orderBy(asc(at), asc(logEvents.id)).all();
}

export function insertLogEvent(db: AccountDb, event: LogEvent, naming: GroupNaming | null = null): void {
	const { said } = event;
	const json = { said: said ? JSON.stringify(said) : null, naming: naming && JSON.stringify(naming) };
	insertedEvent(db).run({ ...absent, ...event, ...json });
}

const absent = {
	alertEventId: null,
	authorId: null,
	endsAt: null,
	groupId: null,
	kindId: null,
	attachmentId: null,
	corrects: null,
};

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
		said: sql`${sql.placeholder("said")}`,
		alertEventId: sql.placeholder("alertEventId"),
		endsAt: sql.placeholder("endsAt"),
		groupId: sql.placeholder("groupId"),
		kindId: sql.placeholder("kindId"),
		attachmentId: sql.placeholder("attachmentId"),
		corrects: sql.placeholder("corrects"),
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
