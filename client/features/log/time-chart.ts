import uPlot from "uplot";
import type { LogEvent } from "../../../shared/log";
import type { TimeRange, Zone } from "../../../shared/time-zones";
import { drawChanges, drawLine, drawMarks, drawPointer, drawSpans, insidePlot, type Plot } from "./chart-drawing";
import { type ChartContent, isDashed, nearestPoint, seriesCount, valueRange } from "./chart-lines";
import { type Pointing, panByDrag, panByWheel } from "./chart-pointing";
import { type EventSpan, mergedSpans } from "./event-spans";
import { axisTime, type OffsetChange, tickDate } from "./log-clock";

export type ChartScene = { content: ChartContent; spans: EventSpan[]; marks: LogEvent[]; changes: OffsetChange[] };

export type TimeChart = { show: (scene: ChartScene) => void; destroy: () => void };

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

/** With more lines than this a shade cannot be assigned to one of them. */
const shadedLines = 4;

/** A drag shorter than this many CSS pixels is a click. */
const leastDrag = 6;

/**
 * The library would put all lines on one common column of times, but each has its own, so the lines are drawn here;
 * axes, pointer and selection are the library's.
 */
export function createTimeChart(place: HTMLElement, request: TimeChartRequest): TimeChart {
	const { width, zone, theme, onPoint, onSpan, onZoomOut } = request;
	let scene = request.scene;
	let values = valueRange(scene.content.lines, scene.content.span);
	let pointedAt: number | null = null;
	let isPanning = false;

	const plotOf = (chart: uPlot): Plot => {
		const { left, top, width: plotWidth, height } = chart.bbox;
		const { from, to } = shownSpan(chart);
		const [low, high] = values;
		return { context: chart.ctx, left, top, width: plotWidth, height, pixel: uPlot.pxRatio, from, to, low, high };
	};
	const colourOf = (index: number) => theme.series[index % seriesCount] ?? theme.ink;

	const drawBehind = (chart: uPlot) => {
		const plot = plotOf(chart);
		const isEdgeOnly = scene.content.lines.length > shadedLines;
		const { alert, offline } = theme;
		insidePlot(plot, () => drawSpans(plot, mergedSpans(scene.spans), { alert, offline, isEdgeOnly }));
	};
	const drawFront = (chart: uPlot) => {
		const plot = plotOf(chart);
		insidePlot(plot, () => {
			drawChanges(plot, scene.changes, { colour: theme.ink, font: canvasFont(theme) });
			for (const [index, line] of scene.content.lines.entries()) {
				drawLine(plot, line, { colour: colourOf(index), isDashed: isDashed(index) });
			}
			drawMarks(
				plot,
				scene.marks.map(({ at }) => at),
				theme.mark,
			);
			drawPointer(plot, pointsAt());
		});
	};
	const pointsAt = () => {
		const at = pointedAt;
		if (at === null) return [];
		return scene.content.lines.flatMap((line, index) => {
			const point = nearestPoint(line, at);
			if (point === null) return [];
			return [{ at: line.at[point] ?? 0, value: line.value[point] ?? 0, colour: colourOf(index) }];
		});
	};

	const point = (chart: uPlot) => {
		const { left = -1, top = -1 } = chart.cursor;
		const isInside = left >= 0 && top >= 0 && !isPanning;
		const at = isInside ? chart.posToVal(left, "x") : null;
		if (at === pointedAt) return;
		pointedAt = at;
		onPoint(at === null ? null : { at, left: left + chart.over.offsetLeft, top: top + chart.over.offsetTop });
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

	const axis = {
		stroke: theme.ink,
		font: `${fontPixels}px ${theme.fontFamily}`,
		grid: { stroke: theme.grid, width: 1 },
		ticks: { show: false },
	};
	const chart = new uPlot(
		{
			width,
			height: width < narrowWidth ? 200 : 260,
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
				y: { range: () => values },
			},
			axes: [
				{
					...axis,
					size: 30,
					space: 84,
					values: (_, splits, __, ___, step) => splits.map((at) => axisTime(at, step, zone)),
				},
				{ ...axis, size: 56, values: (_, splits) => splits.map((value) => `${+value.toFixed(3)}`.replace("-", "−")) },
			],
			series: [{}, {}],
			hooks: { drawAxes: [drawBehind], draw: [drawFront], setCursor: [point], setSelect: [select] },
		},
		emptyColumns(scene),
		place,
	);
	const stopWheel = panByWheel(gesturesOf(chart));

	return {
		show(next) {
			if (next === scene) return;
			scene = next;
			values = valueRange(scene.content.lines, scene.content.span);
			chart.setData(emptyColumns(scene));
		},
		destroy() {
			stopWheel();
			chart.destroy();
		},
	};
}

/** The library needs the span, but no values. */
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

/** The library scales only the fonts it is given; the code here must scale its own. */
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
