import uPlot from "uplot";
import type { LogEvent } from "../../shared/log/log";
import type { TimeRange, Zone } from "../../shared/time/time-zones";
import { axisTime, type OffsetChange, tickDate } from "./chart-clock";
import {
	drawBand,
	drawChanges,
	drawLimits,
	drawLine,
	drawMarked,
	drawMarks,
	drawPale,
	drawPointer,
	drawSpans,
	insidePlot,
	type Plot,
} from "./chart-drawing";
import { bandOf, type ChartLimit, withLimits } from "./chart-limits";
import { type ChartContent, type ChartLine, dashes, nearestPoint, seriesCount, valueRange } from "./chart-lines";
import { type Pointing, panByDrag, panByWheel } from "./chart-pointing";
import { type EventSpan, mergedSpans } from "./event-spans";
import { axisLabels, axisUnit } from "./value-axis";

export type ChartScene = {
	content: ChartContent;
	limits: ChartLimit[];
	spans: EventSpan[];
	marks: LogEvent[];
	changes: OffsetChange[];
};

export type TimeChart = {
	show: (scene: ChartScene) => void;
	hold: (at: number | null) => void;
	destroy: () => void;
};

type TimeChartRequest = {
	width: number;
	zone: Zone;
	theme: ChartTheme;
	scene: ChartScene;
	onPoint: (pointing: Pointing | null) => void;
	onSpan: (span: TimeRange) => void;
	onZoomOut: () => void;
};

type ChartTheme = {
	series: string[];
	ink: string;
	grid: string;
	alert: string;
	offline: string;
	mark: string;
	fontFamily: string;
};

const narrowWidth = 520;
const fontPixels = 11;
const usualAxisWidth = 56;
const axisGap = 12;

const shadedLines = 4;

export const leastDrag = 6;

/** uPlot would put all lines on one column of times, so the code here draws the lines, and uPlot the rest. */
export function createTimeChart(index: HTMLElement, request: TimeChartRequest): TimeChart {
	const { width, zone, theme, onPoint, onSpan, onZoomOut } = request;
	let scene = request.scene;
	let values = axisRange(scene);
	let seconds = secondRange(scene);
	let pointedAt: number | null = null;
	let heldAt: number | null = null;
	let isPanning = false;

	const plotOf = (chart: uPlot, [low, high] = values): Plot => {
		const { left, top, width: plotWidth, height } = chart.bbox;
		const { from, to } = shownSpan(chart);
		return { context: chart.ctx, left, top, width: plotWidth, height, pixel: uPlot.pxRatio, from, to, low, high };
	};
	const colourOf = ({ look }: ChartLine) => theme.series[look.colour] ?? theme.ink;

	const drawBehind = (chart: uPlot) => {
		const plot = plotOf(chart);
		const isEdgeOnly = scene.content.lines.length > shadedLines;
		const { alert, offline, ink } = theme;
		const font = canvasFont(theme);
		const band = bandOf(scene.content);
		const limitColour = ({ line }: ChartLimit) => (line ? colourOf(line) : alert);
		insidePlot(plot, () => {
			if (band) drawBand(plot, band, alert);
			drawSpans(plot, mergedSpans(scene.spans), { alert, offline, isEdgeOnly, ink, font });
			drawLimits(plot, scene.limits, { ink, colourOf: limitColour, font });
		});
	};
	const drawFront = (chart: uPlot) => {
		const plot = plotOf(chart);
		insidePlot(plot, () => {
			drawChanges(plot, scene.changes, { colour: theme.ink, font: canvasFont(theme) });
			const lookOf = (line: ChartLine) => ({ colour: colourOf(line), dash: dashes[line.look.dash] ?? [] });
			drawPale(plot, () => {
				for (const line of scene.content.earlier?.lines ?? []) drawLine(plot, line, lookOf(line));
			});
			const secondPlot = plotOf(chart, seconds);
			for (const line of scene.content.second ?? []) drawLine(secondPlot, line, lookOf(line));
			for (const line of scene.content.lines) drawLine(plot, line, lookOf(line));
			for (const line of scene.content.lines) if (line.marked) drawMarked(plot, line.marked, colourOf(line));
			drawMarks(
				plot,
				scene.marks.map(({ at }) => at),
				theme.mark,
			);
			if (pointedAt === null) return;
			drawPointer(secondPlot, pointsAt(pointedAt, scene.content.second ?? []));
			drawPointer(plot, pointsAt(pointedAt, scene.content.lines));
		});
	};
	const pointsAt = (at: number, lines: ChartLine[]) =>
		lines.flatMap((line) => {
			const point = nearestPoint(line, at);
			return point === null ? [] : [{ ...point, colour: colourOf(line) }];
		});

	const pointerTime = (chart: uPlot) => {
		const { left = -1, top = -1 } = chart.cursor;
		return left >= 0 && top >= 0 && !isPanning ? chart.posToVal(left, "x") : null;
	};
	const point = (chart: uPlot) => {
		const at = heldAt ?? pointerTime(chart);
		if (at === pointedAt) return;
		pointedAt = at;
		onPoint(at === null ? null : { at, plotLeft: chart.over.offsetLeft, plotWidth: chart.over.clientWidth });
		chart.redraw(false, false);
	};
	const select = (chart: uPlot) => {
		const { left, width: selected } = chart.select;
		if (selected < leastDrag) return;
		const span = { from: chart.posToVal(left, "x"), to: chart.posToVal(left + selected, "x") };
		chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
		onSpan(wholeMs(span));
	};

	const startPress = (chart: uPlot, press: uPlot.Cursor.MouseListener) => (event: MouseEvent) => {
		if (!event.shiftKey || event.button !== 0) {
			press(event);
			return null;
		}
		isPanning = true;
		panByDrag(gesturesOf(chart), event);
		const release = () => {
			isPanning = false;
		};
		document.addEventListener("mouseup", release, { once: true });
		return null;
	};
	const gesturesOf = (chart: uPlot) => ({
		area: chart.over,
		shown: () => shownSpan(chart),
		show: ({ from, to }: TimeRange) => chart.setScale("x", { min: from, max: to }),
		finish: (span: TimeRange) => onSpan(wholeMs(span)),
	});

	const valueLabels = (splits: number[], step: number, { range, quantity }: ValueAxis) => {
		if (quantity === "door") return splits.map((value) => doorStates[value] ?? "");
		const unit = axisUnit(range);
		return axisLabels(
			splits.map((value) => value * unit),
			step * unit,
		);
	};
	const axis = {
		stroke: theme.ink,
		font: `${fontPixels}px ${theme.fontFamily}`,
		grid: { stroke: theme.grid, width: 1 },
		ticks: { show: false },
	};
	const chart = new uPlot(
		{
			width,
			height: width < narrowWidth ? 190 : 260,
			ms: 1,
			tzDate: (at) => tickDate(at, zone),
			legend: { show: false },
			cursor: {
				y: false,
				points: { show: false },
				drag: { x: true, y: false, setScale: false, dist: leastDrag },
				bind: {
					mousedown: (self, _, press) => startPress(self, press),
					dblclick: () => () => {
						onZoomOut();
						return null;
					},
				},
			},
			scales: {
				x: { time: true, range: (_, min, max) => [min, max] },
				y: { range: () => [values[0] / axisUnit(values), values[1] / axisUnit(values)] },
				second: { range: () => [seconds[0] / axisUnit(seconds), seconds[1] / axisUnit(seconds)] },
			},
			axes: [
				{
					...axis,
					size: 30,
					space: 84,
					values: (_, splits, __, ___, step) => splits.map((at) => axisTime(at, step, zone)),
				},
				{
					...axis,
					size: (self, labels) => axisWidth(self, labels ?? [], canvasFont(theme)),
					values: (_, splits, __, ___, step) =>
						valueLabels(splits, step, { range: values, quantity: scene.content.quantity }),
				},
				{
					...axis,
					show: scene.content.second !== undefined,
					scale: "second",
					side: 1,
					grid: { show: false },
					size: (self, labels) => axisWidth(self, labels ?? [], canvasFont(theme)),
					values: (_, splits, __, ___, step) =>
						valueLabels(splits, step, {
							range: seconds,
							quantity: scene.content.second?.[0]?.channel.quantity ?? null,
						}),
				},
			],
			series: [{}, {}, { scale: "second" }],
			hooks: { drawAxes: [drawBehind], draw: [drawFront], setCursor: [point], setSelect: [select] },
		},
		emptyColumns(scene),
		index,
	);
	const stopWheel = panByWheel(gesturesOf(chart));

	return {
		show(next) {
			if (next === scene) return;
			// After a zoom the pointer is at another time, so its dots are stale.
			const isZoomed = !isAlike(next.content.span, scene.content.span);
			scene = next;
			values = axisRange(scene);
			seconds = secondRange(scene);
			chart.setData(emptyColumns(scene));
			if (isZoomed && heldAt === null) chart.setCursor({ left: -10, top: -10 });
			else point(chart);
		},
		hold(at) {
			heldAt = at;
			point(chart);
		},
		destroy() {
			stopWheel();
			chart.destroy();
		},
	};
}

