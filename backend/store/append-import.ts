import type { ImportResult, Upload } from "../base/reading-store";
import { decodeBlock, encodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { countReadings, type Readings } from "./block/readings";
import { sortUpload } from "./block/sort-upload";
import { archivedLike, knownReadings, newerOf } from "./known-readings";
import type { StoredDeviceFacts } from "./rows/stored-device-rows";
import { readingsPerPart } from "./seal-tail";
import { firstAt, lastAt, splitByCount, splitByDay } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { type TakenUpload, takeUpload } from "./take-upload";

/** `archived`: from `archivedFor`, without anything awaited since. */
type ReadImport = { importId: string; upload: Upload; archived: Map<number, Readings> };

/**
 * A duplicate of another separate file is stored too, so that undoing that file does not remove it. A file without
 * anything new is not: it would only keep the other one's readings.
 */
export function appendImport(parts: StoreParts, { importId, upload, archived }: ReadImport): ImportResult {
	return parts.transaction(() => {
		const { before, taken } = takeFile(parts, upload, archived);
		if (taken.accepted === 0) return toResult(taken);
		// A file counts neither as received nor against the daily quota.
		parts.tails.put({ ...before, lastSeq: Math.max(before.lastSeq, upload.seq), latest: taken.latest });
		const { channel, at, value } = taken;
		putImport(parts, { device: before.number, importId }, sortUpload({ ...upload, channel, at, value }));
		return toResult(taken);
	});
}

export async function tryImport(parts: StoreParts, upload: Upload): Promise<ImportResult> {
	const archived = await archivedFor(parts, upload);
	return toResult(takeFile(parts, upload, archived).taken);
}

function toResult({ accepted, duplicates, expired, replaced }: TakenUpload): ImportResult {
	return { accepted, duplicates, expired, replaced };
}

function takeFile(parts: StoreParts, upload: Upload, archived: Map<number, Readings>) {
	const before = parts.tails.row(upload.deviceId) ?? parts.tails.create(upload.deviceId);
	const known = knownReadings(parts, before, archived);
	const lookUp = (channel: number, at: number) => {
		const own = known.own(channel, at);
		return { own, shown: newerOf(known.imported(channel, at), own) };
	};
	return { before, taken: takeUpload(upload, before.latest, lookUp) };
}

/** The caller must not await before using them. */
export async function archivedFor(parts: StoreParts, upload: Upload): Promise<Map<number, Readings>> {
	const row = parts.tails.row(upload.deviceId);
	return row ? archivedLike(parts, row.number, readingsOf(upload, row)) : new Map();
}

function readingsOf({ seq, receivedAt, ...columns }: Upload, { latest }: StoredDeviceFacts): Readings {
	const numbers = columns.channelIds.map((channelId) => latest.findIndex(({ id }) => id === channelId));
	const channel: number[] = [];
	const at: number[] = [];
	for (const [index, time] of columns.at.entries()) {
		const number = numbers[columns.channel[index] ?? -1] ?? -1;
		if (number < 0) continue;
		channel.push(number);
		at.push(time);
	}
	return sortUpload({ seq, receivedAt, channel, at, value: at.map(() => 0) });
}

function putImport({ importBlocks }: StoreParts, of: { device: number; importId: string }, readings: Readings): void {
	for (const { day, readings: ofDay } of splitByDay(readings)) {
		const before = importBlocks.find(of.device, day).filter(({ importId }) => importId === of.importId);
		const whole = mergeReadings([...before.map(({ block }) => decodeBlock(block)), ofDay]);
		for (const [part, piece] of splitByCount(whole, readingsPerPart).entries()) {
			importBlocks.put({
				...{ ...of, day, part, readings: countReadings(piece) },
				...{ firstAt: firstAt(piece) ?? 0, lastAt: lastAt(piece) ?? 0, block: encodeBlock(piece) },
			});
		}
	}
}
