import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from "@libpdf/core";
import type { ReportLayout } from "../../../../shared/report/report";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type {
	ReportChart,
	ReportDocument,
	ReportPart,
	ReportSection,
	SignatureBlock,
} from "../../document/report-document";
import type { RenderOptions } from "../render-options";
import { factsOf } from "../report-about";
import { type ShownTimes, shownTimes } from "../shown-times";
import { colors } from "./canvas";
import { writeCharts } from "./chart-pages";
import { type ContentsEntry, createFlow, type Flow } from "./flow";
import { insertContents, writeTitle } from "./front-matter";
import { writePictures } from "./note-pictures";
import { packPages } from "./pack-pages";
import { edgeTexts, writeEdges, writeStandInNote } from "./page-edges";
import { writePlan } from "./plan-pages";
import { columnBands } from "./table-columns";
import { writeTable } from "./table-pages";
import { embedTypefaces, type Texts } from "./typefaces";

const mostWithoutContents = 5;
/** The library holds pictures until the file is complete, and a file should pass by mail. */
const pictureBytes = 24_000_000;
const sliceBytes = 256 * 1024;

/** The library holds the whole document, so bytes come after the last row. */
export async function* pdfReport(document: ReportDocument, options: RenderOptions): AsyncGenerator<Uint8Array, void> {
	const pdf = PDF.create();
	const faces = embedTypefaces(pdf, { language: options.layout.language, readFont: options.readFont });
	const flow = createFlow({ pdf, faces, paper: options.layout.paper });
	const writing = { flow, options, pdf, shown: shownTimes(options.layout), pictureRoom: { bytes: pictureBytes } };
	describe(pdf, document, options);
	const edges = { ...options, title: document.title, clockText: document.clockText };
	await faces.prepare(edgeTexts(edges), factsOf(document, options), document.notes);
	const begin = (isLandscape: boolean) => {
		flow.startPage(isLandscape);
		writeTitle(document, { ...options, pdf }, flow);
	};
	for await (const section of document.sections) {
		const { title, startsPage, parts } = section;
		await faces.prepare(title, parts.map(textsOf));
		if (flow.pages.length === 0) begin(!startsPage && isWide(parts, flow) === true);
		await writeSection(section, writing);
	}
	if (flow.pages.length === 0) begin(false);
	const { entries } = flow;
	const hasContents = entries.length > mostWithoutContents;
	const pages = hasContents ? insertContents({ pdf, flow, entries, language: options.layout.language }) : flow.pages;
	if (entries.length > 1) writeOutline(pdf, entries);
	if (hasContents) pdf.getCatalog().set("PageMode", PdfName.of("UseOutlines"));
	writeStandInNote(flow, options.layout, "otherFormats");
	writeEdges(pages, flow, edges);
	await packPages(pdf);
	const bytes = await pdf.save({ subsetFonts: true });
	for (let from = 0; from < bytes.length; from += sliceBytes) yield bytes.subarray(from, from + sliceBytes);
}

function describe(pdf: PDF, { title }: ReportDocument, options: RenderOptions): void {
	const { companyName, productName, runId, layout } = options;
	pdf.setTitle(title, { showInWindowTitleBar: true });
	pdf.setAuthor(companyName);
	pdf.setSubject(runId);
	pdf.setCreator(productName);
	pdf.setProducer(productName);
	pdf.setLanguage(layout.language ?? "en");
}

type Writing = { flow: Flow; pdf: PDF; options: RenderOptions; shown: ShownTimes; pictureRoom: { bytes: number } };

async function writeSection({ title, startsPage, parts }: ReportSection, writing: Writing): Promise<void> {
	const { flow } = writing;
	const isLandscape = isWide(parts, flow) ?? flow.isLandscape;
	const goesOn =
		isLandscape === flow.isLandscape || (flow.isLandscape && beginningHeight(parts) + headingHeight <= flow.room);
	if (startsPage || !goesOn) flow.startPage(isLandscape);
	if (title !== "") {
		flow.needs(headingHeight + beginningHeight(parts));
		flow.beginSection(title);
		flow.paragraph(title, { face: flow.faces.bold, size: 13.5, lead: 1.3 });
		flow.y -= 6;
	}
	for (const part of sideBySide(parts, flow.isLandscape)) {
		if (Array.isArray(part)) writeCharts(part, flow, writing.options.layout);
		else await writePart(part, writing, title);
	}
}

function sideBySide(parts: ReportPart[], isLandscape: boolean): (Exclude<ReportPart, ReportChart> | ReportChart[])[] {
	const rows: (Exclude<ReportPart, ReportChart> | ReportChart[])[] = [];
	for (const part of parts) {
		const last = rows.at(-1);
		if (part.kind !== "chart") rows.push(part);
		else if (isLandscape && Array.isArray(last) && last.length === 1 && [...last, part].every(isNarrow))
			last.push(part);
		else rows.push([part]);
	}
	return rows;
}

function isNarrow({ lines }: ReportChart): boolean {
	return lines.length <= 1;
}

