import type { PDF } from "@libpdf/core";
import { largestOf } from "../../../../shared/base/lists";
import type { PlanMark, PlanShape, ReportPlan } from "../../document/report-document";
import type { RenderOptions } from "../render-options";
import { type Color, colors } from "./canvas";
import { embedPicture } from "./embed-picture";
import type { Flow } from "./flow";
import { wrapped } from "./line-breaks";

/** A plan has at most 3 megapixels of 4 bytes, or 3 MB. */
const planBytes = 13_000_000;
const mostHeight = 430;
const leastHeight = 280;
/** With a name and a note of one line each. */
const nameHeight = 24;
const legendHeight = 70;
const half = 6.5;
const rim = 0.8;
const marked: Color = [0.72, 0.11, 0.1];
const leader = { color: colors.ink, width: 0.6 };
const nameSize = 8;
const columns = 3;

type Writing = { flow: Flow; pdf: PDF; options: Pick<RenderOptions, "readPicture"> };

/** The picture with numbered devices, and their names below it. */
export async function writePlan(plan: ReportPlan, { flow, pdf, options }: Writing): Promise<void> {
	const { faces, left } = flow;
	flow.paragraph(plan.altText, { face: faces.regular, size: 8.5, color: colors.quiet });
	flow.y -= 4;
	const bytes = (await options.readPicture?.(plan.objectKey)) ?? null;
	let rest = plan.dots;
	const picture = await embedPicture(pdf, bytes, { bytes: planBytes });
	if (picture !== null && picture !== "full") {
		// Dots at the edges stay within the margins, and clear of the text above.
		const room = flow.width - 2 * half;
		// Names stay on the page of the picture as long as it stays large enough.
		const namesHeight = Math.ceil(plan.dots.length / columns) * nameHeight + legendHeight;
		const height = Math.min(mostHeight, Math.max(leastHeight, flow.room - namesHeight));
		const scale = Math.min(room / plan.width, height / plan.height);
		const size = { width: plan.width * scale, height: plan.height * scale };
		flow.needs(size.height + 30);
		const bottom = flow.y - half - size.height;
		flow.page.drawImage(picture.image, { x: left + half, y: bottom, ...size });
		const points = plan.dots.map(({ x, y, ...dot }) => {
			return { ...dot, x: left + half + x * size.width, y: bottom + (1 - y) * size.height };
		});
		const area = { left: left + half, bottom, ...size };
		const drawn = separated(points, area).map((dot, index) => ({ ...dot, from: points[index] ?? dot }));
		for (const { x, y, from } of drawn) {
			if (Math.hypot(x - from.x, y - from.y) > 1) flow.canvas.line([from.x, from.y], [x, y], leader);
		}
		for (const dot of drawn.toSorted((one, other) => orderOf(one) - orderOf(other))) drawDot(flow, dot);
		const beside = flow.width - size.width - 3 * half - 12;
		const isTall = beside >= flow.width / columns;
		if (isTall) {
			const side = { left: flow.left + flow.width - beside, width: beside, until: bottom };
			rest = writeNames(rest, flow, { ...side, columns: Math.floor((beside * columns) / flow.width) });
		}
		flow.y = bottom - half - 8;
	}
	if (plan.shapes) writeShapes(plan.shapes, flow);
	if (plan.legend !== "") flow.paragraph(plan.legend, { face: faces.regular, size: 8, color: colors.quiet });
	if (plan.legend !== "") flow.y -= 6;
	writeNames(rest, flow, { left, width: flow.width, columns, until: null });
}

type Dot = Omit<PlanMark, "name">;

const orders: Record<PlanShape, number> = { square: 0, hollow: 1, diamond: 2 };
const orderOf = ({ shape, isFramed }: Dot) => orders[shape] + (isFramed ? 3 : 0);

type Area = { left: number; bottom: number; width: number; height: number };

/** With more dots, moving them apart would leave none where it is. */
const mostMoved = 300;
const rounds = 40;

/** Moves dots apart that would cover each other's numbers. Loggers often hang above each other. */
function separated<Point extends { x: number; y: number }>(points: readonly Point[], area: Area): Point[] {
	const moved = points.map((point) => ({ ...point }));
	if (moved.length > mostMoved) return moved;
	const apart = 2 * (half + rim) + 7;
	for (let round = 0; round < rounds; round += 1) {
		let isClear = true;
		for (const [index, one] of moved.entries()) {
			for (const other of moved.slice(index + 1)) {
				const [across, up] = [other.x - one.x, other.y - one.y];
				const distance = Math.hypot(across, up);
				if (distance >= apart - 0.1) continue;
				isClear = false;
				const [toX, toY] = distance < 0.01 ? [1, 0] : [across / distance, up / distance];
				const push = (apart - distance) / 2;
				[one.x, one.y] = within(one.x - toX * push, one.y - toY * push, area);
				[other.x, other.y] = within(other.x + toX * push, other.y + toY * push, area);
			}
		}
		if (isClear) break;
	}
	return moved;
}

