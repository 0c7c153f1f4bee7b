import { isDirection, type Quantity } from "../../shared/formats/units";
import { type Holding, longestPause, longestPauseOf } from "../../shared/log/holding";
import type { ChannelSeries } from "../../shared/log/log";
import type { ReadingMark } from "../../shared/log/reading-marks";
import type { Buckets, Series } from "../base/reading-store";

export function lineOfReadings(channel: number, { at, value, isSaturated }: Series, holding: Holding): ChannelSeries {
	const gapMs = longestPauseOf(holding.usual);
	const mark = isSaturated && { mark: Array.from(isSaturated, (is) => markIf(is === 1)) };
	return { channel, at: [...at], value: [...value], min: [], max: [], ...mark, gapMs, holding };
}

function markIf(isSaturated: boolean): ReadingMark | null {
	return isSaturated ? "saturated" : null;
}

type BucketLine = {
	channel: number;
	buckets: Buckets;
	edges: number[];
	bucketMs: number;
	measured: { quantity: Quantity; decimals: number };
};

/** Directions have neither a mean nor a band: the first reading of each step is their line. */
export function lineOfBuckets({ channel, buckets, edges, bucketMs, measured }: BucketLine): ChannelSeries {
	const { bucket, min, max, sum, count, first } = buckets;
	const at = bucket.map((index) => edges[index] ?? 0);
	const gapMs = gapOfBuckets({ at, count, bucketMs });
	if (isDirection(measured.quantity)) return { channel, at, value: first, min: [], max: [], gapMs };
	const { decimals } = measured;
	const value = bucket.map((_, index) =>
		meanOf({ min: min[index] ?? 0, max: max[index] ?? 0, sum: sum[index] ?? 0, count: count[index] ?? 1 }, decimals),
	);
	const band = buckets.isOf === "means" ? { min: [], max: [] } : { min, max };
	const mark = buckets.isSaturated?.some(Boolean) && { mark: buckets.isSaturated.map(markIf) };
	return { channel, at, value, ...band, ...mark, gapMs };
}

/** Rounded to two digits more than shown, within min and max. */
function meanOf({ min, max, sum, count }: Record<"min" | "max" | "sum" | "count", number>, decimals: number): number {
	// A sum may overflow the largest double.
	const mean = Number.isFinite(sum) ? sum / count : min / 2 + max / 2;
	return Math.min(max, Math.max(min, Number(mean.toFixed(Math.min(decimals + 2, 20)))));
}

type BucketColumns = { at: number[]; count: number[]; bucketMs: number };

const usualShare = 0.75;

/** An empty bucket is a gap if a pause of its readings would be. Half a bucket allows for a day with 25 hours. */
export function gapOfBuckets({ at, count, bucketMs }: BucketColumns): number | null {
	if (at.length < 2) return null;
	return Math.max(1.5 * bucketMs, longestPause(usualInterval({ at, count, bucketMs })));
}

function usualInterval({ at, count, bucketMs }: BucketColumns): number {
	const usualCount = valueAt(count, usualShare);
	if (usualCount > 1) return bucketMs / usualCount;
	const distances = at.slice(1).map((start, index) => start - (at[index] ?? start));
	return valueAt(distances, 0.5);
}

function valueAt(values: number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}
