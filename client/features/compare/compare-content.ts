import { dayMs, minuteMs } from "../../../shared/base/durations";
import { groupedBy, largestOf } from "../../../shared/base/lists";
import type { Device } from "../../../shared/device/device";
import type { ValueStyle } from "../../../shared/formats/display-formats";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { isDirection } from "../../../shared/formats/units";
import {
	type ComparedPoints,
	type ComparedRow,
	comparedStep,
	endWall,
	pairsWithin,
	pointsInSteps,
	startWall,
	stepRows,
	wallLength,
} from "../../../shared/log/compared-spans";
import type { SeriesPage } from "../../../shared/log/log";
import { deviceZone, type TimeRange, type Zone } from "../../../shared/time/time-zones";
import { lineLabels } from "../../chart/chart-legend";
import { type ChartContent, type ChartLine, contentAsRead, contentOfSeries } from "../../chart/chart-lines";
import { instantParts, joined } from "../../ui/time/time-display";
import { t } from "../../words/made/devices";

/** Times of the shared axis read as wall time where their zone is this one. */
export const axisZone: Zone = deviceZone({ timezoneOffset: 0, timeZoneRule: 0 });

/** `number` counts from 1, as in the address. */
export type LoadedSpan = { number: number; span: TimeRange; page: SeriesPage };

export type ComparedSpan = {
	number: number;
	span: TimeRange;
	zone: Zone;
	/** Its values are in the units that the user reads. */
	line: ChartLine;
	points: ComparedPoints;
	/** Whether its differences from the first mean something. */
	isAlike: boolean;
	/** A step's value is the sum of its readings: the use of a counter. */
	isSummed: boolean;
	/** The span's beginning on its own clock. */
	wall: number;
	/** Its number and the facts that differ from the other spans. */
	label: string;
};

export type Comparison = {
	stepMs: number;
	lengthMs: number;
	spans: ComparedSpan[];
	rows: ComparedRow[];
	chart: ChartContent;
	/** A part of the chart for each quantity and unit. */
	panels: ChartContent[];
	/** Null: no other span has the first one's quantity and unit. */
	differences: ChartContent | null;
	notes: string[];
};

/** The channel that a span shows. Null: the page names none. */
export function lineOfPage(page: SeriesPage, number: number): ChartLine | null {
	const [line] = contentOfSeries(page).lines;
	return line ? { ...line, look: { colour: number - 1, dash: number - 1 } } : null;
}

type Reader = { style: ValueStyle; limits: NonNullable<Device["limits"]> };

/** Null without a span. The first one's clock is the axis. Limits of rules replace the first channel's expected range. */
export function comparisonOf(loaded: readonly LoadedSpan[], { style, limits }: Reader): Comparison | null {
	const read = loaded.flatMap(({ number, span, page }) => {
		const found = lineOfPage(page, number);
		if (!found) return [];
		const limit = limits.find(({ channelId }) => channelId === found.channel.id);
		const bounds = limit ? { min: limit.low, max: limit.high } : {};
		const stored = { ...found, channel: { ...found.channel, ...bounds } };
		const [line = stored] = contentAsRead({ ...contentOfSeries(page), lines: [stored] }, style).lines;
		const zone = deviceZone(line.device);
		return [{ number, span, zone, line, lengthMs: wallLength(zone, span) }];
	});
	const [first] = read;
	if (!first) return null;
	const lengthMs = Math.max(largestOf(read.map((each) => each.lengthMs)), minuteMs);
	const stepMs = comparedStep(lengthMs, largestOf(read.map(({ line }) => usualInterval(line))));
	const labels = labelsOf(read);
	const spans = read.map(({ number, span, zone, line }, index): ComparedSpan => {
		const { quantity, isSummed = false } = line.channel;
		const isSame = measureOf(line) === measureOf(first.line);
		return {
			number,
			span,
			zone,
			line,
			points: pointsInSteps(line, { zone, ...span, stepMs, isSummed, isTurning: isDirection(quantity) }),
			isAlike: isSame && quantity !== "door" && !isDirection(quantity),
			isSummed,
			wall: startWall(zone, span.from),
			label: labels[index] ?? "",
		};
	});
	const [axis] = spans;
	if (!axis) return null;
	return {
		stepMs,
		lengthMs,
		spans,
		rows: stepRows(
			spans.map(({ points }) => points),
			{ stepMs, isAlike: (index) => spans[index]?.isAlike === true },
		),
		...chartOf(spans, axis, { stepMs, lengthMs }),
		differences: differencesOf(spans, axis, { stepMs, lengthMs }),
	};
}

