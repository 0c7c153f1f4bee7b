import { largestOf, smallestOf } from "../../../../shared/base/lists";
import type { ReportLayout } from "../../../../shared/report/report";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type { ReportChart } from "../../document/report-document";
import { inSign } from "../../figures/decimal-sign";
import { type Canvas, type Color, colors, type Stroke } from "./canvas";
import { type TimeTick, timeTicks, valueTicks } from "./chart-axes";
import type { Flow } from "./flow";
import { wrapped } from "./line-breaks";
import type { Typefaces } from "./typefaces";

/** Lower in landscape, so that charts and figures of a device with few channels share a page. */
const plotHeights = { portrait: 150, landscape: 120 } as const;
const titleHeight = 18;
const titleLine = 12;
const legendRow = 11;
const sampleWidth = 14;
const titleSize = 9.5;
const betweenCharts = 18;
const axisHeight = 16;
const axisWidth = 40;
const labelSize = 7;
const gridLine = { color: colors.faintRule, width: 0.5 };
const dayLine = { color: colors.rule, width: 0.5 };
const limitLine = { color: colors.limit, width: 0.9, dash: [4, 3] };
/** Distinct in print and with most color vision deficiencies. */
const lineColors: Color[] = [
	[0.1, 0.42, 0.68],
	[0.83, 0.43, 0.08],
	[0.13, 0.53, 0.36],
	[0.52, 0.3, 0.66],
	[0.55, 0.38, 0.27],
	[0.36, 0.41, 0.48],
];
const broken = [3, 1.5];
/** Limits further away than this many ranges would flatten the readings. */
const farLimit = 6;
const labelShare = 0.1;

type Plot = {
	left: number;
	bottom: number;
	width: number;
	height: number;
	x: (at: number) => number;
	y: (value: number) => number;
};

type Drawn = {
	chart: ReportChart;
	range: Range;
	titleLines: string[];
	legend: LegendText[];
	left: number;
	width: number;
};

export function writeCharts(charts: ReportChart[], flow: Flow, layout: ReportLayout): void {
	const width = (flow.width - (charts.length - 1) * betweenCharts) / charts.length;
	const drawn = charts.map((chart, index): Drawn => {
		const range = valueRange(chart);
		const title = chart.unit === "" ? chart.title : `${chart.title} (${chart.unit})`;
		return {
			chart,
			range,
			width,
			left: flow.left + index * (width + betweenCharts),
			titleLines: wrapped(flow.faces.shown(title), { face: flow.faces.bold, size: titleSize, width }),
			legend: legendTexts(legendEntries(chart, range, layout), flow.faces, width),
		};
	});
	const rows = drawn.map(({ legend }) => (legend.at(-1)?.row ?? -1) + 1);
	const titles = titleHeight + (largestOf(drawn.map(({ titleLines }) => titleLines.length)) - 1) * titleLine;
	const head = titles + largestOf(rows.map((count) => (count === 0 ? 0 : count * legendRow + 3)));
	const height = plotHeights[flow.isLandscape ? "landscape" : "portrait"];
	flow.needs(head + height + axisHeight + 12);
	for (const one of drawn) {
		const { left, titleLines, legend } = one;
		for (const [index, line] of titleLines.entries())
			flow.canvas.text(line, left, flow.y - 10 - index * titleLine, {
				face: flow.faces.bold,
				size: titleSize,
				color: colors.accent,
			});
		writeLegend(legend, left + axisWidth, flow.y - titles, flow);
		drawChart(one, { bottom: flow.y - head - height, height }, { flow, layout });
	}
	flow.y -= head + height + axisHeight + 12;
}

function drawChart(
	{ chart, range, left, width }: Drawn,
	{ bottom, height }: Pick<Plot, "bottom" | "height">,
	{ flow, layout }: { flow: Flow; layout: ReportLayout },
): void {
	const { canvas } = flow;
	const { regular } = flow.faces;
	const { decimalSign } = layout.csv;
	const plot = plotOf(chart, range, { left: left + axisWidth, width: width - axisWidth, bottom, height });
	const small = { face: regular, size: labelSize, color: colors.quiet };
	drawExcursions(chart, plot, canvas);
	for (const { value, text } of valueTicks(range.min, range.max, 6)) {
		canvas.line([plot.left, plot.y(value)], [plot.left + plot.width, plot.y(value)], gridLine);
		canvas.text(inSign(text, decimalSign), plot.left - 5, plot.y(value) - 2.4, { ...small, align: "right" });
	}
	for (const { at, text, isDay } of ticksAcross(chart, Math.floor(plot.width / 52), layout)) {
		const x = plot.x(at);
		if (text === "") {
			canvas.line([x, plot.bottom], [x, plot.bottom + 2.5], dayLine);
			continue;
		}
		canvas.line([x, plot.bottom - 3], [x, plot.bottom + plot.height], isDay ? dayLine : gridLine);
		// Keeps the outermost label within the plot.
		const half = regular.widthOf(text, labelSize) / 2;
		const placed = Math.min(x, left + width - half);
		canvas.text(text, placed, plot.bottom - 12, {
			...small,
			align: "center",
			color: isDay ? colors.ink : colors.quiet,
		});
	}
	canvas.line([plot.left, plot.bottom], [plot.left + plot.width, plot.bottom], { color: colors.quiet, width: 0.7 });
	canvas.clipped(plot.left, plot.bottom - 1, { width: plot.width, height: plot.height + 2 }, () => {
		drawBars(chart, plot, canvas);
		for (const [index, line] of chart.lines.entries()) drawLine(line, plot, { canvas, style: lineStyle(index) });
	});
	drawLimits(chart, plot, { flow, layout });
	if (!chart.bars?.length && !chart.lines.some(({ min }) => min.some(Number.isFinite))) {
		const place = [plot.left + plot.width / 2, plot.bottom + plot.height / 2] as const;
		canvas.text(flow.faces.shown(wordsIn(layout.language)("chart.noReadings")), ...place, {
			face: regular,
			size: 8.5,
			color: colors.quiet,
			align: "center",
		});
	}
}

