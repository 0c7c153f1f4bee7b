import { createBoundedCache } from "../../shared/base/bounded-cache";
import type { Span } from "../base/reading-store";
import { decodeBlock, decodeBlockBetween } from "./block/block-codec";
import { noReadings, onlyChannels, type Readings } from "./block/readings";
import type { DayBlockRows, DayFacts, RollUp } from "./rows/day-block-rows";
import { readingsBytes } from "./tails";

const readingBytes = 16_000_000;

const rollUpBytes = 8_000_000;

export type ReadBlocks = Map<string, Uint8Array | null>;

type Wanted = {
	only?: ReadonlySet<number> | undefined;
	span?: Span;
	blocks?: ReadBlocks | undefined;
};

export type HotDays = ReturnType<typeof createHotDays>;

/** Decoded blocks of day rows, in a cache. An entry is valid for the row's `version`. */
export function createHotDays(dayBlocks: DayBlockRows) {
	const cache = createBoundedCache<string, { version: number; readings: Readings }>(readingBytes);

	function remember(facts: DayFacts, readings: Readings): void {
		cache.set(keyOf(facts), { version: facts.version, readings }, readingsBytes(readings));
	}

	function atHand(facts: DayFacts): Readings | null {
		const cached = cache.get(keyOf(facts));
		return cached?.version === facts.version ? cached.readings : null;
	}

	return {
		/** Use before any await. */
		readAhead(rows: DayFacts[]): ReadBlocks {
			const missing = rows.filter((facts) => !atHand(facts));
			if (missing.length === 0) return new Map();
			return new Map(dayBlocks.blocks(missing).map(({ block, ...key }) => [keyOf(key), block]));
		},

		/** Returns at least the block's readings within `span`. A small span is decoded alone and not cached. */
		read(facts: DayFacts, { only, span, blocks }: Wanted = {}): Readings {
			const known = atHand(facts);
			if (known) return only ? onlyChannels(known, only) : known;
			const key = keyOf(facts);
			const block = blocks?.has(key) ? blocks.get(key) : dayBlocks.block(facts.device, facts.day, facts.part);
			if (!block) return noReadings;
			if (span && isSmallPart(span, facts)) return decodeBlockBetween(block, span, only);
			const readings = decodeBlock(block, only);
			if (!only) remember(facts, readings);
			return readings;
		},
		remember,
		forget: cache.clear,
	};
}

function keyOf({ device, day, part }: Pick<DayFacts, "device" | "day" | "part">): string {
	return `${device}.${day}.${part}`;
}

function isSmallPart({ from, to }: Span, { firstAt, lastAt }: DayFacts): boolean {
	return 2 * (Math.min(to, lastAt) - Math.max(from, firstAt)) < lastAt - firstAt;
}

type Known = { fromDay: number; toDay: number; rows: RollUp[] };

export type RollUps = ReturnType<typeof createRollUps>;

export function createRollUps(dayBlocks: DayBlockRows) {
	const cache = createBoundedCache<number, Known>(rollUpBytes);

	function read(device: number, fromDay: number, toDay: number): Known {
		const known = cache.get(device);
		if (!known || known.fromDay > toDay + 1 || known.toDay < fromDay - 1) {
			return { fromDay, toDay, rows: dayBlocks.rollUpsBetween(device, fromDay, toDay) };
		}
		if (known.fromDay <= fromDay && known.toDay >= toDay) return known;
		const before = known.fromDay > fromDay ? dayBlocks.rollUpsBetween(device, fromDay, known.fromDay - 1) : [];
		const after = known.toDay < toDay ? dayBlocks.rollUpsBetween(device, known.toDay + 1, toDay) : [];
		return {
			fromDay: Math.min(fromDay, known.fromDay),
			toDay: Math.max(toDay, known.toDay),
			rows: [...before, ...known.rows, ...after],
		};
	}

	return {
		between(device: number, fromDay: number, toDay: number): RollUp[] {
			const known = read(device, fromDay, toDay);
			cache.set(device, known, bytesOf(known.rows));
			return known.rows.filter(({ day }) => day >= fromDay && day <= toDay);
		},

		forget: cache.delete,
		forgetAll: cache.clear,
	};
}

function bytesOf(rows: RollUp[]): number {
	return rows.reduce((bytes, { quarters }) => bytes + 150 + (quarters?.length ?? 0), 0);
}
