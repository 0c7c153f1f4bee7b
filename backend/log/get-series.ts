import { spanAround } from "../../shared/alert/alert-event-span";
import { limits } from "../../shared/base/limits";
import { groupedBy } from "../../shared/base/lists";
import { isDeviceFact, Quantity } from "../../shared/formats/units";
import { summaryOfQuantity } from "../../shared/log/directions";
import { holdingOf } from "../../shared/log/holding";
import type {
	ChannelSeries,
	GetEventSeries,
	GetSeries,
	GetSeriesChoice,
	GetSeriesSummary,
	LogChannel,
	SeriesChoice,
	SeriesPage,
	SeriesSummary,
} from "../../shared/log/log";
import { doubtfulIdOf, type ReadingMark } from "../../shared/log/reading-marks";
import type { TimeRange, Zone } from "../../shared/time/time-zones";
import type { Call, LoggedChannel, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import type { Buckets } from "../base/reading-store";
import { accountOrThrow } from "../db/account-rows";
import { findAlertEvent } from "../db/alert-event-rows";
import { allDerivedChannels } from "../db/derived-channel-rows";
import { findDevices } from "../db/device-rows";
import { groupIdsByDevice } from "../db/group-rows";
import { holdingVerdicts } from "../db/reading-verdict-rows";
import { channelLimits } from "../device/list/channel-limits";
import { compareDeviceNames, toLogDevice } from "../device/logged-device";
import { groupsInScope, isDeviceInScope, visibleGroupIds } from "../group/scope";
import { chartSpans } from "./chart-spans";
import {
	fleetOf,
	type RequestedFleet,
	requestedChannels,
	requestedDevices,
	requestedFleet,
	requestedSpan,
	toRefs,
	withColours,
} from "./log-request";
import { readHoldings, withLife } from "./read-holdings";
import { lineOfBuckets, lineOfReadings } from "./series-lines";
import { bucketEdges, type SeriesStep, seriesStep, usualBucketMs } from "./series-steps";

const countedFirst = 20;
const countedTogether = 200;

/**
 * The chosen channels, else the first by device name; named ones also without readings. Whole buckets: the first and
 * last may exceed the span.
 */
export async function getSeries({ ctx, input }: Call<GetSeries>): Promise<SeriesPage> {
	const { requested, zone, span, quantities, quantity, channels: rendered, leftOut } = await chosenSeries(ctx, input);
	const counts = await countReadings(ctx, rendered, span);
	const readings = counts.reduce((most, count) => Math.max(most, count), 0);
	const step = seriesStep({ ...span, pixels: input.pixels, readings });
	const deviceIds = new Set(rendered.map(({ deviceId }) => deviceId));
	return {
		...span,
		zone,
		bucketMs: usualBucketMs(step),
		quantities,
		quantity,
		devices: requested.devices.filter(({ id }) => deviceIds.has(id)).map(toLogDevice),
		channels: rendered,
		series: await readMarked(ctx, rendered, {
			...withinLog(span, ctx.now),
			series: await readLines(ctx, rendered, { ...withinLog(span, ctx.now), zone, step }),
			edges: step.kind === "raw" ? null : bucketEdges({ ...withinLog(span, ctx.now), step, zone }),
		}),
		leftOut,
		spans: chartSpans(ctx.db, { ...span, deviceIds: [...deviceIds], visibleGroupIds: groupsInScope(ctx) }),
	};
}

export async function chosenSeries(ctx: MemberContext, input: Omit<GetSeries, "pixels">) {
	const { requested, zone, span, channels } = await requestedSeries(ctx, input);
	const quantities = quantitiesOf(channels, await occurringQuantities(ctx, channels, span));
	const quantity = input.quantity ?? quantities[0] ?? null;
	const areNamed = input.isEveryQuantity && input.channelIds;
	const alike =
		quantities.length === 0 && !input.quantity && !areNamed
			? []
			: channels.filter((channel) => input.isEveryQuantity || channel.quantity === quantity);
	const shown = withLimits(ctx, await chosenOrFirst(ctx, alike, { ...span, shown: input.shown }));
	const rendered = withColours(ctx.readingStore, withSums(ctx, shown));
	return { requested, zone, span, quantities, quantity, channels: rendered, leftOut: alike.length - rendered.length };
}

function withSums({ db }: MemberContext, channels: readonly LoggedChannel[]): LoggedChannel[] {
	const derived = allDerivedChannels(db);
	return channels.map((channel) =>
		derived.get(channel.id)?.shape.kind === "use" ? { ...channel, isSummed: true } : channel,
	);
}

/** The event's channel, else all channels of its device; empty for an event of many devices. */
export async function getEventSeries({ ctx, input: { eventId, pixels } }: Call<GetEventSeries>): Promise<SeriesPage> {
	const event = findAlertEvent(ctx.db, eventId);
	const isVisible = event?.deviceId == null ? groupsInScope(ctx) === "all" : isDeviceInScope(ctx, event.deviceId);
	if (!event || !isVisible) throw domainError("ALERT_EVENT_NOT_FOUND", { eventId });
	const { deviceId, channelId } = event;
	const ofDevice =
		channelId === null ? { deviceIds: deviceId === null ? [] : [deviceId] } : { channelIds: [channelId] };
	const span = spanAround(event, ctx.now);
	return getSeries({
		ctx,
		input: { rangeType: "day", offset: 0, ...span, ...ofDevice, isEveryQuantity: true, pixels },
	});
}

export async function getSeriesChoice({ ctx, input }: Call<GetSeriesChoice>): Promise<SeriesChoice> {
	const { requested, span, channels } = await requestedSeries(ctx, input);
	const names = new Map(requested.devices.map(({ id, name }) => [id, name]));
	const alike = channels.filter(({ quantity }) => quantity === input.quantity);
	const counts = await countReadings(ctx, alike, span);
	return alike.map(({ id, name, deviceId }, index) => {
		return { id, name, deviceName: names.get(deviceId) ?? "", hasReadings: (counts[index] ?? 0) > 0 };
	});
}

/** A separate procedure, so that a chart does not wait for it. */
export async function getSeriesSummary({ ctx, input }: Call<GetSeriesSummary>): Promise<SeriesSummary> {
	const { from, to } = requestedSpan({ rangeType: "hour", offset: 0, ...input }, { zone: "UTC" }, ctx.now);
	const { channelIds } = input;
	const channels = requestedChannels(fleetOf(ctx.db, requestedDevices(ctx, { channelIds })), { channelIds });
	const judged = withLimits(ctx, channels).map(({ id, deviceId, min, max }) => {
		return { channelId: id, deviceId, bounds: { min, max } };
	});
	const span = { ...withinLog({ from, to }, ctx.now), until: Math.min(to, ctx.now) };
	const summaries = await ctx.readingStore.summaries({
		...span,
		channels: await withLife(ctx, { ...span, channels: judged }),
	});
	return channels.flatMap(({ id, quantity }, index) => {
		const summary = summaries[index];
		return summary ? [{ channelId: id, ...summaryOfQuantity(quantity, summary, null) }] : [];
	});
}

async function requestedSeries(ctx: MemberContext, input: Omit<GetSeries, "pixels">) {
	const requested = await requestedFleet(ctx, input, "by-name");
	const { timeZone, weekStart } = accountOrThrow(ctx.db);
	const zone = input.zone ?? requested.zone ?? timeZone;
	const span = requestedSpan(input, { zone, weekStart }, ctx.now);
	const wanted = requestedChannels(requested, input);
	const channels = requested.isFiltered ? byDeviceName(wanted, requested) : wanted;
	return { requested, zone, span, channels };
}

function byDeviceName(channels: readonly LoggedChannel[], { devices }: RequestedFleet): LoggedChannel[] {
	const sorted = devices.toSorted(compareDeviceNames);
	const indexes = new Map(sorted.map(({ id }, index) => [id, index]));
	return channels.toSorted((a, b) => (indexes.get(a.deviceId) ?? 0) - (indexes.get(b.deviceId) ?? 0));
}

type ChannelChoice = TimeRange & { shown: string[] | undefined };

/** Takes as many channels of each quantity as a chart draws: with readings in the span first, then with any at all. */
async function chosenOrFirst(
	ctx: MemberContext,
	channels: readonly LoggedChannel[],
	{ shown, ...span }: ChannelChoice,
): Promise<LoggedChannel[]> {
	const wanted = new Set(shown);
	const chosen = channels.filter(({ id }) => wanted.has(id));
	const offered = chosen.length > 0 ? chosen : channels;
	const ofQuantity = groupedBy(offered, ({ quantity }) => quantity);
	if ([...ofQuantity.values()].every(({ length }) => length <= limits.seriesChannels)) return [...offered];
	const room = new Map<Quantity, number>();
	const roomFor = (quantity: Quantity) => room.get(quantity) ?? limits.seriesChannels;
	const hasRoom = ({ quantity }: LoggedChannel) => roomFor(quantity) > 0;
	const taken = new Set<LoggedChannel>();
	const take = (channel: LoggedChannel) => {
		if (!hasRoom(channel)) return;
		room.set(channel.quantity, roomFor(channel.quantity) - 1);
		taken.add(channel);
	};
	const silent: LoggedChannel[] = [];
	let left = offered;
	for (let most = countedFirst; left.length > 0; most = Math.min(2 * most, countedTogether)) {
		const some = left.slice(0, most);
		const counts = await countReadings(ctx, some, span);
		for (const [index, channel] of some.entries()) {
			if ((counts[index] ?? 0) > 0) take(channel);
			else silent.push(channel);
		}
		left = left.slice(most).filter(hasRoom);
	}
	const unused: LoggedChannel[] = [];
	const numbers = ctx.readingStore.numbers(toRefs(silent));
	for (const [index, channel] of silent.entries()) {
		if (numbers[index] === null) unused.push(channel);
		else take(channel);
	}
	for (const channel of unused) take(channel);
	return offered.filter((channel) => taken.has(channel));
}

/** Sets `min` and `max` to the limits of the visible rules that watch the channel, else leaves its expected range. */
function withLimits(ctx: MemberContext, channels: readonly LoggedChannel[]): LoggedChannel[] {
	const limitsOf = channelLimits(ctx.db);
	const watched = findDevices(ctx.db, [...new Set(channels.map(({ deviceId }) => deviceId))]).filter(
		({ archivedAt }) => archivedAt === null,
	);
	const groupIds = new Map(
		watched.map(({ id }) => [id, visibleGroupIds(ctx, groupIdsByDevice(ctx.db, id).get(id) ?? [])]),
	);
	return channels.map((channel) => {
		const ofDevice = groupIds.get(channel.deviceId);
		const range = { ...channel, min: channel.min ?? null, max: channel.max ?? null };
		const [limit] = ofDevice ? limitsOf({ id: channel.deviceId, groupIds: ofDevice }, [range]) : [];
		if (!limit || (limit.low === range.min && limit.high === range.max)) return channel;
		return { ...channel, min: limit.low, max: limit.high };
	});
}

async function occurringQuantities(
	ctx: MemberContext,
	channels: readonly LogChannel[],
	span: TimeRange,
): Promise<ReadonlySet<Quantity>> {
	const occurring = new Set<Quantity>();
	let left = channels;
	for (let most = countedFirst; left.length > 0; most = Math.min(2 * most, countedTogether)) {
		const some = left.slice(0, most);
		const counts = await countReadings(ctx, some, span);
		for (const [index, { quantity }] of some.entries()) if ((counts[index] ?? 0) > 0) occurring.add(quantity);
		left = left.slice(most).filter(({ quantity }) => !occurring.has(quantity));
	}
	return occurring;
}

function countReadings(
	{ readingStore }: MemberContext,
	channels: readonly LogChannel[],
	span: TimeRange,
): Promise<number[]> {
	return readingStore.estimate({ ...span, channels: toRefs(channels) });
}

/** Links may name times beyond any calendar. */
export function withinLog({ from, to }: TimeRange, now: number): TimeRange {
	return { from: Math.max(from, limits.ingestEarliestMs), to: Math.min(to, now + limits.ingestFutureMs + 1) };
}

type LinesRequest = TimeRange & { zone: Zone; step: SeriesStep };

async function readLines(
	ctx: MemberContext,
	rendered: LogChannel[],
	{ from, to, zone, step }: LinesRequest,
): Promise<ChannelSeries[]> {
	if (rendered.length === 0) return [];
	const { readingStore, now } = ctx;
	const channels = toRefs(rendered);
	if (step.kind === "raw") {
		const holdings = await readHoldings(ctx, { channels, from, to, until: Math.min(to, now) });
		const read = await readingStore.readSeries({ from, to, channels });
		return read.map((series, channel) => lineOfReadings(channel, series, holdings[channel] ?? holdingOf(series.at)));
	}
	const edges = bucketEdges({ from, to, step, zone });
	const bucketMs = usualBucketMs(step);
	const read = await readingStore.readBuckets({ channels, edges });
	return rendered.flatMap((measured, channel) => {
		const buckets = read[channel];
		if (!buckets) return [];
		const line = lineOfBuckets({ channel, buckets, edges, bucketMs, measured });
		return [measured.isSummed ? { ...line, sum: buckets.sum } : line];
	});
}

type MarkedRequest = TimeRange & { series: ChannelSeries[]; edges: number[] | null };

async function readMarked(
	ctx: MemberContext,
	rendered: LogChannel[],
	{ series, ...request }: MarkedRequest,
): Promise<ChannelSeries[]> {
	const doubtful = await readDoubtful(ctx, rendered, request);
	const marked = await Promise.all(
		rendered.map(async (channel, position) => {
			const excluded = await readExcluded(ctx, channel, request);
			return [...(doubtful.get(position) ?? []), ...excluded].sort((one, other) => one.at - other.at);
		}),
	);
	return series.map((line, position) => {
		const points = marked[position] ?? [];
		if (points.length === 0) return line;
		const column = <Key extends keyof MarkedPoint>(key: Key) => points.map((point) => point[key]);
		return { ...line, marked: { at: column("at"), value: column("value"), mark: column("mark") } };
	});
}

type MarkedPoint = { at: number; value: number; mark: ReadingMark };
type Drawn = Omit<MarkedRequest, "series">;

async function readDoubtful(
	{ db, readingStore }: MemberContext,
	rendered: LogChannel[],
	{ from, to, edges }: Drawn,
): Promise<Map<number, MarkedPoint[]>> {
	const doubtful = rendered.map(({ id, deviceId }) => ({ deviceId, channelId: doubtfulIdOf(id) }));
	const positions = readingStore.numbers(doubtful).flatMap((number, position) => (number === null ? [] : position));
	const channels = positions.flatMap((position) => doubtful[position] ?? []);
	if (channels.length === 0) return new Map();
	const read =
		edges === null
			? await readingStore.readSeries({ from, to, channels })
			: (await readingStore.readBuckets({ channels, edges })).map((buckets) => farthest(buckets, edges));
	return new Map(
		positions.map((position, index) => {
			const { at = [], value = [] } = read[index] ?? {};
			const channel = rendered[position];
			const counts = verdictsOf(db, channel, { from, to }).filter(({ verdict }) => verdict === "counts");
			const isDrawn = (time: number) => counts.some((one) => one.from <= time && time < one.to);
			const points = Array.from(at, (time, row) => ({ at: time, value: value[row] ?? 0, mark: "doubtful" as const }));
			return [position, points.filter((point) => !isDrawn(point.at))] as const;
		}),
	);
}

/** Per span: a chart shows that readings were left out, the log which. */
const mostExcluded = 500;

async function readExcluded(
	{ db, readingStore }: MemberContext,
	channel: LogChannel,
	span: TimeRange,
): Promise<MarkedPoint[]> {
	const points = new Map<number, MarkedPoint>();
	for (const { from, to, verdict } of verdictsOf(db, channel, span)) {
		if (verdict !== "excluded") continue;
		const page = await readingStore.readSpan({
			channels: [{ deviceId: channel.deviceId, channelId: channel.id }],
			from: Math.max(from, span.from),
			to: Math.min(to, span.to),
			order: "oldest-first",
			limit: mostExcluded,
			isMarked: true,
		});
		for (const [index, at] of page.readingAt.entries()) {
			if (page.mark?.[index] === "excluded") points.set(at, { at, value: page.value[index] ?? 0, mark: "excluded" });
		}
	}
	return [...points.values()];
}

function verdictsOf(db: MemberContext["db"], channel: LogChannel | undefined, { from, to }: TimeRange) {
	if (!channel) return [];
	return holdingVerdicts(db, channel.deviceId).filter(
		(one) => one.channelId === channel.id && one.from < to && one.to > from,
	);
}

/** Returns the minimum or maximum of each bucket, whichever is farther from zero: codes of faults are. */
function farthest({ bucket, min, max }: Buckets, edges: number[]) {
	return {
		at: bucket.map((index) => edges[index] ?? 0),
		value: min.map((least, index) => (Math.abs(least) > Math.abs(max[index] ?? 0) ? least : (max[index] ?? least))),
	};
}

/** Most channels first, independent of readings, so that live readings do not change the order. Device facts come last. */
export function quantitiesOf(
	channels: readonly { quantity: Quantity }[],
	occurring: ReadonlySet<Quantity>,
): Quantity[] {
	const totals = new Map<Quantity, number>();
	for (const { quantity } of channels) totals.set(quantity, (totals.get(quantity) ?? 0) + 1);
	const order = Quantity.options;
	return [...totals]
		.filter(([quantity]) => occurring.has(quantity))
		.sort(([one, ofOne], [other, ofOther]) => {
			const byFact = Number(isDeviceFact(one)) - Number(isDeviceFact(other));
			return byFact || ofOther - ofOne || order.indexOf(one) - order.indexOf(other);
		})
		.map(([quantity]) => quantity);
}