function ticksAcross(chart: ReportChart, most: number, layout: ReportLayout): TimeTick[] {
	if (!chart.bars) return timeTicks(chart, most, layout);
	return valueTicks(chart.from, chart.to, most).map(({ value, text }) => {
		return { at: value, text: `${inSign(text, layout.csv.decimalSign)} %`, isDay: false };
	});
}

const leastBar = 0.8;

function drawBars({ bars = [] }: ReportChart, { left, x, y }: Plot, canvas: Canvas): void {
	const [color = colors.ink] = lineColors;
	for (const { low, high, share } of bars) {
		const [bottom, top] = [y(low), y(high)];
		const height = Math.max(top - bottom - leastBar / 2, leastBar);
		canvas.box(left, bottom, { width: Math.max(x(share) - left, leastBar), height }, color);
	}
}

function lineStyle(index: number): Stroke {
	const color = lineColors[index % lineColors.length] ?? colors.ink;
	return index < lineColors.length ? { color, width: 0.8 } : { color, width: 0.8, dash: broken };
}

type Range = { min: number; max: number };

function valueRange({ lines, limits, bars = [] }: ReportChart): Range {
	let min = smallestOf(bars.map(({ low }) => low));
	let max = largestOf(bars.map(({ high }) => high));
	for (const line of lines) {
		for (const value of line.min) if (value < min) min = value;
		for (const value of line.max) if (value > max) max = value;
	}
	const known = [limits.min, limits.max].filter((limit) => limit !== null);
	if (min > max) [min, max] = known.length > 0 ? [smallestOf(known), largestOf(known)] : [0, 1];
	const reach = Math.max(max - min, Math.abs(max) * 0.02, 0.5) * farLimit;
	for (const limit of known) {
		if (limit < min && min - limit <= reach) min = limit;
		else if (limit > max && limit - max <= reach) max = limit;
	}
	const room = Math.max((max - min) * 0.08, Math.abs(max) * 1e-6, 0.05);
	return withLabels({ min: min - room, max: max + room }, limits);
}

/** Widens a range so that labels of limits at its ends stand within the plot, off its axis. */
function withLabels({ min, max }: Range, limits: ReportChart["limits"]): Range {
	const isIn = (limit: number | null) => limit !== null && limit >= min && limit <= max;
	const beyond = (limit: number, other: number) => (limit - labelShare * other) / (1 - labelShare);
	return {
		min: limits.min !== null && isIn(limits.min) ? Math.min(min, beyond(limits.min, max)) : min,
		max: limits.max !== null && isIn(limits.max) ? Math.max(max, beyond(limits.max, min)) : max,
	};
}

type Place = Pick<Plot, "left" | "bottom" | "width" | "height">;

function plotOf({ from, to }: ReportChart, { min, max }: Range, { left, bottom, width, height }: Place): Plot {
	return {
		left,
		bottom,
		width,
		height,
		x: (at) => left + ((at - from) / Math.max(to - from, 1)) * width,
		y: (value) => bottom + ((value - min) / (max - min)) * height,
	};
}

type LegendEntry = { name: string; sample: Stroke | "excursion" };

function legendEntries(
	{ lines, limits, unit, excursions, bars = [] }: ReportChart,
	range: Range,
	{ csv: { decimalSign }, language }: ReportLayout,
): LegendEntry[] {
	if (lines.length + bars.length === 0) return [];
	const named = lines.flatMap(({ name }, index) => {
		return name === "" ? [] : [{ name, sample: { ...lineStyle(index), width: 1.6 } }];
	});
	const say = wordsIn(language);
	const text = (limit: number | null) => (limit === null ? "" : `${inSign(String(limit), decimalSign)} ${unit}`.trim());
	const { min, max } = limits;
	const key = max === null ? "chart.limits.atLeast" : min === null ? "chart.limits.atMost" : "chart.limits";
	const isBeyond = [min, max].some((limit) => limit !== null && (limit < range.min || limit > range.max));
	const name = say(key, { min: text(min), max: text(max), isBeyond: isBeyond ? "yes" : "no" });
	return [
		...named,
		...(min === null && max === null ? [] : [{ name, sample: limitLine }]),
		...(excursions.length > 0 ? [{ name: say("chart.outOfLimits"), sample: "excursion" as const }] : []),
	];
}

