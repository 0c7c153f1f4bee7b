import type { ChannelSeries } from "../../shared/log/log";
import { gapOfReadings, intervalsOfAGap, usualShare } from "../../shared/log/reading-gaps";
import type { Buckets, Series } from "../base/reading-store";

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

type BucketColumns = { at: number[]; count: number[]; bucketMs: number };

/** An empty bucket is a gap if a pause of its readings would be. Half a bucket allows for a day with 25 hours. */
export function gapOfBuckets({ at, count, bucketMs }: BucketColumns): number | null {
	if (at.length < 2) return null;
	const interval = usualInterval({ at, count, bucketMs });
	return Math.max(1.5 * bucketMs, intervalsOfAGap * interval);
}

function usualInterval({ at, count, bucketMs }: BucketColumns): number {
	const weighed = at.slice(0, -1).flatMap((start, index) => {
		const readings = count[index] ?? 1;
		const distance = (at[index + 1] ?? 0) - start;
		const within = Math.min(bucketMs, distance) / readings;
		const last = { ms: distance - within * (readings - 1), weight: 1 };
		return readings > 1 ? [{ ms: within, weight: readings - 1 }, last] : [last];
	});
	weighed.sort((a, b) => a.ms - b.ms);
	let left = usualShare * (weighed.reduce((sum, { weight }) => sum + weight, 0) - 1);
	const usual = weighed.find(({ weight }) => {
		left -= weight;
		return left < 0;
	});
	return usual?.ms ?? bucketMs;
}
