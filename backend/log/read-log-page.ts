import type { GetLogs, LogEntryKind, LogEvent, ReadingColumns } from "../../shared/log";
import type { TimeRange } from "../../shared/time-zones";
import type { AccountDb, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { BadCursorError, type ChannelRef, type SpanPage } from "../base/log-store";
import { listDeviceNames } from "../db/device-rows";
import { type EventPosition, type EventsRequest, listLogEvents } from "../db/log-event-rows";
import { groupsInScope } from "../group/scope";
import { textSearch } from "./log-request";

const batchSize = 1_000;
/** A page looks at so many events at most: what is rare is found by going on from page to page. */
const mostBatches = 10;
const cursorForm = /^(-?\d{1,16})~(?:(-?\d{1,16})\.(\w{0,40}))?~([\w.-]{0,100})$/;

type LogOrder = "newest-first" | "oldest-first";

export type LogPageRequest = TimeRange & {
	/** None: the page has events alone. */
	channels: ChannelRef[];
	eventDeviceIds: string[] | "all";
	kinds: LogEntryKind[] | undefined;
	/** Null: every event is kept. */
	isEventKept: EventFilter | null;
	order: LogOrder;
	cursor: string | undefined;
	limit: number;
};

export type ReadLogPage = { readings: ReadingColumns; events: LogEvent[]; nextCursor: string | null };

/**
 * At most `limit` readings and at most `limit` events of the time they cover, both in one order: over all pages each
 * is on exactly one. Throws InputError for a cursor it did not make.
 */
export async function readLogPage(ctx: MemberContext, request: LogPageRequest): Promise<ReadLogPage> {
	const { cursor, limit, order } = request;
	const isNewestFirst = order === "newest-first";
	const start = cursor === undefined ? firstPosition(request) : parseLogCursor(cursor);
	const read = await readReadings(ctx, request, start);
	const { nextCursor: readingsCursor, ...readings } = read;
	const border = readingsCursor === null ? undefined : readings.readingAt.at(-1);
	const eventsRequest = {
		...coveredSpan(request, border),
		deviceIds: request.eventDeviceIds,
		kinds: request.kinds,
		order,
		visibleGroupIds: groupsInScope(ctx),
		after: start.events,
		limit: limit + 1,
	};
	const { events, stoppedAt } = findLogEvents(ctx.db, eventsRequest, request.isEventKept);
	const cut = events.length > limit ? (events[limit - 1] ?? null) : stoppedAt;
	if (cut && cut.at !== border) return cutAt(cut, { readings, events, limit, order });
	if (border === undefined || readingsCursor === null) return { readings, events, nextCursor: null };
	// With the store's cursor the span must stay the same, so the bound does.
	const position = {
		bound: start.bound,
		events: cut ?? { at: border, id: "" },
		readings: readingsCursor,
	};
	return { readings, events: events.slice(0, limit), nextCursor: encodeLogCursor(position) };

	/** Up to a border inclusive, as the readings of its instant began on this page. */
	function coveredSpan({ from, to }: TimeRange, at: number | undefined): TimeRange {
		if (at === undefined) return { from, to };
		return isNewestFirst ? { from: at, to } : { from, to: at + 1 };
	}
}

function firstPosition({ from, to, order }: LogPageRequest): LogPosition {
	return { bound: order === "newest-first" ? to : from, events: null, readings: null };
}

const noReadings: SpanPage = { readingAt: [], receivedAt: [], channel: [], value: [], nextCursor: null };

async function readReadings(ctx: MemberContext, request: LogPageRequest, { bound, readings }: LogPosition) {
	const { channels, order, limit } = request;
	// A forged bound moves nothing out of the requested span.
	const from = order === "newest-first" ? request.from : Math.max(bound, request.from);
	const to = order === "newest-first" ? Math.min(bound, request.to) : request.to;
	if (channels.length === 0 || from >= to) return noReadings;
	try {
		return await ctx.log.readSpan({ channels, from, to, order, limit, ...(readings && { cursor: readings }) });
	} catch (error) {
		if (error instanceof BadCursorError) throw badCursor(error);
		throw error;
	}
}

type Uncut = { readings: ReadLogPage["readings"]; events: LogEvent[]; limit: number; order: LogOrder };

/**
 * A page with more events than it may have or look at ends with the last of them: its readings beyond that instant are
 * read anew.
 */
function cutAt({ at, id }: EventPosition, { readings, events, limit, order }: Uncut): ReadLogPage {
	const isNewestFirst = order === "newest-first";
	const beyond = readings.readingAt.findIndex((readingAt) => (isNewestFirst ? readingAt < at : readingAt > at));
	const kept = beyond === -1 ? readings.readingAt.length : beyond;
	const bound = isNewestFirst ? at : at + 1;
	return {
		readings: {
			readingAt: readings.readingAt.slice(0, kept),
			receivedAt: readings.receivedAt.slice(0, kept),
			channel: readings.channel.slice(0, kept),
			value: readings.value.slice(0, kept),
		},
		events: events.slice(0, limit),
		nextCursor: encodeLogCursor({ bound, events: { at, id }, readings: null }),
	};
}

/** `stoppedAt`: the last event that was looked at, where neither the span nor the limit ended it. */
type FoundEvents = { events: LogEvent[]; stoppedAt: EventPosition | null };

/** Events of a span that a filter keeps, in the requested order. */
function findLogEvents(db: AccountDb, request: EventsRequest, isKept: EventFilter | null): FoundEvents {
	if (!isKept) return { events: listLogEvents(db, request), stoppedAt: null };
	const events: LogEvent[] = [];
	let { after } = request;
	for (let batch = 0; batch < mostBatches; batch++) {
		const found = listLogEvents(db, { ...request, after, limit: batchSize });
		events.push(...found.filter(isKept));
		const last = found.at(-1);
		if (events.length >= request.limit || !last || found.length < batchSize) {
			return { events: events.slice(0, request.limit), stoppedAt: null };
		}
		after = { at: last.at, id: last.id };
	}
	return { events, stoppedAt: after };
}

type EventFilter = (event: LogEvent) => boolean;

/**
 * What keeps the events that a query's level and text ask for; null where it asks for neither. It checks what the
 * reader is told, so that nobody can search for words that are kept from them.
 */
export function eventFilter(
	{ db }: MemberContext,
	{ levels, text }: Pick<GetLogs, "levels" | "text">,
	deviceIds: string[] | "all",
): EventFilter | null {
	if (!levels && text === undefined) return null;
	const isFound = textSearch(text);
	const names = text === undefined ? new Map<string, string>() : listDeviceNames(db, deviceIds);
	return ({ level, deviceId, author, ...event }) =>
		levels?.includes(level) !== false &&
		(isFound(event.text) || isFound(author ?? "") || isFound(names.get(deviceId ?? "") ?? ""));
}

/**
 * Where a page of the log ended. `bound` (epoch ms) cuts the readings still to come: they are before it where the
 * newest come first, from it on otherwise. `readings` is the store's own cursor within that.
 */
type LogPosition = { bound: number; events: EventPosition | null; readings: string | null };

export function encodeLogCursor({ bound, events, readings }: LogPosition): string {
	return `${bound}~${events ? `${events.at}.${events.id}` : ""}~${readings ?? ""}`;
}

/** Throws InputError for what `encodeLogCursor` did not write. */
export function parseLogCursor(cursor: string): LogPosition {
	const match = cursorForm.exec(cursor);
	if (!match) throw badCursor();
	const [, bound, at, id = "", readings] = match;
	return {
		bound: Number(bound),
		events: at === undefined ? null : { at: Number(at), id },
		readings: readings === "" || readings === undefined ? null : readings,
	};
}

export function badCursor(cause?: unknown): InputError {
	return new InputError({ cursor: "Not a cursor of this query" }, { cause });
}
