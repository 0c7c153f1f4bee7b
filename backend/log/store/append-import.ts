import { decodeBlock, encodeBlock } from "../block/block-codec";
import { mergeReadings } from "../block/merge-readings";
import { countReadings, type Readings } from "../block/readings";
import { sortUpload } from "../block/sort-upload";
import type { ImportResult, Upload } from "../log-store";
import { archivedLike } from "./archive-look-up";
import { findNewest, ownReadings } from "./known-readings";
import { readingsPerPart } from "./merge-into-day";
import type { DeviceLogRow } from "./rows/device-log-rows";
import { firstAt, lastAt, splitByCount, splitByDay } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { type Known, type TakenUpload, takeUpload } from "./take-upload";
import { dayOf } from "./utc-days";

/**
 * Stores a file's readings apart from the device's own. What another file that is apart holds alike is a duplicate
 * and is kept all the same, so that undoing that one does not take it away.
 */
export async function appendImport(parts: StoreParts, importId: string, upload: Upload): Promise<ImportResult> {
	const archived = await archivedLike(parts, upload);
	return parts.transaction(() => {
		const { before, taken } = takeFile(parts, upload, archived);
		// A file is no sign of life of its device, and no part of what it may send in a day.
		parts.tails.put({ ...before, lastSeq: Math.max(before.lastSeq, upload.seq), latest: taken.latest });
		const { channel, at, value } = taken;
		putImport(parts, { device: before.number, importId }, sortUpload({ ...upload, channel, at, value }));
		return toResult(taken);
	});
}

export async function tryImport(parts: StoreParts, upload: Upload): Promise<ImportResult> {
	const archived = await archivedLike(parts, upload);
	return toResult(takeFile(parts, upload, archived).taken);
}

function toResult({ accepted, duplicates, expired, replaced }: TakenUpload): ImportResult {
	return { accepted, duplicates, expired, replaced };
}

function takeFile(parts: StoreParts, upload: Upload, archived: Map<number, Readings>) {
	const before = parts.tails.row(upload.deviceId) ?? parts.tails.create(upload.deviceId);
	return { before, taken: takeUpload(upload, before.latest, knownReadings(parts, before, archived)) };
}

function knownReadings(parts: StoreParts, row: DeviceLogRow, archived: Map<number, Readings>) {
	const ownAt = ownReadings(parts, row);
	const imported = new Map<number, Readings[]>();

	function importedOn(day: number): Readings[] {
		const known = imported.get(day);
		if (known) return known;
		const readings = parts.importBlocks.find(row.number, day).map(({ block }) => decodeBlock(block));
		imported.set(day, readings);
		return readings;
	}

	return (channel: number, at: number): Known => {
		const day = dayOf(at);
		const inArchive = findNewest(
			[archived.get(day)].flatMap((one) => one ?? []),
			channel,
			at,
		);
		const onHand = ownAt(channel, at);
		const own = isNewer(inArchive, onHand) ? inArchive : onHand;
		const inFiles = findNewest(importedOn(day), channel, at);
		return { own, shown: isNewer(inFiles, own) ? inFiles : own };
	};
}

type Found = Known["own"];

function isNewer(one: Found, other: Found): boolean {
	return one !== null && (other === null || one.seq > other.seq);
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
