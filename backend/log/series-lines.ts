import type { ChannelSeries } from "../../shared/log";
import type { Buckets, Series } from "../base/log-store";

/** Up to this many intervals a pause is a late or lost reading. */
const intervalsOfAGap = 3;
/** A device that changed its interval has two: use the longer one; real pauses are below this share. */
const usualShare = 0.9;

export function lineOfReadings(channel: number, { at, value }: Series): ChannelSeries {
	return { channel, at: [...at], value: [...value], min: [], max: [], gapMs: gapOfReadings(at) };
}

type BucketLine = {
	channel: number;
	buckets: Buckets;
	edges: number[];
	bucketMs: number;
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

/** Rounded to two digits more than shown, within min and max. */
function meanOf({ min, max, sum, count }: Record<"min" | "max" | "sum" | "count", number>, decimals: number): number {
	// A sum may overflow the largest double.
	const mean = Number.isFinite(sum) ? sum / count : min / 2 + max / 2;
	return Math.min(max, Math.max(min, Number(mean.toFixed(Math.min(decimals + 2, 20)))));
}

/**
 * The longest pause (ms) that a line crosses, from the readings, as actual and set intervals differ. `at` ascends,
 * epoch ms. Null: too few readings.
 */
export function gapOfReadings(at: ArrayLike<number>): number | null {
	const interval = quantile(distances(at), usualShare);
	return at.length < 3 || interval === null ? null : intervalsOfAGap * interval;
}

type BucketColumns = { at: number[]; count: number[]; bucketMs: number };

/**
 * The same for buckets, as the distance of their starts: an empty bucket is a gap if a pause of its readings would be.
 * Half a bucket more allows for the long day of a clock change.
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
