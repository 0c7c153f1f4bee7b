import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { knownUnit, unitConversion } from "../../shared/formats/unit-spellings";
import { isDirection } from "../../shared/formats/units";
import { longestFromReadingsMs, reasonAgainst } from "../../shared/log/distribution";
import {
	type GetStepSeries,
	type LastStep,
	type SeriesStatistic,
	type StepLine,
	type StepName,
	type StepSeriesPage,
	statisticPercents,
} from "../../shared/log/step-series";
import type { TimeRange } from "../../shared/time/time-zones";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import type { Buckets } from "../base/reading-store";
import { accountOrThrow } from "../db/account-rows";
import type { ChannelRow } from "../db/channel-rows";
import { commonZone } from "../device/logged-device";
import { channelOrThrow } from "../group/scope";
import { mostReadings } from "./get-distribution";
import { withinLog } from "./get-series";
import { toRefs } from "./log-request";
import { lineOfBuckets } from "./series-lines";
import { edgesOfPage, quarterStep, type SeriesStep, usualBucketMs } from "./series-steps";
import { figuresOfReadings, type MeasuredChannel, preciseValue, type StepFigures } from "./step-figures";

type Reads = Pick<MemberContext, "db" | "readingStore" | "now">;
type Measured = { channel: MeasuredChannel; deviceName: string; unit: Conversion };
type Conversion = { name: string; convert(value: number): number };
type Step = Exclude<SeriesStep, { kind: "raw" }>;

/**
 * Returns figures for whole steps, so the first and last step may exceed the span. Throws CHANNEL_NOT_FOUND, and
 * InputError for figures that these channels or this span do not allow.
 */
export async function getStepSeries({ ctx, input }: Call<GetStepSeries>): Promise<StepSeriesPage> {
	const { statistic, points, after } = input;
	const found = input.channel.map((id) => channelOrThrow(ctx, id));
	const zone = input.zone ?? commonZone(found.map(({ device }) => device)) ?? accountOrThrow(ctx.db).timeZone;
	const units = conversionsTo(
		found.map(({ channel }) => channel),
		input.unit ?? [],
	);
	const measured = found.map(({ channel, device }, index) => {
		return { channel, deviceName: device.name, unit: units[index] ?? { name: channel.unit, convert: same } };
	});
	if (statistic.includes("use") && !measured.some(isUse)) throw new InputError({ statistic: errorKey("series.use") });
	const span = withinLog(input, ctx.now);
	const step = stepNamed(input.step, { ...span, points });
	const edges = edgesOfPage({ from: after?.from ?? span.from, to: span.to, step, zone, points });
	const lines = await linesOf(ctx, measured, { statistic, step, edges, span, last: after?.last });
	const next = edges.at(-1) ?? span.to;
	return {
		edges,
		channels: measured.map(({ channel: { id, deviceId, name }, deviceName, unit }) => {
			return { id, deviceId, name, unit: unit.name, deviceName };
		}),
		lines: lines.map(({ line }) => line),
		after: next < span.to ? { from: next, last: lines.map(({ last }) => last) } : null,
	};
}

const same = (value: number) => value;

function isUse({ channel }: Measured): boolean {
	return channel.derived?.kind === "use";
}

/** Throws InputError for a unit that converts no channel. */
function conversionsTo(channels: readonly ChannelRow[], requested: readonly string[]): (Conversion | null)[] {
	const used = new Set<string>();
	const conversions = channels.map((channel) => {
		for (const text of requested) {
			const convert = unitConversion(channel.unit, text);
			if (convert === null) continue;
			used.add(text);
			return { name: knownUnit(text) ?? text, convert };
		}
		return null;
	});
	const unused = requested.find((text) => !used.has(text));
	if (unused !== undefined) throw new InputError({ unit: errorKey("series.unit", { unit: unused }) });
	return conversions;
}

function stepNamed(name: StepName, span: TimeRange & { points: number }): Step {
	if (name === "auto") return quarterStep(span);
	const [count, of] = [Number.parseInt(name, 10), name.at(-1)];
	if (of === "d") return { kind: "days", days: count };
	return { kind: "span", ms: count * (of === "h" ? 3_600_000 : 60_000) };
}

type LinesRequest = {
	statistic: readonly SeriesStatistic[];
	step: Step;
	edges: number[];
	span: TimeRange;
	last: readonly (LastStep | null)[] | undefined;
};

type Line = { line: StepLine; last: LastStep | null };

