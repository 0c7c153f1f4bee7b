import type { MemberContext } from "../context";
import { badCursor, encodeLogCursor, parseLogCursor } from "./log-cursor";
import type { FilteredRequest, Readings } from "./read-filtered-page";
import type { ReadLogPage } from "./read-log-page";
import { findGaps, placesByDevice, type RowAfterGap } from "./series/find-gaps";

/** Each is read by itself, so a page looks at so many at most. */
const mostRows = 500;

/**
 * A page of the rows that end a gap and pass every other filter, whole rows of them. What is a gap depends on the
 * whole span, so each page finds them anew.
 */
export async function readGapPage(ctx: MemberContext, request: FilteredRequest): Promise<ReadLogPage> {
	const { order, cursor, limit, channels, isPassing } = request;
	const oldestFirst = await findGaps(ctx.log, request);
	const rows = order === "newest-first" ? oldestFirst.toReversed() : oldestFirst;
	const start = cursor === undefined ? { row: 0, skipped: 0 } : startAt(rows, request, cursor);
	const places = placesByDevice(channels);
	const kept: Required<Omit<Readings, "sent">> = { readingAt: [], receivedAt: [], channel: [], value: [], gapMs: [] };
	for (const [index, row] of rows.slice(start.row, start.row + mostRows).entries()) {
		const read = await readRow(ctx, { request, row, places: places.get(row.deviceId) ?? [] });
		if (!read.some((reading) => isPassing(reading))) continue;
		const skipped = index === 0 ? start.skipped : 0;
		const room = limit - kept.value.length;
		for (const reading of read.slice(skipped, skipped + room)) {
			kept.readingAt.push(reading.at);
			kept.receivedAt.push(reading.receivedAt);
			kept.channel.push(reading.channel);
			kept.value.push(reading.value);
			kept.gapMs.push(reading.gapMs);
		}
		if (read.length - skipped > room) return pageOf(kept, { row, skipped: skipped + room });
	}
	const next = rows[start.row + mostRows];
	return pageOf(kept, next && { row: next, skipped: 0 });
}

/** `skipped`: how many readings of the row were on pages before. */
type Position = { row: RowAfterGap; skipped: number };

function pageOf(readings: Readings, next: Position | undefined): ReadLogPage {
	return { readings, events: [], nextCursor: next ? cursorAt(next) : null };
}

function cursorAt({ row: { at, deviceId }, skipped }: Position): string {
	return encodeLogCursor({ bound: at, events: { at, id: deviceId }, readings: String(skipped) });
}

/** Where a page before ended; its row may have gone since. Throws InputError for a cursor of another query. */
function startAt(rows: RowAfterGap[], { order }: FilteredRequest, cursor: string) {
	const { events: position, readings } = parseLogCursor(cursor);
	if (!position || !/^\d{1,9}$/.test(readings ?? "")) throw badCursor();
	const { at, id } = position;
	const found = rows.findIndex((row) => {
		const isBehind = row.at === at ? row.deviceId > id : row.at > at;
		return (row.at === at && row.deviceId === id) || isBehind === (order === "oldest-first");
	});
	const row = found === -1 ? rows.length : found;
	const isSame = rows[row]?.at === at && rows[row]?.deviceId === id;
	return { row, skipped: isSame ? Number(readings) : 0 };
}

type RowRequest = { request: FilteredRequest; row: RowAfterGap; places: number[] };

async function readRow({ log }: MemberContext, { request, row, places }: RowRequest) {
	const { channels, order } = request;
	const { deviceId, at, gapMs } = row;
	const refs = places.map((place) => ({ channelId: channels[place]?.id ?? "", deviceId }));
	const read = await log.readSpan({ channels: refs, from: at, to: at + 1, order, limit: refs.length });
	return read.value.map((value, index) => {
		const channel = places[read.channel[index] ?? -1] ?? -1;
		return { value, at, receivedAt: read.receivedAt[index] ?? at, channel, gapMs: gapMs.get(channel) ?? 0 };
	});
}
