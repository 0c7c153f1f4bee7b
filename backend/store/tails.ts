import { createBoundedCache } from "../../shared/base/bounded-cache";
import { dayMs, minuteMs } from "../../shared/base/durations";
import { decodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { countReadings, noReadings, type Readings } from "./block/readings";
import {
	type StoredDeviceFacts,
	type StoredDeviceRow,
	type StoredDeviceRows,
	storedDeviceRows,
} from "./rows/stored-device-rows";
import { dayOf } from "./utc-days";

/** Objects share their isolate's memory. Three such caches are most of what 10,000 devices may use. */
const rowCacheBytes = 6_000_000;
/** Holds some 13,000 devices: a page of the log requests all of them, and a smaller cache would keep none. */
const factsCacheBytes = 8_000_000;
const decodedCacheBytes = 4_000_000;
const rowsTogether = 300;
const afterMidnightMs = 10 * minuteMs;

const lengthBytes = 4;

function flushDueAt(tailSince: number): number {
	return (dayOf(tailSince) + 1) * dayMs + afterMidnightMs;
}

export type Tails = ReturnType<typeof createTails>;

export function createTails(sql: SqlStorage, heldIds: (deviceId: string) => readonly string[]) {
	const rows: StoredDeviceRows = storedDeviceRows(sql, heldIds);
	const rowCache = createBoundedCache<string, StoredDeviceRow>(rowCacheBytes);
	const factsCache = createBoundedCache<string, StoredDeviceFacts>(factsCacheBytes);
	const decodedCache = createBoundedCache<string, { length: number; readings: Readings }>(decodedCacheBytes);
	let openTails: Map<number, number> | null = null;

	function row(deviceId: string): StoredDeviceRow | null {
		const cached = rowCache.get(deviceId);
		if (cached) return cached;
		const found = rows.find(deviceId);
		if (found) keep(found);
		return found;
	}

	function keep(found: StoredDeviceRow): void {
		rowCache.set(found.deviceId, found, rowBytes(found));
		factsCache.delete(found.deviceId);
	}

	function forgetRow(deviceId: string): void {
		rowCache.delete(deviceId);
		factsCache.delete(deviceId);
	}

	function facts(deviceIds: string[]): StoredDeviceFacts[] {
		const { cached, missing } = inCache(deviceIds, (deviceId) => rowCache.peek(deviceId) ?? factsCache.peek(deviceId));
		const read = missing.length === 0 ? [] : rows.facts(missing);
		for (const found of read) factsCache.set(found.deviceId, found, factsBytes(found));
		return [...cached, ...read];
	}

	function countOpenTails(): Map<number, number> {
		const counts = new Map<number, number>();
		for (const { tailSince } of rows.openTails()) addTo(counts, flushDueAt(tailSince), 1);
		return counts;
	}

	function recount(before: number | null, after: number | null): void {
		if (!openTails || before === after) return;
		if (before !== null) addTo(openTails, flushDueAt(before), -1);
		if (after !== null) addTo(openTails, flushDueAt(after), 1);
	}

	return {
		row,
		lastSeq: rows.lastSeq,
		idsByNumber: rows.idsByNumber,
		deviceId: (number: number): string | null => rows.idsByNumber([number]).get(number) ?? null,
		deviceIds: rows.deviceIds,
		sizesAfter: rows.sizesAfter,
		watches: rows.watches,

		facts,

		/** Prefetches the rows that are read next, as many as the cache holds. */
		rows: (deviceIds: string[]): StoredDeviceFacts[] => {
			if (deviceIds.length > rowsTogether) return facts(deviceIds);
			const { cached, missing } = inCache(deviceIds, (deviceId) => rowCache.get(deviceId));
			const read = missing.length === 0 ? [] : rows.findMany(missing);
			for (const found of read) keep(found);
			return [...cached, ...read];
		},

		create(deviceId: string): StoredDeviceRow {
			return {
				deviceId,
				number: rows.nextNumber(),
				lastSeq: 0,
				lastReceivedAt: 0,
				received: {},
				latest: [],
				tailSince: null,
				tailFrom: null,
				tailTo: null,
				tailReadings: 0,
				watch: null,
				tail: new Uint8Array(0),
			};
		},

		readings({ deviceId, tail }: StoredDeviceRow): Readings {
			if (tail.length === 0) return noReadings;
			const known = decodedCache.get(deviceId) ?? { length: 0, readings: noReadings };
			if (known.length === tail.length) return known.readings;
			const added = tailSegments(tail.subarray(known.length)).map((segment) => decodeBlock(segment));
			const readings = mergeReadings([known.readings, ...added]);
			decodedCache.set(deviceId, { length: tail.length, readings }, readingsBytes(readings));
			return readings;
		},

		put(changed: StoredDeviceRow): void {
			recount(row(changed.deviceId)?.tailSince ?? null, changed.tailSince);
			rows.put(changed);
			keep(changed);
			if (changed.tail.length === 0) decodedCache.delete(changed.deviceId);
		},

		delete(deviceId: string): void {
			recount(row(deviceId)?.tailSince ?? null, null);
			rows.delete(deviceId);
			forgetRow(deviceId);
			decodedCache.delete(deviceId);
		},

		forgetRow,

		nextFlushDueAt(): number | null {
			openTails ??= countOpenTails();
			let first: number | null = null;
			for (const dueAt of openTails.keys()) if (first === null || dueAt < first) first = dueAt;
			return first;
		},

		flushDue: (now: number, limit: number): string[] => rows.tailsBefore(dayOf(now - afterMidnightMs) * dayMs, limit),

		forget(): void {
			rowCache.clear();
			factsCache.clear();
			decodedCache.clear();
			openTails = null;
		},
	};
}

function inCache<Kept>(deviceIds: string[], find: (deviceId: string) => Kept | undefined) {
	const cached: Kept[] = [];
	const missing: string[] = [];
	for (const deviceId of deviceIds) {
		const kept = find(deviceId);
		if (kept === undefined) missing.push(deviceId);
		else cached.push(kept);
	}
	return { cached, missing };
}

function factsBytes({ latest }: StoredDeviceFacts): number {
	return 300 + latest.length * 100;
}

function rowBytes({ tail, watch, ...facts }: StoredDeviceRow): number {
	return 200 + factsBytes(facts) + tail.length + 2 * (watch?.length ?? 0);
}

function addTo(counts: Map<number, number>, key: number, change: number): void {
	const count = (counts.get(key) ?? 0) + change;
	if (count === 0) counts.delete(key);
	else counts.set(key, count);
}

export function withSegment(tail: Uint8Array, block: Uint8Array): Uint8Array {
	const longer = new Uint8Array(tail.length + lengthBytes + block.length);
	longer.set(tail);
	new DataView(longer.buffer).setUint32(tail.length, block.length);
	longer.set(block, tail.length + lengthBytes);
	return longer;
}

function tailSegments(tail: Uint8Array): Uint8Array[] {
	const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
	const segments: Uint8Array[] = [];
	for (let index = 0; index < tail.length; ) {
		const end = index + lengthBytes + view.getUint32(index);
		if (end > tail.length) throw new Error("A tail's last segment is cut short");
		segments.push(tail.subarray(index + lengthBytes, end));
		index = end;
	}
	return segments;
}

/** Estimate: two doubles and an index per reading, and an object per upload and channel. */
export function readingsBytes(readings: Readings): number {
	return 20 * countReadings(readings) + 50 * readings.uploads.length + 300 * readings.channels.length;
}
