import type { LogEntryKind, LogEvent, ReadingColumns } from "../../shared/log";
import type { TimeRange } from "../../shared/time-zones";
import type { MemberContext } from "../context";
import { groupsInScope } from "../group/scope";
import type { EventFilter } from "./event-filter";
import { findLogEvents } from "./find-log-events";
import { badCursor, encodeLogCursor, type LogPosition, parseLogCursor } from "./log-cursor";
import type { EventPosition } from "./log-event-rows";
import { BadCursorError, type ChannelRef, type SpanPage } from "./log-store";

export type LogOrder = "newest-first" | "oldest-first";

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
	// A forged bound moves nothing out of the span that was asked for.
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
