import { appendAll } from "../../shared/base/lists";
import type { LogChannel } from "../../shared/log/log";
import type { MemberContext } from "../base/context";
import type { SpanPage } from "../base/reading-store";
import { type LogPageRequest, type ReadLogPage, readLogPage } from "./read-log-page";

export type Readings = Omit<SpanPage, "nextCursor"> & { gapMs?: number[]; silentMs?: number[] };

export type ReadingTest = (reading: TestedReading) => boolean;
type TestedReading = {
	value: number;
	at: number;
	receivedAt: number;
	channel: number;
	gapMs?: number;
	silentMs?: number;
};

export type FilteredRequest = Omit<LogPageRequest, "channels" | "eventDeviceIds" | "kinds" | "isEventKept"> & {
	channels: readonly Pick<LogChannel, "id" | "deviceId">[];
	isPassing: ReadingTest;
};

/** Per page: a rare match is found on a later page. */
const mostReads = 10;
const mostReadings = 40_000;

/** Whole rows: readings of one device and time pass together. A page before the last may be empty. */
export async function readFilteredPage(ctx: MemberContext, request: FilteredRequest): Promise<ReadLogPage> {
	const { channels, isPassing: _, ...span } = request;
	const refs = channels.map(({ id, deviceId }) => ({ channelId: id, deviceId }));
	const readings: Readings = { readingAt: [], receivedAt: [], channel: [], value: [] };
	let { cursor } = span;
	let lookedAt = 0;
	for (let reads = 0; reads < mostReads && lookedAt < mostReadings; reads++) {
		// The store can only continue from where it stopped.
		const limit = span.limit - readings.value.length;
		const page = await readLogPage(ctx, {
			...span,
			cursor,
			limit,
			channels: refs,
			eventDeviceIds: [],
			kinds: ["reading"],
			isEventKept: null,
		});
		lookedAt += page.readings.value.length;
		const isCut = { atStart: cursor !== undefined, atEnd: page.nextCursor !== null };
		await addPassing(readings, { ctx, request, read: page.readings, isCut });
		if (page.nextCursor === null) return { readings, events: [], nextCursor: null };
		cursor = page.nextCursor;
		if (2 * readings.value.length > span.limit) break;
	}
	return { readings, events: [], nextCursor: cursor ?? null };
}

type Part = {
	ctx: MemberContext;
	request: FilteredRequest;
	read: Readings;
	/** Whether the first or last row may continue outside this part. */
	isCut: { atStart: boolean; atEnd: boolean };
};

async function addPassing(kept: Readings, { ctx, request, read, isCut }: Part): Promise<void> {
	const count = read.value.length;
	for (let start = 0, end = 0; start < count; start = end) {
		end = endOfRow(read, start, request);
		const mayBeMore = (isCut.atStart && start === 0) || (isCut.atEnd && end === count);
		const isKept =
			positionsBetween(start, end).some((index) => isPassingAt(read, index, request.isPassing)) ||
			(mayBeMore &&
				(await isWholeRowPassing(ctx, request, { at: read.readingAt[start], channel: read.channel[start] })));
		if (!isKept) continue;
		appendAll(kept.readingAt, read.readingAt.slice(start, end));
		appendAll(kept.receivedAt, read.receivedAt.slice(start, end));
		appendAll(kept.channel, read.channel.slice(start, end));
		appendAll(kept.value, read.value.slice(start, end));
	}
}

function positionsBetween(start: number, end: number): number[] {
	return Array.from({ length: end - start }, (_, index) => start + index);
}

function endOfRow({ readingAt, channel }: Readings, start: number, { channels }: FilteredRequest): number {
	const deviceAt = (index: number) => channels[channel[index] ?? -1]?.deviceId;
	let end = start + 1;
	while (end < readingAt.length && readingAt[end] === readingAt[start] && deviceAt(end) === deviceAt(start)) end += 1;
	return end;
}

function isPassingAt({ value, readingAt, receivedAt, channel }: Readings, index: number, isPassing: ReadingTest) {
	return isPassing({
		value: value[index] ?? 0,
		at: readingAt[index] ?? 0,
		receivedAt: receivedAt[index] ?? 0,
		channel: channel[index] ?? -1,
	});
}

type RowPosition = { at: number | undefined; channel: number | undefined };

async function isWholeRowPassing(
	{ readingStore }: MemberContext,
	{ channels, order, isPassing }: FilteredRequest,
	{ at = 0, channel = -1 }: RowPosition,
): Promise<boolean> {
	const deviceId = channels[channel]?.deviceId;
	const positions = [...channels.keys()].filter((position) => channels[position]?.deviceId === deviceId);
	const refs = positions.map((position) => ({ channelId: channels[position]?.id ?? "", deviceId: deviceId ?? "" }));
	const row = await readingStore.readSpan({ channels: refs, from: at, to: at + 1, order, limit: 2 * refs.length });
	const numbered = { ...row, channel: row.channel.map((index) => positions[index] ?? -1) };
	return positionsBetween(0, row.value.length).some((position) => isPassingAt(numbered, position, isPassing));
}