type LegendText = { text: string; x: number; row: number; sample: LegendEntry["sample"] | null };

/** Names each line in whole, in as many rows as that takes. `x` is from the left of the legend. */
function legendTexts(entries: LegendEntry[], faces: Typefaces, width: number): LegendText[] {
	const measure = { face: faces.regular, size: labelSize, width: width - axisWidth - sampleWidth };
	const texts: LegendText[] = [];
	let [x, row] = [0, 0];
	for (const { name, sample } of entries) {
		for (const [index, text] of wrapped(faces.shown(name), measure).entries()) {
			const own = sampleWidth + measure.face.widthOf(text, labelSize);
			if (x > 0 && (index > 0 || x + own > width - axisWidth)) [x, row] = [0, row + 1];
			texts.push({ text, x, row, sample: index === 0 ? sample : null });
			x += own + sampleWidth;
		}
	}
	return texts;
}

function writeLegend(texts: LegendText[], left: number, top: number, { canvas, faces }: Flow): void {
	for (const { text, x, row, sample } of texts) {
		const [across, y] = [left + x, top - row * legendRow];
		if (sample === "excursion") canvas.box(across, y - 8, { width: 10, height: 7 }, colors.excursion);
		else if (sample) canvas.line([across, y - 4.6], [across + 10, y - 4.6], sample);
		canvas.text(text, across + sampleWidth, y - 7, { face: faces.regular, size: labelSize, color: colors.quiet });
	}
}

function drawExcursions({ excursions, from, to }: ReportChart, { x, bottom, height }: Plot, canvas: Canvas): void {
	for (const excursion of excursions) {
		const [start, end] = [x(Math.max(excursion.from, from)), x(Math.min(excursion.to, to))];
		if (end >= start) canvas.box(start, bottom, { width: Math.max(end - start, 0.8), height }, colors.excursion);
	}
}

type LineStyle = { canvas: Canvas; style: Stroke };

function drawLine({ at, min, max }: ReportChart["lines"][number], { x, y }: Plot, { canvas, style }: LineStyle): void {
	const { color } = style;
	const tint: Color = [mixed(color[0]), mixed(color[1]), mixed(color[2])];
	let upper: [number, number][] = [];
	let lower: [number, number][] = [];
	let isBand = false;
	const end = () => {
		const [only] = upper;
		if (only && upper.length === 1) {
			const [low = only] = lower;
			canvas.line([only[0] - 0.5, low[1]], [only[0] + 0.5, Math.max(only[1], low[1])], { color, width: 1.4 });
		} else if (upper.length > 1) {
			if (isBand) canvas.path([...upper, ...lower.reverse()], style, tint);
			else canvas.path(upper, style);
		}
		[upper, lower, isBand] = [[], [], false];
	};
	for (const [index, time] of at.entries()) {
		const least = min[index] ?? Number.NaN;
		const most = max[index] ?? Number.NaN;
		if (!Number.isFinite(least) || !Number.isFinite(most)) {
			end();
			continue;
		}
		const across = x(time);
		upper.push([across, y(most)]);
		lower.push([across, y(least)]);
		if (most !== least) isBand = true;
	}
	end();
}

function mixed(part: number): number {
	return 1 - (1 - part) * 0.4;
}

type Drawing = { flow: Flow; layout: ReportLayout };

function drawLimits({ limits }: ReportChart, plot: Plot, { flow, layout }: Drawing): void {
	const { left, bottom, width, height, y } = plot;
	const { canvas, faces } = flow;
	const text = { face: faces.bold, size: 6.5, color: colors.limit, align: "right" } as const;
	const say = wordsIn(layout.language);
	for (const end of ["min", "max"] as const) {
		const limit = limits[end];
		if (limit === null || y(limit) < bottom || y(limit) > bottom + height) continue;
		canvas.line([left, y(limit)], [left + width, y(limit)], limitLine);
		const value = inSign(String(limit), layout.csv.decimalSign);
		const label = faces.shown(say(`chart.limit.${end}`, { value }));
		const labelWidth = text.face.widthOf(label, text.size);
		const base = end === "max" ? y(limit) + 2.5 : y(limit) - 7.5;
		canvas.box(left + width - labelWidth - 4, base - 1.5, { width: labelWidth + 2, height: 7.5 }, colors.white);
		canvas.text(label, left + width - 3, base, text);
	}
}
