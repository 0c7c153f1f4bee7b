import { largestOf, smallestOf } from "../../../../shared/base/lists";
import type { ReportLayout } from "../../../../shared/report/report";
import type { ReportChart } from "../../document/report-document";
import { type DecimalSign, inSign } from "../../figures/decimal-sign";
import { type Canvas, type Color, colors } from "./canvas";
import { timeTicks, valueTicks } from "./chart-axes";
import type { Flow } from "./flow";
import { shortened } from "./line-breaks";

const plotHeight = 150;
const titleHeight = 18;
const legendHeight = 14;
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
/** Limits further away than this many ranges would flatten the readings. */
const farLimit = 6;

type Plot = {
	left: number;
	bottom: number;
	width: number;
	height: number;
	x: (at: number) => number;
	y: (value: number) => number;
};

export function writeChart(chart: ReportChart, flow: Flow, layout: ReportLayout): void {
	const { regular, bold } = flow.faces;
	const hasLegend = chart.lines.length > 0;
	flow.needs(titleHeight + (hasLegend ? legendHeight : 0) + plotHeight + axisHeight + 12);
	const { canvas, left, width } = flow;
	const title = chart.unit === "" ? chart.title : `${chart.title} (${chart.unit})`;
	const measure = { face: bold, size: 9.5, width };
	canvas.text(shortened(flow.faces.shown(title), measure), left, flow.y - 10, { ...measure, color: colors.accent });
	flow.y -= titleHeight;
	const range = valueRange(chart);
	if (hasLegend) {
		writeLegend(chart, { range, decimalSign: layout.csv.decimalSign }, flow);
		flow.y -= legendHeight;
	}
	const plot = plotOf(chart, range, { left: left + axisWidth, top: flow.y, width: width - axisWidth });
	const small = { face: regular, size: labelSize, color: colors.quiet };
	drawExcursions(chart, plot, canvas);
	for (const { value, text } of valueTicks(range.min, range.max, 6)) {
		canvas.line([plot.left, plot.y(value)], [plot.left + plot.width, plot.y(value)], gridLine);
		canvas.text(inSign(text, layout.csv.decimalSign), plot.left - 5, plot.y(value) - 2.4, { ...small, align: "right" });
	}
	for (const { at, text, isDay } of timeTicks(chart, Math.floor(plot.width / 52), layout)) {
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
		for (const [index, line] of chart.lines.entries()) drawLine(line, plot, { canvas, color: lineColor(index) });
	});
	drawLimits(chart, plot, { flow: flow, decimalSign: layout.csv.decimalSign });
	if (!chart.lines.some(({ min }) => min.some(Number.isFinite))) {
		const place = [plot.left + plot.width / 2, plot.bottom + plot.height / 2] as const;
		canvas.text("No readings in this period", ...place, {
			face: regular,
			size: 8.5,
			color: colors.quiet,
			align: "center",
		});
	}
	flow.y = plot.bottom - axisHeight - 12;
}

function lineColor(index: number): Color {
	return lineColors[index % lineColors.length] ?? colors.ink;
}

type Range = { min: number; max: number };

function valueRange({ lines, limits }: ReportChart): Range {
	let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
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
	return { min: min - room, max: max + room };
}

type Place = { left: number; top: number; width: number };

function plotOf({ from, to }: ReportChart, { min, max }: Range, { left, top, width }: Place): Plot {
	const bottom = top - plotHeight;
	return {
		left,
		bottom,
		width,
		height: plotHeight,
		x: (at) => left + ((at - from) / Math.max(to - from, 1)) * width,
		y: (value) => bottom + ((value - min) / (max - min)) * plotHeight,
	};
}

type Legend = { range: Range; decimalSign: DecimalSign };

function writeLegend(
	{ lines, limits, unit, excursions }: ReportChart,
	{ range, decimalSign }: Legend,
	flow: Flow,
): void {
	const { canvas, left, y, width, faces } = flow;
	const text = { face: faces.regular, size: labelSize, color: colors.quiet };
	const end = left + width;
	let x = left + axisWidth;
	const entry = (name: string, draw: () => void) => {
		const shown = shortened(faces.shown(name), { ...text, width: end - x - 14 });
		if (end - x < 40) return;
		draw();
		canvas.text(shown, x + 14, y - 7, text);
		x += 14 + text.face.widthOf(shown, labelSize) + 14;
	};
	const sample = (style: Parameters<Canvas["line"]>[2]) => () => canvas.line([x, y - 4.6], [x + 10, y - 4.6], style);
	for (const [index, { name }] of lines.entries()) {
		if (name !== "") entry(name, sample({ color: lineColor(index), width: 1.6 }));
	}
	const limitTexts = [limits.min, limits.max].map((limit) =>
		limit === null ? null : `${inSign(String(limit), decimalSign)} ${unit}`.trim(),
	);
	const [min, max] = limitTexts;
	if (min || max) {
		const words = min && max ? `Limits ${min} to ${max}` : min ? `Limit: at least ${min}` : `Limit: at most ${max}`;
		const isBeyond = [limits.min, limits.max].some(
			(limit) => limit !== null && (limit < range.min || limit > range.max),
		);
		entry(isBeyond ? `${words}, beyond the chart` : words, sample(limitLine));
	}
	if (excursions.length > 0) {
		entry("Out of limits", () => canvas.box(x, y - 8, { width: 10, height: 7 }, colors.excursion));
	}
}

function drawExcursions({ excursions, from, to }: ReportChart, { x, bottom, height }: Plot, canvas: Canvas): void {
	for (const excursion of excursions) {
		const [start, end] = [x(Math.max(excursion.from, from)), x(Math.min(excursion.to, to))];
		if (end >= start) canvas.box(start, bottom, { width: Math.max(end - start, 0.8), height }, colors.excursion);
	}
}

type LineStyle = { canvas: Canvas; color: Color };

function drawLine({ at, min, max }: ReportChart["lines"][number], { x, y }: Plot, { canvas, color }: LineStyle): void {
	const tint: Color = [mixed(color[0]), mixed(color[1]), mixed(color[2])];
	const stroke = { color, width: 0.8 };
	let upper: [number, number][] = [];
	let lower: [number, number][] = [];
	let isBand = false;
	const end = () => {
		const [only] = upper;
		if (only && upper.length === 1) {
			const [low = only] = lower;
			canvas.line([only[0] - 0.5, low[1]], [only[0] + 0.5, Math.max(only[1], low[1])], { color, width: 1.4 });
		} else if (upper.length > 1) {
			if (isBand) canvas.path([...upper, ...lower.reverse()], stroke, tint);
			else canvas.path(upper, stroke);
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

type Drawing = { flow: Flow; decimalSign: DecimalSign };

function drawLimits({ limits }: ReportChart, plot: Plot, { flow, decimalSign }: Drawing): void {
	const { left, bottom, width, height, y } = plot;
	const { canvas, faces } = flow;
	const text = { face: faces.bold, size: 6.5, color: colors.limit, align: "right" } as const;
	for (const [word, limit] of Object.entries(limits)) {
		if (limit === null || y(limit) < bottom || y(limit) > bottom + height) continue;
		canvas.line([left, y(limit)], [left + width, y(limit)], limitLine);
		const label = `${word} ${inSign(String(limit), decimalSign)}`;
		const labelWidth = text.face.widthOf(label, text.size);
		const base = word === "max" ? y(limit) + 2.5 : y(limit) - 7.5;
		canvas.box(left + width - labelWidth - 4, base - 1.5, { width: labelWidth + 2, height: 7.5 }, colors.white);
		canvas.text(label, left + width - 3, base, text);
	}
}
