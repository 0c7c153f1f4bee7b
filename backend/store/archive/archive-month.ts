import { dayMs } from "../../../shared/base/durations";
import { hexOf } from "../../../shared/base/hex";
import { serverLimits } from "../../../shared/base/limits";
import { largestOf, smallestOf } from "../../../shared/base/lists";
import { unnamedKeptMs } from "../../base/archive-places";
import { domainError } from "../../base/errors";
import { throughArchive } from "../archived-days";
import { encodeBlock } from "../block/block-codec";
import { mergeReadings, withoutRepeated } from "../block/merge-readings";
import { quartersOf } from "../block/quarter-buckets";
import { encodeQuarters } from "../block/quarter-codec";
import type { Readings } from "../block/readings";
import { archiveDueAt } from "../flush-tail";
import type { ArchivedDay, ArchivedMonth } from "../rows/archive-rows";
import type { DayBlock, DayFacts } from "../rows/day-block-rows";
import { extent } from "../split-readings";
import type { StoreParts } from "../store-parts";
import { firstDayOfMonth, monthName } from "../utc-days";
import { ownArchiveForm } from "./archive-form";

const schemaVersion = 1;

/** `month` is year * 12 + month, counted from 0. */
type DeviceMonth = { device: number; month: number };

/** The object may be evicted between two steps: nothing is lost, and the next run starts over. */
type ArchiveStep = "collected" | "written" | "verified" | "switched";

/** Encoded size of a month: some eight million readings. A Durable Object has 128 MB of memory. */
const mostBytes = 24_000_000;

/** Merging takes some 45 bytes per decoded reading. */
const mostDayReadings = serverLimits.ingestReadingsPerDay;

const abandonedMs = dayMs;

type MergedDay = { row: DayBlock; bytes: Uint8Array };

type Collected = { deviceId: string; days: MergedDay[]; facts: DayFacts[]; former: ArchivedMonth | null };

/**
 * Archives a month in a new object, then switches in one transaction. A concurrent change aborts: the month stays due.
 * Memory: one decoded day, and the month encoded twice. Throws LOG_ARCHIVE_UNAVAILABLE and bucket errors.
 */
export async function* archiveMonth(parts: StoreParts, subject: DeviceMonth): AsyncGenerator<ArchiveStep, void> {
	const collected = await collect(parts, subject);
	if (!collected) return;
	yield "collected";
	const written = await write(parts, subject, collected);
	yield "written";
	await verify(parts, written);
	yield "verified";
	switchOver(parts, collected, written);
	yield "switched";
}

async function collect(parts: StoreParts, { device, month }: DeviceMonth): Promise<Collected | null> {
	const { archivedMonths, archiveQueue } = parts;
	const deviceId = parts.tails.deviceId(device);
	const facts = factsOf(parts, { device, month });
	if (deviceId === null || !facts.some(({ isArchived, late }) => !isArchived || late > 0)) {
		archiveQueue.delete(device, month);
		return null;
	}
	const former = archivedMonths.find(device, month);
	const lastDay = facts.at(-1)?.day ?? 0;
	const days: MergedDay[] = [];
	let collectedBytes = 0;
	for (const day of new Set(facts.map((one) => one.day))) {
		const rows = facts.filter((one) => one.day === day);
		if (rows.reduce((sum, { readings, late }) => sum + readings + late, 0) > mostDayReadings) {
			throw new Error("A day too large to be taken to the archive in one go");
		}
		const readings = await throughArchive(() => readWhole(parts, { device, day, towardsDay: lastDay }));
		if (readings.channels.length === 0) return null;
		const version = rows[0]?.version ?? 0;
		const bytes = encodeBlock(readings);
		collectedBytes += bytes.length;
		if (collectedBytes > mostBytes) throw new Error("A month too large to be taken to the archive in one go");
		days.push({ row: archivedRow({ device, day, version }, readings), bytes });
	}
	return { deviceId, days, facts, former };
}

async function readWhole(
	{ dayBlocks, hotDays, archivedDays }: StoreParts,
	requested: { device: number; day: number; towardsDay: number },
): Promise<Readings> {
	const rows = dayBlocks.facts(requested.device, requested.day);
	const hot = mergeReadings(rows.map((row) => hotDays.read(row)));
	if (!rows[0]?.isArchived) return hot;
	const archived = await archivedDays.read(requested);
	return mergeReadings([archived, withoutRepeated(hot, archived)]);
}

function factsOf({ dayBlocks }: StoreParts, { device, month }: DeviceMonth): DayFacts[] {
	return dayBlocks.factsBetween(device, firstDayOfMonth(month), firstDayOfMonth(month + 1) - 1);
}

