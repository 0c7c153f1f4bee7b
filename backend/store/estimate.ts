import { dayMs } from "../../shared/base/durations";
import { type ChannelSpan, type Span, unitsPerDay } from "../base/reading-store";
import { blockCounts, decodeBlock } from "./block/block-codec";
import type { ChannelQuarters } from "./block/quarter-buckets";
import { decodeQuarters, quarterCounts } from "./block/quarter-codec";
import { type ChannelCount, type Readings, readingsBetween } from "./block/readings";
import { quarterMs } from "./read-buckets";
import { keptSpan, type RequestedDevice, requestedDevices } from "./requested-days";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

const unitsPerCount = 50;

/** Readings per requested channel: an upper bound, too high by under a quarter of an hour and by unmerged readings. */
export async function estimate(parts: StoreParts, { channels, budget, ...span }: ChannelSpan): Promise<number[]> {
	const counts = channels.map(() => 0);
	for (const device of requestedDevices(parts, channels)) {
		const kept = keptSpan(parts, device.deviceId, span);
		if (kept.from >= kept.to) continue;
		let counted = 0;
		for (const source of [dayCounts, importCounts, tailCounts]) {
			for (const { channel, readings } of source(parts, device, kept)) {
				for (const number of [channel, device.judging.countedAs.get(channel)]) {
					const index = device.indexByNumber.get(number ?? -1);
					if (index !== undefined) counts[index] = (counts[index] ?? 0) + readings;
				}
				counted += 1;
			}
		}
		const turn = budget?.spent(unitsPerDay + counted * unitsPerCount);
		if (turn) await turn;
	}
	return counts;
}

/** Upper bound of stored readings per device, in whole UTC days, by rows alone. Ignores retention. */
export function mostStored(parts: StoreParts, deviceIds: readonly string[], { from, to }: Span): number[] {
	if (from >= to) return deviceIds.map(() => 0);
	const devices = new Map(parts.tails.rows([...deviceIds]).map((device) => [device.deviceId, device]));
	const range = [Array.from(devices.values(), ({ number }) => number), dayOf(from), dayOf(to - 1)] as const;
	const flushed = parts.dayBlocks.countsBetween(...range);
	const files = parts.importBlocks.countsBetween(...range);
	return deviceIds.map((deviceId) => {
		const device = devices.get(deviceId);
		if (!device) return 0;
		const { number, tailFrom, tailTo, tailReadings } = device;
		const isInTail = tailFrom !== null && tailTo !== null && tailFrom < to && tailTo >= from;
		return (flushed.get(number) ?? 0) + (files.get(number) ?? 0) + (isInTail ? tailReadings : 0);
	});
}

function* dayCounts(
	{ dayBlocks, rollUps }: StoreParts,
	{ number, only }: RequestedDevice,
	span: Span,
): Generator<ChannelCount> {
	for (const { day, part, late, quarters } of rollUps.between(number, dayOf(span.from), dayOf(span.to - 1))) {
		const isWhole = span.from <= day * dayMs && span.to >= (day + 1) * dayMs;
		if (quarters) {
			yield* isWhole
				? quarterCounts(quarters)
				: decodeQuarters(quarters, only).map((one) => ({
						channel: one.channel,
						readings: countWithin(one, day, span),
					}));
		}
		const block = late > 0 ? dayBlocks.block(number, day, part) : null;
		if (block)
			yield* isWhole ? blockCounts(block) : countsOf(readingsBetween(decodeBlock(block, only), span.from, span.to));
	}
}

function countWithin({ quarter, count }: ChannelQuarters, day: number, { from, to }: Span): number {
	let sum = 0;
	for (const [index, number] of quarter.entries()) {
		const start = day * dayMs + number * quarterMs;
		if (start < to && start + quarterMs > from) sum += count[index] ?? 0;
	}
	return sum;
}

function importCounts({ importBlocks }: StoreParts, { number, only }: RequestedDevice, span: Span): ChannelCount[] {
	const { from, to } = span;
	return importBlocks.between(number, span).flatMap(({ firstAt, lastAt, block }) => {
		const isWhole = firstAt >= from && lastAt < to;
		return isWhole ? blockCounts(block) : countsOf(readingsBetween(decodeBlock(block, only), from, to));
	});
}

function tailCounts({ tails }: StoreParts, { deviceId }: RequestedDevice, { from, to }: Span): ChannelCount[] {
	const row = tails.row(deviceId);
	if (!row || row.tailFrom === null || row.tailTo === null) return [];
	if (row.tailFrom >= to || row.tailTo < from) return [];
	return countsOf(readingsBetween(tails.readings(row), from, to));
}

function countsOf({ channels }: Readings): ChannelCount[] {
	return channels.map(({ channel, at }) => ({ channel, readings: at.length }));
}
