import type { DueWork } from "../base/due-work";
import { encodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { quartersOf } from "./block/quarter-buckets";
import { encodeQuarters } from "./block/quarter-codec";
import type { Readings } from "./block/readings";
import type { DayFacts } from "./rows/day-block-rows";
import type { DeviceLogRow } from "./rows/device-log-rows";
import { extent, splitByCount, splitByDay } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { dayMs, firstDayOfMonth, monthOfDay } from "./utc-days";

/** A month stays on hand for as long after its end, so that this month and the last two are read without the archive. */
const hotDays = 62;
/** What comes late seldom comes alone: the archive waits for the rest. */
const gatherMs = 60 * 60 * 1000;

/**
 * Merges a tail's readings into their days and answers the device's row without them, to be put. To be called
 * within a transaction.
 */
export function sealTail(parts: StoreParts, row: DeviceLogRow, readings: Readings): DeviceLogRow {
	for (const { day, readings: ofDay } of splitByDay(readings)) {
		mergeIntoDay(parts, { device: row.number, day }, [ofDay]);
	}
	return { ...row, tailSince: null, tailFrom: null, tailTo: null, tailReadings: 0, tail: new Uint8Array(0) };
}

/** Seals the tails that did not fill. Subject: a device's id. */
export function sealWork(parts: StoreParts): DueWork {
	const { tails } = parts;
	return {
		name: "seal",
		title: "Sealing",
		nextDueAt: tails.nextSealDueAt,
		due: tails.sealDue,
		run: async (deviceId) => {
			parts.transaction(() => {
				const row = tails.row(deviceId);
				if (!row || row.tailSince === null) return;
				tails.put(sealTail(parts, row, tails.readings(row)));
			});
		},
	};
}

/** Keeps a row far below the 2 MB that SQLite takes here. */
export const readingsPerPart = 50_000;

type Day = { device: number; day: number };

/**
 * Merges readings into their day and writes it: the day's readings by `seq`, and its quarters made anew from all of
 * them. What comes for a day in the archive is kept beside it. To be called within a transaction.
 */
export function mergeIntoDay(parts: StoreParts, day: Day, added: Readings[]): void {
	const known = parts.dayBlocks.facts(day.device, day.day);
	const readings = mergeReadings([...known.map((facts) => parts.hotDays.read(facts)), ...added]);
	const month = monthOfDay(day.day);
	parts.archiveQueue.put({ device: day.device, month, dueAt: archiveDueAt(month, parts.now()) });
	const version = Math.max((known[0]?.version ?? 0) + 1, readings.uploads.at(-1)?.seq ?? 0);
	if (known[0]?.isArchived) writeLate(parts, { ...day, version, known }, readings);
	else writeDay(parts, { ...day, version, known }, readings);
}

type Write = Day & { version: number; known: DayFacts[] };

function writeDay({ dayBlocks, hotDays }: StoreParts, { device, day, version }: Write, readings: Readings): void {
	const quarters = encodeQuarters(quartersOf(readings, day * dayMs));
	for (const [part, piece] of splitByCount(readings, readingsPerPart).entries()) {
		const facts = { device, day, part, version, isArchived: false, late: 0, ...extent(piece) };
		dayBlocks.put({ ...facts, quarters: part === 0 ? quarters : null, block: encodeBlock(piece) });
		hotDays.remember(facts, piece);
	}
}

function writeLate({ dayBlocks, hotDays }: StoreParts, { device, day, version, known }: Write, late: Readings): void {
	const [archived] = dayBlocks.find(device, day);
	if (!archived) throw new Error("An archived day without its first row");
	for (const [part, piece] of splitByCount(late, readingsPerPart).entries()) {
		const { readings, firstAt, lastAt } = extent(piece);
		const before = part === 0 ? archived : known[part];
		const facts = {
			...{ device, day, part, version, isArchived: true, late: readings },
			readings: before?.readings ?? 0,
			firstAt: Math.min(firstAt, before?.firstAt ?? firstAt),
			lastAt: Math.max(lastAt, before?.lastAt ?? lastAt),
		};
		dayBlocks.put({ ...facts, quarters: part === 0 ? archived.quarters : null, block: encodeBlock(piece) });
		hotDays.remember(facts, piece);
	}
}

/** When a month (year * 12 + month) whose days have just changed goes to the archive, epoch ms. */
export function archiveDueAt(month: number, now: number): number {
	return Math.max((firstDayOfMonth(month + 1) + hotDays) * dayMs, now + gatherMs);
}