function within(x: number, y: number, { left, bottom, width, height }: Area): [number, number] {
	return [Math.min(left + width, Math.max(left, x)), Math.min(bottom + height, Math.max(bottom, y))];
}

function drawDot(flow: Flow, { number, shape, isFramed = false, x, y }: Dot): void {
	drawShape(flow, { shape, x, y, reach: half });
	if (isFramed) drawFrame(flow, { x, y, reach: half * (shape === "diamond" ? 1.35 : 1) + 2.2 });
	const color = shape === "hollow" ? colors.ink : colors.white;
	flow.canvas.text(String(number), x, y - 2.4, { face: flow.faces.bold, size: 6.5, color, align: "center" });
}

type Shape = { shape: PlanShape; x: number; y: number; reach: number };

function drawShape(flow: Flow, { shape, x, y, reach }: Shape): void {
	const square = (side: number, color: Color) =>
		flow.canvas.box(x - side, y - side, { width: 2 * side, height: 2 * side }, color);
	if (shape === "diamond") {
		drawDiamond(flow, { x, y, reach: reach * 1.35 });
		return;
	}
	square(reach + rim, colors.white);
	square(reach, shape === "hollow" ? colors.quiet : colors.accent);
	if (shape === "hollow") square(reach * 0.8, colors.white);
}

function drawFrame({ canvas }: Flow, { x, y, reach }: Omit<Shape, "shape">): void {
	const corners: [number, number][] = [
		[x - reach, y - reach],
		[x - reach, y + reach],
		[x + reach, y + reach],
		[x + reach, y - reach],
		[x - reach, y - reach],
	];
	canvas.path(corners, { color: colors.ink, width: 1.2 });
}

const swatch = 4;

function writeShapes(shapes: NonNullable<ReportPlan["shapes"]>, flow: Flow): void {
	const style = { face: flow.faces.regular, size: 8, color: colors.quiet };
	let x = flow.left;
	flow.needs(14);
	for (const { shape, text } of shapes) {
		const width = style.face.widthOf(text, style.size) + 26;
		if (x > flow.left && x + width > flow.left + flow.width) {
			flow.y -= 13;
			flow.needs(14);
			x = flow.left;
		}
		drawShape(flow, { shape, x: x + swatch + 1, y: flow.y - style.size + 3, reach: swatch });
		flow.canvas.text(text, x + 14, flow.y - style.size, style);
		x += width;
	}
	flow.y -= 16;
}

function drawDiamond({ canvas }: Flow, { x, y, reach }: { x: number; y: number; reach: number }): void {
	const corners: [number, number][] = [
		[x - reach, y],
		[x, y + reach],
		[x + reach, y],
		[x, y - reach],
		[x - reach, y],
	];
	canvas.path(corners, { color: colors.white, width: 0.8 }, marked);
}

/** `until`: where names beside a tall picture end, in points from below. Null: they go on, also on further pages. */
type NameArea = { left: number; width: number; columns: number; until: number | null };

/** Returns the dots whose names had no room. */
function writeNames(
	dots: ReportPlan["dots"],
	flow: Flow,
	{ left, columns: count, ...area }: NameArea,
): ReportPlan["dots"] {
	const { faces } = flow;
	const width = area.width / count;
	const style = { face: faces.regular, size: nameSize, width: width - 24 };
	for (let first = 0; first < dots.length; first += count) {
		const row = dots.slice(first, first + count).map(({ name, note = "", ...dot }) => {
			const notes = note === "" ? [] : wrapped(faces.shown(note), style, 2);
			return { ...dot, lines: wrapped(faces.shown(name), style, 2), notes };
		});
		const height = largestOf(row.map(({ lines, notes }) => lines.length + notes.length)) * (nameSize + 2) + 3;
		if (area.until === null) flow.needs(height);
		else if (flow.y - height < area.until) return dots.slice(first);
		for (const [column, { number, shape, lines, notes }] of row.entries()) {
			const x = left + column * width;
			flow.canvas.text(String(number), x, flow.y - nameSize, { ...style, face: faces.bold });
			if (shape !== "square") drawShape(flow, { shape, x: x + 16, y: flow.y - nameSize + 3, reach: 2.5 });
			for (const [index, line] of [...lines, ...notes].entries()) {
				const color = index < lines.length ? colors.ink : colors.quiet;
				flow.canvas.text(line, x + 22, flow.y - nameSize - index * (nameSize + 2), { ...style, color });
			}
		}
		flow.y -= height;
	}
	flow.y -= 4;
	return [];
}
