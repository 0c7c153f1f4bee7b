import type { Span } from "../base/log-store";
import { throughArchive } from "./archived-days";
import { decodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { noReadings, onlyChannels, type Readings, readingsBetween } from "./block/readings";
import type { ReadBlocks } from "./hot-days";
import type { FoundDay, RequestedDevice } from "./requested-days";
import type { DayFacts } from "./rows/day-block-rows";
import type { StoreParts } from "./store-parts";
import { dayMs } from "./utc-days";

type DayRequest = {
	device: Pick<RequestedDevice, "deviceId" | "number" | "only">;
	day: number;
	span: Span;
	towardsDay?: number;
	withoutImport?: string;
};

type DayAhead = Omit<FoundDay, "day"> & { blocks?: ReadBlocks };

/** From all places. Throws LOG_ARCHIVE_UNAVAILABLE if some are archived and the archive does not answer. */
export function readDay(parts: StoreParts, request: DayRequest, ahead?: DayAhead): Promise<Readings> {
	let known = ahead;
	return throughArchive(() => {
		const day = known ?? lookUp(parts, request);
		// Data read in advance is valid for the first attempt only.
		known = undefined;
		return readOnce(parts, request, day);
	});
}

function lookUp({ dayBlocks }: StoreParts, { device, day }: DayRequest): DayAhead {
	return { rows: dayBlocks.facts(device.number, day), hasImports: true };
}

export function rowsWithin(rows: DayFacts[], { from, to }: Span): DayFacts[] {
	return rows.filter(({ isArchived, late, firstAt, lastAt }) =>
		isArchived ? late > 0 : firstAt < to && lastAt >= from,
	);
}

/** Reads everything but the archive before any await, so it is consistent. */
async function readOnce(parts: StoreParts, request: DayRequest, ahead: DayAhead): Promise<Readings> {
	const { device, day, span, towardsDay = day } = request;
	const { rows, hasImports, blocks } = ahead;
	const archived = rows[0]?.isArchived
		? parts.archivedDays.read({ device: device.number, day, towardsDay, only: device.only })
		: null;
	const from = Math.max(span.from, day * dayMs);
	const to = Math.min(span.to, (day + 1) * dayMs);
	const wanted = { only: device.only, span: { from, to }, blocks };
	const own = rowsWithin(rows, span).map((facts) => parts.hotDays.read(facts, wanted));
	const imported = hasImports ? importedReadings(parts, request) : [];
	const sources = [...own, ...imported, tailReadings(parts, request)];
	const whole = archived ? [await archived, ...sources] : sources;
	const within = whole.map((source) => readingsBetween(source, from, to)).filter(({ channels }) => channels.length > 0);
	return within.length > 1 ? mergeReadings(within) : (within[0] ?? noReadings);
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
