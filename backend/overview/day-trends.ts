import { hourMs } from "../../shared/base/durations";
import type { ListedLimits, MemberContext } from "../base/context";
import type { Buckets } from "../base/reading-store";

/** A multiple of UTC quarters of an hour, for which roll-ups exist. */
const stepMs = hourMs / 2;
const steps = 48;

type Trend = (number | null)[];

/** The object renews `limits` whenever the device changes. */
type ListedChannel = { deviceId: string; limits: ListedLimits };

const knownTrends = new WeakMap<ListedLimits, { end: number; trend: Trend }>();

/** Half-hour means of the last day, in the order of `channels`. */
export async function dayTrends(ctx: MemberContext, channels: ListedChannel[]): Promise<Trend[]> {
	const end = Math.ceil((ctx.now + 1) / stepMs) * stepMs;
	const isKnown = ({ limits }: ListedChannel) => knownTrends.get(limits)?.end === end;
	const unknown = channels.filter((channel) => !isKnown(channel));
	for (const [position, trend] of (await readTrends(ctx, unknown, end)).entries()) {
		const channel = unknown[position];
		if (channel) knownTrends.set(channel.limits, { end, trend });
	}
	return channels.map(({ limits }) => knownTrends.get(limits)?.trend ?? []);
}

async function readTrends({ readingStore }: MemberContext, channels: ListedChannel[], end: number): Promise<Trend[]> {
	if (channels.length === 0) return [];
	const edges = Array.from({ length: steps + 1 }, (_, step) => end - (steps - step) * stepMs);
	const requested = channels.map(({ deviceId, limits: { channelId } }) => ({ deviceId, channelId }));
	return (await readingStore.readBuckets({ channels: requested, edges })).map(meansOf);
}

function meansOf({ bucket, sum, count }: Buckets): Trend {
	const means: Trend = Array(steps).fill(null);
	for (const [position, step] of bucket.entries()) {
		const mean = (sum[position] ?? 0) / (count[position] ?? 1);
		means[step] = Math.round(mean * 1_000) / 1_000;
	}
	return means;
}
