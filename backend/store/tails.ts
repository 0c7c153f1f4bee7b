import { decodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { countReadings, noReadings, type Readings } from "./block/readings";
import { createBoundedCache } from "./bounded-cache";
import { type DeviceLogFacts, type DeviceLogRow, type DeviceLogRows, deviceLogRows } from "./rows/device-log-rows";
import { dayMs, dayOf } from "./utc-days";

const rowCacheBytes = 8_000_000;
const decodedCacheBytes = 8_000_000;
/** With full tails they fill the cache. */
const rowsTogether = 400;
/** Uploads that were under way at midnight come first. */
const afterMidnightMs = 10 * 60 * 1000;

/** Bytes in front of a segment that tell its length. */
const lengthBytes = 4;

/** When a tail is sealed that did not fill: shortly after the UTC day its first upload was received on. */
function sealDueAt(tailSince: number): number {
	return (dayOf(tailSince) + 1) * dayMs + afterMidnightMs;
}

export type Tails = ReturnType<typeof createTails>;

/** Each device's row in the log and the readings of its tail, kept at hand. */
export function createTails(sql: SqlStorage) {
	const rows: DeviceLogRows = deviceLogRows(sql);
	const rowCache = createBoundedCache<string, DeviceLogRow>(rowCacheBytes);
	const decodedCache = createBoundedCache<string, { length: number; readings: Readings }>(decodedCacheBytes);
	/** How many open tails are due at an instant; null: not counted yet. */
	let openTails: Map<number, number> | null = null;

	function row(deviceId: string): DeviceLogRow | null {
		const cached = rowCache.get(deviceId);
		if (cached) return cached;
		const found = rows.find(deviceId);
		if (found) rowCache.set(deviceId, found, rowBytes(found));
		return found;
	}

	function countOpenTails(): Map<number, number> {
		const counts = new Map<number, number>();
		for (const { tailSince } of rows.openTails()) addTo(counts, sealDueAt(tailSince), 1);
		return counts;
	}

	function recount(before: number | null, after: number | null): void {
		if (!openTails || before === after) return;
		if (before !== null) addTo(openTails, sealDueAt(before), -1);
		if (after !== null) addTo(openTails, sealDueAt(after), 1);
	}

	return {
		row,
		lastSeq: rows.lastSeq,
		deviceId: rows.deviceId,
		deviceIds: rows.deviceIds,
		allFacts: rows.allFacts,

		facts: (deviceIds: string[]): DeviceLogFacts[] => {
			const cached = deviceIds.flatMap((deviceId) => rowCache.get(deviceId) ?? []);
			if (cached.length === deviceIds.length) return cached;
			return rows.facts(deviceIds);
		},

		/** The same, of devices whose rows are requested next: these are read along, as many as stay at hand. */
		rows: (deviceIds: string[]): DeviceLogFacts[] => {
			const cached = deviceIds.flatMap((deviceId) => rowCache.get(deviceId) ?? []);
			const known = new Set(cached.map(({ deviceId }) => deviceId));
			const missing = deviceIds.filter((deviceId) => !known.has(deviceId));
			const read = missing.length === 0 ? [] : rows.findMany(missing.slice(0, rowsTogether));
			for (const found of read) rowCache.set(found.deviceId, found, rowBytes(found));
			const others = missing.length > rowsTogether ? rows.facts(missing.slice(rowsTogether)) : [];
			return [...cached, ...read, ...others];
		},

		create(deviceId: string): DeviceLogRow {
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
				tail: new Uint8Array(0),
			};
		},

		/** The tail's readings, merged. */
		readings({ deviceId, tail }: DeviceLogRow): Readings {
			if (tail.length === 0) return noReadings;
			const known = decodedCache.get(deviceId) ?? { length: 0, readings: noReadings };
			if (known.length === tail.length) return known.readings;
			const added = tailSegments(tail.subarray(known.length)).map((segment) => decodeBlock(segment));
			const readings = mergeReadings([known.readings, ...added]);
			decodedCache.set(deviceId, { length: tail.length, readings }, readingsBytes(readings));
			return readings;
		},

		put(changed: DeviceLogRow): void {
			recount(row(changed.deviceId)?.tailSince ?? null, changed.tailSince);
			rows.put(changed);
			rowCache.set(changed.deviceId, changed, rowBytes(changed));
			if (changed.tail.length === 0) decodedCache.delete(changed.deviceId);
		},

		delete(deviceId: string): void {
			recount(row(deviceId)?.tailSince ?? null, null);
			rows.delete(deviceId);
			rowCache.delete(deviceId);
			decodedCache.delete(deviceId);
		},

		/** When the first tail is due to be sealed, epoch ms. */
		nextSealDueAt(): number | null {
			openTails ??= countOpenTails();
			let first: number | null = null;
			for (const dueAt of openTails.keys()) if (first === null || dueAt < first) first = dueAt;
			return first;
		},

		sealDue(now: number, limit: number): string[] {
			const due = rows.openTails().filter(({ tailSince }) => sealDueAt(tailSince) <= now);
			return due.slice(0, limit).map(({ deviceId }) => deviceId);
		},

		/** Nothing that is cached is believed any more: a transaction was rolled back. */
		forget(): void {
			rowCache.clear();
			decodedCache.clear();
			openTails = null;
		},
	};
}

function rowBytes({ tail, latest }: DeviceLogRow): number {
	return 500 + tail.length + latest.length * 100;
}

function addTo(counts: Map<number, number>, key: number, change: number): void {
	const count = (counts.get(key) ?? 0) + change;
	if (count === 0) counts.delete(key);
	else counts.set(key, count);
}

/** A tail with one more upload's block at its end; what is there is not decoded. */
export function withSegment(tail: Uint8Array, block: Uint8Array): Uint8Array {
	const longer = new Uint8Array(tail.length + lengthBytes + block.length);
	longer.set(tail);
	new DataView(longer.buffer).setUint32(tail.length, block.length);
	longer.set(block, tail.length + lengthBytes);
	return longer;
}

/** The blocks of a tail in the order in which they came. */
function tailSegments(tail: Uint8Array): Uint8Array[] {
	const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
	const segments: Uint8Array[] = [];
	for (let place = 0; place < tail.length; ) {
		const end = place + lengthBytes + view.getUint32(place);
		if (end > tail.length) throw new Error("A tail's last segment is cut short");
		segments.push(tail.subarray(place + lengthBytes, end));
		place = end;
	}
	return segments;
}

/** Two doubles and an upload's place for each reading, and an object for each upload and channel. */
export function readingsBytes(readings: Readings): number {
	return 20 * countReadings(readings) + 50 * readings.uploads.length + 300 * readings.channels.length;
}