/** The interval of single readings, ms. Buckets are shorter than any step. */
function usualInterval({ holding }: ChartLine): number {
	return holding?.usual.at(-1)?.ms ?? 0;
}

type Axis = { stepMs: number; lengthMs: number };

function chartOf(spans: readonly ComparedSpan[], first: ComparedSpan, { stepMs, lengthMs }: Axis) {
	const chart: ChartContent = {
		...emptyChart(first, { stepMs, lengthMs }),
		quantity: first.line.channel.quantity,
		lines: spans.map((span) => movedLine(span, first, stepMs)),
		moved: movedTimes(spans, first, stepMs),
	};
	const byMeasure = groupedBy(chart.lines, measureOf);
	const panels = [...byMeasure.values()].map((lines) => {
		return { ...chart, lines, quantity: lines[0]?.channel.quantity ?? chart.quantity };
	});
	return { chart, panels, notes: notesOf(spans, first) };
}

function emptyChart({ wall }: ComparedSpan, { stepMs, lengthMs }: Axis): ChartContent {
	const span = { from: wall, to: wall + lengthMs };
	return { span, quantities: [], quantity: null, lines: [], leftOut: 0, bucketMs: stepMs };
}

function measureOf({ channel }: Pick<ChartLine, "channel">): string {
	return `${channel.quantity} ${channel.unit}${channel.isSummed ? " summed" : ""}`;
}

function notesOf(spans: readonly ComparedSpan[], first: ComparedSpan): string[] {
	const named = ({ line: { channel } }: ComparedSpan) => {
		const quantity = quantityTitles[channel.quantity];
		const { unit } = channel;
		if (unit === "") return channel.isSummed ? t("compare.use", { quantity }) : quantity;
		return channel.isSummed ? t("compare.useIn", { quantity, unit }) : t("compare.quantityIn", { quantity, unit });
	};
	const different = spans.filter((span) => span !== first && !span.isAlike);
	const { quantity } = first.line.channel;
	const isState = quantity === "door" || isDirection(quantity);
	return different.map((span) => {
		const numbers = { number: span.number, first: first.number };
		if (!isState || measureOf(span.line) !== measureOf(first.line)) {
			return t("compare.noDifference.measure", { ...numbers, own: named(span), firsts: named(first) });
		}
		return isDirection(quantity)
			? t("compare.noDifference.direction", numbers)
			: t("compare.noDifference.door", numbers);
	});
}

/** The span of one channel, else the channel, and both where that is not enough. */
function labelsOf(spans: readonly Pick<ComparedSpan, "line" | "zone" | "span">[]): string[] {
	const isOne = new Set(spans.map(({ line }) => line.channel.id)).size === 1;
	const isOneDevice = new Set(spans.map(({ line }) => line.device.id)).size === 1;
	const lines = spans.map(({ line }) => line);
	const channels = isOneDevice ? lines.map(({ channel }) => channel.name) : lineLabels(lines);
	const texts = spans.map(({ zone, span }) => spanText(zone, span));
	const areSame = new Set(channels).size < channels.length;
	return channels.map((channel, index) =>
		isOne ? (texts[index] ?? "") : areSame ? `${channel}, ${texts[index]}` : channel,
	);
}

/** The line with a point for each step. Only the first keeps its limits. */
function movedLine({ number, line, points, label }: ComparedSpan, first: ComparedSpan, stepMs: number): ChartLine {
	const { at, mean, min, max } = points;
	const isFirst = number === first.number;
	const bounds = isFirst ? {} : { min: null, max: null };
	const { marked: _, holding: __, mark: ___, ...rest } = line;
	return {
		...rest,
		channel: { ...line.channel, ...bounds, id: String(number), name: label },
		device: { ...line.device, name: String(number) },
		at: at.map((elapsed) => first.wall + elapsed),
		value: mean,
		min,
		max,
		gapMs: line.gapMs === null ? null : Math.max(line.gapMs, 1.5 * stepMs),
	};
}

