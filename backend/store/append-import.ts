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

/** A duplicate of another separate file is stored too, so that undoing that file does not remove it. */
export async function appendImport(parts: StoreParts, importId: string, upload: Upload): Promise<ImportResult> {
	const archived = await archivedLike(parts, upload);
	return parts.transaction(() => {
		const { before, taken } = takeFile(parts, upload, archived);
		// A file counts neither as received nor against the daily quota.
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

/** By UTC day, as of return. The caller must not await before using them. */
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
	// Another day may have been archived during a read.
	const isMoved = [...versions].some(([day, version]) => archivedVersion(parts, row.number, day) !== version);
	return isMoved ? archivedLike(parts, upload) : found;
}

function archivedVersion({ dayBlocks }: StoreParts, device: number, day: number): number | null {
	const [first] = dayBlocks.facts(device, day);
	return first?.isArchived ? first.version : null;
}

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
