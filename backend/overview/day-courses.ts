import { hourMs } from "../../shared/base/durations";
import type { MemberContext } from "../base/context";
import type { Buckets } from "../base/reading-store";

/** On UTC quarters of an hour, which roll-ups answer. */
const stepMs = hourMs / 2;
const steps = 48;

/** The last day of each channel in means of half hours, in their order; null where nothing was measured. */
export async function dayCourses(
	{ readingStore, now }: MemberContext,
	channels: { deviceId: string; channelId: string }[],
): Promise<(number | null)[][]> {
	if (channels.length === 0) return [];
	const end = Math.ceil((now + 1) / stepMs) * stepMs;
	const edges = Array.from({ length: steps + 1 }, (_, step) => end - (steps - step) * stepMs);
	const read = await readingStore.readBuckets({ channels, edges });
	return read.map(meansOf);
}

function meansOf({ bucket, sum, count }: Buckets): (number | null)[] {
	const means: (number | null)[] = Array(steps).fill(null);
	for (const [place, step] of bucket.entries()) {
		const mean = (sum[place] ?? 0) / (count[place] ?? 1);
		means[step] = Math.round(mean * 1_000) / 1_000;
	}
	return means;
}