export async function linesOf(ctx: Reads, measured: Measured[], request: LinesRequest): Promise<Line[]> {
	const { edges, statistic, span, last } = request;
	if (edges.length < 2) return measured.map((_, index) => ({ line: noLine(), last: last?.[index] ?? null }));
	const channels = toRefs(measured.map(({ channel }) => channel));
	const read = await ctx.readingStore.readBuckets({ channels, edges });
	const precise = measured.map((each, index) => preciseStatistics(each, statistic, read[index]));
	const byReadings = measured.filter((_, index) => (precise[index]?.size ?? 0) > 0);
	await assertReadable(ctx, byReadings, { span, edges });
	const lines: Line[] = [];
	for (const [index, each] of measured.entries()) {
		const buckets = read[index];
		if (!buckets) continue;
		const wanted = precise[index] ?? new Set();
		const figures = wanted.size > 0 ? await figuresOfReadings(ctx, each.channel, edges) : null;
		lines.push(lineOf(each, { ...request, now: ctx.now, buckets, figures, last: last?.[index] ?? null }));
	}
	return lines;
}

const noLine = (): StepLine => ({ step: [], values: {} });

function preciseStatistics(
	{ channel }: Measured,
	statistic: readonly SeriesStatistic[],
	buckets: Buckets | undefined,
): Set<SeriesStatistic> {
	const isDirected = isDirection(channel.quantity);
	return new Set(
		statistic.filter((name) => {
			if (statisticPercents[name] !== undefined) return reasonAgainst(channel, channel.derived?.kind) === null;
			if (name === "mean") return isDirected;
			return (name === "lowest" || name === "highest") && !isDirected && buckets?.isOf === "means";
		}),
	);
}

type Readable = { span: TimeRange; edges: readonly number[] };

/** Counts the readings of whole steps, which may be much longer than the span. */
async function assertReadable(
	{ readingStore }: Reads,
	measured: readonly Measured[],
	{ span, edges }: Readable,
): Promise<void> {
	if (measured.length === 0) return;
	const days = longestFromReadingsMs / dayMs;
	if (span.to - span.from > longestFromReadingsMs) throw new InputError({ to: errorKey("series.days", { days }) });
	const [from, to] = [edges[0] ?? span.from, edges.at(-1) ?? span.to];
	const counts = await readingStore.estimate({ from, to, channels: toRefs(measured.map(({ channel }) => channel)) });
	if (counts.some((count) => count > mostReadings)) {
		throw new InputError({ to: errorKey("series.readings", { most: mostReadings }) });
	}
}

type LineRequest = Omit<LinesRequest, "last" | "span"> & {
	now: number;
	buckets: Buckets;
	figures: Map<number, StepFigures> | null;
	last: LastStep | null;
};

function lineOf(measured: Measured, { statistic, step, edges, buckets, figures, last, now }: LineRequest): Line {
	const { channel, unit } = measured;
	const drawn = lineOfBuckets({ channel: 0, buckets, edges, bucketMs: usualBucketMs(step), measured: channel });
	const gapMs = drawn.gapMs ?? last?.gapMs ?? null;
	const isGap = (from: number, to: number) => gapMs !== null && to - from > gapMs;
	const line: StepLine = { step: [], values: Object.fromEntries(statistic.map((name) => [name, []])) };
	let lastAt = last?.at ?? null;
	for (const [index, bucket] of buckets.bucket.entries()) {
		const at = edges[bucket] ?? 0;
		if (lastAt !== null && isGap(lastAt, at)) pushGapAfter(lastAt, bucket);
		lastAt = at;
		push(bucket, (name) => {
			const own = figures?.get(bucket);
			const precise = own && preciseValue(name, channel, own);
			if (precise !== undefined) return precise;
			if (name === "use") return isUse(measured) ? buckets.sum[index] : null;
			if (isDirection(channel.quantity)) return null;
			if (name === "mean") return drawn.value[index];
			return name === "lowest" ? drawn.min[index] : name === "highest" ? drawn.max[index] : null;
		});
	}
	const end = Math.min(edges.at(-1) ?? 0, now);
	if (lastAt === null || !isGap(lastAt, end)) {
		return { line, last: lastAt === null ? null : { at: lastAt, gapMs } };
	}
	pushGapAfter(lastAt, edges.length - 1);
	return { line, last: null };

	/** A gap that began on the page before has only its rest here, if any. */
	function pushGapAfter(at: number, until: number): void {
		const first = edges.findIndex((edge) => edge > at);
		if (first < until) push(first, () => null);
	}

	function push(bucket: number, figureOf: (name: SeriesStatistic) => number | null | undefined): void {
		line.step.push(bucket);
		for (const name of statistic) {
			const value = figureOf(name) ?? null;
			line.values[name]?.push(value === null ? null : unit.convert(value));
		}
	}
}