function movedTimes(spans: readonly ComparedSpan[], first: ComparedSpan, stepMs: number): ChartContent["moved"] {
	const stepAt = (at: number) => Math.floor((at - first.wall) / stepMs) * stepMs;
	const byId = new Map(spans.map((span) => [String(span.number), span]));
	return {
		text: (at) => wallText(first.wall + stepAt(at), stepMs),
		own: ({ channel }, at) => {
			const span = byId.get(channel.id);
			return span && span.wall !== first.wall ? wallText(span.wall + stepAt(at), stepMs) : null;
		},
	};
}

function differencesOf(
	spans: readonly ComparedSpan[],
	first: ComparedSpan,
	{ stepMs, lengthMs }: Axis,
): ChartContent | null {
	const lines = spans
		.filter((span) => span !== first && span.isAlike)
		.map((span): ChartLine => {
			const line = movedLine(span, first, stepMs);
			const pairs = pairsWithin(first.points.at, span.points.at, stepMs / 2);
			const paired = pairs.flatMap((pair, index) => {
				const [at, own, value] = [first.points.at[index], first.points.mean[index], span.points.mean[pair]];
				return at === undefined || own === undefined || value === undefined ? [] : [{ at, value: value - own }];
			});
			const gaps = [first.line.gapMs, line.gapMs].filter((gap) => gap !== null);
			return {
				...line,
				device: { ...line.device, name: differenceName(span, first) },
				at: paired.map(({ at }) => first.wall + at),
				value: paired.map(({ value }) => value),
				min: [],
				max: [],
				gapMs: gaps.length === 0 ? null : Math.max(largestOf(gaps), 1.5 * stepMs),
			};
		});
	if (lines.length === 0) return null;
	return {
		...emptyChart(first, { stepMs, lengthMs }),
		lines,
		ruleLimits: [],
		moved: movedTimes(spans, first, stepMs),
	};
}

export function differenceName({ number }: ComparedSpan, first: ComparedSpan): string {
	return `${number} − ${first.number}`;
}

/** `Nov 16`, `Nov 16 to Nov 22`, or with times if the span is not of whole days. The year unless it is this one. */
export function spanText(zone: Zone, { from, to }: TimeRange): string {
	const [start, end] = [startWall(zone, from), endWall(zone, to)];
	if (isMidnight(start) && isMidnight(end)) {
		const [first, last] = [dateText(start), dateText(end - 1)];
		return first === last ? first : t("compare.span.days", { first, last });
	}
	const [first, last] = [dateText(start), dateText(end)];
	const [begin, finish] = [start, end].map((wall) => instantParts(wall, 0).minutes);
	return first === last
		? t("compare.span.withinDay", { day: first, begin: begin ?? "", end: finish ?? "" })
		: t("compare.span.times", { first, begin: begin ?? "", last, end: finish ?? "" });
}

/** The wall time at which a step begins; a day from midnight is a date. */
export function wallText(wall: number, stepMs: number): string {
	if (stepMs >= dayMs && isMidnight(wall)) return dateText(wall);
	const { minutes, time } = instantParts(wall, 0);
	return joined(dateText(wall), stepMs < minuteMs ? time : minutes);
}

function isMidnight(wall: number): boolean {
	return wall % dayMs === 0;
}

function dateText(wall: number): string {
	const { date, dateWithYear } = instantParts(wall, 0);
	return new Date(wall).getUTCFullYear() === new Date().getUTCFullYear() ? date : dateWithYear;
}

/** Steps have sums if the channel is the use of a counter. */
export function stepValues(spans: readonly ComparedSpan[]): "means" | "sums" | "both" {
	if (spans.every(({ isSummed }) => isSummed)) return "sums";
	return spans.some(({ isSummed }) => isSummed) ? "both" : "means";
}
