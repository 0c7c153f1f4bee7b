import { minuteMs } from "../../shared/durations";
import type { ReadingStore } from "../base/reading-store";
import { unnamedKeptMs } from "../base/unnamed-objects";
import { appendImport, tryImport } from "./append-import";
import { appendReadings } from "./append-readings";
import { archiveWork, sweepWork } from "./archive/archive-work";
import { removeBefore, retentionWork } from "./archive/retention-work";
import { changedDays, changedSince } from "./changed-since";
import { compareTotalsWork } from "./compare-totals";
import { estimate } from "./estimate";
import { newestBefore } from "./newest-before";
import { readBuckets } from "./read-buckets";
import { readSeries } from "./read-series";
import { readSpan } from "./read-span";
import { readSummaries } from "./read-summaries";
import { channelNumbers } from "./requested-days";
import { sealWork } from "./seal-tail";
import { mergeImport, removeImport } from "./settle-import";
import { createStoreParts, type StoreOptions, type StoreParts } from "./store-parts";
import { hasReadings, storedSince, storedWithin } from "./stored-within";
import { deviceUsage, latest, stored, usage } from "./usage";
import { dayOf } from "./utc-days";

/**
 * A log of blocks on the object's SQLite. An upload rewrites its device's one row, whose tail is sealed into a row per
 * UTC day; old months are in the archive. A reading of an archived day is accepted unread and compared when it is
 * merged.
 */
export function createBlockReadingStore(options: StoreOptions): ReadingStore {
	const parts = createStoreParts(options);
	let known: number | null = null;
	const lastSeq = (): number => {
		// At the first call, as the tables of who compares may not be there before.
		known ??= Math.max(parts.tails.lastSeq(), options.seqAtLeast());
		return known;
	};
	const underWay = createUploadsUnderWay(options.now);
	let highest: number | null = null;
	/** Not the number that was given out last: what failed to be stored leaves it to a later upload. */
	const highestStored = (): number => {
		highest ??= Math.max(parts.tails.lastSeq(), options.seqAtLeast());
		return highest;
	};
	const storedWith = (seq: number): void => {
		highest = Math.max(highestStored(), seq);
		underWay.stored(seq);
	};
	return {
		lastSeq,
		changedSince: (question) => changedSince(parts, question),
		storedUpTo: () => Math.min(underWay.before(), highestStored()),
		changedDays: (deviceId, seq) => changedDays(parts, deviceId, seq),
		nextSeq: () => {
			known = lastSeq() + 1;
			underWay.begun(known);
			return known;
		},
		append: async (upload, evaluate) => {
			known = Math.max(lastSeq(), upload.seq);
			const result = parts.transaction(() => appendReadings(parts, upload, evaluate));
			storedWith(upload.seq);
			return result;
		},
		watched: (deviceIds) => parts.tails.watches(deviceIds),
		keepWatch: (deviceId, watch) => {
			const row = parts.tails.row(deviceId);
			if (row) parts.tails.put({ ...row, watch });
		},
		readSpan: (request) => readSpan(parts, request),
		estimate: (request) => estimate(parts, request),
		readSeries: (request) => readSeries(parts, request),
		readBuckets: (request) => readBuckets(parts, request),
		summaries: (request) => readSummaries(parts, request),
		latest: async (deviceIds) => latest(parts, deviceIds),
		numbers: (channels) => channelNumbers(parts, channels),
		newestBefore: (channels, before) => newestBefore(parts, channels, before),
		usage: async (now) => usage(parts, now),
		stored: (deviceIds) => stored(parts, deviceIds),
		deviceUsage: async (deviceId, now) => deviceUsage(parts, deviceId, now),
		hasReadings: (deviceId) => hasReadings(parts, deviceId),
		storedWithin: (deviceId, span) => storedWithin(parts, deviceId, span),
		storedSince: (deviceId, span) => storedSince(parts, deviceId, span),
		removeBefore: (deviceId, before) => removeBefore(parts, deviceId, before),
		heldDevices: parts.heldDevices,
		receivedOn: (deviceId, at) => parts.tails.row(deviceId)?.received[String(dayOf(at))] ?? 0,
		deleteDevice: async (deviceId) => parts.transaction(() => deleteDevice(parts, deviceId)),
		appendImport: async (importId, upload) => {
			known = Math.max(lastSeq(), upload.seq);
			const result = await appendImport(parts, importId, upload);
			storedWith(upload.seq);
			return result;
		},
		tryImport: (upload) => tryImport(parts, upload),
		undoImport: (importId) => removeImport(parts, importId),
		mergeImport: (importId) => mergeImport(parts, importId),
		work: [sealWork(parts), archiveWork(parts), retentionWork(parts), sweepWork(parts), compareTotalsWork(parts)],
	};
}

/** Longer than a file waits for the archive: what has not been stored by then has failed. */
const longestUploadMs = 10 * minuteMs;

/** Uploads that have their number but are not stored: they may be stored behind later ones. */
function createUploadsUnderWay(now: () => number) {
	const begunAt = new Map<number, number>();
	return {
		begun: (seq: number) => void begunAt.set(seq, now()),
		stored: (seq: number) => void begunAt.delete(seq),
		/** The number before the first of them. */
		before(): number {
			for (const [seq, at] of begunAt) if (at + longestUploadMs < now()) begunAt.delete(seq);
			const [first] = begunAt.keys();
			return first === undefined ? Number.POSITIVE_INFINITY : first - 1;
		},
	};
}

/** Marks its archive objects for sweeping. Call within a transaction. */
function deleteDevice(parts: StoreParts, deviceId: string): void {
	const { tails, dayBlocks, importBlocks, archivedMonths, archiveQueue, archiveGarbage, totals } = parts;
	const row = tails.row(deviceId);
	if (!row) return;
	for (const { objectKey } of archivedMonths.list(row.number))
		archiveGarbage.put(objectKey, parts.now() + unnamedKeptMs);
	archivedMonths.deleteDevice(row.number);
	archiveQueue.deleteDevice(row.number);
	importBlocks.deleteDevice(row.number);
	dayBlocks.deleteDevice(row.number);
	totals.delete(row.number);
	tails.delete(deviceId);
}
