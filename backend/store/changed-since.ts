import type { ChangeQuestion, Span } from "../base/reading-store";
import type { Readings } from "./block/readings";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

/** Whether a span may have changed after `seq`, by rows alone. True for rewritten days; ignores undone imports. */
export function changedSince(parts: StoreParts, { deviceId, from, to, seq }: ChangeQuestion): boolean {
	const { tails, dayBlocks, importBlocks } = parts;
	const row = tails.row(deviceId);
	if (!row || row.lastSeq <= seq || from >= to) return false;
	const { number, tailFrom, tailTo } = row;
	if (tailFrom !== null && tailFrom < to && (tailTo ?? tailFrom) >= from) return true;
	const [first, last] = [dayOf(from), dayOf(to - 1)];
	if (importBlocks.firstDay(number, first, last) !== null) return true;
	return dayBlocks.factsBetween(number, first, last).some(({ version }) => version > seq);
}

/** UTC days that may have changed after upload `seq`, ascending. Includes rewritten days and days of unmerged files. */
export function changedDays({ tails, dayBlocks, importBlocks }: StoreParts, deviceId: string, seq: number): number[] {
	const row = tails.row(deviceId);
	if (!row) return [];
	const days = new Set(dayBlocks.changedSince(row.number, everyDay, seq).map(({ day }) => day));
	if (row.lastSeq > seq) {
		for (const day of importBlocks.daysBetween(row.number, ...everyDay)) days.add(day);
		for (const day of daysSince(tails.readings(row), seq)) days.add(day);
	}
	return [...days].sort((one, other) => one - other);
}

/** UTC days that have late readings beside the archive. */
export function unmergedDays(parts: StoreParts, deviceId: string, { from, to }: Span): Set<number> {
	const { tails, dayBlocks } = parts;
	const row = tails.row(deviceId);
	if (!row || from >= to) return new Set();
	const facts = dayBlocks.factsBetween(row.number, dayOf(from), dayOf(to - 1));
	const archived = new Set(facts.flatMap(({ day, isArchived }) => (isArchived ? [day] : [])));
	const late = new Set(facts.flatMap(({ day, late }) => (archived.has(day) && late > 0 ? [day] : [])));
	if (archived.size === 0 || row.tailFrom === null) return late;
	for (const day of daysSince(tails.readings(row), Number.NEGATIVE_INFINITY)) if (archived.has(day)) late.add(day);
	return late;
}

const everyDay: [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

function daysSince({ uploads, channels }: Readings, seq: number): Set<number> {
	const isNew = uploads.map((upload) => upload.seq > seq);
	const days = new Set<number>();
	for (const { at, upload } of channels) {
		for (const [index, time] of at.entries()) if (isNew[upload[index] ?? -1]) days.add(dayOf(time));
	}
	return days;
}
