import { dayMs, minuteMs } from "../../../shared/base/durations";
import { type Calibration, calibrationAt } from "../../../shared/device/calibration";
import {
	type Counter,
	CounterRises,
	contextSteps,
	isQuarterPlain,
	isRiseCertain,
	quarterStart,
	type UseCause,
} from "../../../shared/device/derived/counter-rises";
import type { Buckets, ChannelRef, ReadBudget, ReadingHistory, Series } from "../../base/reading-store";

/** Reads the values that counters sent, before calibration: an offset does not change the use. */
export type SentReadings = Pick<ReadingHistory, "readSpan" | "readSeries" | "readBuckets" | "latest">;

/** `source` is the counter, `calibrations` are its own, ascending. */
export type UseChannel = { source: ChannelRef; counter: Counter; calibrations: readonly Calibration[] };

type UseSpan = { from: number; to: number; keptFrom?: number | undefined; budget?: ReadBudget | undefined };

/** Columns of equal length, by time: a use for each decided reading of the counter but its first. */
export type Uses = { at: number[]; value: number[]; cause: UseCause[] };

const [startOfTime, endOfTime] = [-8.64e15, 8.64e15];
const quarterMs = 15 * minuteMs;

/** The last reading of the span has its use as soon as a later reading decides it. */
export async function readUses(sent: SentReadings, use: UseChannel, span: UseSpan): Promise<Uses> {
	const counted = countedUses(use, span);
	const from = await contextFrom(sent, use, span);
	const [series] = await sent.readSeries({ ...span, channels: [use.source], from });
	if (series) addAll(counted.rises, series);
	await decideLast(sent, use, { ...counted, span });
	return counted.uses;
}

/** Sums are exact, and so are counts. `min` and `max` enclose the uses of single readings. */
export async function readUseBuckets(
	sent: SentReadings,
	use: UseChannel,
	{ edges, budget }: { edges: number[]; budget?: ReadBudget | undefined },
): Promise<Buckets> {
	const span = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0, budget };
	const buckets = new UseBuckets(edges);
	if (span.from >= span.to) return buckets.columns;
	if (edges.some((edge) => edge % quarterMs !== 0)) {
		const { at, value } = await readUses(sent, use, span);
		for (const [index, time] of at.entries()) buckets.add(time, value[index] ?? 0);
		return buckets.columns;
	}
	const quarters = await readQuarters(sent, use, span);
	const read = await readUnplain(sent, use, { quarters, budget });
	const counted = countedUses(use, span);
	const further = new Map<number, number>();
	for (const [index, { from, first, last, count }] of quarters.entries()) {
		const series = read.get(index);
		if (series) addAll(counted.rises, series);
		else {
			counted.rises.add(from, first);
			if (count > 1) counted.rises.add(from + 1, last);
			further.set(from, Math.max(0, count - 2));
		}
	}
	await decideLast(sent, use, { ...counted, span });
	const { at, value } = counted.uses;
	for (const [index, time] of at.entries()) {
		buckets.add(time, value[index] ?? 0, further.get(quarterStart(time)));
		further.delete(quarterStart(time));
	}
	return buckets.columns;
}

export async function latestUse(
	sent: SentReadings,
	use: UseChannel,
	newestAt: number,
): Promise<{ at: number; value: number } | null> {
	// A decided reading lies before one that is not.
	const { at: from } = await stepBefore(sent, use, { before: newestAt + 1 });
	const { at, value } = await readUses(sent, use, { from, to: newestAt + 1 });
	const last = at.at(-1);
	return last === undefined ? null : { at: last, value: value.at(-1) ?? 0 };
}

/** `rises` takes the readings of the span, and those around it from which its uses follow. */
export function countedUses({ counter, calibrations }: UseChannel, { from, to }: UseSpan) {
	const uses: Uses = { at: [], value: [], cause: [] };
	const rises = new CounterRises(counter, (at, use, cause) => {
		if (at < from || at >= to) return;
		uses.at.push(at);
		uses.value.push(use * Math.abs(calibrationAt(calibrations, at).scale));
		uses.cause.push(cause);
	});
	return { uses, rises };
}

function addAll(rises: CounterRises, { at, value }: Series): void {
	for (let index = 0; index < at.length; index += 1) rises.add(at[index] ?? 0, value[index] ?? 0);
}

type Counted = { rises: CounterRises; span: UseSpan };

async function decideLast(sent: SentReadings, { source }: UseChannel, { rises, span }: Counted): Promise<void> {
	if (rises.undecidedAt === null || rises.undecidedAt < span.from) return;
	const next = await sent.readSpan({
		...span,
		channels: [source],
		from: span.to,
		to: endOfTime,
		limit: 1,
		order: "oldest-first",
	});
	const [at, value] = [next.readingAt[0], next.value[0]];
	if (at !== undefined && value !== undefined) rises.add(at, value);
}

async function contextFrom(sent: SentReadings, use: UseChannel, { from, ...span }: UseSpan): Promise<number> {
	const near = await stepsBefore(sent, use, { ...span, before: from });
	if (near.value !== 0) return near.at;
	const { at } = await stepsBefore(sent, use, { ...span, before: quarterStart(from) - contextSteps.zerosMs });
	return at;
}