/** Whether landscape pages save splitting a table. Null: no table, so the present page will do. */
function isWide(parts: ReportPart[], { faces, widthOf }: Flow): boolean | null {
	const tables = parts.filter((part) => part.kind === "table");
	if (tables.length === 0) return null;
	const bandsAt = (width: number) =>
		tables.reduce((count, { columns }) => count + columnBands(columns, width, faces.bold).length, 0);
	return bandsAt(widthOf(true)) < bandsAt(widthOf(false));
}

const headingHeight = 24;
const leastHeights = {
	table: 90,
	chart: 220,
	plan: 320,
	pictures: 120,
	text: 50,
} as const satisfies Record<Exclude<ReportPart["kind"], "signatures">, number>;

/** Keeps a heading on the page of its first part. */
function beginningHeight(parts: ReportPart[]): number {
	const next = parts.findIndex(({ kind }) => kind !== "text");
	const first = next === -1 ? parts.slice(0, 1) : parts.slice(0, next + 1);
	return first.reduce((height, part) => height + leastHeightOf(part), 0);
}

function leastHeightOf(part: ReportPart): number {
	return part.kind === "signatures" ? signaturesHeight(part) : leastHeights[part.kind];
}

async function writePart(
	part: Exclude<ReportPart, ReportChart>,
	{ flow, options, pdf, shown, pictureRoom }: Writing,
	heading: string,
): Promise<void> {
	const isEntry = heading === "";
	const begins = (title: string, height: number) => {
		flow.needs(height);
		if (isEntry && title !== "") flow.beginSection(title);
	};
	switch (part.kind) {
		case "table":
			if (isEntry) begins(part.name, leastHeights.table);
			return writeTable(part, { flow, shown, layout: options.layout, heading, onRows: options.onRows });
		case "text":
			begins(part.title, leastHeights.text);
			if (part.title !== "" && part.title !== heading)
				flow.paragraph(part.title, { face: flow.faces.bold, size: 9.5, color: colors.accent });
			for (const line of part.lines) flow.paragraph(line, { face: flow.faces.regular, size: 8.5 });
			flow.y -= 10;
			return;
		case "plan":
			return writePlan(part, { flow, pdf, options });
		case "pictures":
			return writePictures(part, { flow, pdf, options, pictureRoom });
		case "signatures":
			return writeSignatureLines(part, flow, { ...options.layout, heading });
	}
}

const signatureHeight = 46;

function signaturesHeight({ roles }: SignatureBlock): number {
	return 24 + roles.length * signatureHeight;
}

function writeSignatureLines(
	block: SignatureBlock,
	flow: Flow,
	{ language, heading }: Pick<ReportLayout, "language"> & { heading: string },
): void {
	const say = wordsIn(language);
	const title = say("table.signatures");
	flow.needs(signaturesHeight(block));
	if (title !== heading) {
		const style = { face: flow.faces.bold, size: 9.5, color: colors.accent };
		flow.canvas.text(flow.faces.shown(title), flow.left, flow.y - 10, style);
		flow.y -= 22;
	}
	const shares = [0.4, 0.36, 0.24];
	for (const role of block.roles) {
		flow.needs(signatureHeight);
		let x = flow.left;
		for (const [index, words] of [say("sign.name", { role }), say("sign.signature"), say("sign.date")].entries()) {
			const width = flow.width * (shares[index] ?? 0);
			const gap = index === shares.length - 1 ? 0 : 12;
			flow.canvas.line([x, flow.y - 28], [x + width - gap, flow.y - 28], { color: colors.quiet, width: 0.6 });
			const style = { face: flow.faces.regular, size: 7, color: colors.quiet };
			flow.canvas.text(flow.faces.shown(words), x, flow.y - 37, style);
			x += width;
		}
		flow.y -= signatureHeight;
	}
}

function textsOf(part: ReportPart): Texts[] {
	switch (part.kind) {
		case "table":
			return [part.name, part.emptyText, part.columns.map(({ title }) => title)];
		case "chart":
			return [part.title, part.unit, part.lines.map(({ name }) => name)];
		case "text":
			return [part.title, part.lines];
		case "plan":
			return [part.title, part.altText, part.legend, part.dots.map(({ name }) => name)];
		case "pictures":
			return [part.title, part.pictures.flatMap(({ name, caption }) => [name, caption])];
		case "signatures":
			return part.roles;
	}
}

function writeOutline(pdf: PDF, entries: readonly ContentsEntry[]): void {
	if (entries.length === 0) return;
	const root = PdfDict.of({ Type: PdfName.of("Outlines"), Count: PdfNumber.of(entries.length) });
	const rootRef = pdf.register(root);
	const items = entries.map(({ title, page: { page } }) =>
		PdfDict.of({
			Title: PdfString.fromString(title),
			Parent: rootRef,
			Dest: new PdfArray([page.ref, PdfName.of("Fit")]),
		}),
	);
	const refs = items.map((item) => pdf.register(item));
	const link = (from: PdfDict, key: string, index: number) => {
		const ref = refs[index];
		if (ref) from.set(key, ref);
	};
	for (const [index, item] of items.entries()) {
		link(item, "Prev", index - 1);
		link(item, "Next", index + 1);
	}
	link(root, "First", 0);
	link(root, "Last", refs.length - 1);
	pdf.getCatalog().set("Outlines", rootRef);
}
