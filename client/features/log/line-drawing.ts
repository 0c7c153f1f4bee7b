import type { Plot } from "./chart-drawing";
import type { ChartLine } from "./chart-lines";
import { indexFrom } from "./chart-points";

type LineLook = { colour: string; isDashed: boolean };

const bandOpacity = 0.18;

/** A line with its band, if it has one; neither goes across a gap. Cost follows the points in view, not all there are. */
export function drawLine(plot: Plot, line: ChartLine, { colour, isDashed }: LineLook): void {
	const { context, pixel } = plot;
	const paths = traceLine(plot, line);
	if (paths.band) {
		context.globalAlpha = bandOpacity;
		context.fillStyle = colour;
		context.fill(paths.band);
		context.globalAlpha = 1;
	}
	context.strokeStyle = colour;
	context.lineWidth = 1.8 * pixel;
	context.lineJoin = "round";
	context.setLineDash(isDashed ? [6 * pixel, 4 * pixel] : []);
	context.stroke(paths.line);
	context.setLineDash([]);
	context.fillStyle = colour;
	context.fill(paths.dots);
}

/**
 * Within one column of pixels a line is its first, lowest, highest and last value, so a hundred thousand
 * points cost a few thousand strokes. A point with a gap on both sides becomes a dot.
 */
function traceLine(plot: Plot, { at, value, min, max, gapMs }: ChartLine) {
	const line = new Path2D();
	const dots = new Path2D();
	const hasBand = min.length > 0;
	const band = hasBand ? new Path2D() : null;
	const perMs = plot.width / (plot.to - plot.from);
	const perUnit = plot.height / (plot.high - plot.low);
	const bottom = plot.top + plot.height;
	const gap = gapMs ?? Number.POSITIVE_INFINITY;
	const end = Math.min(indexFrom(at, plot.to) + 1, at.length);
	const start = Math.max(indexFrom(at, plot.from) - 1, 0);

	let runStart = start;
	let previous = Number.NEGATIVE_INFINITY;
	let column = Number.NaN;
	let lowest = 0;
	let highest = 0;
	let last = 0;
	const closeColumn = () => {
		if (lowest !== highest) {
			line.lineTo(column, lowest);
			line.lineTo(column, highest);
		}
		line.lineTo(column, last);
	};
	const closeRun = (until: number) => {
		if (until <= runStart) return;
		closeColumn();
		if (until - runStart === 1) addDot(dots, { x: column, y: last, radius: 3 * plot.pixel });
		if (band) addBand(band, plot, { at, min, max, start: runStart, end: until });
	};
	for (let index = start; index < end; index += 1) {
		const time = at[index] ?? 0;
		const x = Math.round(plot.left + (time - plot.from) * perMs);
		const y = bottom - ((value[index] ?? 0) - plot.low) * perUnit;
		if (time - previous > gap || index === start) {
			closeRun(index);
			runStart = index;
			column = x;
			lowest = highest = last = y;
			line.moveTo(x, y);
		} else if (x === column) {
			if (y > lowest) lowest = y;
			if (y < highest) highest = y;
			last = y;
		} else {
			closeColumn();
			column = x;
			lowest = highest = last = y;
			line.lineTo(x, y);
		}
		previous = time;
	}
	closeRun(end);
	return { line, dots, band };
}

function addDot(path: Path2D, { x, y, radius }: { x: number; y: number; radius: number }): void {
	path.moveTo(x + radius, y);
	path.arc(x, y, radius, 0, 2 * Math.PI);
}

type BandRun = { at: number[]; min: number[]; max: number[]; start: number; end: number };

/** Along the highest values and back along the lowest; a run of one point is as wide as a few pixels. */
function addBand(path: Path2D, plot: Plot, { at, min, max, start, end }: BandRun): void {
	const perMs = plot.width / (plot.to - plot.from);
	const perUnit = plot.height / (plot.high - plot.low);
	const bottom = plot.top + plot.height;
	const x = (index: number) => plot.left + ((at[index] ?? 0) - plot.from) * perMs;
	const y = (values: number[], index: number) => bottom - ((values[index] ?? 0) - plot.low) * perUnit;
	const widen = end - start === 1 ? 1.5 * plot.pixel : 0;
	path.moveTo(x(start) - widen, y(max, start));
	for (let index = start; index < end; index += 1) path.lineTo(x(index) + widen, y(max, index));
	for (let index = end - 1; index >= start; index -= 1) path.lineTo(x(index) - widen, y(min, index));
	path.lineTo(x(start) - widen, y(max, start));
}
