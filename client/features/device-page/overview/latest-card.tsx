import { minuteMs } from "../../../../shared/base/durations";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import type { ChannelSeries, SeriesPage } from "../../../../shared/log/log";
import type { TimeRange } from "../../../../shared/time/time-zones";
import type { SeriesResponse } from "../../../chart/day-readings";
import { formatLimits, outOfLimits } from "../../../entities/reading-limits";
import { TrendBand } from "../../../ui/chart/trend";
import { type TrendLimits, type TrendShape, trendBand, trendScale } from "../../../ui/chart/trend-shape";
import { StatusChip } from "../../../ui/feedback/status-chip";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { TextLink } from "../../../ui/layout/link";
import { NoRows } from "../../../ui/layout/rows";
import { formatAhead, useTickingNow } from "../../../ui/time/relative-time";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { useValueStyle, valueText } from "../../../ui/value-display";
import { t } from "../../../words/made/device";
import { FormulaMark } from "../derived-formula";
import classes from "./overview.module.css";

const box = { width: 240, height: 44 };

export function LatestCard({ device, day }: { device: Device; day: SeriesResponse }) {
	return (
		<Card
			title={t("latest")}
			action={
				<TextLink to="/log/" search={{ device: device.id, range: "day" }}>
					{t("latest.log")}
				</TextLink>
			}
		>
			{device.channels.length === 0 ? (
				<NoRows>{t("measuresNothing")}</NoRows>
			) : (
				<ul className={`${layout.plain} ${classes.channels}`}>
					{limitedChannels(device).map((channel) => (
						<ChannelTile key={channel.id} channel={channel} device={device} day={day} />
					))}
				</ul>
			)}
		</Card>
	);
}

function limitedChannels({ channels, limits = [] }: Device): ChannelLatest[] {
	const byChannel = new Map(limits.map((limit) => [limit.channelId, limit]));
	return channels.map((channel) => {
		const limit = byChannel.get(channel.id);
		return limit ? { ...channel, min: limit.low, max: limit.high } : channel;
	});
}

function ChannelTile({ channel, device, day }: { channel: ChannelLatest; device: Device; day: SeriesResponse }) {
	useValueStyle();
	const problem = outOfLimits(channel.value, channel);
	const limits = formatLimits(channel);
	const now = useTickingNow(minuteMs);
	const { ahead } = channel;
	const when = ahead && formatAhead(ahead, now);
	return (
		<li className={classes.channel}>
			<div className={classes.channelHead}>
				<h3>
					{channel.name} <FormulaMark channel={channel} device={device} />
				</h3>
				{problem && <StatusChip tone="bad">{problem}</StatusChip>}
			</div>
			<p
				className={classes.value}
				data-out={problem !== null || undefined}
				data-state={channel.quantity === "door" || undefined}
			>
				{valueText(channel.value, channel)}
			</p>
			<p className={classes.small}>
				{channel.at === null ? t("latest.none") : <TimeStamp at={channel.at} clock={device} show="age" isFocusable />}
			</p>
			{channel.isSaturated && <p className={classes.small}>{t("latest.saturated")}</p>}
			<Day channel={channel} day={day} />
			{limits && <p className={classes.small}>{t("latest.limits", { limits })}</p>}
			{when && (
				<p className={classes.small}>
					{valueText(ahead.limit, channel)} {when}
				</p>
			)}
		</li>
	);
}

