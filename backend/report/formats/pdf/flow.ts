import type { PDF, PDFPage } from "@libpdf/core";
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
	width: number;
	y: number;
	readonly canvas: Canvas;
	readonly page: PDFPage;
	readonly room: number;
	startPage: () => void;
	/** Returns true if it started a page. */
	needs: (height: number) => boolean;
	paragraph: (text: string, style: Paragraph) => void;
	beginSection: (title: string) => void;
};

/** `insertsFirst`: its pages come before those of the PDF. */
type FlowOptions = { pdf: PDF; faces: Typefaces; paper: ReportLayout["paper"]; insertsFirst?: boolean };

export function createFlow({ pdf, faces, paper, insertsFirst = false }: FlowOptions): Flow {
	const { width, height } = papers[paper];
	const pages: FlowPage[] = [];
	const top = height - margins.top;
	let section = "";

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
		width: width - 2 * margins.side,
		y: 0,
		get canvas() {
			return current().canvas;
		},
		get page() {
			return current().page;
		},
		get room() {
			return flow.y - margins.bottom;
		},
		startPage() {
			if (pages.length === formatCaps.pages) throw tooManyPages();
			pages.at(-1)?.canvas.finish();
			const page = pdf.addPage({ width, height, ...(insertsFirst && { insertAt: pages.length }) });
			pages.push({ page, canvas: createCanvas(page, faces), section });
			flow.y = top;
		},
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
			if (flow.y === top) page.section = title;
			flow.entries.push({ title, page });
		},
	};
	return flow;
}
