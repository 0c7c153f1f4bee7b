import { type EmbeddedFont, ops, type PDFPage, PdfArray, PdfNumber } from "@libpdf/core";
import type { Face } from "./typefaces";

type Operator = ReturnType<typeof ops.fill>;

/** Red, green and blue, 0 to 1. */
export type Color = readonly [number, number, number];

export const colors = {
	ink: [0.09, 0.13, 0.19],
	quiet: [0.36, 0.41, 0.48],
	rule: [0.83, 0.86, 0.89],
	faintRule: [0.91, 0.93, 0.95],
	head: [0.945, 0.957, 0.969],
	accent: [0.07, 0.33, 0.49],
	noteFill: [1, 0.972, 0.906],
	noteEdge: [0.88, 0.62, 0.12],
	limit: [0.76, 0.17, 0.14],
	excursion: [0.992, 0.898, 0.886],
	white: [1, 1, 1],
} as const satisfies Record<string, Color>;

export type TextStyle = { face: Face; size: number; color?: Color; align?: "left" | "right" | "center" };
export type Stroke = { color: Color; width: number; dash?: number[] };

/** Coordinates are whole tenths of a point: other numbers are slow to write. */
const perPoint = 10;

/** Collects one page's drawing, in points from its lower left corner. */
export type Canvas = {
	text: (text: string, x: number, y: number, style: TextStyle) => void;
	box: (x: number, y: number, size: { width: number; height: number }, color: Color) => void;
	/** One shape, so that no seam shows between boxes that touch. */
	boxes: (boxes: readonly { x: number; y: number; width: number; height: number }[], color: Color) => void;
	line: (from: [x: number, y: number], to: [x: number, y: number], stroke: Stroke) => void;
	path: (points: [x: number, y: number][], stroke: Stroke, fill?: Color) => void;
	clipped: (x: number, y: number, size: { width: number; height: number }, draw: () => void) => void;
	/** Writes all at once, because each library call creates a stream. */
	finish: () => void;
};

export function createCanvas(page: PDFPage): Canvas {
	const drawn: Operator[] = [];
	const names = new Map<EmbeddedFont, string>();
	let filled: Color | null = null;
	let stroked: Stroke | null = null;

	function nameOf(font: EmbeddedFont): string {
		const name = names.get(font) ?? page.registerFont(font);
		names.set(font, name);
		return name;
	}

	function fillWith(color: Color): void {
		if (filled === color) return;
		filled = color;
		drawn.push(ops.setNonStrokingRGB(...color));
	}

	function strokeWith(stroke: Stroke): void {
		if (stroked?.color !== stroke.color) drawn.push(ops.setStrokingRGB(...stroke.color));
		if (stroked?.width !== stroke.width) drawn.push(ops.setLineWidth(whole(stroke.width)));
		if (stroked === null || stroked.dash !== stroke.dash) drawn.push(dashOf(stroke.dash ?? []));
		stroked = stroke;
	}

	return {
		text(text, x, y, { face, size, color = colors.ink, align = "left" }) {
			if (text === "") return;
			const shift = align === "left" ? 0 : face.widthOf(text, size) / (align === "right" ? 1 : 2);
			fillWith(color);
			drawn.push(ops.beginText(), ops.moveText(whole(x - shift), whole(y)));
			for (const run of face.runs(text)) {
				drawn.push(ops.setFont(nameOf(run.font), whole(size)), ops.showText(run.text));
			}
			drawn.push(ops.endText());
		},
		box(x, y, { width, height }, color) {
			fillWith(color);
			drawn.push(ops.rectangle(whole(x), whole(y), whole(width), whole(height)), ops.fill());
		},
		boxes(boxes, color) {
			fillWith(color);
			for (const { x, y, width, height } of boxes) {
				drawn.push(ops.rectangle(whole(x), whole(y), whole(width), whole(height)));
			}
			drawn.push(ops.fill());
		},
		line(from, to, stroke) {
			strokeWith(stroke);
			drawn.push(ops.moveTo(whole(from[0]), whole(from[1])), ops.lineTo(whole(to[0]), whole(to[1])), ops.stroke());
		},
		path(points, stroke, fill) {
			strokeWith(stroke);
			if (fill) fillWith(fill);
			for (const [index, [x, y]] of points.entries()) {
				drawn.push(index === 0 ? ops.moveTo(whole(x), whole(y)) : ops.lineTo(whole(x), whole(y)));
			}
			drawn.push(fill ? ops.closeFillAndStroke() : ops.stroke());
		},
		clipped(x, y, { width, height }, draw) {
			drawn.push(ops.pushGraphicsState(), ops.rectangle(whole(x), whole(y), whole(width), whole(height)));
			drawn.push(ops.clip(), ops.endPath());
			[filled, stroked] = [null, null];
			draw();
			drawn.push(ops.popGraphicsState());
			[filled, stroked] = [null, null];
		},
		finish() {
			const scale = ops.concatMatrix(1 / perPoint, 0, 0, 1 / perPoint, 0, 0);
			page.drawOperators([ops.pushGraphicsState(), scale, ...drawn.splice(0), ops.popGraphicsState()]);
			[filled, stroked] = [null, null];
		},
	};
}

function whole(points: number): number {
	return Math.round(points * perPoint);
}

function dashOf(lengths: number[]): Operator {
	return ops.setDashPattern(new PdfArray(lengths.map((length) => PdfNumber.of(whole(length)))), 0);
}
