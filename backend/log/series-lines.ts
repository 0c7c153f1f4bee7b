import type { ChannelSeries } from "../../shared/log";
import type { Buckets, Series } from "../base/log-store";

/** Pauses up to this many intervals are a reading that came late or got lost once. */
const intervalsOfAGap = 3;
/** A device that changed its pace has two usual intervals: the longer one is meant, pauses are fewer than this share. */
const usualShare = 0.9;

export function lineOfReadings(channel: number, { at, value }: Series): ChannelSeries {
	return { channel, at: [...at], value: [...value], min: [], max: [], gapMs: gapOfReadings(at) };
}

type BucketLine = {
	channel: number;
	buckets: Buckets;
	edges: number[];
	/** The usual length of a bucket. */
	bucketMs: number;
	/** Places after the point that the channel is shown with. */
	decimals: number;
};

export function lineOfBuckets({ channel, buckets, edges, bucketMs, decimals }: BucketLine): ChannelSeries {
	const { bucket, min, max, sum, count } = buckets;
	const at = bucket.map((index) => edges[index] ?? 0);
	const value = bucket.map((_, index) =>
		meanOf({ min: min[index] ?? 0, max: max[index] ?? 0, sum: sum[index] ?? 0, count: count[index] ?? 1 }, decimals),
	);
	return { channel, at, value, min, max, gapMs: gapOfBuckets({ at, count, bucketMs }) };
}

/** Past two more places than are shown a mean's digits only weigh; what is rounded stays within the band. */
function meanOf({ min, max, sum, count }: Record<"min" | "max" | "sum" | "count", number>, decimals: number): number {
	// A sum past the largest double still has a mean.
	const mean = Number.isFinite(sum) ? sum / count : min / 2 + max / 2;
	return Math.min(max, Math.max(min, Number(mean.toFixed(Math.min(decimals + 2, 20)))));
}

/**
 * The longest pause (ms) that a line is drawn across, from its own readings: what a device is set to and what it does
 * differ. `at` ascends, epoch ms. Null where there are too few to tell.
 */
export function gapOfReadings(at: ArrayLike<number>): number | null {
	const interval = quantile(distances(at), usualShare);
	return at.length < 3 || interval === null ? null : intervalsOfAGap * interval;
}

type BucketColumns = { at: number[]; count: number[]; bucketMs: number };

/**
 * The same of buckets, as the distance of their beginnings: an empty bucket is a gap as soon as a pause of the readings
 * within it would be one. Half a bucket more lets the long day of a changed clock pass.
 */
export function gapOfBuckets({ at, count, bucketMs }: BucketColumns): number | null {
	const [distance, readings] = [quantile(distances(at), 0.5), quantile(count, 0.5)];
	if (distance === null || readings === null) return null;
	return Math.max(1.5 * bucketMs, intervalsOfAGap * (distance / readings));
}

function distances(at: ArrayLike<number>): number[] {
	return Array.from({ length: Math.max(at.length - 1, 0) }, (_, index) => (at[index + 1] ?? 0) - (at[index] ?? 0));
}

function quantile(values: number[], share: number): number | null {
	return Float64Array.from(values).sort()[Math.floor(share * (values.length - 1))] ?? null;
}
