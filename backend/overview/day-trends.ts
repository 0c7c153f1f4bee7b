import { hourMs } from "../../shared/base/durations";
import { isDirection, type Quantity } from "../../shared/formats/units";
import type { ListedLimits, MemberContext } from "../base/context";
import type { Buckets } from "../base/reading-store";

/** A multiple of UTC quarters of an hour, for which roll-ups exist. */
const stepMs = hourMs / 2;
const steps = 48;

type Trend = (number | null)[];

/** The object renews `limits` whenever the device changes. */
type ListedChannel = { deviceId: string; quantity: Quantity; limits: ListedLimits };

const knownTrends = new WeakMap<ListedLimits, { end: number; trend: Trend }>();

/** Half-hour means of the last day, or first readings of a direction, in the order of `channels`. */
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
	const read = await readingStore.readBuckets({ channels: requested, edges });
	return read.map((buckets, position) => {
		const quantity = channels[position]?.quantity ?? "other";
		return trendOf(buckets, isDirection(quantity) ? buckets.first : meansOf(buckets));
	});
}

function meansOf({ sum, count }: Buckets): number[] {
	return sum.map((total, position) => total / (count[position] ?? 1));
}

function trendOf({ bucket }: Buckets, values: readonly number[]): Trend {
	const trend: Trend = Array(steps).fill(null);
	for (const [position, step] of bucket.entries()) trend[step] = Math.round((values[position] ?? 0) * 1_000) / 1_000;
	return trend;
}
