import uPlot from "uplot";
import type { LogEvent } from "../../shared/log/log";
import type { TimeRange, Zone } from "../../shared/time/time-zones";
import { t } from "../words/made/charts";
import { axisTime, type OffsetChange, tickDate } from "./chart-clock";
import {
	drawBand,
	drawChanges,
	drawCursor,
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
import {
	type ChartContent,
	type ChartLine,
	dashes,
	leastHeight,
	nearestPoint,
	seriesCount,
	valueRange,
} from "./chart-lines";
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

type StackedChart = { follow(at: number | null): void; shift(span: TimeRange): void; align(): void };

/** Charts under one another share the pointer, the span while it moves, and the width of the value axis in CSS pixels. */
export type ChartStack = { charts: Set<StackedChart>; axisWidth: number };

export function chartStack(): ChartStack {
	return { charts: new Set(), axisWidth: usualAxisWidth };
}

type TimeChartRequest = {
	width: number;
	height: number;
	stack: ChartStack;
	hasTimes: boolean;
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
	paper: string;
	grid: string;
	alert: string;
	offline: string;
	mark: string;
	fontFamily: string;
};

const fontPixels = 11;
const usualAxisWidth = 56;
const timesHeight = 30;
const axisGap = 12;

const shadedLines = 4;

export const leastDrag = 6;

/** uPlot would put all lines on one column of times, so the code here draws the lines, and uPlot the rest. */
export function createTimeChart(index: HTMLElement, request: TimeChartRequest): TimeChart {
	const { width, height, stack, hasTimes, zone, theme, onPoint, onSpan, onZoomOut } = request;
	let scene = request.scene;
	let values = axisRange(scene);
	let pointedAt: number | null = null;
	let heldAt: number | null = null;
	let followedAt: number | null = null;
	let isPanning = false;

	const plotOf = (chart: uPlot): Plot => {
		const [low, high] = values;
		const { from, to } = shownSpan(chart);
		return { ...chart.bbox, context: chart.ctx, pixel: uPlot.pxRatio, from, to, low, high };
	};
	const colourOf = ({ look }: ChartLine) => theme.series[look.colour] ?? theme.ink;

	const drawBehind = (chart: uPlot) => {
		const plot = plotOf(chart);
		const isEdgeOnly = scene.content.lines.length > shadedLines;
		const { alert, offline, ink, mark: note } = theme;
		const font = canvasFont(theme);
		const band = bandOf(scene.content);
		insidePlot(plot, () => {
			if (band) drawBand(plot, band, alert);
			drawSpans(plot, mergedSpans(scene.spans), { alert, offline, note, isEdgeOnly, ink, font });
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
			for (const line of scene.content.lines) drawLine(plot, line, lookOf(line));
			const limitColour = ({ line }: ChartLimit) => (line ? colourOf(line) : theme.alert);
			drawLimits(plot, scene.limits, { ...theme, colourOf: limitColour, font: canvasFont(theme) });
			for (const line of scene.content.lines) if (line.marked) drawMarked(plot, line.marked, colourOf(line));
			drawMarks(
				plot,
				scene.marks.map(({ at }) => at),
				theme.mark,
			);
			if (pointedAt === null) return;
			if (pointerTime(chart) === null) drawCursor(plot, pointedAt, theme.ink);
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
	const ownTime = (chart: uPlot) => heldAt ?? pointerTime(chart);
	const point = (chart: uPlot) => {
		const own = ownTime(chart);
		const at = own ?? followedAt;
		if (at === pointedAt) return;
		pointedAt = at;
		onPoint(at === null ? null : { at, plotLeft: chart.over.offsetLeft, plotWidth: chart.over.clientWidth });
		chart.redraw(false, false);
		for (const other of others()) other.follow(own);
	};
	const others = () => [...stack.charts].filter((other) => other !== stacked);
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
		show: (span: TimeRange) => {
			for (const each of stack.charts) each.shift(span);
		},
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
	const stacked: StackedChart = {
		follow(at) {
			followedAt = at;
			pointedAt = ownTime(chart) ?? at;
			chart.redraw(false, false);
		},
		shift: ({ from, to }) => chart.setScale("x", { min: from, max: to }),
		align: () => chart.redraw(false, true),
	};
	const chart = new uPlot(
		{
			width,
			height,
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
			},
			axes: [
				{
					...axis,
					size: hasTimes ? timesHeight : 8,
					space: 84,
					values: (_, splits, __, ___, step) => splits.map((at) => (hasTimes ? axisTime(at, step, zone) : "")),
				},
				{
					...axis,
					size: (self, labels) => {
						const own = axisWidth(self, labels ?? [], canvasFont(theme));
						if (own > stack.axisWidth) {
							stack.axisWidth = own;
							for (const other of others()) other.align();
						}
						return stack.axisWidth;
					},
					values: (_, splits, __, ___, step) =>
						valueLabels(splits, step, { range: values, quantity: scene.content.quantity }),
				},
			],
			series: [{}, {}],
			hooks: { drawAxes: [drawBehind], draw: [drawFront], setCursor: [point], setSelect: [select] },
		},
		emptyColumns(scene),
		index,
	);
	const stopWheel = panByWheel(gesturesOf(chart));
	stack.charts.add(stacked);

	return {
		show(next) {
			if (next === scene) return;
			// After a zoom the pointer is at another time, so its dots are stale.
			const isZoomed = !isAlike(next.content.span, scene.content.span);
			scene = next;
			values = axisRange(scene);
			chart.setData(emptyColumns(scene));
			if (isZoomed && heldAt === null) chart.setCursor({ left: -10, top: -10 });
			else point(chart);
		},
		hold(at) {
			heldAt = at;
			point(chart);
		},
		destroy() {
			stack.charts.delete(stacked);
			stopWheel();
			chart.destroy();
		},
	};
}

type ValueAxis = { range: [number, number]; quantity: ChartContent["quantity"] };

function axisRange({ content, limits }: ChartScene): [number, number] {
	const lines = [...content.lines, ...(content.earlier?.lines ?? [])];
	const least = leastHeight(content.lines);
	const [low, high] = valueRange(lines, content.span);
	const air = Math.max(0, least - (high - low)) / 2;
	return withLimits([low - air, high + air], limits, least);
}

const doorStates = [t("door.closed"), t("door.open")];

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
		paper: token("--panel"),
		grid: token("--line-soft"),
		alert: token("--bad"),
		offline: token("--off"),
		mark: token("--warn"),
		fontFamily: getComputedStyle(document.body).fontFamily,
	};
}
