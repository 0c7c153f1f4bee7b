import { dayMs } from "../../shared/base/durations";
import { largestOf, smallestOf } from "../../shared/base/lists";
import { doubtfulIdOf } from "../../shared/log/reading-marks";
import type { ChannelNumbers, ChannelRef, Span, Verdict } from "../base/reading-store";
import type { DayFacts } from "./rows/day-block-rows";
import type { DayRange, Direction } from "./rows/reading-tables";
import { createRowsAhead } from "./rows/rows-ahead";
import type { StoredDeviceFacts } from "./rows/stored-device-rows";
import { firstAtFrom, lastAtBefore } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";
import { type Judging, newestFirst, notJudged } from "./verdicts";

export type RequestedDevice = {
	deviceId: string;
	number: number;
	indexByNumber: Map<number, number>;
	/** Channel numbers; undefined means all channels of the device. */
	only: ReadonlySet<number> | undefined;
	judging: Judging;
};

export type RequestedChannel = { channelId: string; index: number };

/** Links each channel to the one of its device before it: a page of the log needs the channels of few devices. */
export function channelsByDevice(channels: readonly ChannelRef[]) {
	const last = new Map<string, number>();
	const before = new Int32Array(channels.length);
	for (let index = 0; index < channels.length; index += 1) {
		const deviceId = channels[index]?.deviceId ?? "";
		before[index] = last.get(deviceId) ?? -1;
		last.set(deviceId, index);
	}
	return {
		deviceIds: () => [...last.keys()],
		of(deviceId: string): RequestedChannel[] {
			const found: RequestedChannel[] = [];
			for (let index = last.get(deviceId) ?? -1; index !== -1; index = before[index] ?? -1)
				found.push({ channelId: channels[index]?.channelId ?? "", index });
			return found.reverse();
		},
	};
}

export function requestedDevices(parts: StoreParts, channels: readonly ChannelRef[]): RequestedDevice[] {
	const byDevice = channelsByDevice(channels);
	return parts.tails
		.rows(byDevice.deviceIds())
		.flatMap((facts) => requestedDevice(parts, facts, { requested: byDevice.of(facts.deviceId) }) ?? []);
}

type Request = { requested: readonly RequestedChannel[]; isMarked?: boolean | undefined };

/** Returns null if none of the channels ever had a reading. */
export function requestedDevice(
	{ verdicts }: Pick<StoreParts, "verdicts">,
	{ deviceId, number, latest }: StoredDeviceFacts,
	{ requested, isMarked = false }: Request,
): RequestedDevice | null {
	const indexByNumber = new Map<number, number>();
	for (const { channelId, index } of requested) {
		// A linear search: a map per device would cost most of the time in a large fleet.
		const known = latest.findIndex(({ id }) => id === channelId);
		if (known !== -1) indexByNumber.set(known, index);
	}
	const judging = judgingOf(verdicts(deviceId), latest, { requested, isMarked });
	if (isMarked) {
		for (const [doubtful, channel] of judging.countedAs) {
			const index = indexByNumber.get(channel);
			if (index !== undefined) indexByNumber.set(doubtful, index);
		}
	}
	const read = new Set([...indexByNumber.keys(), ...judging.countedAs.keys()]);
	if (read.size === 0) return null;
	return { deviceId, number, indexByNumber, only: read.size === latest.length ? undefined : read, judging };
}

export function withOnly(device: RequestedDevice, numbers: Iterable<number>): RequestedDevice {
	const only = new Set(numbers);
	for (const [doubtful, channel] of device.judging.countedAs) if (only.has(channel)) only.add(doubtful);
	return { ...device, only };
}

type Latest = StoredDeviceFacts["latest"];

function judgingOf(verdicts: readonly Verdict[], latest: Latest, { requested, isMarked = false }: Request): Judging {
	if (verdicts.length === 0 && !isMarked) return notJudged;
	const countedAs = new Map<number, number>();
	const byChannel = new Map<number, readonly Verdict[]>();
	for (const { channelId } of requested) {
		const number = latest.findIndex(({ id }) => id === channelId);
		const own = newestFirst(verdicts.filter((verdict) => verdict.channelId === channelId));
		if (number === -1 || (own.length === 0 && !isMarked)) continue;
		if (own.length > 0) byChannel.set(number, own);
		const doubtful = latest.findIndex(({ id }) => id === doubtfulIdOf(channelId));
		const mayCount = isMarked || own.some(({ verdict }) => verdict === "counts");
		if (doubtful !== -1 && mayCount) countedAs.set(doubtful, number);
	}
	return { isMarked, countedAs, verdicts: byChannel };
}

