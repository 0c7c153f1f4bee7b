import { dayMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import type { UndoneReadings, WatchedSpan } from "../base/reading-store";
import { decodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { noReadings, type Readings } from "./block/readings";
import { dayStamps, roundsInTurns, slicesOf } from "./day-stamps";
import { flushTail, mergeIntoDay } from "./flush-tail";
import { archivedLike, type KnownReadings, knownReadings, newerOf } from "./known-readings";
import { mayHold } from "./newest-before";
import { readDay } from "./read-day";
import { nextDay } from "./requested-days";
import type { LatestReading, StoredDeviceRow } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";
import { findReading } from "./take-upload";
import { notJudged } from "./verdicts";

type ImportDay = { device: number; day: number; importId: string };

type DayCount = UndoneReadings & { stamp: string };

/** Deletes a file's readings and counts what remains. Null if unknown, merged, being merged, or nothing was stored. */
export async function removeImport(
	parts: StoreParts,
	importId: string,
	watched: readonly WatchedSpan[] = [],
): Promise<UndoneReadings | null> {
	const counts = new Map<number, DayCount>();
	for (let round = 0; ; round += 1) {
		if (parts.merging.has(importId)) return null;
		const days = parts.importBlocks.daysOf(importId);
		const [first] = days;
		if (!first) return null;
		const deviceId = parts.tails.deviceId(first.device);
		if (deviceId === null) throw new Error("An import of a device that is not in the log");
		for (const slice of slicesOf(staleDays(parts, { deviceId, days, counts }), ({ readings }) => readings)) {
			if (round < roundsInTurns) await parts.nextTurn();
			await countDays(parts, { importId, deviceId, days: slice, counts, watched });
		}
		const row = parts.tails.row(deviceId);
		if (!row) continue;
		const latest = await latestWithout(parts, row, importId);
		// An upload or a merge may have run during the awaits.
		if (parts.tails.row(deviceId) !== row || !isSame(parts.importBlocks.daysOf(importId), days)) continue;
		if (staleDays(parts, { deviceId, days, counts }).length > 0) continue;
		return parts.transaction(() => {
			parts.importBlocks.deleteFile(row.number, importId);
			parts.tails.put({ ...row, latest });
			return sumOf(days.flatMap(({ day }) => counts.get(day) ?? []));
		});
	}
}

type StoredDays = { device: number; day: number; readings: number }[];
type CountedDays = { deviceId: string; days: StoredDays; counts: Map<number, DayCount> };

function staleDays(parts: StoreParts, { deviceId, days, counts }: CountedDays): StoredDays {
	const stampOf = stampsOf(parts, deviceId, days);
	return days.filter(({ day }) => counts.get(day)?.stamp !== stampOf(day));
}

function stampsOf(parts: StoreParts, deviceId: string, days: StoredDays) {
	const numbers = days.map(({ day }) => day);
	return dayStamps(parts, parts.tails.row(deviceId), numbers);
}

async function countDays(
	parts: StoreParts,
	{ importId, deviceId, days, counts, watched }: CountedDays & { importId: string; watched: readonly WatchedSpan[] },
): Promise<void> {
	const device = days[0]?.device ?? 0;
	const all = days.flatMap(({ day }) => readingsOfImport(parts, { device, day, importId }));
	const archived = await archivedLike(parts, device, mergeReadings(all));
	// No await below: the stamps must match the rows read here.
	const row = parts.tails.row(deviceId);
	if (row?.number !== device) return;
	const known = knownReadings(parts, row, archived);
	const stampOf = stampsOf(parts, deviceId, days);
	const spans = watched.map((span) => ({ ...span, channels: numbersOf(row, span.channelIds) }));
	for (const { day } of days) {
		const imported = readingsOfImport(parts, { device, day, importId });
		counts.set(day, { ...countUndone(known, { imported, importId, spans }), stamp: stampOf(day) });
	}
}

function sumOf(counts: UndoneReadings[]): UndoneReadings {
	const kept = new Map<string | null, number>();
	for (const { importId, readings } of counts.flatMap((one) => one.kept)) {
		kept.set(importId, (kept.get(importId) ?? 0) + readings);
	}
	return {
		removed: counts.reduce((sum, { removed }) => sum + removed, 0),
		restored: counts.reduce((sum, { restored }) => sum + restored, 0),
		kept: Array.from(kept, ([importId, readings]) => ({ importId, readings })),
		...withinOf(counts),
	};
}

function withinOf(counts: UndoneReadings[]): Pick<UndoneReadings, "within"> {
	const within = new Map<string, number>();
	for (const { within: ofDay = {} } of counts) {
		for (const [id, count] of Object.entries(ofDay)) within.set(id, (within.get(id) ?? 0) + count);
	}
	return within.size === 0 ? {} : { within: Object.fromEntries(within) };
}

function numbersOf({ latest }: StoredDeviceRow, channelIds: ReadonlySet<string>): Set<number> {
	return new Set(latest.flatMap(({ id }, number) => (channelIds.has(id) ? [number] : [])));
}

function readingsOfImport({ importBlocks }: StoreParts, { device, day, importId }: ImportDay): Readings[] {
	const blocks = importBlocks.find(device, day).filter((one) => one.importId === importId);
	return blocks.map(({ block }) => decodeBlock(block));
}

type NumberedSpan = Pick<WatchedSpan, "id" | "from" | "to"> & { channels: ReadonlySet<number> };
type UndoneDay = { imported: Readings[]; importId: string; spans: readonly NumberedSpan[] };

function countUndone(known: KnownReadings, { imported, importId, spans }: UndoneDay): UndoneReadings {
	const within = new Map<string, number>();
	const kept = new Map<string | null, number>();
	let removed = 0;
	let restored = 0;
	for (const { channels, uploads } of imported) {
		for (const { channel, at, value, upload } of channels) {
			for (const [index, time] of at.entries()) {
				const own = known.own(channel, time);
				const left = newerOf(known.imported(channel, time, importId), own && { ...own, importId: null });
				const here = { value: value[index] ?? Number.NaN, seq: uploads[upload[index] ?? -1]?.seq ?? 0 };
				const isKept = left !== null && newerOf(here, left)?.value === left.value;
				if (isKept) kept.set(left.importId, (kept.get(left.importId) ?? 0) + 1);
				else {
					if (left === null) removed += 1;
					else restored += 1;
					for (const { id, from, to, channels: ofSpan } of spans)
						if (time >= from && time < to && ofSpan.has(channel)) within.set(id, (within.get(id) ?? 0) + 1);
				}
			}
		}
	}
	return {
		removed,
		restored,
		kept: Array.from(kept, ([source, readings]) => ({ importId: source, readings })),
		within: Object.fromEntries(within),
	};
}

function isSame(one: unknown[], other: unknown[]): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

async function latestWithout(parts: StoreParts, row: StoredDeviceRow, importId: string): Promise<LatestReading[]> {
	const latest = row.latest.map((one) => ({ ...one }));
	const missing = new Set<number>();
	for (const [channel, { at, seq }] of latest.entries()) {
		if (at !== null && isImported(parts, row, { channel, at, seq, importId })) missing.add(channel);
	}
	for (const channel of missing) Object.assign(latest[channel] ?? {}, { at: null, value: 0, seq: 0 });
	const from = parts.keptFrom(row.deviceId);
	const newest = largestOf(row.latest.map(({ at }) => at ?? Number.NEGATIVE_INFINITY));
	for (let to = newest + 1; missing.size > 0; ) {
		const device = {
			deviceId: row.deviceId,
			number: row.number,
			only: missing,
			indexByNumber: new Map<number, number>(),
			judging: notJudged,
		};
		const span = { from: Math.max(from, -(2 ** 52)), to };
		const day = nextDay(parts, { device, span }, "newest-first");
		if (day === null) break;
		const readings = mayHold(parts, device, day)
			? await readDay(parts, { device, day, span, withoutImport: importId })
			: noReadings;
		for (const found of lastOfEach(readings)) {
			missing.delete(found.channel);
			Object.assign(latest[found.channel] ?? {}, found.reading);
		}
		to = Math.min(to, day * dayMs);
	}
	return latest;
}

type Sought = { channel: number; at: number; seq: number; importId: string };

function isImported(parts: StoreParts, { number }: StoredDeviceRow, { channel, at, seq, importId }: Sought) {
	const ofDay = readingsOfImport(parts, { device: number, day: Math.floor(at / dayMs), importId });
	return ofDay.some((readings) => findReading(readings, channel, at)?.seq === seq);
}

function lastOfEach({ uploads, channels }: Readings) {
	return channels.flatMap(({ channel, at, value, upload }) => {
		const [lastAt, lastValue, fact] = [at.at(-1), value.at(-1), uploads[upload.at(-1) ?? -1]];
		if (lastAt === undefined || lastValue === undefined || !fact) return [];
		return [{ channel, reading: { at: lastAt, value: lastValue, seq: fact.seq } }];
	});
}

/** Merges an import day by day and yields in between. Idempotent: an interrupted run continues where it stopped. */
export async function mergeImport(parts: StoreParts, importId: string): Promise<void> {
	parts.merging.add(importId);
	try {
		for (;;) {
			const [next] = parts.importBlocks.daysOf(importId, 1);
			if (!next) return;
			parts.transaction(() => mergeDay(parts, { ...next, importId }));
			await scheduler.wait(0);
		}
	} finally {
		parts.merging.delete(importId);
	}
}

function mergeDay(parts: StoreParts, { device, day, importId }: ImportDay): void {
	flushOpenTail(parts, { device, day });
	mergeIntoDay(parts, { device, day }, readingsOfImport(parts, { device, day, importId }));
	parts.importBlocks.delete({ device, day, importId });
}

/** Flushes the tail first: totals count its readings as in no day. */
function flushOpenTail(parts: StoreParts, { device, day }: { device: number; day: number }): void {
	const deviceId = parts.tails.deviceId(device);
	const row = deviceId === null ? null : parts.tails.row(deviceId);
	if (!row || row.tailFrom === null || row.tailTo === null) return;
	if (row.tailFrom >= (day + 1) * dayMs || row.tailTo < day * dayMs) return;
	parts.tails.put(flushTail(parts, row, parts.tails.readings(row)));
}
