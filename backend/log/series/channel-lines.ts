import type { ChannelSeries } from "../../../shared/log";
import type { Buckets, Series } from "../log-store";
import { gapOfBuckets, gapOfReadings } from "./gap-length";

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
