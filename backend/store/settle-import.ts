import { dayMs } from "../../shared/base/durations";
import type { UndoneReadings } from "../base/reading-store";
import { decodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { noReadings, type Readings } from "./block/readings";
import { archivedLike, type KnownReadings, knownReadings, newerOf } from "./known-readings";
import { mayHold } from "./newest-before";
import { readDay } from "./read-day";
import { nextDay } from "./requested-days";
import type { LatestReading, StoredDeviceRow } from "./rows/stored-device-rows";
import { mergeIntoDay, sealTail } from "./seal-tail";
import type { StoreParts } from "./store-parts";
import { findReading } from "./take-upload";

type ImportDay = { device: number; day: number; importId: string };

/** Null: unknown, merged, being merged, or nothing was stored. */
export async function removeImport(parts: StoreParts, importId: string): Promise<UndoneReadings | null> {
	for (;;) {
		if (parts.merging.has(importId)) return null;
		const days = parts.importBlocks.daysOf(importId);
		const [first] = days;
		if (!first) return null;
		const deviceId = parts.tails.deviceId(first.device);
		const row = deviceId === null ? null : parts.tails.row(deviceId);
		if (!row) throw new Error("An import of a device that is not in the log");
		const latest = await latestWithout(parts, row, importId);
		const imported = days.flatMap(({ device, day }) => readingsOfImport(parts, { device, day, importId }));
		const archived = await archivedLike(parts, row.number, mergeReadings(imported));
		// During the await a newer upload may have come, or the import may have been merged.
		if (parts.tails.row(row.deviceId) !== row || !isSame(parts.importBlocks.daysOf(importId), days)) continue;
		return parts.transaction(() => {
			const undone = countUndone(knownReadings(parts, row, archived), imported, importId);
			for (const { device, day } of days) parts.importBlocks.delete({ device, day, importId });
			parts.tails.put({ ...row, latest });
			return undone;
		});
	}
}

function readingsOfImport({ importBlocks }: StoreParts, { device, day, importId }: ImportDay): Readings[] {
	const blocks = importBlocks.find(device, day).filter((one) => one.importId === importId);
	return blocks.map(({ block }) => decodeBlock(block));
}

function countUndone(known: KnownReadings, imported: Readings[], importId: string): UndoneReadings {
	const kept = new Map<string | null, number>();
	let removed = 0;
	let restored = 0;
	for (const { channels, uploads } of imported) {
		for (const { channel, at, value, upload } of channels) {
			for (const [index, time] of at.entries()) {
				const own = known.own(channel, time);
				const left = newerOf(known.imported(channel, time, importId), own && { ...own, importId: null });
				const here = { value: value[index] ?? Number.NaN, seq: uploads[upload[index] ?? -1]?.seq ?? 0 };
				if (left === null) removed += 1;
				else if (newerOf(here, left)?.value !== left.value) restored += 1;
				else kept.set(left.importId, (kept.get(left.importId) ?? 0) + 1);
			}
		}
	}
	return { removed, restored, kept: Array.from(kept, ([source, readings]) => ({ importId: source, readings })) };
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
	const newest = Math.max(...row.latest.map(({ at }) => at ?? Number.NEGATIVE_INFINITY));
	for (let to = newest + 1; missing.size > 0; ) {
		const device = {
			deviceId: row.deviceId,
			number: row.number,
			only: missing,
			indexByNumber: new Map<number, number>(),
			newestAt: newest,
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

/**
 * Merges an import's readings a day at a time, and lets waiting requests run in between: a file may hold years.
 * Idempotent: merged days are removed, so an interrupted run continues where it stopped.
 */
export async function mergeImport(parts: StoreParts, importId: string): Promise<void> {
	parts.merging.add(importId);
	try {
		for (;;) {
			// Read anew each time: meanwhile the device may be deleted, or retention may delete a day.
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
	sealOpenTail(parts, { device, day });
	mergeIntoDay(parts, { device, day }, readingsOfImport(parts, { device, day, importId }));
	parts.importBlocks.delete({ device, day, importId });
}

/** The tail's readings are counted as in no day: this holds only if it is sealed before its days get more. */
function sealOpenTail(parts: StoreParts, { device, day }: { device: number; day: number }): void {
	const deviceId = parts.tails.deviceId(device);
	const row = deviceId === null ? null : parts.tails.row(deviceId);
	if (!row || row.tailFrom === null || row.tailTo === null) return;
	if (row.tailFrom >= (day + 1) * dayMs || row.tailTo < day * dayMs) return;
	parts.tails.put(sealTail(parts, row, parts.tails.readings(row)));
}
