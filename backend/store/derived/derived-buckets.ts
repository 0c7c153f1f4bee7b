import { dayMs } from "../../../shared/base/durations";
import { positionFrom } from "../../../shared/base/sorted";
import type { Buckets, BucketsRequest, ReadingStore, Series } from "../../base/reading-store";
import { BucketColumns, quarterMs } from "../read-buckets";
import type { PairedChannel } from "./computed-channels";
import {
	driverOf,
	type PairedReads,
	reachOf,
	readPairedSeries,
	sourcesOf,
	uniqueRefs,
	unitsPerValue,
} from "./paired-series";

type BucketReads = PairedReads & Pick<ReadingStore, "readBuckets">;

type Request = Pick<BucketsRequest, "edges" | "budget">;

/** Shorter spans are read, because no roll-up records which readings have partners. */
const longestReadMs = 8 * dayMs;

/** Buckets of channels that are computed from others, in order. Roll-ups serve longer spans with edges on UTC quarters of an hour. */
export async function readPairedBuckets(
	readingStore: BucketReads,
	channels: readonly PairedChannel[],
	request: Request,
): Promise<Buckets[]> {
	const { edges } = request;
	const isShort = (edges.at(-1) ?? 0) - (edges[0] ?? 0) <= longestReadMs;
	const isOfMeans = !isShort && edges.every((edge) => edge % quarterMs === 0);
	const readers = { exact: readExact, ofMeans: readOfMeans, ofReadings: readOfReadings };
	const readerOf = ({ derivation }: PairedChannel): keyof typeof readers => {
		if (derivation.isExact) return "exact";
		return isOfMeans ? "ofMeans" : "ofReadings";
	};
	const found = new Map<PairedChannel, Buckets>();
	for (const [reader, some] of Map.groupBy(channels, readerOf)) {
		const read = await readers[reader](readingStore, some, request);
		for (const [index, buckets] of read.entries()) {
			const channel = some[index];
			if (channel) found.set(channel, buckets);
		}
	}
	return channels.flatMap((channel) => found.get(channel) ?? []);
}

async function readOfReadings(
	readingStore: BucketReads,
	channels: readonly PairedChannel[],
	{ edges, budget }: Request,
): Promise<Buckets[]> {
	const span = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0, budget };
	const read = await readPairedSeries(readingStore, channels, span);
	return read.map((series) => {
		const buckets = new BucketColumns(edges);
		buckets.addReadings(series);
		return withSaturated(buckets.columns, series, edges);
	});
}

function withSaturated(columns: Buckets, { at, isSaturated }: Series, edges: readonly number[]): Buckets {
	if (!isSaturated) return columns;
	const saturated = new Set<number>();
	for (const [index, time] of at.entries())
		if (isSaturated[index] === 1) saturated.add(positionFrom(edges, time + 1) - 1);
	return { ...columns, isSaturated: columns.bucket.map((bucket) => saturated.has(bucket)) };
}

async function readExact(
	readingStore: BucketReads,
	channels: readonly PairedChannel[],
	{ edges, budget }: Request,
): Promise<Buckets[]> {
	const { refs, positionOf } = uniqueRefs(channels.map(driverOf));
	const read = await readingStore.readBuckets({ channels: refs, edges, budget });
	return channels.map((channel) => {
		const { bucket, min, max, sum, count, first, last } = read[positionOf(driverOf(channel))] ?? noBuckets();
		const { derivation } = channel;
		const computedOf = (source: number) => derivation.value([source]) ?? Number.NaN;
		const bounds = min.map(
			(low, index) => derivation.enclosure([low], [max[index] ?? low]) ?? [computedOf(low), computedOf(low)],
		);
		return {
			bucket,
			min: bounds.map(([low]) => low),
			max: bounds.map(([, high]) => high),
			sum: sum.map((total, index) => computedOf(total / (count[index] ?? 1)) * (count[index] ?? 1)),
			count,
			first: first.map(computedOf),
			last: last.map(computedOf),
		};
	});
}

const noBuckets = (): Buckets => ({ bucket: [], min: [], max: [], sum: [], count: [], first: [], last: [] });

/** Finer than the buckets, because the value of a mean is not the mean of values. */
const mostGrains = 10_000;

async function readOfMeans(
	readingStore: BucketReads,
	channels: readonly PairedChannel[],
	{ edges, budget }: Request,
): Promise<Buckets[]> {
	const { refs, positionsOf } = sourcesOf(channels);
	const grains = grainsOf(edges, reachOf(channels));
	const read = await readingStore.readBuckets({ channels: refs, edges: grains, budget });
	const columns = read.map((buckets) => grainColumns(buckets, grains.length - 1));
	const found: Buckets[] = [];
	for (const channel of channels) {
		const sources = positionsOf(channel).flatMap((position) => columns[position] ?? []);
		found.push(bucketsOfMeans(sources, channel, { grains, edges }));
		const turn = budget?.spent(unitsPerValue * grains.length);
		if (turn) await turn;
	}
	return found;
}

