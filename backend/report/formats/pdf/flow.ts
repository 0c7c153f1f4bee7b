import { type PDF, type PDFPage, PdfArray, PdfNumber } from "@libpdf/core";
import type { ReportLayout } from "../../../../shared/report/report";
import { formatCaps, tooManyPages } from "../format-caps";
import { type Canvas, colors, createCanvas } from "./canvas";
import { wrapped } from "./line-breaks";
import type { Face, Typefaces } from "./typefaces";

/** Points. */
const papers = { a4: { width: 595.28, height: 841.89 }, letter: { width: 612, height: 792 } } as const;
export const margins = { side: 48, top: 58, bottom: 62 } as const;

export type FlowPage = {
	page: PDFPage;
	canvas: Canvas;
	section: string;
};

export type ContentsEntry = { title: string; page: FlowPage };

type Paragraph = {
	face: Face;
	size: number;
	color?: (typeof colors)[keyof typeof colors];
	indent?: number;
	lead?: number;
};

/** Fills pages from top to bottom. `y`: where the next part starts. */
export type Flow = {
	faces: Typefaces;
	pages: FlowPage[];
	entries: ContentsEntry[];
	left: number;
	readonly width: number;
	y: number;
	readonly isLandscape: boolean;
	readonly canvas: Canvas;
	readonly page: PDFPage;
	readonly room: number;
	startPage: (isLandscape?: boolean) => void;
	widthOf: (isLandscape: boolean) => number;
	/** Returns true if it started a page. */
	needs: (height: number) => boolean;
	paragraph: (text: string, style: Paragraph) => void;
	beginSection: (title: string) => void;
};

/** `insertsFirst`: its pages come before those of the PDF. */
type FlowOptions = { pdf: PDF; faces: Typefaces; paper: ReportLayout["paper"]; insertsFirst?: boolean };

export function createFlow({ pdf, faces, paper, insertsFirst = false }: FlowOptions): Flow {
	const { width: shortSide, height: longSide } = papers[paper];
	const pages: FlowPage[] = [];
	let isLandscape = false;
	let section = "";
	const top = () => (isLandscape ? shortSide : longSide) - margins.top;

	function current(): FlowPage {
		const page = pages.at(-1);
		if (!page) throw new Error("No page has been started");
		return page;
	}

	const flow: Flow = {
		faces,
		pages,
		entries: [],
		left: margins.side,
		y: 0,
		get width() {
			return flow.widthOf(isLandscape);
		},
		get isLandscape() {
			return isLandscape;
		},
		get canvas() {
			return current().canvas;
		},
		get page() {
			return current().page;
		},
		get room() {
			return flow.y - margins.bottom;
		},
		startPage(turned = isLandscape) {
			if (pages.length === formatCaps.pages) throw tooManyPages();
			pages.at(-1)?.canvas.finish();
			isLandscape = turned;
			const [width, height] = isLandscape ? [longSide, shortSide] : [shortSide, longSide];
			const page = pdf.addPage({ width, height, ...(insertsFirst && { insertAt: pages.length }) });
			pages.push({ page, canvas: createCanvas(page), section });
			flow.y = top();
		},
		widthOf: (turned) => (turned ? longSide : shortSide) - 2 * margins.side,
		needs(needed) {
			if (needed <= flow.room) return false;
			flow.startPage();
			return true;
		},
		paragraph(text, { face, size, color = colors.ink, indent = 0, lead = 1.4 }) {
			for (const line of wrapped(faces.shown(text), { face, size, width: flow.width - indent })) {
				flow.needs(size * lead);
				flow.canvas.text(line, flow.left + indent, flow.y - size, { face, size, color });
				flow.y -= size * lead;
			}
		},
		beginSection(title) {
			section = title;
			const page = current();
			if (flow.y === top()) page.section = title;
			flow.entries.push({ title, page });
		},
	};
	return flow;
}

/** Readers draw a box around a link that names no border. */
export function addLink(page: PDFPage, link: Parameters<PDFPage["addLinkAnnotation"]>[0]): void {
	page.addLinkAnnotation(link).dict.set("Border", new PdfArray([0, 0, 0].map((width) => PdfNumber.of(width))));
}
