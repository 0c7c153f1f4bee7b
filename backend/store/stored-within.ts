import type { Span, StoredWithin } from "../base/reading-store";
import { decodeBlock } from "./block/block-codec";
import { noReadings, type Readings, readingsBetween } from "./block/readings";
import type { StoredDeviceRow } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";
import { findNewest } from "./take-upload";
import { dayOf } from "./utc-days";

/** Readings and bytes stored of whole UTC days, by rows without the archive. */
export function storedWithin(parts: StoreParts, deviceId: string, span: Span): StoredWithin {
	const row = parts.tails.row(deviceId);
	if (!row || span.from >= span.to) return { readings: 0, bytes: 0 };
	const [first, last] = daysOf(span);
	const days = parts.dayBlocks.totalsBetween(row.number, first, last);
	const files = parts.importBlocks.totalsBetween(row.number, first, last);
	const inTail = countNew(newInTail(parts, row, span));
	return { readings: days.readings + files.readings + inTail, bytes: days.bytes + files.bytes };
}

/** Readings that came after upload `seq`. The archive holds none of them. */
export function storedSince(parts: StoreParts, deviceId: string, { seq, ...span }: Span & { seq: number }): number {
	const row = parts.tails.row(deviceId);
	if (!row || span.from >= span.to) return 0;
	const [first, last] = daysOf(span);
	const changed = parts.dayBlocks.changedSince(row.number, [first, last], seq);
	const sources = [
		...changed.map((facts) => parts.hotDays.read(facts)),
		...parts.importBlocks.blocksBetween(row.number, first, last).map((block) => decodeBlock(block)),
		newInTail(parts, row, span),
	];
	return sources.reduce((sum, readings) => sum + countNew(readings, seq), 0);
}

function daysOf({ from, to }: Span): [number, number] {
	return [dayOf(from), dayOf(to) - 1];
}

function newInTail({ tails, dayBlocks, hotDays }: StoreParts, row: StoredDeviceRow, { from, to }: Span): Readings {
	if (row.tailFrom === null || row.tailFrom >= to) return noReadings;
	const { uploads, channels } = readingsBetween(tails.readings(row), from, to);
	const days = new Map<number, Readings[]>();
	const isFlushed = (channel: number, at: number) => {
		const day = dayOf(at);
		const known = days.get(day) ?? dayBlocks.facts(row.number, day).map((facts) => hotDays.read(facts));
		days.set(day, known);
		return findNewest(known, channel, at) !== null;
	};
	const fresh = channels.map(({ channel, at, value, upload }) => {
		const isNew = (_: number, index: number) => !isFlushed(channel, at[index] ?? Number.NaN);
		return { channel, at: at.filter(isNew), value: value.filter(isNew), upload: upload.filter(isNew) };
	});
	return { uploads, channels: fresh };
}

function countNew({ uploads, channels }: Readings, seq = Number.NEGATIVE_INFINITY): number {
	const isNewer = uploads.map((upload) => upload.seq > seq);
	return channels.reduce((sum, { upload }) => sum + upload.filter((index) => isNewer[index]).length, 0);
}

export function hasReadings({ tails, totals }: StoreParts, deviceId: string): boolean {
	const row = tails.row(deviceId);
	return row !== null && (row.tailReadings > 0 || (totals.find(row.number)?.readings ?? 0) > 0);
}