function grainsOf(edges: readonly number[], reachMs: number): number[] {
	const lead = Math.ceil(reachMs / quarterMs) * quarterMs;
	const [from, to] = [(edges[0] ?? 0) - lead, (edges.at(-1) ?? 0) + lead];
	const widths = [1, 4, 24].map((quarters) => quarters * quarterMs);
	const width = widths.find((ms) => (to - from) / ms <= mostGrains) ?? 96 * quarterMs;
	const all = new Set([from, ...edges, to]);
	for (let at = Math.ceil(from / width) * width; at < to; at += width) all.add(at);
	return [...all].sort((one, other) => one - other);
}

type Grains = Record<"min" | "max" | "mean" | "count", Float64Array> & { isFilled: Uint8Array };

function emptyGrains(length: number): Grains {
	const make = () => new Float64Array(length);
	return { min: make(), max: make(), mean: make(), count: make(), isFilled: new Uint8Array(length) };
}

function grainColumns({ bucket, min, max, sum, count }: Buckets, length: number): Grains {
	const grains = emptyGrains(length);
	for (let index = 0; index < bucket.length; index += 1) {
		const grain = bucket[index] ?? 0;
		grains.min[grain] = min[index] ?? 0;
		grains.max[grain] = max[index] ?? 0;
		grains.count[grain] = count[index] ?? 0;
		grains.mean[grain] = (sum[index] ?? 0) / (count[index] ?? 1);
		grains.isFilled[grain] = 1;
	}
	return grains;
}

/** Bounds and means of the readings at most `reachMs` away from any time in a grain. The nearest grain gives the mean. */
function reached({ min, max, mean, count }: Grains, grains: readonly number[], reachMs: number): Grains {
	const found = emptyGrains(count.length);
	let first = 0;
	for (let own = 0; own < count.length; own += 1) {
		const [from, until] = [(grains[own] ?? 0) - reachMs, (grains[own + 1] ?? 0) + reachMs];
		while (first < own && (grains[first + 1] ?? 0) <= from) first += 1;
		let [low, high, nearest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1];
		for (let near = first; near < count.length && (grains[near] ?? 0) < until; near += 1) {
			if (count[near] === 0) continue;
			low = Math.min(low, min[near] ?? low);
			high = Math.max(high, max[near] ?? high);
			if (nearest === -1 || Math.abs(near - own) < Math.abs(nearest - own)) nearest = near;
		}
		if (nearest === -1) continue;
		found.min[own] = low;
		found.max[own] = high;
		found.mean[own] = mean[nearest] ?? 0;
		found.count[own] = count[own] ?? 0;
		found.isFilled[own] = 1;
	}
	return found;
}

type Edges = { grains: readonly number[]; edges: readonly number[] };

function bucketsOfMeans(
	sources: readonly Grains[],
	{ driver, toleranceMs, derivation }: PairedChannel,
	{ grains, edges }: Edges,
): Buckets {
	const buckets = noBuckets();
	const columns = sources.map((source, index) =>
		index === driver || toleranceMs === 0 ? source : reached(source, grains, toleranceMs),
	);
	const [lowest, highest, means] = [sources.map(() => 0), sources.map(() => 0), sources.map(() => 0)];
	const counts = sources[driver]?.count ?? new Float64Array();
	const [begin, end] = [edges[0] ?? 0, edges.at(-1) ?? 0];
	const saturated = new Set<number>();
	let bucket = 0;
	for (let grain = 0; grain < counts.length; grain += 1) {
		const [from, count] = [grains[grain] ?? 0, counts[grain] ?? 0];
		if (count === 0 || from < begin || from >= end) continue;
		while (from >= (edges[bucket + 1] ?? Number.POSITIVE_INFINITY)) bucket += 1;
		let isWhole = true;
		for (const [source, { min, max, mean, isFilled }] of columns.entries()) {
			isWhole &&= isFilled[grain] === 1;
			lowest[source] = min[grain] ?? 0;
			highest[source] = max[grain] ?? 0;
			means[source] = mean[grain] ?? 0;
		}
		const enclosure = isWhole ? derivation.enclosure(lowest, highest) : null;
		if (enclosure === null) continue;
		const [low, high] = enclosure;
		const value = Math.min(high, Math.max(low, derivation.value(means) ?? low / 2 + high / 2));
		add(buckets, { bucket, low, high, value, count });
		if (derivation.isSaturated?.(highest)) saturated.add(bucket);
	}
	return {
		...buckets,
		...(saturated.size > 0 && { isSaturated: buckets.bucket.map((one) => saturated.has(one)) }),
		isOf: "means",
	};
}

type Part = { bucket: number; low: number; high: number; value: number; count: number };

function add(buckets: Buckets, { bucket, low, high, value, count }: Part): void {
	if (buckets.bucket.at(-1) !== bucket) {
		buckets.bucket.push(bucket);
		buckets.min.push(low);
		buckets.max.push(high);
		buckets.sum.push(0);
		buckets.count.push(0);
		buckets.first.push(value);
	}
	const index = buckets.bucket.length - 1;
	buckets.min[index] = Math.min(buckets.min[index] ?? low, low);
	buckets.max[index] = Math.max(buckets.max[index] ?? high, high);
	buckets.sum[index] = (buckets.sum[index] ?? 0) + value * count;
	buckets.count[index] = (buckets.count[index] ?? 0) + count;
	buckets.last[index] = value;
}
