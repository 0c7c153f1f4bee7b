import type { ImportResult, Upload } from "../base/log-store";
import { throughArchive } from "./archived-days";
import { decodeBlock, encodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { type ChannelReadings, countReadings, noReadings, placeOf, type Readings } from "./block/readings";
import { sortUpload } from "./block/sort-upload";
import type { DeviceLogFacts, DeviceLogRow } from "./rows/device-log-rows";
import { readingsPerPart } from "./seal-tail";
import { firstAt, lastAt, splitByCount, splitByDay } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { findNewest, type Known, ownReadings, type TakenUpload, takeUpload } from "./take-upload";
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

/**
 * By UTC day: what the archive holds of the very channels and times of an upload, as it stands when this is through.
 * Nothing may be awaited between that and what is done with it.
 */
async function archivedLike(parts: StoreParts, upload: Upload): Promise<Map<number, Readings>> {
	const found = new Map<number, Readings>();
	const row = parts.tails.row(upload.deviceId);
	if (!row) return found;
	const versions = new Map<number, number | null>();
	const wanted = readingsOf(upload, row);
	const towardsDay = dayOf(lastAt(wanted) ?? 0);
	for (const { day, readings } of splitByDay(wanted)) {
		versions.set(day, archivedVersion(parts, row.number, day));
		const archived = await throughArchive(async () => {
			if (!parts.dayBlocks.facts(row.number, day)[0]?.isArchived) return noReadings;
			return parts.archivedDays.read({ device: row.number, day, towardsDay });
		});
		if (archived.channels.length > 0) found.set(day, commonReadings(archived, readings));
	}
	// While one day was read another may have gone to the archive, where nobody has looked for it.
	const isMoved = [...versions].some(([day, version]) => archivedVersion(parts, row.number, day) !== version);
	return isMoved ? archivedLike(parts, upload) : found;
}

/** Null: the day is not in the archive. */
function archivedVersion({ dayBlocks }: StoreParts, device: number, day: number): number | null {
	const [first] = dayBlocks.facts(device, day);
	return first?.isArchived ? first.version : null;
}

/** An upload's readings of the channels that its device's row knows. */
function readingsOf({ seq, receivedAt, ...columns }: Upload, { latest }: DeviceLogFacts): Readings {
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

/** Of `readings`, those whose channel and time are among `like`. */
function commonReadings({ uploads, channels }: Readings, like: Readings): Readings {
	const common = channels.flatMap((columns): ChannelReadings[] => {
		const times = like.channels.find(({ channel }) => channel === columns.channel)?.at;
		if (!times) return [];
		const places = Array.from(times, (at) => placeOf(columns.at, at)).filter(
			(place, index) => columns.at[place] === times[index],
		);
		if (places.length === 0) return [];
		return [
			{
				channel: columns.channel,
				at: Float64Array.from(places, (place) => columns.at[place] ?? Number.NaN),
				value: Float64Array.from(places, (place) => columns.value[place] ?? Number.NaN),
				upload: Uint32Array.from(places, (place) => columns.upload[place] ?? 0),
			},
		];
	});
	return { uploads, channels: common };
}
