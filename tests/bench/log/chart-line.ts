import type { ChannelRef, ReadingStore } from "../../../backend/base/reading-store";
import { lineOfBuckets } from "../../../backend/log/series-lines";
import { bucketEdges, seriesStep, usualBucketMs } from "../../../backend/log/series-steps";

const zone = "Europe/Berlin";
const decimals = 2;

export type ChartRequest = { channel: ChannelRef; from: number; to: number; pixels: number };

export async function chartLine(
	readingStore: ReadingStore,
	{ channel, from, to, pixels }: ChartRequest,
): Promise<string> {
	const channels = [channel];
	const [readings = 0] = await readingStore.estimate({ from, to, channels });
	const step = seriesStep({ from, to, pixels, readings });
	if (step.kind === "raw") throw new Error("Too few readings to be thinned");
	const edges = bucketEdges({ from, to, step, zone });
	const [buckets] = await readingStore.readBuckets({ channels, edges });
	if (!buckets) throw new Error("No answer for the channel");
	return JSON.stringify(
		lineOfBuckets({
			channel: 0,
			buckets,
			edges,
			bucketMs: usualBucketMs(step),
			measured: { quantity: "temperature", decimals },
		}),
	);
}