/** Fixed height, so that nothing moves when the series arrives. */
function Day({ channel, day }: { channel: ChannelLatest; day: SeriesResponse }) {
	const series = typeof day === "string" ? undefined : seriesOf(day, channel.id);
	const extremes = series ? dayExtremes(series) : null;
	return (
		<>
			<div className={classes.day}>
				{series && typeof day !== "string" && (
					<Sparkline series={series} span={{ from: day.from, to: day.to }} channel={channel} />
				)}
			</div>
			<p className={classes.small}>{dayLabel()}</p>
		</>
	);

	function dayLabel(): string {
		if (day === "pending") return "\u00a0";
		if (day === "none") return t("latest.day.failed");
		if (!extremes) return t("latest.day.none");
		const text = (value: number) => valueText(value, channel).replaceAll(" ", "\u00a0");
		const [lowest, highest] = [text(extremes.min), text(extremes.max)];
		if (lowest === highest) return t("latest.day.steady", { value: lowest });
		return t(channel.quantity === "door" ? "latest.day.states" : "latest.day", { lowest, highest });
	}
}

function seriesOf({ channels, series }: SeriesPage, channelId: string) {
	return series.find(({ channel }) => channels[channel]?.id === channelId);
}

type SparklineProps = { series: ChannelSeries; span: TimeRange; channel: ChannelLatest };

/** Decorative: the numbers are beside it, and the log has the chart. */
function Sparkline({ series, span, channel: { decimals, min: low, max: high } }: SparklineProps) {
	const limits = { low, high };
	const { line, dots, band } = sparklineShape(series, span, { ...box, limits, smallestSpan: 10 ** -decimals });
	return (
		<svg
			className={classes.sparkline}
			viewBox={`0 0 ${box.width} ${box.height}`}
			preserveAspectRatio="none"
			aria-hidden="true"
			data-testid="sparkline"
		>
			{band && <TrendBand {...band} limits={limits} width={box.width} />}
			<path d={line} fill="none" vectorEffect="non-scaling-stroke" />
			{dots.map(({ x, y }) => (
				<path key={x} d={`M${x} ${y}h0.01`} strokeLinecap="round" data-dot vectorEffect="non-scaling-stroke" />
			))}
		</svg>
	);
}

/** Draws values that differ by less than `smallestSpan` (in the channel's unit) as level. */
type Box = { width: number; height: number; smallestSpan: number; limits?: TrendLimits };

type SparklineShape = Pick<TrendShape, "line" | "band"> & { dots: { x: number; y: number }[] };

type DayExtremes = { min: number; max: number };

const noLimits = { low: null, high: null };

export function sparklineShape(
	series: ChannelSeries,
	{ from, to }: TimeRange,
	{ width, height, smallestSpan, limits = noLimits }: Box,
): SparklineShape {
	const { min, max } = dayExtremes(series) ?? { min: 0, max: 0 };
	const level = (min + max) / 2;
	const extent: [number, number] = max - min < smallestSpan ? [level, level] : [min, max];
	const y = trendScale(extent, limits, { height });
	const x = (at: number) => round(((at - from) / (to - from)) * width);
	const shape: SparklineShape = { line: "", dots: [], band: trendBand(limits, y, height) };
	for (const run of runsOf(series)) {
		const points = run.map((index) => {
			const value = series.value[index] ?? min;
			return { x: x(series.at[index] ?? from), y: y(Math.min(Math.max(value, extent[0]), extent[1])) };
		});
		const [first] = points;
		if (points.length === 1 && first) shape.dots.push(first);
		else shape.line += points.map((point, index) => `${index === 0 ? "M" : "L"}${point.x} ${point.y}`).join("");
	}
	return shape;
}

function runsOf({ at, gapMs }: ChannelSeries): number[][] {
	const runs: number[][] = [];
	for (const [index, time] of at.entries()) {
		const pause = time - (at[index - 1] ?? Number.NEGATIVE_INFINITY);
		const last = runs.at(-1);
		if (last && (gapMs === null || pause <= gapMs)) last.push(index);
		else runs.push([index]);
	}
	return runs;
}

/** Includes bands; null for an empty line. */
export function dayExtremes({ value, min, max }: ChannelSeries): DayExtremes | null {
	if (value.length === 0) return null;
	const lowest = (values: number[]) => values.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
	const highest = (values: number[]) => values.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
	return { min: lowest(min.length > 0 ? min : value), max: highest(max.length > 0 ? max : value) };
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
