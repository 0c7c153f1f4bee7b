import type { PDF } from "@libpdf/core";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type { ReportDocument } from "../../document/report-document";
import { formatCaps, tooManyPages } from "../format-caps";
import type { RenderOptions } from "../render-options";
import { factsOf } from "../report-about";
import { colors, createCanvas } from "./canvas";
import { addLink, type ContentsEntry, type Flow, type FlowPage, margins } from "./flow";
import { wrapped } from "./line-breaks";
import { writeFacts, writeHeading } from "./title-block";

const labelWidth = 118;
const entryHeight = 15;

export function writeTitle(document: ReportDocument, options: RenderOptions & { pdf: PDF }, flow: Flow): void {
	writeHeading(options, document.title, flow);
	flow.y -= 10;
	const shownLarge = [options.companyName, document.title];
	const facts = factsOf(document, options).filter(([, value]) => !shownLarge.includes(value));
	writeFacts(facts, flow, labelWidth);
	flow.y -= 10;
	for (const note of document.notes) writeNote(note, flow);
	flow.y -= 10;
}

function writeNote(note: string, flow: Flow): void {
	const style = { face: flow.faces.regular, size: 8.5, width: flow.width - 24 };
	const lines = wrapped(flow.faces.shown(note), style, 40);
	const height = lines.length * 12 + 8;
	flow.needs(height + 4);
	flow.canvas.box(flow.left, flow.y - height, { width: flow.width, height }, colors.noteFill);
	flow.canvas.box(flow.left, flow.y - height, { width: 3, height }, colors.noteEdge);
	for (const [index, line] of lines.entries())
		flow.canvas.text(line, flow.left + 12, flow.y - 12.5 - index * 12, style);
	flow.y -= height + 4;
}

type Contents = { pdf: PDF; flow: Flow; entries: readonly ContentsEntry[]; language: string | undefined };
type Line = { text: string; entry: ContentsEntry; isLast: boolean };

export function insertContents({ pdf, flow, entries, language }: Contents): FlowPage[] {
	const { left, faces, pages } = flow;
	const title = faces.shown(wordsIn(language)("contents"));
	const [first, ...others] = pages;
	if (!first) return pages;
	const { width: paperWidth, height } = first.page;
	const width = paperWidth - 2 * margins.side;
	const style = { face: faces.regular, size: 9 };
	const lines = entries.flatMap((entry): Line[] => {
		const texts = wrapped(faces.shown(entry.title), { ...style, width: width - 60 });
		return texts.map((text, index) => ({ text, entry, isLast: index === texts.length - 1 }));
	});
	const rows = Math.floor((height - margins.top - margins.bottom - 40) / entryHeight);
	const count = Math.ceil(lines.length / rows);
	if (pages.length + count > formatCaps.pages) throw tooManyPages();
	const numbers = new Map(pages.map((page, index) => [page, index === 0 ? 1 : index + 1 + count]));
	const contents = Array.from({ length: count }, (_, sheet) => {
		const page = pdf.addPage({ width: paperWidth, height, insertAt: sheet + 1 });
		const canvas = createCanvas(page);
		let y = height - margins.top;
		canvas.text(title, left, y - 14, { face: faces.bold, size: 14 });
		y -= 36;
		for (const { text, entry, isLast } of lines.slice(sheet * rows, (sheet + 1) * rows)) {
			canvas.text(text, left, y - 9, style);
			if (isLast) {
				const number = String(numbers.get(entry.page) ?? "");
				const from = left + faces.regular.widthOf(text, 9) + 5;
				const to = left + width - faces.regular.widthOf(number, 9) - 5;
				if (to > from)
					canvas.line([from, y - 8.5], [to, y - 8.5], { color: colors.rule, width: 0.6, dash: [0.8, 2.4] });
				canvas.text(number, left + width, y - 9, { ...style, align: "right" });
			}
			const rect = { x: left, y: y - entryHeight + 2, width, height: entryHeight };
			addLink(page, { rect, destination: { page: entry.page.page, type: "Fit" } });
			y -= entryHeight;
		}
		canvas.finish();
		return { page, canvas: createCanvas(page), section: title };
	});
	return [first, ...contents, ...others];
}
