import { unnamedKeptMs } from "../base/archive-places";
import type { ReadingStore } from "../base/reading-store";
import { appendImport, tryImport } from "./append-import";
import { appendReadings } from "./append-readings";
import { archiveWork, sweepWork } from "./archive/archive-work";
import { removeBefore, retentionWork } from "./archive/retention-work";
import { changedDays, changedSince, unmergedDays } from "./changed-since";
import { compareTotalsWork } from "./compare-totals";
import { estimate, mostStored } from "./estimate";
import { flushWork } from "./flush-tail";
import { newestBefore } from "./newest-before";
import { readBuckets } from "./read-buckets";
import { readSeries } from "./read-series";
import { readSpan } from "./read-span";
import { readSummaries } from "./read-summaries";
import { channelNumbers } from "./requested-days";
import { mergeImport, removeImport } from "./settle-import";
import { createStoreParts, type StoreOptions, type StoreParts } from "./store-parts";
import { hasReadings, storedSince, storedWithin } from "./stored-within";
import { channelNumber } from "./take-upload";
import { createUploadNumbers } from "./upload-numbers";
import { deviceUsage, latest, stored, usage } from "./usage";
import { dayOf } from "./utc-days";

/** A reading store in SQLite: a row per device with its tail, a row per UTC day. Old months are in R2. */
export function createBlockReadingStore(options: StoreOptions): ReadingStore {
	const parts = createStoreParts(options);
	const numbers = createUploadNumbers({
		highestKept: () => Math.max(parts.tails.lastSeq(), options.seqAtLeast()),
		now: options.now,
	});
	return {
		lastSeq: numbers.last,
		changedSince: (question) => changedSince(parts, question),
		storedUpTo: numbers.storedUpTo,
		changedDays: (deviceId, seq) => changedDays(parts, deviceId, seq),
		unmergedDays: (deviceId, span) => unmergedDays(parts, deviceId, span),
		nextSeq: numbers.next,
		decide: (write) => {
			const seq = numbers.next();
			try {
				const result = parts.transaction(() => write(seq));
				numbers.stored(seq);
				return result;
			} finally {
				numbers.dropped(seq);
			}
		},
		append: async (submitted, evaluate) => {
			const upload = { ...submitted, seq: numbers.standing(submitted.seq) };
			const result = parts.transaction(() => appendReadings(parts, upload, evaluate));
			numbers.stored(upload.seq);
			return result;
		},
		watched: (deviceIds) => parts.tails.watches(deviceIds),
		keepWatch: (deviceId, watch) => {
			const row = parts.tails.row(deviceId);
			if (row) parts.tails.put({ ...row, watch });
		},
		reserve: (deviceId, channelIds) => reserveNumbers(parts, deviceId, channelIds),
		readSpan: (request) => readSpan(parts, request),
		estimate: (request) => estimate(parts, request),
		mostStored: (deviceIds, span) => mostStored(parts, deviceIds, span),
		readSeries: (request) => readSeries(parts, request),
		readBuckets: (request) => readBuckets(parts, request),
		summaries: (request) => readSummaries(parts, request),
		latest: (deviceIds) => latest(parts, deviceIds),
		numbers: (channels) => channelNumbers(parts, channels),
		newestBefore: (channels, before) => newestBefore(parts, channels, before),
		usage: (now) => usage(parts, now),
		stored: (deviceIds) => stored(parts, deviceIds),
		deviceUsage: async (deviceId, now) => deviceUsage(parts, deviceId, now),
		hasReadings: (deviceId) => hasReadings(parts, deviceId),
		storedWithin: (deviceId, span) => storedWithin(parts, deviceId, span),
		storedSince: (deviceId, span) => storedSince(parts, deviceId, span),
		removeBefore: (deviceId, before) => removeBefore(parts, deviceId, before),
		heldDevices: parts.heldDevices,
		receivedOn: (deviceId, at) => parts.tails.row(deviceId)?.received[String(dayOf(at))] ?? 0,
		deleteDevice: async (deviceId) => parts.transaction(() => deleteDevice(parts, deviceId)),
		appendImport: async (importId, upload, record) => {
			let { seq } = upload;
			const standing = (requested: number) => {
				seq = numbers.standing(requested);
				return seq;
			};
			try {
				const result = await appendImport(parts, { importId, upload, standing, record });
				if (result.accepted > 0) numbers.stored(seq);
				return result;
			} finally {
				// An upload without new readings leaves no trace of its number.
				numbers.dropped(seq);
			}
		},
		tryImport: (upload) => tryImport(parts, upload),
		undoImport: (importId, watched) => removeImport(parts, importId, watched),
		mergeImport: (importId) => mergeImport(parts, importId),
		work: [flushWork(parts), archiveWork(parts), retentionWork(parts), sweepWork(parts), compareTotalsWork(parts)],
	};
}

function reserveNumbers({ tails }: StoreParts, deviceId: string, channelIds: readonly string[]): void {
	const row = tails.row(deviceId) ?? tails.create(deviceId);
	const latest = row.latest.slice();
	for (const channelId of channelIds) channelNumber(latest, channelId);
	if (latest.length === row.latest.length) return;
	tails.put({ ...row, latest });
	// The transaction can still fail, and no row in memory may hold a number that another device gets.
	tails.forgetRow(deviceId);
}

/** Call within a transaction. Marks the archive objects for sweeping. */
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
