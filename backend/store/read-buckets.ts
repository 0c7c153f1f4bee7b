import { dayMs, minuteMs } from "../../shared/base/durations";
import { type Buckets, type BucketsRequest, type Span, unitsPerDay } from "../base/reading-store";
import type { ChannelQuarters } from "./block/quarter-buckets";
import { decodeQuarters } from "./block/quarter-codec";
import { type ChannelReadings, countReadings } from "./block/readings";
import { readDay } from "./read-day";
import { keptSpan, type RequestedDevice, requestedDevices } from "./requested-days";
import { firstAtFrom } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";
import { isDayJudged } from "./verdicts";

export const unitsPerQuarter = 3;

/** Uses roll-ups of merged days if every edge is on a UTC quarter of an hour. */
export async function readBuckets(parts: StoreParts, { channels, edges, budget }: BucketsRequest): Promise<Buckets[]> {
	const buckets = channels.map(() => new BucketColumns(edges));
	const isOnQuarters = edges.every((edge) => edge % quarterMs === 0);
	const span = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 };
	for (const device of requestedDevices(parts, channels)) {
		const kept = keptSpan(parts, device.deviceId, span);
		const rollUps = dayRollUps(parts, device, kept);
		const towardsDay = rollUps.at(-1)?.day;
		for (const { day, quarters } of rollUps) {
			let units = unitsPerDay;
			if (isOnQuarters && quarters) {
				const decoded = decodeQuarters(quarters, device.only);
				addAll(device, decoded, (index, one) => buckets[index]?.addQuarters(day, one));
				units = decoded.reduce((sum, { quarter }) => sum + unitsPerQuarter * quarter.length, unitsPerDay);
			} else {
				const readings = await readDay(parts, {
					device,
					day,
					span: kept,
					...(towardsDay !== undefined && { towardsDay }),
				});
				addAll(device, readings.channels, (index, one) => buckets[index]?.addReadings(one));
				units += countReadings(readings);
			}
			const turn = budget?.spent(units);
			if (turn) await turn;
		}
	}
	return buckets.map(({ columns }) => columns);
}

function addAll<Columns extends { channel: number }>(
	{ indexByNumber }: RequestedDevice,
	columns: Columns[],
	add: (index: number, columns: Columns) => void,
): void {
	for (const one of columns) {
		const index = indexByNumber.get(one.channel);
		if (index !== undefined) add(index, one);
	}
}

type DayRollUp = {
	day: number;
	/** Null if tail, imports, late readings or verdicts also decide the day, so that its readings are needed. */
	quarters: Uint8Array | null;
};

/** The days of a span that may have readings, ascending. */
export function dayRollUps(parts: StoreParts, device: RequestedDevice, { from, to }: Span): DayRollUp[] {
	if (from >= to) return [];
	const range = [device.number, dayOf(from), dayOf(to - 1)] as const;
	const days = new Map<number, DayRollUp>();
	for (const day of parts.importBlocks.daysBetween(...range)) days.set(day, { day, quarters: null });
	for (const day of tailDays(parts, device, { from, to })) days.set(day, { day, quarters: null });
	for (const { day, quarters, late } of parts.rollUps.between(...range)) {
		if (late > 0 || isDayJudged(device.judging, day)) days.set(day, { day, quarters: null });
		else if (quarters && !days.has(day)) days.set(day, { day, quarters });
	}
	return [...days.values()].sort((a, b) => a.day - b.day);
}

function tailDays({ tails }: StoreParts, { deviceId }: RequestedDevice, { from, to }: Span): number[] {
	const row = tails.row(deviceId);
	if (!row || row.tailFrom === null || row.tailTo === null || row.tailFrom >= to || row.tailTo < from) return [];
	const readings = tails.readings(row);
	const days: number[] = [];
	for (let at = firstAtFrom(readings, from); at !== null && at < to; ) {
		days.push(dayOf(at));
		at = firstAtFrom(readings, (dayOf(at) + 1) * dayMs);
	}
	return days;
}

export const quarterMs = 15 * minuteMs;

export class BucketColumns {
	readonly columns: Buckets = { bucket: [], min: [], max: [], sum: [], count: [], first: [], last: [] };
	private readonly edges: number[];
	private current = 0;

	constructor(edges: number[]) {
		this.edges = edges;
	}

	addReadings({ at, value }: Pick<ChannelReadings, "at" | "value">): void {
		for (let index = 0; index < at.length; index += 1) {
			if (!this.enter(at[index] ?? Number.NaN)) continue;
			const reading = value[index] ?? Number.NaN;
			this.widen(reading, reading);
			this.count(1, reading);
			this.pass(reading, reading);
		}
	}

	addQuarters(day: number, { quarter, min, max, sum, count, first, last }: ChannelQuarters): void {
		const none = Number.NaN;
		for (let index = 0; index < quarter.length; index += 1) {
			if (!this.enter(day * dayMs + (quarter[index] ?? 0) * quarterMs)) continue;
			this.widen(min[index] ?? none, max[index] ?? none);
			this.count(count[index] ?? 0, sum[index] ?? none);
			this.pass(first[index] ?? none, last[index] ?? none);
		}
	}

	private enter(at: number): boolean {
		const { columns, edges } = this;
		if (at < (edges[0] ?? Number.NaN) || !this.advanceTo(at)) return false;
		if (columns.bucket.at(-1) === this.current) return true;
		columns.bucket.push(this.current);
		columns.min.push(Number.POSITIVE_INFINITY);
		columns.max.push(Number.NEGATIVE_INFINITY);
		columns.sum.push(0);
		columns.count.push(0);
		return true;
	}

	private widen(min: number, max: number): void {
		const { columns } = this;
		const index = columns.bucket.length - 1;
		if (min < (columns.min[index] ?? min)) columns.min[index] = min;
		if (max > (columns.max[index] ?? max)) columns.max[index] = max;
	}

	private count(count: number, sum: number): void {
		const { columns } = this;
		const index = columns.bucket.length - 1;
		columns.count[index] = (columns.count[index] ?? 0) + count;
		columns.sum[index] = (columns.sum[index] ?? 0) + sum;
	}

	private pass(first: number, last: number): void {
		const { columns } = this;
		const index = columns.bucket.length - 1;
		if (columns.first.length === index) columns.first.push(first);
		columns.last[index] = last;
	}

	private advanceTo(at: number): boolean {
		for (;;) {
			const end = this.edges[this.current + 1];
			if (end === undefined) return false;
			if (at < end) return true;
			this.current += 1;
		}
	}
}
