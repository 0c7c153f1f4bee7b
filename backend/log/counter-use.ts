import { hourMs } from "../../shared/base/durations";
import type { CounterUse, GetCounterUse, UseStep } from "../../shared/device/derived/inputs";
import { priceOf } from "../../shared/device/derived/kinds/use";
import { clockZone, rangeBounds, type TimeRange } from "../../shared/time/time-zones";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import type { ChannelRef } from "../base/reading-store";
import { accountOrThrow } from "../db/account-rows";
import { channelOrThrow } from "../group/scope";
import { bucketEdges } from "./series-steps";

const further = 12;

/** Throws CHANNEL_NOT_FOUND for a channel that is no use, also out of scope. */
export async function getCounterUse({ ctx, input }: Call<GetCounterUse>): Promise<CounterUse> {
	const { device, channel } = channelOrThrow(ctx, input.channelId);
	const { derived } = channel;
	const counterId = derived?.kind === "use" ? derived.sources[0]?.channelId : undefined;
	if (!derived || counterId === undefined) throw domainError("CHANNEL_NOT_FOUND", { channelId: channel.id });
	const { weekStart } = accountOrThrow(ctx.db);
	const edges = edgesOf(input, { zone: clockZone(device), now: ctx.now, weekStart });
	const read = { deviceId: device.id, channelId: channel.id };
	const [buckets] = await ctx.readingStore.readBuckets({ channels: [read], edges });
	const sums = new Map(buckets?.bucket.map((bucket, index) => [bucket, buckets.sum[index] ?? 0]));
	const bars: CounterUse["bars"] = [];
	for (const [index, from] of edges.slice(0, -1).entries()) {
		const to = edges[index + 1] ?? from;
		const use = sums.get(index) ?? null;
		const isAfterNone = use !== null && sums.get(index - 1) === undefined;
		const counter = { deviceId: device.id, channelId: counterId };
		const since = isAfterNone ? await pauseBefore(ctx, counter, { from, to }) : null;
		bars.push({ from, to, use, since });
	}
	const total = [...sums.values()].reduce((sum, use) => sum + use, 0);
	const price = priceOf(derived);
	return {
		from: edges[0] ?? 0,
		to: edges.at(-1) ?? 0,
		total,
		cost: price && { amount: total * price.perUnit, currency: price.currency },
		bars,
	};
}

async function pauseBefore({ readingStore }: MemberContext, counter: ChannelRef, { from, to }: TimeRange) {
	const before = await readingStore.newestBefore([counter], from);
	return before !== null && before < from - (to - from) ? before : null;
}

type Circumstances = Pick<Parameters<typeof rangeBounds>[0], "zone" | "now" | "weekStart">;

const spans: Record<UseStep, (offset: number, circumstances: Circumstances) => number[]> = {
	hour: (offset, circumstances) => {
		const range = rangeBounds({ ...circumstances, rangeType: "day", offset });
		return bucketEdges({ ...range, step: { kind: "span", ms: hourMs }, zone: circumstances.zone });
	},
	day: (offset, circumstances) => {
		const range = rangeBounds({ ...circumstances, rangeType: "month", offset });
		return bucketEdges({ ...range, step: { kind: "days", days: 1 }, zone: circumstances.zone });
	},
	week: (offset, circumstances) => edgesOfRanges("week", offset, circumstances),
	month: (offset, circumstances) => edgesOfRanges("month", offset, circumstances),
};

function edgesOf({ step, offset }: Pick<GetCounterUse, "step" | "offset">, circumstances: Circumstances): number[] {
	return spans[step](offset, circumstances);
}

function edgesOfRanges(rangeType: "week" | "month", offset: number, circumstances: Circumstances): number[] {
	const newest = offset * further;
	const ranges = Array.from({ length: further }, (_, index) => {
		return rangeBounds({ ...circumstances, rangeType, offset: newest + further - 1 - index });
	});
	return [...ranges.map(({ from }) => from), ranges.at(-1)?.to ?? 0];
}
