import { minuteMs } from "../../shared/base/durations";
import {
	type Distribution,
	type DistributionPage,
	type GetDistribution,
	longestFromReadingsMs,
	mostMapDays,
	reasonAgainst,
	shownPercents,
	type ValueFigures,
} from "../../shared/log/distribution";
import {
	durationCurve,
	HeldValueSums,
	type HeldValues,
	histogramOf,
	meanOverTime,
	msBeyond,
	percentileOf,
} from "../../shared/log/held-values";
import { HeldWalk, type Holding } from "../../shared/log/holding";
import { daysOfMap, HourMap } from "../../shared/log/hour-map";
import type { LogChannel, LogDevice } from "../../shared/log/log";
import type { TimeRange } from "../../shared/time/time-zones";
import type { Call, MemberContext } from "../base/context";
import { allDerivedChannels } from "../db/derived-channel-rows";
import { toLogDevice } from "../device/logged-device";
import { chosenSeries, withinLog } from "./get-series";
import { toRefs } from "./log-request";
import { withLife } from "./read-holdings";
import { lineOfBuckets } from "./series-lines";

const quarterMs = 15 * minuteMs;

/** Per channel; more are read as means, so that their distinct values fit the memory of an object. */
export const mostReadings = 200_000;

export async function getDistribution({ ctx, input }: Call<GetDistribution>): Promise<DistributionPage> {
	const { requested, span, channels, leftOut } = await chosenSeries(ctx, input);
	const deviceIds = new Set(channels.map(({ deviceId }) => deviceId));
	const devices = requested.devices.filter(({ id }) => deviceIds.has(id)).map(toLogDevice);
	const within = withinLog(span, ctx.now);
	const period = { ...within, until: Math.min(within.to, ctx.now) };
	const derived = allDerivedChannels(ctx.db);
	const reasons = channels.map((channel) => reasonAgainst(channel, derived.get(channel.id)?.shape.kind));
	const positions = reasons.flatMap((reason, position) => (reason === null ? [position] : []));
	const chosen = positions.flatMap((position) => channels[position] ?? []);
	const mapped = chosen.find(({ id }) => id === input.mapOf) ?? chosen[0];
	const judged = chosen.map(({ id, deviceId, min, max }) => ({ channelId: id, deviceId, bounds: { min, max } }));
	const summaries = await ctx.readingStore.summaries({
		...period,
		channels: await withLife(ctx, { ...period, channels: judged }),
		withHolding: true,
	});
	const counts = await ctx.readingStore.estimate({ ...within, channels: toRefs(chosen) });
	const distributions: Distribution[] = [];
	let map: DistributionPage["map"] = null;
	for (const [index, channel] of chosen.entries()) {
		const position = positions[index] ?? 0;
		const { holding, outMs = null } = summaries[index] ?? {};
		const device = devices.find(({ id }) => id === channel.deviceId);
		if (!holding || !device) continue;
		const isOf = basisOf(channel, within, counts[index] ?? 0);
		const hours = channel === mapped ? hourMap(device, period) : null;
		const values = await heldValues(ctx, { channel, holding, isOf, hours, ...period });
		const knownMs = values.totalMs;
		const unknownMs = Math.max(period.until - period.from, 0) - knownMs;
		distributions.push({ channel: position, isOf, knownMs, unknownMs, outMs, figures: figuresOf(values, channel) });
		if (hours) map = { channel: position, ...roundedTo(channel.decimals, hours) };
	}
	return {
		...span,
		devices,
		channels,
		distributions,
		without: reasons.flatMap((reason, channel) => (reason === null ? [] : [{ channel, reason }])),
		leftOut,
		map,
	};
}

/** A mean of open and closed is no state, so a door is always read whole. */
function basisOf({ quantity }: LogChannel, { from, to }: TimeRange, readings: number): Distribution["isOf"] {
	if (quantity === "door") return "readings";
	return to - from <= longestFromReadingsMs && readings <= mostReadings ? "readings" : "means";
}

type Period = TimeRange & { until: number };

function hourMap(device: LogDevice, period: Period): HourMap | null {
	const days = daysOfMap(device, period);
	return days === 0 || days > mostMapDays ? null : new HourMap(device, period);
}

type ValuesRequest = Period & {
	channel: LogChannel;
	holding: Holding;
	isOf: Distribution["isOf"];
	hours: HourMap | null;
};

async function heldValues(
	{ readingStore }: MemberContext,
	{ channel, holding, isOf, hours, ...period }: ValuesRequest,
): Promise<HeldValues> {
	const { from, to } = period;
	const channels = toRefs([channel]);
	const sums = new HeldValueSums();
	const walk = new HeldWalk(period, isOf === "means" ? asMeans(holding) : holding, (start, end, { value }) => {
		sums.add(value, end - start);
		hours?.add(start, end, value);
	});
	const first = isOf === "means" ? Math.floor(from / quarterMs) * quarterMs : from;
	// In parts, because a door may have a million readings.
	for (let start = first; start < to; start += longestFromReadingsMs) {
		const end = Math.min(start + longestFromReadingsMs, to);
		if (isOf === "readings") {
			const [series] = await readingStore.readSeries({ from: start, to: end, channels });
			for (const [index, at] of series?.at.entries() ?? []) walk.add(at, series?.value[index] ?? 0);
			continue;
		}
		const edges = quarterEdges(start, end);
		const [buckets] = await readingStore.readBuckets({ channels, edges });
		if (!buckets) continue;
		const means = lineOfBuckets({ channel: 0, buckets, edges, bucketMs: quarterMs, measured: channel });
		for (const [index, at] of means.at.entries()) walk.add(at, means.value[index] ?? 0);
	}
	walk.end(holding.after);
	return sums.values();
}

/** A mean holds its quarter, though readings may be closer together. */
function asMeans({ usual, ...holding }: Holding): Holding {
	return { ...holding, usual: usual.map(({ from, ms }) => ({ from, ms: Math.max(ms, quarterMs) })) };
}

function quarterEdges(from: number, to: number): number[] {
	return Array.from({ length: Math.ceil((to - from) / quarterMs) + 1 }, (_, index) => from + index * quarterMs);
}

function figuresOf(
	values: HeldValues,
	{ min = null, max = null }: Pick<LogChannel, "min" | "max">,
): ValueFigures | null {
	const [lowest, highest] = [values.value[0], values.value.at(-1)];
	const [mean, histogram] = [meanOverTime(values), histogramOf(values)];
	if (lowest === undefined || highest === undefined || mean === null || histogram === null) return null;
	return {
		lowest,
		percentiles: shownPercents.map((percent) => percentileOf(values, percent) ?? lowest),
		highest,
		mean,
		...msBeyond(values, { min, max }),
		histogram,
		curve: durationCurve(values),
	};
}

function roundedTo(decimals: number, hours: HourMap): ReturnType<HourMap["hourCells"]> {
	const { mean, ...cells } = hours.hourCells();
	const digits = Math.min(decimals + 2, 20);
	return { ...cells, mean: mean.map((one) => (one === null ? null : Number(one.toFixed(digits)))) };
}
