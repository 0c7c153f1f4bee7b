import { encode } from "fast-png";
import type { AlertTrend } from "../alert-details";
import { type Canvas, type Color, createCanvas } from "./canvas";
import { type Place, type Point, piecesOf, placesOf } from "./trend-positions";

/** The shown size; drawn at double resolution. */
export const pictureSize = { width: 560, height: 140 } as const;
const finer = 2;
const margin = 12;

/** Each has a contrast of at least 3:1 on white and on common dark backgrounds. */
const lineColor: Color = [0x22, 0x7d, 0xd6];
const limitColor: Color = [0xe5, 0x48, 0x4d];
const spanColor: Color = [0xe5, 0x48, 0x4d];
const frameColor: Color = [0x80, 0x88, 0x92];
const spanOpacity = 0.16;

/** Returns a transparent PNG: the trend, dashed limits, and the alert's time shaded. */
export function drawTrend(trend: AlertTrend): Uint8Array {
	const canvas = createCanvas(pictureSize.width * finer, pictureSize.height * finer);
	const place = placesOf(trend, { width: canvas.width, height: canvas.height, edge: margin * finer });
	shadeAlert(canvas, trend, place);
	drawFrame(canvas);
	for (const limit of trend.limits) dashed(canvas, place(trend.from, limit).y);
	drawLine(canvas, trend, place);
	const { width, height, pixels } = canvas;
	return encode({ width, height, data: pixels, channels: 4, depth: 8 });
}

function shadeAlert(canvas: Canvas, { from, to, startedAt, endedAt }: AlertTrend, place: Place): void {
	const edge = margin * finer;
	const [left, right] = [place(Math.max(from, startedAt), 0).x, place(Math.min(to, endedAt ?? to), 0).x];
	const shade = canvas.shape();
	shade.rectangle({ x: left, y: edge }, { x: Math.max(right, left + finer), y: canvas.height - edge });
	shade.paint(spanColor, spanOpacity);
}

function drawFrame(canvas: Canvas): void {
	const base = canvas.shape();
	const y = canvas.height - margin * finer;
	base.line({ x: margin * finer, y }, { x: canvas.width - margin * finer, y }, finer / 2);
	base.paint(frameColor);
}

function dashed(canvas: Canvas, y: number): void {
	const [dash, pause, end] = [10 * finer, 6 * finer, canvas.width - margin * finer];
	const line = canvas.shape();
	for (let x = margin * finer; x < end; x += dash + pause) {
		line.line({ x, y }, { x: Math.min(end, x + dash), y }, 1.5 * finer);
	}
	line.paint(limitColor);
}

function drawLine(canvas: Canvas, trend: AlertTrend, place: Place): void {
	const line = canvas.shape();
	let last: Point | null = null;
	for (const piece of piecesOf(trend, place)) {
		for (const [index, point] of piece.entries()) line.line(piece[index - 1] ?? point, point, 2 * finer);
		last = piece.at(-1) ?? last;
	}
	if (last !== null) line.line(last, last, 7 * finer);
	line.paint(lineColor);
}