type Before = Omit<UseSpan, "from" | "to"> & { before: number };

async function stepsBefore(sent: SentReadings, use: UseChannel, { before, ...span }: Before) {
	let first: { at: number; value: number | null } = { at: before, value: null };
	for (let step = 0; step < contextSteps.steps; step += 1) {
		const found = await stepBefore(sent, use, { ...span, before: first.at });
		first = found.value === null ? first : found;
	}
	return first;
}

async function stepBefore(sent: SentReadings, { source }: UseChannel, { before, ...span }: Before) {
	const page = await sent.readSpan({
		...span,
		channels: [source],
		from: startOfTime,
		to: before,
		limit: contextSteps.readings,
		order: "newest-first",
	});
	const [at, value] = [page.readingAt.at(-1), page.value.at(-1)];
	if (at === undefined || value === undefined) return { at: before, value: null };
	return { at: quarterStart(at), value };
}

type Quarter = { from: number; min: number; max: number; first: number; last: number; count: number };

/** Includes the readings that the first use of the span needs. */
async function readQuarters(sent: SentReadings, use: UseChannel, span: UseSpan): Promise<Quarter[]> {
	const from = quarterStart(await contextFrom(sent, use, span));
	const edges = Array.from({ length: (span.to - from) / quarterMs + 1 }, (_, index) => from + index * quarterMs);
	const [found] = await sent.readBuckets({ channels: [use.source], edges, budget: span.budget });
	if (!found) return [];
	const { bucket, min, max, first, last, count } = found;
	return bucket.map((position, index) => ({
		from: from + position * quarterMs,
		min: min[index] ?? 0,
		max: max[index] ?? 0,
		first: first[index] ?? 0,
		last: last[index] ?? 0,
		count: count[index] ?? 0,
	}));
}

type Unplain = { quarters: readonly Quarter[]; budget: ReadBudget | undefined };

/** Reads quarters whose use does not follow from their roll-ups, and their neighbors. By position of the quarter. */
async function readUnplain(
	sent: SentReadings,
	{ source, counter }: UseChannel,
	{ quarters, budget }: Unplain,
): Promise<Map<number, Series>> {
	const wanted = new Set<number>();
	for (const [index, quarter] of quarters.entries()) {
		const before = quarters[index - 1];
		if (isQuarterPlain(counter, quarter) && (!before || isEntryPlain(counter, before, quarter))) continue;
		for (const near of [index - 1, index, index + 1]) if (quarters[near]) wanted.add(near);
	}
	const byDay = new Map<number, number[]>();
	for (const index of [...wanted].sort((one, other) => one - other)) {
		const day = Math.floor((quarters[index]?.from ?? 0) / dayMs);
		byDay.set(day, [...(byDay.get(day) ?? []), index]);
	}
	const read = new Map<number, Series>();
	for (const indexes of byDay.values()) {
		const from = quarters[indexes[0] ?? 0]?.from ?? 0;
		const to = (quarters[indexes.at(-1) ?? 0]?.from ?? 0) + quarterMs;
		const [series] = await sent.readSeries({ channels: [source], from, to, budget });
		if (!series) continue;
		for (const index of indexes) read.set(index, within(series, quarters[index]?.from ?? 0));
	}
	return read;
}

function isEntryPlain(counter: Counter, before: Quarter, { from, first }: Quarter): boolean {
	if (counter.resets !== "daily") return isRiseCertain(counter, before.last, first);
	const start = counter.dayStart(from);
	if (start % quarterMs !== 0) return false;
	return isRiseCertain(counter, before.last, first) || (start > before.from && first < before.last);
}

function within({ at, value }: Series, from: number): Series {
	let first = 0;
	while (first < at.length && (at[first] ?? 0) < from) first += 1;
	let end = first;
	while (end < at.length && (at[end] ?? 0) < from + quarterMs) end += 1;
	return { at: at.subarray(first, end), value: value.subarray(first, end) };
}

class UseBuckets {
	readonly columns: Buckets = { bucket: [], min: [], max: [], sum: [], count: [], first: [], last: [] };
	private readonly edges: readonly number[];
	private current = 0;

	constructor(edges: readonly number[]) {
		this.edges = edges;
	}

	/** `further`: uses at about this time whose sum is in `value`. */
	add(at: number, value: number, further = 0): void {
		while (at >= (this.edges[this.current + 1] ?? Number.POSITIVE_INFINITY)) this.current += 1;
		const { columns } = this;
		if (columns.bucket.at(-1) !== this.current) {
			columns.bucket.push(this.current);
			columns.min.push(value);
			columns.max.push(value);
			columns.sum.push(0);
			columns.count.push(0);
			columns.first.push(value);
		}
		const index = columns.bucket.length - 1;
		columns.min[index] = Math.min(columns.min[index] ?? value, further > 0 ? 0 : value);
		columns.max[index] = Math.max(columns.max[index] ?? value, value);
		columns.sum[index] = (columns.sum[index] ?? 0) + value;
		columns.count[index] = (columns.count[index] ?? 0) + 1 + further;
		columns.last[index] = value;
	}
}
