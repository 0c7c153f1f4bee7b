import { smallestOf } from "../../shared/base/lists";
import { positionFrom } from "../../shared/base/sorted";
import { labeled } from "../ui/labeled";
import { t } from "../words/made/charts";
import { changeLabel, type OffsetChange } from "./chart-clock";
import type { ChartLimit } from "./chart-limits";
import type { ChartLine } from "./chart-lines";
import type { EventSpan } from "./event-spans";

const shadeOpacity = 0.14;
const edgeOpacity = 0.7;
const bandOpacity = 0.18;

/** Canvas pixels; a CSS pixel is `pixel` canvas pixels. */
export type Plot = {
	context: CanvasRenderingContext2D;
	left: number;
	top: number;
	width: number;
	height: number;
	pixel: number;
	from: number;
	to: number;
	low: number;
	high: number;
};

export function insidePlot({ context, left, top, width, height }: Plot, draw: () => void): void {
	context.save();
	context.beginPath();
	context.rect(left, top, width, height);
	context.clip();
	draw();
	context.restore();
}

/** With many lines a filled shade belongs to no visible line, so each shade has only an edge. */
type ShadeLook = Record<EventSpan["tone"], string> & { isEdgeOnly: boolean; ink: string; font: string };

export function drawSpans(plot: Plot, spans: EventSpan[], { isEdgeOnly, ink, font, ...colours }: ShadeLook): void {
	const { context, top, height, pixel } = plot;
	const labels: PlacedLabel[] = [];
	for (const span of spans) {
		const { from, to, tone } = span;
		const left = xOf(plot, from);
		const width = Math.max(xOf(plot, to) - left, 2 * pixel);
		context.fillStyle = colours[tone];
		if (!isEdgeOnly) {
			context.globalAlpha = shadeOpacity;
			context.fillRect(left, top, width, height);
		}
		context.globalAlpha = edgeOpacity;
		context.fillRect(left, top, width, 3 * pixel);
		context.globalAlpha = 1;
		context.font = font;
		context.fillStyle = ink;
		context.textAlign = "left";
		context.textBaseline = "top";
		const shownLeft = Math.max(left, plot.left);
		const room = Math.min(left + width, plot.left + plot.width) - shownLeft - 8 * pixel;
		const label = spanLabels(span).find((text) => context.measureText(text).width <= room);
		if (label === undefined) continue;
		const written = { from: shownLeft, to: shownLeft + context.measureText(label).width + 8 * pixel };
		const row = freeRow(labels, written);
		labels.push({ ...written, row });
		context.fillText(label, shownLeft + 4 * pixel, top + (7 + row * 14) * pixel);
	}
}

/** Canvas pixels; `row` counts from the top. */
type PlacedLabel = { from: number; to: number; row: number };

/** Spans of several devices overlap; each label goes into the first free row. */
function freeRow(labels: readonly PlacedLabel[], { from, to }: Omit<PlacedLabel, "row">): number {
	const taken = new Set(labels.filter((label) => label.from < to && from < label.to).map(({ row }) => row));
	let row = 0;
	while (taken.has(row)) row += 1;
	return row;
}

function spanLabels({ tone, text, device }: EventSpan): string[] {
	const labels =
		tone === "offline" ? [t("offline")] : [text.split(/\s?: |：/)[0] ?? "", t(tone === "note" ? "note" : "alert")];
	if (device === undefined) return labels;
	return text === "" ? [device] : [labeled(device, labels[0] ?? ""), device];
}

type LimitLook = { ink: string; paper: string; colourOf: (limit: ChartLimit) => string; font: string };

/** Names each limit at the right. An arrow marks a limit beyond the scale. */
export function drawLimits(plot: Plot, limits: ChartLimit[], { ink, paper, colourOf, font }: LimitLook): void {
	const { context, left, top, width, height, pixel } = plot;
	const bottom = top + height;
	context.font = font;
	context.textAlign = "right";
	context.textBaseline = "top";
	const named: { left: number; top: number }[] = [];
	for (const limit of limits) {
		const { value, kind, text } = limit;
		const y = Math.round(yOf(plot, value)) + pixel / 2;
		const isInside = y >= top && y <= bottom;
		if (isInside) {
			context.strokeStyle = colourOf(limit);
			context.lineWidth = 1.2 * pixel;
			strokeDashed(plot, [5, 3], new Path2D(`M${left} ${y}h${width}`));
		}
		const [above, below] = [y - 14 * pixel, y + 3 * pixel];
		const beside = (kind === "max" ? above > top : below + 13 * pixel > bottom) ? above : below;
		const labelTop = Math.min(Math.max(beside, top + 2 * pixel), bottom - 13 * pixel);
		const label = `${isInside ? "" : y < top ? "↑ " : "↓ "}${text}`;
		const level = named.filter((other) => Math.abs(other.top - labelTop) < 13 * pixel);
		const right = Math.min(left + width - 4 * pixel, smallestOf(level.map((other) => other.left)) - 10 * pixel);
		const labelLeft = right - context.measureText(label).width;
		if (labelLeft < left) continue;
		named.push({ left: labelLeft, top: labelTop });
		context.strokeStyle = paper;
		context.lineWidth = 3 * pixel;
		context.strokeText(label, right, labelTop);
		context.fillStyle = ink;
		context.fillText(label, right, labelTop);
	}
}

const paleOpacity = 0.4;

