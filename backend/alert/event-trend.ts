import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { largestOf, smallestOf } from "../../shared/base/lists";
import type { ValueStyle } from "../../shared/formats/display-formats";
import { formatValue, isDirection } from "../../shared/formats/units";
import type { ReadingHistory } from "../base/reading-store";
import type { AlertEventRow } from "../db/alert-event-rows";
import type { ChannelRow } from "../db/channel-rows";
import type { AlertTrend } from "../message/alert-details";

export type TrendChannel = { channel: ChannelRow; limits: number[]; style: ValueStyle };

const usualSpanMs = dayMs;
const longestSpanMs = 7 * dayMs;
const beforeMs = 2 * hourMs;
const afterMs = hourMs;
/** Width of a roll-up, which serves longer spans without their readings. */
const quarterMs = 15 * minuteMs;
const steps = 144;

type TrendStore = { readingStore: ReadingHistory; now: number };

/** Returns the readings around an event, from one day to one week; null if there are none. */
export async function readTrend(
	{ readingStore, now }: TrendStore,
	{ startedAt, endedAt, lastAt }: Pick<AlertEventRow, "startedAt" | "endedAt" | "lastAt">,
	{ channel, limits, style }: TrendChannel,
): Promise<AlertTrend | null> {
	// A device's clock can be ahead.
	const latest = Math.max(now, lastAt + 1);
	const to = endedAt === null ? latest : Math.min(latest, endedAt + afterMs);
	const from = Math.max(Math.min(startedAt - beforeMs, to - usualSpanMs), to - longestSpanMs);
	const edges = edgesOf(from, to);
	const [buckets] = await readingStore.readBuckets({
		channels: [{ deviceId: channel.deviceId, channelId: channel.id }],
		edges,
	});
	if (!buckets || buckets.bucket.length === 0) return null;
	const at = buckets.bucket.map((index) => ((edges[index] ?? from) + (edges[index + 1] ?? to)) / 2);
	const isTurning = isDirection(channel.quantity);
	const [low, high] = isTurning ? [buckets.first, buckets.first] : [buckets.min, buckets.max];
	const [lowest, highest] = [smallestOf(low), largestOf(high)];
	return {
		from: edges[0] ?? from,
		to: edges.at(-1) ?? to,
		startedAt,
		endedAt,
		at,
		low,
		high,
		limits,
		lowest: formatValue(lowest, channel, style),
		highest: formatValue(highest, channel, style),
	};
}

function edgesOf(from: number, to: number): number[] {
	const even = (to - from) / steps;
	const step = even < quarterMs ? even : Math.ceil(even / quarterMs) * quarterMs;
	const start = even < quarterMs ? from : Math.floor(from / quarterMs) * quarterMs;
	const edges = [start];
	for (let edge = start + step; edge < to; edge += step) edges.push(Math.round(edge));
	return [...edges, to + 1];
}
