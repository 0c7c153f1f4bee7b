import {
	and,
	asc,
	count,
	desc,
	eq,
	gt,
	gte,
	inArray,
	isNotNull,
	isNull,
	lt,
	lte,
	max,
	min,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import type { AlertEventState, EventsOf, GetAlertEvents } from "../../shared/alert/alert";
import { addTo } from "../../shared/base/multi-map";
import type { AccountDb } from "../base/context";
import type { ReceiptPosition } from "../base/receipt-span";
import { isSnoozedBy } from "./assignment-rows";
import { cached } from "./cached-rows";
import { driverValues, findBy, isOneOf, placeholdersOf, prepared } from "./queries";
import { isReceivedAfter, keepReceipt, nextReceipt } from "./receipts";
import { alertCatchUps, alertEvents, alertFollowUps, alertNotes, alerts, notices } from "./schema";

/** Lists contain real events only. Drills are found by their id, and by `listDrills`. */
const hasHappened = eq(alertEvents.isDrill, false);

export type AlertEventRow = Omit<typeof alertEvents.$inferSelect, "receipt">;

export function insertAlertEvent(db: AccountDb, event: AlertEventRow): void {
	insertedEvent(db).run(driverValues(alertEvents, { ...event, receipt: null }));
}

const insertedEvent = prepared((db) => {
	const values = { ...placeholdersOf(alertEvents), receipt: nextReceipt(alertEvents) };
	return db.insert(alertEvents).values(values).prepare();
});

export function joinEvent(db: AccountDb, ids: string[], partOf: string): void {
	db.update(alertEvents)
		.set({ partOf, receipt: nextReceipt(alertEvents) })
		.where(isOneOf(alertEvents.id, ids))
		.run();
}

/** Gives a new receipt, so that readers by receipt get the event again. */
export function updateAlertEvent(db: AccountDb, id: string, change: Partial<AlertEventRow>): void {
	db.update(alertEvents)
		.set({ ...change, receipt: nextReceipt(alertEvents) })
		.where(eq(alertEvents.id, id))
		.run();
}

export const findAlertEvent = findBy(alertEvents, alertEvents.id);

export function findAlertEvents(db: AccountDb, ids: string[]): AlertEventRow[] {
	return db.select().from(alertEvents).where(isOneOf(alertEvents.id, ids)).orderBy(asc(alertEvents.id)).all();
}

const mostExcursions = 1_000;

export type EndedEvent = Pick<
	AlertEventRow,
	"id" | "deviceId" | "channelId" | "condition" | "startedAt" | "endedAt" | "isDrill"
>;

/** The newest events of channels that are over and began from `from` on, epoch ms. */
export function listEndedEvents(
	db: AccountDb,
	{ deviceIds, from }: { deviceIds: string[] | "all"; from: number },
): EndedEvent[] {
	const { id, deviceId, channelId, condition, startedAt, endedAt, isDrill } = alertEvents;
	const isSeen = deviceIds === "all" ? undefined : isOneOf(deviceId, deviceIds);
	return db
		.select({ id, deviceId, channelId, condition, startedAt, endedAt, isDrill })
		.from(alertEvents)
		.where(and(hasHappened, isNotNull(channelId), isNotNull(endedAt), gte(startedAt, from), isSeen))
		.orderBy(desc(startedAt))
		.limit(mostExcursions)
		.all();
}

export function listDrills(db: AccountDb, since: number): AlertEventRow[] {
	const isRecent = and(eq(alertEvents.isDrill, true), gte(alertEvents.startedAt, since));
	return db.select().from(alertEvents).where(isRecent).orderBy(asc(alertEvents.startedAt)).all();
}

export function listOpenEvents(db: AccountDb, deviceId?: string): AlertEventRow[] {
	return deviceId === undefined ? everyOpenEvent(db).all() : openEventsOf(db).all({ deviceId });
}

const everyOpenEvent = prepared((db) =>
	db
		.select()
		.from(alertEvents)
		.where(and(isNull(alertEvents.endedAt), hasHappened))
		.orderBy(asc(alertEvents.id))
		.prepare(),
);
const openEventsOf = prepared((db) =>
	db
		.select()
		.from(alertEvents)
		.where(and(eq(alertEvents.deviceId, sql.placeholder("deviceId")), isNull(alertEvents.endedAt), hasHappened))
		.orderBy(asc(alertEvents.id))
		.prepare(),
);

export function listOpenEventsOf(db: AccountDb, deviceIds: readonly string[]): AlertEventRow[] {
	return openEventsOfThese(db).all({ ids: JSON.stringify(deviceIds) });
}

const openEventsOfThese = prepared((db) =>
	db
		.select()
		.from(alertEvents)
		.where(and(isOneOf(alertEvents.deviceId, sql.placeholder("ids")), isNull(alertEvents.endedAt), hasHappened))
		.orderBy(asc(alertEvents.id))
		.prepare(),
);

export function alertFacts(db: AccountDb, deviceIds: string[] | "all") {
	const isSeen = deviceIds === "all" ? () => true : isAmong(deviceIds);
	const facts = new Map<string, { openEvents: number; lastFiredAt: number | null }>();
	for (const { alertId, lastFiredAt } of deviceIds === "all" ? lastFired(db).all() : lastFiredOn(db, deviceIds)) {
		if (alertId !== null) facts.set(alertId, { openEvents: 0, lastFiredAt });
	}
	for (const { alertId, deviceId } of everyOpenState(db).all()) {
		const known = alertId === null ? undefined : facts.get(alertId);
		if (known && deviceId !== null && isSeen(deviceId)) known.openEvents += 1;
	}
	return facts;
}

function isAmong(ids: string[]): (id: string) => boolean {
	const known = new Set(ids);
	return (id) => known.has(id);
}

const lastFired = prepared((db) => {
	const { firedAt, alertId } = alertEvents;
	const last = db
		.select({ at: max(firedAt) })
		.from(alertEvents)
		.where(and(eq(alertId, alerts.id), hasHappened));
	return db
		.select({ alertId: sql<string | null>`${alerts.id}`, lastFiredAt: sql<number | null>`(${last})` })
		.from(alerts)
		.prepare();
});

function lastFiredOn(db: AccountDb, deviceIds: string[]) {
	const { firedAt, alertId, deviceId } = alertEvents;
	const isSeen = and(isOneOf(deviceId, deviceIds), hasHappened);
	return db
		.select({ alertId, lastFiredAt: max(firedAt) })
		.from(alertEvents)
		.where(isSeen)
		.groupBy(alertId)
		.all();
}

export function openStatesByDevice(db: AccountDb): Map<string, OpenState[]> {
	const states = new Map<string, OpenState[]>();
	for (const { deviceId, ...state } of everyOpenState(db).all()) {
		if (deviceId === null) continue;
		addTo(states, deviceId, state);
	}
	return states;
}

export type OpenState = Pick<AlertEventRow, "alertId" | "channelId" | "acknowledgedAt" | "mutedUntil">;

const everyOpenState = prepared((db) => {
	const { alertId, deviceId, channelId, acknowledgedAt, mutedUntil, endedAt } = alertEvents;
	return db
		.select({ alertId, deviceId, channelId, acknowledgedAt, mutedUntil })
		.from(alertEvents)
		.where(and(isNull(endedAt), hasHappened))
		.prepare();
});

/** `since`: earliest start of a channel's open events, epoch ms, by channel id. */
export type OpenOfChannels = { since: ReadonlyMap<string, number>; deviceIds: ReadonlySet<string> };

export const openOfChannels = cached([alertEvents], (db): OpenOfChannels => {
	const since = new Map<string, number>();
	const deviceIds = new Set<string>();
	for (const { deviceId, channelId, startedAt } of openChannelEvents(db).all()) {
		if (channelId === null || deviceId === null) continue;
		deviceIds.add(deviceId);
		since.set(channelId, Math.min(startedAt, since.get(channelId) ?? startedAt));
	}
	return { since, deviceIds };
});

const openChannelEvents = prepared((db) => {
	const { deviceId, channelId, startedAt, endedAt } = alertEvents;
	return db
		.select({ deviceId, channelId, startedAt })
		.from(alertEvents)
		.where(and(isNull(endedAt), isNotNull(channelId), hasHappened))
		.prepare();
});

/**
 * `recipients`: beginnings of the user's keys as a recipient. `alertIds`: rules of rosters on which the user is on duty.
 * `eventIds`: events that people of earlier turns of these rosters have.
 */
export type Inbox = {
	which: EventsOf;
	userId: string;
	recipients: string[];
	alertIds: string[];
	eventIds: string[];
};

type EventsRequest = Omit<NonNullable<GetAlertEvents>, "deviceIds" | "groupIds" | "cursor" | "whose"> & {
	deviceIds: string[] | "all";
	inbox?: Inbox | undefined;
	now: number;
	after: ListedEvent | null;
	limit: number;
};

type ListedEvent = Pick<AlertEventRow, "id" | "startedAt" | "endedAt" | "acknowledgedAt">;

export function listAlertEvents(db: AccountDb, request: EventsRequest): AlertEventRow[] {
	return isKeepable(request) && request.limit <= fewEvents
		? newestEvents(db, JSON.stringify({ ...request, now: 0 }))
		: readAlertEvents(db, request);
}

const fewEvents = 10;

/** Caches only the first page of all events: its key is short and independent of the clock. */
function isKeepable({ deviceIds, from, after, alertIds, inbox }: Omit<EventsRequest, "states" | "limit">): boolean {
	return inbox === undefined && deviceIds === "all" && from === undefined && after === null && alertIds === undefined;
}

const newestEvents = cached([alertEvents, alertNotes], (db, requested) => readAlertEvents(db, JSON.parse(requested)));

function readAlertEvents(db: AccountDb, request: EventsRequest): AlertEventRow[] {
	const { states, after, limit } = request;
	const { startedAt, id } = alertEvents;
	return db
		.select()
		.from(alertEvents)
		.where(and(isRequested(request), states && or(...states.map(isInState)), after ? isBehind(after) : undefined))
		.orderBy(urgency, desc(startedAt), desc(id))
		.limit(limit)
		.all();
}

type ReceivedRequest = Omit<EventsRequest, "after"> & { after: ReceiptPosition; upTo: number };

export function listReceivedAlertEvents(
	db: AccountDb,
	{ states, after, upTo, limit, ...request }: ReceivedRequest,
): (AlertEventRow & { receipt: number })[] {
	const { receipt, id } = alertEvents;
	const isNew = and(isReceivedAfter(alertEvents, after), lte(receipt, upTo));
	const rows = db
		.select()
		.from(alertEvents)
		.where(and(isNew, isRequested(request), states && or(...states.map(isInState))))
		.orderBy(asc(receipt), asc(id))
		.limit(limit)
		.all();
	return rows.map((row) => ({ ...row, receipt: row.receipt ?? 0 }));
}

type TouchingRequest = {
	deviceIds: string[] | "all";
	/** Half-open, epoch ms. */
	from: number;
	to: number;
	after: Pick<AlertEventRow, "id" | "startedAt"> | null;
	limit: number;
};

/** Events that overlap the span, by start. */
export function listEventsTouching(db: AccountDb, { deviceIds, from, to, after, limit }: TouchingRequest) {
	const { id, deviceId, startedAt, endedAt } = alertEvents;
	const isBehindLast =
		after && or(gt(startedAt, after.startedAt), and(eq(startedAt, after.startedAt), gt(id, after.id)));
	return db
		.select()
		.from(alertEvents)
		.where(
			and(
				hasHappened,
				deviceIds === "all" ? undefined : isOneOf(deviceId, deviceIds),
				lt(startedAt, to),
				or(isNull(endedAt), gte(endedAt, from)),
				isBehindLast ?? undefined,
			),
		)
		.orderBy(asc(startedAt), asc(id))
		.limit(limit)
		.all();
}

export type OpenSpan = Pick<AlertEventRow, "deviceId" | "startedAt" | "endedAt" | "acknowledgedAt">;

/** Events of devices that were open between `from` and `to`, epoch ms. */
export function listOpenSpans(
	db: AccountDb,
	{ deviceIds, from, to }: { deviceIds: string[]; from: number; to: number },
): OpenSpan[] {
	const { deviceId, startedAt, endedAt, acknowledgedAt } = alertEvents;
	const isOpenThen = and(lt(startedAt, to), or(isNull(endedAt), gte(endedAt, from)));
	return db
		.select({ deviceId, startedAt, endedAt, acknowledgedAt })
		.from(alertEvents)
		.where(and(isOneOf(deviceId, deviceIds), isOpenThen, hasHappened))
		.all();
}

type Requested = Omit<EventsRequest, "states" | "after" | "limit">;

function isRequested({ severities, deviceIds, alertIds, from, to, now, ...only }: Requested): SQL | undefined {
	const { startedAt, endedAt } = alertEvents;
	return and(
		hasHappened,
		deviceIds === "all" ? undefined : isOneOf(alertEvents.deviceId, deviceIds),
		alertIds && isOneOf(alertEvents.alertId, alertIds),
		severities && inArray(alertEvents.severity, severities),
		from === undefined ? undefined : gte(sql`coalesce(${endedAt}, ${now})`, from),
		to === undefined ? undefined : lt(startedAt, to),
		only.partOf === undefined ? undefined : eq(alertEvents.partOf, only.partOf),
		only.isFolded && only.partOf === undefined && deviceIds === "all" ? isNull(alertEvents.partOf) : undefined,
		only.isUnreached
			? sql`exists (select 1 from ${alertNotes} where ${alertNotes.eventId} = ${alertEvents.id} and ${alertNotes.kind} = 'nobodyReached')`
			: undefined,
		only.inbox && isIn(only.inbox, now),
	);
}

function isIn({ which, userId, recipients, alertIds, eventIds }: Inbox, now: number): SQL | undefined {
	const { assigneeId, acknowledgedAt, endedAt, partOf, id, alertId } = alertEvents;
	const isOpen = and(isNull(endedAt), isNull(assigneeId));
	if (which === "nobody") return isOpen;
	const isSnoozed = isSnoozedBy({ userId, now });
	if (which === "snoozed") return and(isNull(endedAt), isSnoozed);
	const isTheirs = recipients.map((key) => sql`substr(${notices.recipientKey}, 1, ${key.length}) = ${key}`);
	const isNotified = or(...isTheirs) ?? sql`false`;
	const isOfEvent = sql`${notices.cause} = 'alert' and ${notices.about} = ${id} and ${notices.droppedFor} is null`;
	const wasNotified = sql`exists (select 1 from ${notices} where ${isOfEvent} and (${isNotified}))`;
	const isOnDuty = alertIds.length === 0 ? undefined : isOneOf(alertId, alertIds);
	const isForThem = and(isOpen, isNull(acknowledgedAt), isNull(partOf), or(wasNotified, isOnDuty));
	const isOfTurns = eventIds.length === 0 ? undefined : and(isNull(endedAt), isOneOf(id, eventIds));
	return and(or(eq(assigneeId, userId), isForThem, isOfTurns), sql`not ${isSnoozed}`);
}

export function countOpenEvents(db: AccountDb, requested: Requested): { open: number; acknowledged: number } {
	const isKept = isKeepable({ ...requested, after: null });
	return isKept ? openEvents(db, JSON.stringify({ ...requested, now: 0 })) : readOpenEvents(db, requested);
}

const openEvents = cached([alertEvents, alertNotes], (db, requested) => readOpenEvents(db, JSON.parse(requested)));

function readOpenEvents(db: AccountDb, requested: Requested): { open: number; acknowledged: number } {
	const { acknowledgedAt, endedAt } = alertEvents;
	const found = db
		.select({ all: count(), acknowledged: count(acknowledgedAt) })
		.from(alertEvents)
		.where(and(isNull(endedAt), isRequested(requested)))
		.get();
	const { all = 0, acknowledged = 0 } = found ?? {};
	return { open: all - acknowledged, acknowledged };
}

function isInState(state: AlertEventState): SQL | undefined {
	if (state === "ended") return isNotNull(alertEvents.endedAt);
	const { acknowledgedAt, endedAt } = alertEvents;
	return and(isNull(endedAt), state === "acknowledged" ? isNotNull(acknowledgedAt) : isNull(acknowledgedAt));
}

/** 0: open; 1: acknowledged; 2: ended. */
const urgency = sql<number>`CASE WHEN ${alertEvents.endedAt} IS NOT NULL THEN 2 WHEN ${alertEvents.acknowledgedAt} IS NOT NULL THEN 1 ELSE 0 END`;

function isBehind({ id, startedAt, endedAt, acknowledgedAt }: ListedEvent): SQL | undefined {
	const isLater = or(
		lt(alertEvents.startedAt, startedAt),
		and(eq(alertEvents.startedAt, startedAt), lt(alertEvents.id, id)),
	);
	const rank = endedAt !== null ? 2 : acknowledgedAt !== null ? 1 : 0;
	return or(gt(urgency, rank), and(eq(urgency, rank), isLater));
}

type Since = { deviceId: string; since: number; count: number };

/** Whether at least `count` events of a device began since `since`, epoch ms. */
export function hasEventsSince(db: AccountDb, { deviceId, since, count: wanted }: Since): boolean {
	return eventAtRank(db).get({ deviceId, since, before: wanted - 1 }) !== undefined;
}

const eventAtRank = prepared((db) => {
	const { deviceId, startedAt } = alertEvents;
	const isOfDevice = and(eq(deviceId, sql.placeholder("deviceId")), hasHappened);
	const isSince = and(isOfDevice, gte(startedAt, sql.placeholder("since")));
	const rows = db.select({ startedAt }).from(alertEvents).where(isSince).orderBy(asc(startedAt));
	return rows.limit(1).offset(sql.placeholder("before")).prepare();
});

type Occurrence = Pick<AlertEventRow, "alertId" | "deviceId" | "channelId"> & { from: number; to: number };

/** Spans of a rule's events on a channel that may overlap readings of the span. */
export function listEventSpans(db: AccountDb, { alertId, deviceId, channelId, from, to }: Occurrence) {
	const isOfIt = and(
		alertId === null ? isNull(alertEvents.alertId) : eq(alertEvents.alertId, alertId),
		deviceId === null ? isNull(alertEvents.deviceId) : eq(alertEvents.deviceId, deviceId),
		channelId === null ? isNull(alertEvents.channelId) : eq(alertEvents.channelId, channelId),
	);
	const isOfRule = sql`${alertEvents.condition} ->> '$.kind' <> 'sensorFault'`;
	const isThen = and(lte(alertEvents.startedAt, to), or(isNull(alertEvents.endedAt), gte(alertEvents.endedAt, from)));
	const { startedAt, endedAt } = alertEvents;
	return db
		.select({ startedAt, endedAt })
		.from(alertEvents)
		.where(and(isOfIt, isOfRule, isThen, hasHappened))
		.all();
}

export function firstEventTimes(db: AccountDb, alertIds: string[]) {
	const { alertId, deviceId, startedAt } = alertEvents;
	const rows = db
		.select({ alertId, deviceId, at: min(startedAt) })
		.from(alertEvents)
		.where(and(isOneOf(alertId, alertIds), hasHappened))
		.groupBy(alertId, deviceId)
		.all();
	const times = new Map(rows.map((row) => [`${row.alertId} ${row.deviceId}`, row.at ?? undefined]));
	return (rule: string, device: string) => times.get(`${rule} ${device}`);
}

/** Open silence events since `since` (epoch ms) that belong to no event of the account. */
export type OpenSilence = Pick<AlertEventRow, "id" | "alertId" | "deviceId" | "firedAt">;

export function listSilencesSince(db: AccountDb, since: number): OpenSilence[] {
	return silencesSince(db).all({ since });
}

const silencesSince = prepared((db) => {
	const { alertId, deviceId, channelId, endedAt, firedAt, partOf, condition, id } = alertEvents;
	const isOpen = and(isNull(endedAt), isNotNull(deviceId), isNull(channelId), isNull(partOf), hasHappened);
	const isSilence = sql`${condition} ->> '$.kind' = 'noData'`;
	return db
		.select({ id, alertId, deviceId, firedAt })
		.from(alertEvents)
		.where(and(isOpen, gt(firedAt, sql.placeholder("since")), isSilence))
		.orderBy(asc(firedAt), asc(id))
		.prepare();
});

export function findOpenAccountEvent(db: AccountDb): AlertEventRow | null {
	return openAccountEvent(db).get() ?? null;
}

const openAccountEvent = prepared((db) => {
	const { deviceId, endedAt } = alertEvents;
	return db
		.select()
		.from(alertEvents)
		.where(and(isNull(deviceId), isNull(endedAt), hasHappened))
		.limit(1)
		.prepare();
});

export function listPartDevices(db: AccountDb, eventId: string, { isOpen }: { isOpen: boolean }): string[] {
	const { deviceId, partOf, endedAt } = alertEvents;
	const isPart = and(eq(partOf, eventId), isOpen ? isNull(endedAt) : undefined);
	const rows = db.selectDistinct({ deviceId }).from(alertEvents).where(isPart).orderBy(asc(deviceId)).all();
	return rows.flatMap((row) => row.deviceId ?? []);
}

export function listPartRules(db: AccountDb, eventId: string): string[] {
	const { alertId, partOf } = alertEvents;
	const rows = db.selectDistinct({ alertId }).from(alertEvents).where(eq(partOf, eventId)).orderBy(asc(alertId)).all();
	return rows.flatMap((row) => row.alertId ?? []);
}

export function deleteEventsOfDevices(db: AccountDb, deviceIds: string[]): void {
	deleteEvents(db, isOneOf(alertEvents.deviceId, deviceIds));
	db.delete(alertCatchUps).where(isOneOf(alertCatchUps.deviceId, deviceIds)).run();
}

export function deleteEventsOfImport(db: AccountDb, importId: string): AlertEventRow[] {
	const events = db.select().from(alertEvents).where(eq(alertEvents.importId, importId)).all();
	deleteEvents(db, eq(alertEvents.importId, importId));
	db.delete(alertCatchUps).where(eq(alertCatchUps.importId, importId)).run();
	return events;
}

function deleteEvents(db: AccountDb, condition: SQL): void {
	keepReceipt(db, alertEvents);
	const ids = db.select({ id: alertEvents.id }).from(alertEvents).where(condition);
	db.delete(alertNotes).where(inArray(alertNotes.eventId, ids)).run();
	db.delete(alertFollowUps).where(inArray(alertFollowUps.eventId, ids)).run();
	db.delete(alertEvents).where(condition).run();
}

export type NoteRow = typeof alertNotes.$inferSelect;

export function insertAlertNote(db: AccountDb, note: NoteRow): void {
	insertedNote(db).run(driverValues(alertNotes, note));
}

const insertedNote = prepared((db) => db.insert(alertNotes).values(placeholdersOf(alertNotes)).prepare());

export function countComments(db: AccountDb, eventId: string): number {
	const isOfPeople = inArray(alertNotes.kind, ["comment", "muted", "assigned", "snoozed"]);
	const notes = db.select({ notes: count() }).from(alertNotes);
	return notes.where(and(eq(alertNotes.eventId, eventId), isOfPeople)).get()?.notes ?? 0;
}

export function listAlertNotes(db: AccountDb, eventId: string): NoteRow[] {
	const { at } = alertNotes;
	// Ids of one instant have no order, rows do.
	return db.select().from(alertNotes).where(eq(alertNotes.eventId, eventId)).orderBy(asc(at), sql`rowid`).all();
}

export type CatchUpRow = typeof alertCatchUps.$inferSelect;

/** Widens an existing span. Always changes the row, so that a running evaluation notices it. */
export function addCatchUp(db: AccountDb, row: CatchUpRow): void {
	db.insert(alertCatchUps)
		.values(row)
		.onConflictDoUpdate({
			target: [alertCatchUps.deviceId, alertCatchUps.importId],
			set: {
				from: sql`min(${alertCatchUps.from}, ${row.from})`,
				to: sql`max(${alertCatchUps.to}, ${row.to})`,
				dueAt: sql`${alertCatchUps.dueAt} + 1`,
			},
		})
		.run();
}

/** Epoch ms; null: none waits. Runs at every write. */
export const nextCatchUpAt = cached(
	[alertCatchUps],
	(db: AccountDb): number | null => earliestCatchUp(db).get()?.dueAt ?? null,
);

const earliestCatchUp = prepared((db) => {
	const { dueAt } = alertCatchUps;
	return db.select({ dueAt }).from(alertCatchUps).orderBy(asc(dueAt)).limit(1).prepare();
});

export function listDueCatchUps(db: AccountDb, now: number, limit: number): CatchUpRow[] {
	return dueCatchUps(db).all({ now, limit });
}

const dueCatchUps = prepared((db) => {
	const isDue = lte(alertCatchUps.dueAt, sql.placeholder("now"));
	const due = db.select().from(alertCatchUps).where(isDue).orderBy(asc(alertCatchUps.dueAt));
	return due.limit(sql.placeholder("limit")).prepare();
});

type CatchUpKey = Pick<CatchUpRow, "deviceId" | "importId">;

export function findCatchUp(db: AccountDb, { deviceId, importId }: CatchUpKey): CatchUpRow | null {
	return catchUpBy(db).get({ deviceId, importId }) ?? null;
}

const catchUpBy = prepared((db) => {
	const { deviceId, importId } = alertCatchUps;
	const isIt = and(eq(deviceId, sql.placeholder("deviceId")), eq(importId, sql.placeholder("importId")));
	return db.select().from(alertCatchUps).where(isIt).prepare();
});

export function deleteCatchUp(db: AccountDb, { deviceId, importId }: CatchUpKey): void {
	const isIt = and(eq(alertCatchUps.deviceId, deviceId), eq(alertCatchUps.importId, importId));
	db.delete(alertCatchUps).where(isIt).run();
}
