import type { PDF } from "@libpdf/core";
import { largestOf } from "../../../../shared/base/lists";
import type { ReportPlan } from "../../document/report-document";
import type { RenderOptions } from "../render-options";
import { type Color, colors } from "./canvas";
import { embedPicture } from "./embed-picture";
import type { Flow } from "./flow";
import { wrapped } from "./line-breaks";

/** A plan has at most 3 megapixels of 4 bytes, or 3 MB. */
const planBytes = 13_000_000;
const mostHeight = 430;
const half = 6.5;
const rim = 0.8;
const marked: Color = [0.72, 0.11, 0.1];
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
		const scale = Math.min(room / plan.width, mostHeight / plan.height);
		const size = { width: plan.width * scale, height: plan.height * scale };
		flow.needs(size.height + 30);
		const bottom = flow.y - half - size.height;
		flow.page.drawImage(picture.image, { x: left + half, y: bottom, ...size });
		for (const { number, x, y, isMarked } of plan.dots.toSorted(
			(one, other) => Number(one.isMarked) - Number(other.isMarked),
		)) {
			drawDot(flow, { number, isMarked, x: left + half + x * size.width, y: bottom + (1 - y) * size.height });
		}
		const beside = flow.width - size.width - 3 * half - 12;
		const isTall = beside >= flow.width / columns;
		if (isTall) {
			const area = { left: flow.left + flow.width - beside, width: beside, until: bottom };
			rest = writeNames(rest, flow, { ...area, columns: Math.floor((beside * columns) / flow.width) });
		}
		flow.y = bottom - half - 8;
	}
	writeNames(rest, flow, { left, width: flow.width, columns, until: null });
	if (plan.legend !== "") flow.paragraph(plan.legend, { face: faces.regular, size: 8, color: colors.quiet });
}

type Dot = { number: number; isMarked: boolean; x: number; y: number };

/** In gray too, a marked dot differs by its shape. */
function drawDot(flow: Flow, { number, isMarked, x, y }: Dot): void {
	const { canvas, faces } = flow;
	if (isMarked) drawDiamond(flow, { x, y, reach: half * 1.35 });
	else {
		canvas.box(x - half - rim, y - half - rim, { width: 2 * (half + rim), height: 2 * (half + rim) }, colors.white);
		canvas.box(x - half, y - half, { width: 2 * half, height: 2 * half }, colors.accent);
	}
	canvas.text(String(number), x, y - 2.4, { face: faces.bold, size: 6.5, color: colors.white, align: "center" });
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
		const row = dots.slice(first, first + count).map(({ name, ...dot }) => {
			return { ...dot, lines: wrapped(faces.shown(name), style, 2) };
		});
		const height = largestOf(row.map(({ lines }) => lines.length)) * (nameSize + 2) + 3;
		if (area.until === null) flow.needs(height);
		else if (flow.y - height < area.until) return dots.slice(first);
		for (const [column, { number, isMarked, lines }] of row.entries()) {
			const x = left + column * width;
			flow.canvas.text(String(number), x, flow.y - nameSize, { ...style, face: faces.bold });
			if (isMarked) drawDiamond(flow, { x: x + 16, y: flow.y - nameSize + 3, reach: 3 });
			for (const [index, line] of lines.entries()) {
				flow.canvas.text(line, x + 22, flow.y - nameSize - index * (nameSize + 2), style);
			}
		}
		flow.y -= height;
	}
	flow.y -= 4;
	return [];
}
