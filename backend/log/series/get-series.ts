import { limits } from "../../../shared/limits";
import type { ChannelSeries, GetSeries, LogChannel, SeriesPage } from "../../../shared/log";
import type { TimeRange, Zone } from "../../../shared/time-zones";
import { accountOrThrow } from "../../account/account-rows";
import type { MemberContext, Verb } from "../../context";
import { askedChannels, toRefs } from "../asked-channels";
import { askedDevices } from "../asked-devices";
import { askedSpan } from "../asked-span";
import { toLogDevice } from "../log-device";
import { zoneOfDevices } from "../log-zone";
import { bucketEdges } from "./bucket-edges";
import { lineOfBuckets, lineOfReadings } from "./channel-lines";
import { quantitiesOf } from "./quantities-of";
import { type SeriesStep, seriesStep, usualBucketMs } from "./series-step";

type CountedChannel = LogChannel & { readings: number };

/**
 * The lines of one quantity, or of every one, of the channels with most readings. Buckets are whole, so the first and the last may
 * reach past the span.
 */
export async function getSeries({ ctx, input }: Verb<GetSeries>): Promise<SeriesPage> {
	const asked = askedDevices(ctx, input);
	const zone = input.zone ?? zoneOfDevices(asked.devices, accountOrThrow(ctx.db).timeZone);
	const span = askedSpan(input, zone, ctx.now);
	const counted = await countReadings(ctx, askedChannels(ctx.db, asked, input), span);
	const quantities = quantitiesOf(counted);
	const quantity = input.quantity ?? quantities[0] ?? null;
	const alike = counted.filter(
		(channel) => (input.isEveryQuantity || channel.quantity === quantity) && channel.readings > 0,
	);
	const drawn = withMostReadings(alike);
	const readings = drawn.reduce((most, channel) => Math.max(most, channel.readings), 0);
	const step = seriesStep({ ...span, pixels: input.pixels, readings });
	const deviceIds = new Set(drawn.map(({ deviceId }) => deviceId));
	return {
		...span,
		zone,
		bucketMs: usualBucketMs(step),
		quantities,
		quantity,
		devices: asked.devices.filter(({ id }) => deviceIds.has(id)).map(toLogDevice),
		channels: drawn.map(({ readings: _, ...channel }) => channel),
		series: await readLines(ctx, drawn, { ...withinLog(span, ctx.now), zone, step }),
		leftOut: alike.length - drawn.length,
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

/** In the order of the devices and their channels, which does not change with every upload. */
function withMostReadings(channels: CountedChannel[]): CountedChannel[] {
	const most = new Set(channels.toSorted((a, b) => b.readings - a.readings).slice(0, limits.seriesChannels));
	return channels.filter((channel) => most.has(channel));
}

/** The part of a span in which readings can be: links may name times that no calendar reaches. */
function withinLog({ from, to }: TimeRange, now: number): TimeRange {
	return { from: Math.max(from, limits.ingestEarliestMs), to: Math.min(to, now + limits.ingestFutureMs + 1) };
}

type LinesRequest = TimeRange & { zone: Zone; step: SeriesStep };

async function readLines(
	{ log }: MemberContext,
	drawn: CountedChannel[],
	{ from, to, zone, step }: LinesRequest,
): Promise<ChannelSeries[]> {
	if (drawn.length === 0) return [];
	const channels = toRefs(drawn);
	if (step.kind === "raw") {
		const read = await log.readSeries({ from, to, channels });
		return read.map((series, channel) => lineOfReadings(channel, series));
	}
	const edges = bucketEdges({ from, to, step, zone });
	const bucketMs = usualBucketMs(step);
	const read = await log.readBuckets({ channels, edges });
	return read.map((buckets, channel) => {
		return lineOfBuckets({ channel, buckets, edges, bucketMs, decimals: drawn[channel]?.decimals ?? 0 });
	});
}
