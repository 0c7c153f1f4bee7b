import type { AppendResult, Upload } from "../base/log-store";
import { encodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import type { Readings } from "./block/readings";
import { receiveInSlots, sortUpload } from "./block/sort-upload";
import type { DeviceLogRow } from "./rows/device-log-rows";
import { sealTail } from "./seal-tail";
import { firstAt, lastAt } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { withSegment } from "./tails";
import { type KnownReading, ownReadings, type TakenUpload, takeUpload } from "./take-upload";
import { dayOf } from "./utc-days";

/** A larger tail is sealed with the upload that filled it. */
const fullTailBytes = 16_384;
/** A tail is decoded whole, and many readings may be few bytes. */
const fullTailReadings = 20_000;
const daysCounted = 31;

/**
 * Stores an upload in its device's tail, and seals a full tail. Call within a transaction. The archive cannot be read
 * here: a reading of an archived day is accepted, and merged with duplicates removed later.
 */
export function appendReadings(parts: StoreParts, upload: Upload): AppendResult {
	const { tails } = parts;
	const before = tails.row(upload.deviceId) ?? tails.create(upload.deviceId);
	const taken = takeUpload(upload, before.latest, lookUpLazily(parts, before));
	const received = withReceipt(before, upload, taken);
	tails.put(taken.at.length === 0 ? received : withReadings(parts, received, readingsOf(upload, taken), taken.fresh));
	return { accepted: taken.accepted, duplicates: taken.duplicates, expired: taken.expired };
}

/** Most uploads are newer than everything known, so the tail is decoded only when needed. */
function lookUpLazily(parts: StoreParts, row: DeviceLogRow) {
	let lookUp: ((channel: number, at: number) => KnownReading | null) | null = null;
	return (channel: number, at: number) => {
		lookUp ??= ownReadings(parts, row);
		const own = lookUp(channel, at);
		return { own, shown: own };
	};
}

function readingsOf({ seq, receivedAt, slots }: Upload, { channel, at, value }: TakenUpload): Readings {
	const readings = sortUpload({ seq, receivedAt, channel, at, value });
	return slots ? receiveInSlots(readings, slots) : readings;
}

function withReceipt(row: DeviceLogRow, { seq, receivedAt }: Upload, { accepted, latest }: TakenUpload): DeviceLogRow {
	const lastReceivedAt = Math.max(row.lastReceivedAt, receivedAt);
	const day = String(dayOf(receivedAt));
	const received = { ...row.received, [day]: (row.received[day] ?? 0) + accepted };
	return {
		...row,
		lastSeq: Math.max(row.lastSeq, seq),
		lastReceivedAt,
		received: recentDays(received, dayOf(lastReceivedAt)),
		latest,
	};
}

function withReadings(parts: StoreParts, row: DeviceLogRow, readings: Readings, fresh: number): DeviceLogRow {
	const tail = withSegment(row.tail, encodeBlock(readings));
	if (tail.length > fullTailBytes || row.tailReadings + fresh > fullTailReadings) {
		return sealTail(parts, row, mergeReadings([parts.tails.readings(row), readings]));
	}
	return {
		...row,
		tail,
		tailSince: row.tailSince ?? readings.uploads[0]?.receivedAt ?? null,
		tailFrom: Math.min(row.tailFrom ?? Number.POSITIVE_INFINITY, firstAt(readings) ?? Number.POSITIVE_INFINITY),
		tailTo: Math.max(row.tailTo ?? Number.NEGATIVE_INFINITY, lastAt(readings) ?? Number.NEGATIVE_INFINITY),
		tailReadings: row.tailReadings + fresh,
	};
}

function recentDays(received: Record<string, number>, today: number): Record<string, number> {
	const isOld = (day: string) => Number(day) <= today - daysCounted;
	return Object.fromEntries(Object.entries(received).filter(([day]) => !isOld(day)));
}