/** Time of the newest reading of any channel, epoch ms; -Infinity without readings. */
export function newestReadingAt({ latest }: StoredDeviceFacts): number {
	let newest = Number.NEGATIVE_INFINITY;
	for (const { at } of latest) if (at !== null && at > newest) newest = at;
	return newest;
}

export function channelNumbers(parts: StoreParts, channels: ChannelRef[]): (ChannelNumbers | null)[] {
	const numbers: (ChannelNumbers | null)[] = channels.map(() => null);
	for (const { number: device, indexByNumber } of requestedDevices(parts, channels)) {
		for (const [channel, index] of indexByNumber) numbers[index] = { device, channel };
	}
	return numbers;
}

/** The part of a span within retention. Retention is in whole days, so a span of the last 24 hours is not cut. */
export function keptSpan(parts: StoreParts, deviceId: string, { from, to, keptFrom }: Span): Span {
	const isRecent = from >= parts.now() - dayMs;
	return { from: Math.max(from, keptFrom ?? (isRecent ? from : parts.keptFrom(deviceId))), to };
}

type SpanOfDevice = { device: RequestedDevice; span: Span };

export type FoundDay = { day: number; rows: DayFacts[]; hasImports: boolean };

/** Per device, the first UTC day in one direction that may have readings in its span, or null. Devices must be unique. */
export function nextDays(parts: StoreParts, requested: SpanOfDevice[], direction: Direction): (FoundDay | null)[] {
	const ranges = requested.filter(({ span }) => span.from < span.to).map(rangeOf);
	if (ranges.length === 0) return requested.map(() => null);
	const rowsByDevice = Map.groupBy(parts.dayBlocks.nextFacts(ranges, direction), ({ device }) => device);
	const importDays = parts.importBlocks.nextDays(ranges, direction);
	return requested.map(({ device, span }) => {
		if (span.from >= span.to) return null;
		const rows = rowsByDevice.get(device.number) ?? [];
		const importDay = importDays.get(device.number) ?? null;
		return foundDay(parts, { device, span }, { rows, importDay, direction });
	});
}

function rangeOf({ device, span }: SpanOfDevice): DayRange {
	return [device.number, dayOf(span.from), dayOf(span.to - 1)];
}

type Found = { rows: DayFacts[]; importDay: number | null; direction: Direction };

function foundDay(parts: StoreParts, { device, span }: SpanOfDevice, { rows, importDay, direction }: Found) {
	const tailDay = direction === "newest-first" ? lastTailDay(parts, device, span) : firstTailDay(parts, device, span);
	const day = firstOf([rows[0]?.day ?? null, importDay, tailDay], direction);
	if (day === null) return null;
	return { day, rows: rows[0]?.day === day ? rows : [], hasImports: importDay === day };
}

/** Like `nextDays` for one device, called repeatedly. */
export function createDaysAhead(parts: StoreParts, device: RequestedDevice, direction: Direction) {
	const rowsOf = createRowsAhead(parts.dayBlocks, direction);
	return (span: Span): FoundDay | null => {
		if (span.from >= span.to) return null;
		const range = rangeOf({ device, span });
		const importDay = parts.importBlocks.nextDays([range], direction).get(device.number) ?? null;
		return foundDay(parts, { device, span }, { rows: rowsOf(range), importDay, direction });
	};
}

export function nextDay(parts: StoreParts, requested: SpanOfDevice, direction: Direction): number | null {
	return nextDays(parts, [requested], direction)[0]?.day ?? null;
}

function lastTailDay({ tails }: StoreParts, { deviceId }: RequestedDevice, { from, to }: Span): number | null {
	const row = tails.row(deviceId);
	if (!row || row.tailFrom === null || row.tailFrom >= to) return null;
	const at = lastAtBefore(tails.readings(row), to);
	return at === null || at < from ? null : dayOf(at);
}

function firstTailDay({ tails }: StoreParts, { deviceId }: RequestedDevice, { from, to }: Span): number | null {
	const row = tails.row(deviceId);
	if (!row || row.tailTo === null || row.tailTo < from) return null;
	const at = firstAtFrom(tails.readings(row), from);
	return at === null || at >= to ? null : dayOf(at);
}

function firstOf(days: (number | null)[], direction: Direction): number | null {
	const known = days.filter((day) => day !== null);
	if (known.length === 0) return null;
	return direction === "newest-first" ? largestOf(known) : smallestOf(known);
}
