import { dayMs, hourMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { Job } from "../base/job";
import { encodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { quartersOf } from "./block/quarter-buckets";
import { encodeQuarters } from "./block/quarter-codec";
import type { Readings } from "./block/readings";
import type { DayFacts } from "./rows/day-block-rows";
import type { StoredDeviceRow } from "./rows/stored-device-rows";
import { extent, splitByCount, splitByDay } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { firstDayOfMonth, monthOfDay } from "./utc-days";

/** Days that a month stays in the rows after its end, so that this month and the last two need no archive. */
const hotDays = 62;
/** Late readings come in groups: archive them together. */
const gatherMs = hourMs;

/** Returns the device's row without the tail, for the caller to store. Call within a transaction. */
export function flushTail(parts: StoreParts, row: StoredDeviceRow, readings: Readings): StoredDeviceRow {
	for (const { day, readings: ofDay } of splitByDay(readings)) {
		mergeIntoDay(parts, { device: row.number, day }, [ofDay]);
	}
	return { ...row, tailSince: null, tailFrom: null, tailTo: null, tailReadings: 0, tail: new Uint8Array(0) };
}

/** Flushes tails that did not fill. Subject: a device id. */
export function flushWork(parts: StoreParts): Job {
	const { tails } = parts;
	return {
		name: "seal",
		title: said("work.is.sealing"),
		nextDueAt: tails.nextFlushDueAt,
		due: tails.flushDue,
		run: async (deviceId) => {
			parts.transaction(() => {
				const row = tails.row(deviceId);
				if (!row || row.tailSince === null) return;
				tails.put(flushTail(parts, row, tails.readings(row)));
			});
		},
	};
}

/** SQLite's limit is 2 MB per row. */
export const readingsPerPart = 50_000;

type Day = { device: number; day: number };

/** Merges by `seq` and recomputes quarters. Readings of an archived day are stored beside it. Call within a transaction. */
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
			device,
			day,
			part,
			version,
			isArchived: true,
			late: readings,
			readings: before?.readings ?? 0,
			firstAt: Math.min(firstAt, before?.firstAt ?? firstAt),
			lastAt: Math.max(lastAt, before?.lastAt ?? lastAt),
		};
		dayBlocks.put({ ...facts, quarters: part === 0 ? archived.quarters : null, block: encodeBlock(piece) });
		hotDays.remember(facts, piece);
	}
}

/** A tight object archives a month this much earlier: a week after the month's end. */
export const earlierMs = (hotDays - 7) * dayMs;

/** When a changed month (year * 12 + month) is archived, epoch ms. */
export function archiveDueAt(month: number, now: number): number {
	return Math.max((firstDayOfMonth(month + 1) + hotDays) * dayMs, now + gatherMs);
}
