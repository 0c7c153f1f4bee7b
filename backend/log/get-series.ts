import { limits } from "../../shared/limits";
import type { ChannelSeries, GetSeries, LogChannel, SeriesPage } from "../../shared/log";
import type { TimeRange, Zone } from "../../shared/time-zones";
import { isDeviceFact, type Quantity } from "../../shared/units";
import type { MemberContext, Verb } from "../base/context";
import { accountOrThrow } from "../db/account-rows";
import { requestedChannels, requestedDevices, requestedSpan, toLogDevice, toRefs, zoneOfDevices } from "./log-request";
import { lineOfBuckets, lineOfReadings } from "./series-lines";
import { bucketEdges, type SeriesStep, seriesStep, usualBucketMs } from "./series-steps";

type CountedChannel = LogChannel & { readings: number };

/** Of the channels with most readings. Buckets are whole, so the first and last may exceed the span. */
export async function getSeries({ ctx, input }: Verb<GetSeries>): Promise<SeriesPage> {
	const requested = requestedDevices(ctx, input);
	const zone = input.zone ?? zoneOfDevices(requested.devices, accountOrThrow(ctx.db).timeZone);
	const span = requestedSpan(input, zone, ctx.now);
	const counted = await countReadings(ctx, requestedChannels(ctx.db, requested, input), span);
	const quantities = quantitiesOf(counted);
	const quantity = input.quantity ?? quantities[0] ?? null;
	const alike = counted.filter(
		(channel) => (input.isEveryQuantity || channel.quantity === quantity) && channel.readings > 0,
	);
	const rendered = withMostReadings(alike);
	const readings = rendered.reduce((most, channel) => Math.max(most, channel.readings), 0);
	const step = seriesStep({ ...span, pixels: input.pixels, readings });
	const deviceIds = new Set(rendered.map(({ deviceId }) => deviceId));
	return {
		...span,
		zone,
		bucketMs: usualBucketMs(step),
		quantities,
		quantity,
		devices: requested.devices.filter(({ id }) => deviceIds.has(id)).map(toLogDevice),
		channels: rendered.map(({ readings: _, ...channel }) => channel),
		series: await readLines(ctx, rendered, { ...withinLog(span, ctx.now), zone, step }),
		leftOut: alike.length - rendered.length,
	};
}

async function countReadings(
	{ log }: MemberContext,
	channels: LogChannel[],
	span: TimeRange,
): Promise<CountedChannel[]> {
	const counts = await log.estimate({ ...span, channels: toRefs(channels) });
	return channels.map((channel, index) => ({ ...channel, readings: counts[index] ?? 0 }));
}

/** In the order of devices and channels, which uploads do not change. */
function withMostReadings(channels: CountedChannel[]): CountedChannel[] {
	const most = new Set(channels.toSorted((a, b) => b.readings - a.readings).slice(0, limits.seriesChannels));
	return channels.filter((channel) => most.has(channel));
}

/** Cuts a span to times that readings can have: links may name times beyond any calendar. */
function withinLog({ from, to }: TimeRange, now: number): TimeRange {
	return { from: Math.max(from, limits.ingestEarliestMs), to: Math.min(to, now + limits.ingestFutureMs + 1) };
}

type LinesRequest = TimeRange & { zone: Zone; step: SeriesStep };

async function readLines(
	{ log }: MemberContext,
	rendered: CountedChannel[],
	{ from, to, zone, step }: LinesRequest,
): Promise<ChannelSeries[]> {
	if (rendered.length === 0) return [];
	const channels = toRefs(rendered);
	if (step.kind === "raw") {
		const read = await log.readSeries({ from, to, channels });
		return read.map((series, channel) => lineOfReadings(channel, series));
	}
	const edges = bucketEdges({ from, to, step, zone });
	const bucketMs = usualBucketMs(step);
	const read = await log.readBuckets({ channels, edges });
	return read.map((buckets, channel) => {
		return lineOfBuckets({ channel, buckets, edges, bucketMs, decimals: rendered[channel]?.decimals ?? 0 });
	});
}

type Counted = { quantity: Quantity; readings: number };

/** Quantities with readings: by number of channels, then of readings. Facts about the device come last. */
export function quantitiesOf(channels: Counted[]): Quantity[] {
	const totals = new Map<Quantity, { channels: number; readings: number }>();
	for (const { quantity, readings } of channels) {
		if (readings === 0) continue;
		const total = totals.get(quantity) ?? { channels: 0, readings: 0 };
		totals.set(quantity, { channels: total.channels + 1, readings: total.readings + readings });
	}
	return [...totals]
		.sort(([one, a], [other, b]) => {
			const byFact = Number(isDeviceFact(one)) - Number(isDeviceFact(other));
			return byFact || b.channels - a.channels || b.readings - a.readings;
		})
		.map(([quantity]) => quantity);
}
