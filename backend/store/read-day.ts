import { dayMs } from "../../shared/base/durations";
import type { Span } from "../base/reading-store";
import { throughArchive } from "./archived-days";
import { decodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { noReadings, onlyChannels, type Readings, readingsBetween } from "./block/readings";
import type { ReadBlocks } from "./hot-days";
import type { FoundDay, RequestedDevice } from "./requested-days";
import type { ArchivedMonth } from "./rows/archive-rows";
import type { DayFacts } from "./rows/day-block-rows";
import type { StoreParts } from "./store-parts";
import { monthOfDay } from "./utc-days";
import { countedReadings } from "./verdicts";

type DayRequest = {
	device: RequestedDevice;
	day: number;
	span: Span;
	towardsDay?: number;
	withoutImport?: string;
};

type DayAhead = Omit<FoundDay, "day"> & { blocks?: ReadBlocks; month?: ArchivedMonth | null | undefined };

/** Reads rows, files, tail and archive. Throws LOG_ARCHIVE_UNAVAILABLE if the archive cannot be read. */
export function readDay(parts: StoreParts, request: DayRequest, ahead?: DayAhead): Promise<Readings> {
	let known = ahead;
	return throughArchive(() => {
		const day = known ?? lookUp(parts, request);
		// Data read in advance is valid for the first attempt only.
		known = undefined;
		return readOnce(parts, request, day);
	});
}

const daysReadTogether = 60;

type DaysRequest = Omit<DayRequest, "day"> & { days: number[] };

/** Calls `take` in any order. Days have no imports. Archived months are fetched in parallel. */
export async function readDays(
	parts: StoreParts,
	{ days, ...request }: DaysRequest,
	take: (day: number, readings: Readings) => void,
): Promise<void> {
	if (days.length === 0) return;
	const { number } = request.device;
	const read = async (day: number, ahead?: DayAhead) => take(day, await readDay(parts, { ...request, day }, ahead));

	async function readMonth(month: number, ofMonth: number[], rowsOf: RowsOf): Promise<void> {
		const archived = parts.archivedMonths.find(number, month);
		const blocks = parts.hotDays.readAhead(ofMonth.flatMap(rowsOf).filter(({ late }) => late > 0));
		for (const day of ofMonth) await read(day, { rows: rowsOf(day), hasImports: false, blocks, month: archived });
	}

	async function readRows(inRows: number[]): Promise<void> {
		for (let start = 0; start < inRows.length; start += daysReadTogether) {
			const together = inRows.slice(start, start + daysReadTogether);
			const rowsOf = rowsNow(parts, number, together);
			const blocks = parts.hotDays.readAhead(together.flatMap(rowsOf).filter(({ isArchived }) => !isArchived));
			const aheadOf = (rows: DayFacts[]) => (isInArchive(rows) ? undefined : { rows, hasImports: false, blocks });
			await Promise.all(together.map((day) => read(day, aheadOf(rowsOf(day)))));
		}
	}

	const rowsOf = rowsNow(parts, number, days);
	const months = Map.groupBy(days, (day) => (isInArchive(rowsOf(day)) ? monthOfDay(day) : null));
	const reading = Array.from(months, ([month, some]) => {
		return month === null ? readRows(some) : readMonth(month, some, rowsOf);
	});
	await Promise.all(reading);
}

type RowsOf = (day: number) => DayFacts[];

function rowsNow({ dayBlocks }: StoreParts, device: number, days: number[]): RowsOf {
	const facts = dayBlocks.factsBetween(device, days[0] ?? 0, days.at(-1) ?? 0);
	const rowsByDay = Map.groupBy(facts, ({ day }) => day);
	return (day) => rowsByDay.get(day) ?? [];
}

function isInArchive(rows: DayFacts[]): boolean {
	return rows.some(({ isArchived }) => isArchived);
}

function lookUp({ dayBlocks }: StoreParts, { device, day }: DayRequest): DayAhead {
	return { rows: dayBlocks.facts(device.number, day), hasImports: true };
}

export function rowsWithin(rows: DayFacts[], { from, to }: Span): DayFacts[] {
	return rows.filter(({ isArchived, late, firstAt, lastAt }) =>
		isArchived ? late > 0 : firstAt < to && lastAt >= from,
	);
}

/** Reads everything but the archive before any await, so the result is consistent. */
async function readOnce(parts: StoreParts, request: DayRequest, ahead: DayAhead): Promise<Readings> {
	const { device, day, span, towardsDay = day } = request;
	const { rows, hasImports, blocks, month } = ahead;
	const archived = rows[0]?.isArchived
		? parts.archivedDays.read({ device: device.number, day, towardsDay, only: device.only, month })
		: null;
	const from = Math.max(span.from, day * dayMs);
	const to = Math.min(span.to, (day + 1) * dayMs);
	const wanted = { only: device.only, span: { from, to }, blocks };
	const own = rowsWithin(rows, span).map((facts) => parts.hotDays.read(facts, wanted));
	const imported = hasImports ? importedReadings(parts, request) : [];
	const sources = [...own, ...imported, tailReadings(parts, request)];
	const whole = archived ? [await archived, ...sources] : sources;
	const within = whole.map((source) => readingsBetween(source, from, to)).filter(({ channels }) => channels.length > 0);
	return countedReadings(within.length > 1 ? mergeReadings(within) : (within[0] ?? noReadings), device);
}

function importedReadings({ importBlocks }: StoreParts, request: DayRequest): Readings[] {
	const { device, day, span, withoutImport } = request;
	return importBlocks
		.find(device.number, day)
		.filter(({ importId, firstAt, lastAt }) => importId !== withoutImport && firstAt < span.to && lastAt >= span.from)
		.map(({ block }) => decodeBlock(block, device.only));
}

function tailReadings({ tails }: StoreParts, { device, day }: DayRequest): Readings {
	const row = tails.row(device.deviceId);
	if (!row || row.tailFrom === null || row.tailTo === null) return noReadings;
	if (row.tailFrom >= (day + 1) * dayMs || row.tailTo < day * dayMs) return noReadings;
	const readings = tails.readings(row);
	return device.only ? onlyChannels(readings, device.only) : readings;
}
