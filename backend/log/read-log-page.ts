import { appendAll } from "../../shared/base/lists";
import type { GetLogs, LogEntryKind, LogEvent, ReadingColumns } from "../../shared/log/log";
import type { TimeRange } from "../../shared/time/time-zones";
import type { AccountDb, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { BadCursorError, type ChannelRef, type SpanPage } from "../base/reading-store";
import { listDeviceNames } from "../db/device-rows";
import { type EventPosition, type EventsRequest, listLogEvents } from "../db/log-event-rows";
import { groupsInScope } from "../group/scope";
import { textSearch } from "./log-request";

const batchSize = 1_000;
export const mostBatches = 10;
const cursorForm = /^(-?\d{1,16})~(?:(-?\d{1,16})\.(\w{0,40}))?~([\w.-]{0,100})$/;

type LogOrder = "newest-first" | "oldest-first";

export type LogPageRequest = TimeRange & {
	channels: ChannelRef[];
	eventDeviceIds: string[] | "all";
	isWithoutGroups?: boolean;
	kinds: LogEntryKind[] | undefined;
	isEventKept: EventFilter | null;
	order: LogOrder;
	cursor: string | undefined;
	limit: number;
};

export type ReadLogPage = { readings: ReadingColumns; events: LogEvent[]; nextCursor: string | null };

/** At most `limit` readings, and `limit` events of the same time. Throws InputError for a foreign cursor. */
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
		isWithoutGroups: request.isWithoutGroups,
		order,
		visibleGroupIds: groupsInScope(ctx),
		after: start.events,
		limit: limit + 1,
	};
	const { events, stoppedAt } = findLogEvents(ctx.db, eventsRequest, request.isEventKept);
	const cut = events.length > limit ? (events[limit - 1] ?? null) : stoppedAt;
	if (cut && cut.at !== border) return cutAt(cut, { readings, events, limit, order });
	if (border === undefined || readingsCursor === null) return { readings, events, nextCursor: null };
	// The store's cursor needs the same span.
	const position = {
		bound: start.bound,
		events: cut ?? { at: border, id: "" },
		readings: readingsCursor,
	};
	return { readings, events: events.slice(0, limit), nextCursor: encodeLogCursor(position) };

	/** Inclusive at the border: readings of its instant began on this page. */
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
	// A forged bound must not leave the requested span.
	const from = order === "newest-first" ? request.from : Math.max(bound, request.from);
	const to = order === "newest-first" ? Math.min(bound, request.to) : request.to;
	if (channels.length === 0 || from >= to) return noReadings;
	try {
		return await ctx.readingStore.readSpan({ channels, from, to, order, limit, ...(readings && { cursor: readings }) });
	} catch (error) {
		if (error instanceof BadCursorError) throw badCursor(error);
		throw error;
	}
}

type Uncut = { readings: ReadLogPage["readings"]; events: LogEvent[]; limit: number; order: LogOrder };

/** With too many events the page ends at the last one; the next page reads later readings again. */
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

/** `stoppedAt`: the last checked event if the search stopped early. */
type FoundEvents = { events: LogEvent[]; stoppedAt: EventPosition | null };

function findLogEvents(db: AccountDb, request: EventsRequest, isKept: EventFilter | null): FoundEvents {
	if (!isKept) return { events: listLogEvents(db, request), stoppedAt: null };
	const events: LogEvent[] = [];
	let { after } = request;
	for (let batch = 0; batch < mostBatches; batch++) {
		const found = listLogEvents(db, { ...request, after, limit: batchSize });
		appendAll(events, found.filter(isKept));
		const last = found.at(-1);
		if (events.length >= request.limit || !last || found.length < batchSize) {
			return { events: events.slice(0, request.limit), stoppedAt: null };
		}
		after = { at: last.at, id: last.id };
	}
	return { events, stoppedAt: after };
}

export type EventFilter = (event: LogEvent) => boolean;

/** Null without a filter. Searches the visible text, so that hidden names cannot be probed. */
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

/** `bound` (epoch ms): newest first reads before it, oldest first from it on. `readings`: the store's cursor. */
type LogPosition = { bound: number; events: EventPosition | null; readings: string | null };

export function encodeLogCursor({ bound, events, readings }: LogPosition): string {
	return `${bound}~${events ? `${events.at}.${events.id}` : ""}~${readings ?? ""}`;
}

/** Throws InputError for a foreign cursor. */
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
