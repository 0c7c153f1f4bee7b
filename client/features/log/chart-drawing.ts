import type { EventSpan } from "./event-spans";
import { changeWords, type OffsetChange } from "./offset-changes";

/** The drawing's place on the canvas, in its pixels, and the scales: a pixel is `pixel` wide. */
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

const shadeOpacity = 0.14;
const edgeOpacity = 0.7;

function xOf(plot: Plot, at: number): number {
	return plot.left + ((at - plot.from) / (plot.to - plot.from)) * plot.width;
}

/** Runs `draw` where nothing can leave the plot, and leaves the canvas as it was. */
export function insidePlot({ context, left, top, width, height }: Plot, draw: () => void): void {
	context.save();
	context.beginPath();
	context.rect(left, top, width, height);
	context.clip();
	draw();
	context.restore();
}

/** With many lines a shade would say nothing of which is meant, so an edge at the top must do. */
type ShadeLook = Record<EventSpan["tone"], string> & { isEdgeOnly: boolean };

/** Shades the times in which something was not as it should be; an edge says where each begins. */
export function drawSpans(plot: Plot, spans: EventSpan[], { isEdgeOnly, ...colours }: ShadeLook): void {
	const { context, top, height, pixel } = plot;
	for (const { from, to, tone } of spans) {
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
	}
}

/** A small mark at the foot of the plot for what somebody wrote or changed. */
export function drawMarks(plot: Plot, times: number[], colour: string): void {
	const { context, pixel } = plot;
	const foot = plot.top + plot.height;
	const size = 5 * pixel;
	context.fillStyle = colour;
	for (const at of times) {
		const x = xOf(plot, at);
		context.beginPath();
		context.moveTo(x, foot - 2.2 * size);
		context.lineTo(x + size, foot - size);
		context.lineTo(x, foot);
		context.lineTo(x - size, foot - size);
		context.closePath();
		context.fill();
	}
}

/** A line where the clock is set, with its words on the side that has the room. */
export function drawChanges(plot: Plot, changes: OffsetChange[], look: { colour: string; font: string }): void {
	const { context, top, height, pixel } = plot;
	context.font = look.font;
	context.fillStyle = look.colour;
	context.strokeStyle = look.colour;
	context.lineWidth = pixel;
	for (const change of changes) {
		const x = Math.round(xOf(plot, change.at)) + pixel / 2;
		context.setLineDash([3 * pixel, 3 * pixel]);
		context.beginPath();
		context.moveTo(x, top);
		context.lineTo(x, top + height);
		context.stroke();
		context.setLineDash([]);
		const isLeft = x > plot.left + plot.width / 2;
		context.textAlign = isLeft ? "right" : "left";
		context.textBaseline = "top";
		const words = changeWords(change);
		const room = isLeft ? x - plot.left : plot.left + plot.width - x;
		const shown = context.measureText(words).width + 12 * pixel > room ? words.slice(0, words.indexOf(":")) : words;
		context.fillText(shown, x + (isLeft ? -6 : 6) * pixel, top + 4 * pixel);
	}
}

/** A ring on each line at the pointer. */
export function drawPointer(plot: Plot, points: { at: number; value: number; colour: string }[]): void {
	const { context, pixel } = plot;
	for (const { at, value, colour } of points) {
		const y = plot.top + plot.height - ((value - plot.low) / (plot.high - plot.low)) * plot.height;
		context.beginPath();
		context.arc(xOf(plot, at), y, 3.5 * pixel, 0, 2 * Math.PI);
		context.fillStyle = colour;
		context.fill();
	}
}