export function drawPale({ context }: Plot, draw: () => void): void {
	context.save();
	context.globalAlpha = paleOpacity;
	draw();
	context.restore();
}

const outOpacity = 0.07;

export function drawBand(plot: Plot, { min, max }: { min: number | null; max: number | null }, colour: string): void {
	const { context, left, top, width, height } = plot;
	context.fillStyle = colour;
	context.globalAlpha = outOpacity;
	if (max !== null) context.fillRect(left, top, width, Math.max(yOf(plot, max) - top, 0));
	if (min !== null) context.fillRect(left, yOf(plot, min), width, Math.max(top + height - yOf(plot, min), 0));
	context.globalAlpha = 1;
}

/** `dash` in CSS pixels; empty: solid. */
type LineLook = { colour: string; dash: number[] };

/** Neither line nor band crosses a gap. The cost grows only with the points in view. */
export function drawLine(plot: Plot, line: ChartLine, { colour, dash }: LineLook): void {
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
	strokeDashed(plot, dash, paths.line);
	context.fillStyle = colour;
	context.fill(paths.dots);
}

function strokeDashed({ context, pixel }: Plot, dash: readonly number[], path: Path2D): void {
	context.setLineDash(dash.map((length) => length * pixel));
	context.stroke(path);
	context.setLineDash([]);
}

/** Draws the first, lowest, highest and last value of a column of pixels. A point between two gaps becomes a dot. */
function traceLine(plot: Plot, { at, value, min, max, gapMs }: ChartLine) {
	const line = new Path2D();
	const dots = new Path2D();
	const hasBand = min.length > 0;
	const band = hasBand ? new Path2D() : null;
	const perMs = plot.width / (plot.to - plot.from);
	const perUnit = plot.height / (plot.high - plot.low);
	const bottom = plot.top + plot.height;
	const gap = gapMs ?? Number.POSITIVE_INFINITY;
	const end = Math.min(positionFrom(at, plot.to) + 1, at.length);
	const start = Math.max(positionFrom(at, plot.from) - 1, 0);

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

export function drawMarks(plot: Plot, times: number[], colour: string): void {
	const { context, pixel } = plot;
	const foot = plot.top + plot.height;
	const size = 5 * pixel;
	context.fillStyle = colour;
	for (const at of times) {
		context.fill(
			new Path2D(`M${xOf(plot, at)} ${foot - 2.2 * size}l${size} ${1.2 * size} ${-size} ${size} ${-size} ${-size}z`),
		);
	}
}

export function drawChanges(plot: Plot, changes: OffsetChange[], look: { colour: string; font: string }): void {
	const { context, top, height, pixel } = plot;
	context.font = look.font;
	context.fillStyle = look.colour;
	context.strokeStyle = look.colour;
	context.lineWidth = pixel;
	for (const change of changes) {
		const x = Math.round(xOf(plot, change.at)) + pixel / 2;
		strokeDashed(plot, [3, 3], new Path2D(`M${x} ${top}v${height}`));
		const isLeft = x > plot.left + plot.width / 2;
		context.textAlign = isLeft ? "right" : "left";
		context.textBaseline = "top";
		const label = changeLabel(change);
		const room = isLeft ? x - plot.left : plot.left + plot.width - x;
		const shown = context.measureText(label).width + 12 * pixel > room ? label.slice(0, label.indexOf(":")) : label;
		context.fillText(shown, x + (isLeft ? -6 : 6) * pixel, top + 4 * pixel);
	}
}

export function drawCursor(plot: Plot, at: number, colour: string): void {
	const { context, top, height, pixel } = plot;
	context.strokeStyle = colour;
	context.lineWidth = pixel;
	strokeDashed(plot, [3, 3], new Path2D(`M${Math.round(xOf(plot, at)) + pixel / 2} ${top}v${height}`));
}

export function drawPointer(plot: Plot, points: { at: number; value: number; colour: string }[]): void {
	const { context, pixel } = plot;
	for (const { at, value, colour } of points) {
		const dot = new Path2D();
		addDot(dot, { x: xOf(plot, at), y: yOf(plot, value), radius: 3.5 * pixel });
		context.fillStyle = colour;
		context.fill(dot);
	}
}

/** Hollow circles for doubtful readings, crosses for excluded ones. Readings beyond the axis are drawn at its edge. */
export function drawMarked(plot: Plot, { at, value, mark }: NonNullable<ChartLine["marked"]>, colour: string): void {
	const { context, pixel, top, height } = plot;
	const radius = 4 * pixel;
	context.strokeStyle = colour;
	context.lineWidth = 1.5 * pixel;
	context.setLineDash([]);
	for (const [index, time] of at.entries()) {
		const x = xOf(plot, time);
		const y = Math.min(Math.max(yOf(plot, value[index] ?? 0), top + radius), top + height - radius);
		const shape = new Path2D();
		if (mark[index] === "excluded") {
			shape.moveTo(x - radius, y - radius);
			shape.lineTo(x + radius, y + radius);
			shape.moveTo(x - radius, y + radius);
			shape.lineTo(x + radius, y - radius);
		} else addDot(shape, { x, y, radius });
		context.stroke(shape);
	}
}

function yOf(plot: Plot, value: number): number {
	return plot.top + plot.height - ((value - plot.low) / (plot.high - plot.low)) * plot.height;
}

function xOf(plot: Plot, at: number): number {
	return plot.left + ((at - plot.from) / (plot.to - plot.from)) * plot.width;
}
