import { appendAll } from "../../shared/base/lists";
import { addTo } from "../../shared/base/multi-map";
import { type Holding, longestPause, usualLookUp } from "../../shared/log/holding";
import type { LogChannel } from "../../shared/log/log";
import type { TimeRange } from "../../shared/time/time-zones";
import type { MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import type { ReadingHistory } from "../base/reading-store";
import { toRefs } from "./log-request";
import type { FilteredRequest, Readings } from "./read-filtered-page";
import { readHoldings } from "./read-holdings";
import { badCursor, encodeLogCursor, parseLogCursor, type ReadLogPage } from "./read-log-page";

const mostRows = 500;

/** Gaps need every reading of a channel in the span. */
const mostReadings = 1_000_000;

/** Rows that end a gap, or start one that lasts until now. Each page computes all gaps again. */
export async function readGapPage(ctx: MemberContext, request: FilteredRequest): Promise<ReadLogPage> {
	const { order, cursor, limit, channels, isPassing } = request;
	const oldestFirst = await findGaps(ctx, request);
	const rows = order === "newest-first" ? oldestFirst.toReversed() : oldestFirst;
	const start = cursor === undefined ? { row: 0, skipped: 0 } : startAt(rows, request, cursor);
	const indexes = placesByDevice(channels);
	const kept: Required<Omit<Readings, "sent" | "mark">> = {
		readingAt: [],
		receivedAt: [],
		channel: [],
		value: [],
		gapMs: [],
		silentMs: [],
	};
	for (const [index, row] of rows.slice(start.row, start.row + mostRows).entries()) {
		const read = await readRow(ctx, { request, row, positions: indexes.get(row.deviceId) ?? [] });
		if (!read.some((reading) => isPassing(reading))) continue;
		const skipped = index === 0 ? start.skipped : 0;
		const room = limit - kept.value.length;
		for (const reading of read.slice(skipped, skipped + room)) {
			kept.readingAt.push(reading.at);
			kept.receivedAt.push(reading.receivedAt);
			kept.channel.push(reading.channel);
			kept.value.push(reading.value);
			kept.gapMs.push(reading.gapMs);
			kept.silentMs.push(reading.silentMs);
		}
		if (read.length - skipped > room) return pageOf(kept, { row, skipped: skipped + room });
	}
	const next = rows[start.row + mostRows];
	return pageOf(kept, next && { row: next, skipped: 0 });
}

/** `skipped`: readings of the row on previous pages. */
type Position = { row: RowAfterGap; skipped: number };

function pageOf(readings: Readings, next: Position | undefined): ReadLogPage {
	return { readings, events: [], nextCursor: next ? cursorAt(next) : null };
}

function cursorAt({ row: { at, deviceId }, skipped }: Position): string {
	return encodeLogCursor({ bound: at, events: { at, id: deviceId }, readings: String(skipped) });
}

/** The row may be gone. Throws InputError for a cursor of another query. */
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

type RowRequest = { request: FilteredRequest; row: RowAfterGap; positions: number[] };

async function readRow({ readingStore }: MemberContext, { request, row, positions }: RowRequest) {
	const { channels, order } = request;
	const { deviceId, at, gapMs, silentMs } = row;
	const refs = positions.map((position) => ({ channelId: channels[position]?.id ?? "", deviceId }));
	const read = await readingStore.readSpan({ channels: refs, from: at, to: at + 1, order, limit: refs.length });
	return read.value.map((value, index) => {
		const channel = positions[read.channel[index] ?? -1] ?? -1;
		const gaps = { gapMs: gapMs.get(channel) ?? 0, silentMs: silentMs.get(channel) ?? 0 };
		return { value, at, receivedAt: read.receivedAt[index] ?? at, channel, ...gaps };
	});
}

type GapsRequest = TimeRange & { channels: readonly Pick<LogChannel, "id" | "deviceId">[] };

type RowAfterGap = {
	deviceId: string;
	at: number;
	/** Per channel, the gap before the row, and the one since. */
	gapMs: Map<number, number>;
	silentMs: Map<number, number>;
};

/** Throws TOO_MANY_READINGS. */
export async function assertGapsFindable(
	readingStore: ReadingHistory,
	{ channels, from, to }: GapsRequest,
): Promise<void> {
	const counts = await readingStore.estimate({ channels: toRefs(channels), from, to });
	if (counts.reduce((sum, count) => sum + count, 0) > mostReadings) throw domainError("TOO_MANY_READINGS");
}

/** A gap is a pause through which no reading holds; the last one may reach the present. */
async function findGaps(ctx: MemberContext, request: GapsRequest): Promise<RowAfterGap[]> {
	const { readingStore, now } = ctx;
	await assertGapsFindable(readingStore, request);
	const { channels, from, to } = request;
	const rows: RowAfterGap[] = [];
	for (const [deviceId, positions] of placesByDevice(channels)) {
		const found = new Map<number, RowAfterGap>();
		const refs = positions.map((position) => ({ deviceId, channelId: channels[position]?.id ?? "" }));
		const holdings = await readHoldings(ctx, { channels: refs, from, to, until: Math.min(to, now) });
		for (const [index, { at }] of (await readingStore.readSeries({ channels: refs, from, to })).entries()) {
			const rowAt = (time: number) => {
				const row = found.get(time) ?? { deviceId, at: time, gapMs: new Map(), silentMs: new Map() };
				found.set(time, row);
				return row;
			};
			const position = positions[index] ?? -1;
			const holding = holdings[index];
			if (!holding) continue;
			const { pauses, last } = gapPauses(at, holding);
			for (const { end, ms } of pauses) rowAt(end).gapMs.set(position, ms);
			const silence = to >= now && last !== null ? silenceAfter(last, { holding, now }) : null;
			if (silence) rowAt(silence.since).silentMs.set(position, silence.ms);
		}
		appendAll(rows, found.values());
	}
	return rows.sort((a, b) => a.at - b.at || (a.deviceId < b.deviceId ? -1 : 1));
}

function placesByDevice(channels: readonly Pick<LogChannel, "deviceId">[]): Map<string, number[]> {
	const indexes = new Map<string, number[]>();
	for (const [index, { deviceId }] of channels.entries()) addTo(indexes, deviceId, index);
	return indexes;
}

function gapPauses(at: Float64Array, { usual, before, changesUntil, silences = [] }: Holding) {
	const usualAt = usualLookUp(usual);
	const isGap = (from: number, to: number) =>
		changesUntil === null
			? to - from > longestPause(usualAt(from))
			: silences.some((silence) => silence.from < to && silence.to > from);
	const pauses: { end: number; ms: number }[] = [];
	let last = before?.at ?? null;
	for (const end of at) {
		if (last !== null && isGap(last, end)) pauses.push({ end, ms: end - last });
		last = end;
	}
	return { pauses, last: at.length === 0 ? null : last };
}

type Silence = { holding: Holding; now: number };

function silenceAfter(since: number, { holding, now }: Silence): { since: number; ms: number } | null {
	const { usual, changesUntil } = holding;
	const heldUntil = changesUntil ?? since + longestPause(usualLookUp(usual)(since));
	return now <= heldUntil ? null : { since, ms: now - since };
}