async function write(parts: StoreParts, { device, month }: DeviceMonth, { deviceId, days, former }: Collected) {
	const name = monthName(month);
	const generation = (former?.generation ?? 0) + 1;
	const blocks = days.map(({ row, bytes }) => ({ day: row.day, readings: row.readings, bytes }));
	const { bytes, days: indexes } = archiveObject({ deviceId, month: name, generation }, blocks);
	const checksum = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
	// The checksum in the key keeps an abandoned run from overwriting another run's object.
	const objectKey = `${parts.archivePrefix}/${deviceId}/${name}/${generation}-${checksum.slice(0, 16)}`;
	// Without a switch the object is swept.
	parts.archiveGarbage.put(objectKey, parts.now() + abandonedMs);
	await parts.archive.put(objectKey, bytes, { sha256: checksum, customMetadata: ownArchiveForm });
	return {
		device,
		month,
		generation,
		objectKey,
		bytes: bytes.length,
		checksum,
		readings: days.reduce((sum, { row }) => sum + row.readings, 0),
		firstAt: smallestOf(days.map(({ row }) => row.firstAt)),
		lastAt: largestOf(days.map(({ row }) => row.lastAt)),
		days: indexes,
	} satisfies ArchivedMonth;
}

/** Reads the object back. Throws LOG_ARCHIVE_UNAVAILABLE if its checksum differs. */
async function verify({ archive }: StoreParts, { objectKey, bytes, checksum }: ArchivedMonth): Promise<void> {
	const object = await archive.get(objectKey);
	const held = new crypto.DigestStream("SHA-256");
	await object?.body.pipeTo(held);
	if (object && hexOf(new Uint8Array(await held.digest)) === checksum) return;
	throw domainError("LOG_ARCHIVE_UNAVAILABLE", { objectKey, bytes, heldBytes: object?.size ?? null });
}

function switchOver(parts: StoreParts, { deviceId, days, facts, former }: Collected, written: ArchivedMonth): void {
	const { device, month } = written;
	parts.transaction(() => {
		const current = parts.archivedMonths.find(device, month);
		// The month changed, or the device was deleted: the next run retries.
		const isThere = parts.tails.deviceId(device) === deviceId && current?.objectKey === former?.objectKey;
		if (!isThere || !isSame(facts, factsOf(parts, { device, month }))) {
			return parts.archiveQueue.postpone(device, month, archiveDueAt(month, parts.now()));
		}
		parts.archivedMonths.put(written);
		for (const { row } of days) {
			parts.dayBlocks.deleteParts(device, row.day, 1);
			parts.dayBlocks.put(row);
		}
		if (facts.some(({ late }) => late > 0)) parts.merged(deviceId, { from: written.firstAt, to: written.lastAt + 1 });
		parts.archiveQueue.delete(device, month);
		parts.archiveGarbage.delete(written.objectKey);
		if (former) parts.archiveGarbage.put(former.objectKey, parts.now() + unnamedKeptMs);
	});
}

function archivedRow({ device, day, version }: Pick<DayFacts, "device" | "day" | "version">, readings: Readings) {
	return {
		device,
		day,
		part: 0,
		version: version + 1,
		isArchived: true,
		late: 0,
		...extent(readings),
		quarters: encodeQuarters(quartersOf(readings, day * dayMs)),
		block: null,
	} satisfies DayBlock;
}

function isSame(before: DayFacts[], now: DayFacts[]): boolean {
	return JSON.stringify(before) === JSON.stringify(now);
}

type Month = { deviceId: string; month: string; generation: number };

type DayBytes = { day: number; readings: number; bytes: Uint8Array };

/** A month's object: a line of JSON, then one block per UTC day. `days` holds the byte range of each block. */
export function archiveObject(
	month: Month,
	blocks: DayBytes[],
): { bytes: Uint8Array<ArrayBuffer>; days: ArchivedDay[] } {
	const lengths = blocks.map(({ day, readings, bytes }) => [day, bytes.length, readings]);
	const header = new TextEncoder().encode(`${JSON.stringify({ schemaVersion, ...month, days: lengths })}\n`);
	const size = blocks.reduce((sum, { bytes }) => sum + bytes.length, header.length);
	const object = new Uint8Array(size);
	object.set(header);
	const days: ArchivedDay[] = [];
	let offset = header.length;
	for (const { day, readings, bytes } of blocks) {
		object.set(bytes, offset);
		days.push([day, offset, bytes.length, readings]);
		offset += bytes.length;
	}
	return { bytes: object, days };
}