type ValueAxis = { range: [number, number]; quantity: ChartContent["quantity"] };

function axisRange({ content, limits }: ChartScene): [number, number] {
	const lines = [...content.lines, ...(content.earlier?.lines ?? [])];
	return withLimits(valueRange(lines, content.span), limits);
}

function secondRange({ content }: ChartScene): [number, number] {
	return valueRange(content.second ?? [], content.span);
}

const doorStates = ["Closed", "Open"];

/** Wider only for labels that need it, so that charts below each other align. */
function axisWidth({ ctx }: uPlot, labels: string[], font: string): number {
	ctx.save();
	ctx.font = font;
	const widest = labels.reduce((most, text) => Math.max(most, ctx.measureText(text).width), 0);
	ctx.restore();
	return Math.max(usualAxisWidth, widest / uPlot.pxRatio + axisGap);
}

function isAlike(one: TimeRange, other: TimeRange): boolean {
	const [length, before] = [one.to - one.from, other.to - other.from];
	return Math.abs(length - before) < before / 100 && Math.abs(one.from - other.from) < before / 4;
}

function emptyColumns({ content: { span } }: ChartScene): uPlot.AlignedData {
	return [
		[span.from, span.to],
		[null, null],
		[null, null],
	];
}

function shownSpan(chart: uPlot): TimeRange {
	const { min = 0, max = 1 } = chart.scales.x ?? {};
	return { from: min, to: max };
}

function wholeMs({ from, to }: TimeRange): TimeRange {
	const start = Math.max(Math.round(from), 0);
	return { from: start, to: Math.max(Math.round(to), start + 1) };
}

/** uPlot scales only its own fonts. */
function canvasFont({ fontFamily }: ChartTheme): string {
	return `${fontPixels * uPlot.pxRatio}px ${fontFamily}`;
}

export function readChartTheme(): ChartTheme {
	const tokens = getComputedStyle(document.documentElement);
	const token = (name: string) => tokens.getPropertyValue(name).trim();
	return {
		series: Array.from({ length: seriesCount }, (_, index) => token(`--series-${index}`)),
		ink: token("--ink-soft"),
		grid: token("--line-soft"),
		alert: token("--bad"),
		offline: token("--off"),
		mark: token("--warn"),
		fontFamily: getComputedStyle(document.body).fontFamily,
	};
}
