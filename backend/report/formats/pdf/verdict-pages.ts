import { PDF } from "@libpdf/core";
import { hexOf } from "../../../../shared/base/hex";
import type { ReportLayout } from "../../../../shared/report/report";
import { printedUrl } from "../../../../shared/report/verify-file";
import type { ReportFileTranslate } from "../../../../shared/words/made/report-file";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type { ReportDocument } from "../../document/report-document";
import { durationText, signingRoles } from "../../document/report-texts";
import type { Verdict, VerdictRow, VerdictState } from "../../document/verdict";
import type { CellState } from "../../figures/state-cells";
import type { RenderOptions } from "../render-options";
import { type Color, colors } from "./canvas";
import { createFlow, type Flow, margins } from "./flow";
import { shortened, wrapped } from "./line-breaks";
import { packPages } from "./pack-pages";
import { edgeTexts, writeEdges, writeStandInNote } from "./page-edges";
import { writeHeading } from "./title-block";
import { embedTypefaces, type Face } from "./typefaces";
import { cellLabels, drawCode, drawLargeMark, drawMark } from "./verdict-marks";

type Judged = Pick<ReportDocument, "clockText"> & { verdict: Verdict };

/**
 * Yields a PDF, then an update that puts verdict pages before its own: what is known last stands first. Reports the
 * checksum of the PDF without them, which they print.
 */
export async function* withVerdict(
	pdf: AsyncIterable<Uint8Array>,
	judged: () => Judged,
	options: RenderOptions,
): AsyncGenerator<Uint8Array, void> {
	const slices: Uint8Array[] = [];
	for await (const slice of pdf) {
		slices.push(slice);
		yield slice;
	}
	const prefix = new Uint8Array(await new Blob(slices.splice(0)).arrayBuffer());
	const sha256 = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", prefix)));
	const { verdict, clockText } = judged();
	const whole = await verdictEdition(prefix, { verdict, clockText, sha256 }, options);
	const { reportName, periodText, headline, others } = verdict;
	const say = wordsIn(options.layout.language);
	const sentence = others === "" ? headline : say("verdict.sentence", { headline, others });
	options.onPrinted?.({ sha256, report: { reportName, periodText, sentence, runId: options.runId } });
	yield whole.subarray(prefix.length);
}

type Printed = Judged & { sha256: string };

async function verdictEdition(prefix: Uint8Array, printed: Printed, options: RenderOptions): Promise<Uint8Array> {
	const { layout } = options;
	const pdf = await PDF.load(prefix);
	const faces = embedTypefaces(pdf, { language: layout.language, readFont: options.readFont });
	const flow = createFlow({ pdf, faces, paper: options.layout.paper, insertsFirst: true });
	const { verdict, clockText } = printed;
	const say = wordsIn(layout.language);
	const title = say("verdict.title", { report: verdict.reportName });
	const edges = { ...options, title, clockText, kind: "verdict" as const };
	const { headline, others, details, notes, rows } = verdict;
	const rowTexts = rows.map(({ device, channel, limits }) => [device, channel, limits]);
	await faces.prepare(edgeTexts(edges), verdict.reportName, headline, others, details, notes, rowTexts);
	flow.startPage();
	writeHeading({ ...options, pdf, titleSize: 14 }, verdict.reportName, flow);
	flow.paragraph(verdict.periodText, { face: faces.regular, size: 8.5, color: colors.quiet });
	flow.y -= 10;
	writeBanner(verdict, flow);
	writeRows(verdict, { flow, layout, floor: writeFoot(printed, flow, options) });
	writeStandInNote(flow, layout, "otherFormats");
	writeEdges(flow.pages, flow, edges);
	await packPages(pdf);
	return pdf.save({ incremental: true, subsetFonts: true });
}

const marks: Record<VerdictState, CellState> = {
	out: "out",
	unknown: "unknown",
	silent: "unknown",
	partly: "none",
	unlimited: "none",
	within: "within",
};
const tints: Record<CellState, Color> = {
	within: [0.925, 0.969, 0.941],
	out: [0.992, 0.925, 0.918],
	unknown: colors.noteFill,
	none: colors.head,
};

const headlineSizes = [23, 21, 19, 17, 15.5];
const otherSizes = [10.5, 9.5];
const detailSizes = [8.5];

function writeBanner({ headline, others, state, details }: Verdict, flow: Flow): void {
	const { faces, left, width } = flow;
	const room = width - 62;
	/** In the first size in which it is one line, else wrapped. */
	const lines = (text: string, sizes: readonly number[], style: { face: Face; color: Color }) => {
		const shown = faces.shown(text);
		const size = sizes.find((one) => style.face.widthOf(shown, one) <= room) ?? sizes.at(-1) ?? 0;
		if (shown === "") return [];
		return wrapped(shown, { ...style, size, width: room }, 3).map((line) => ({ line, size, ...style }));
	};
	const parts = [
		...lines(headline, headlineSizes, { face: faces.bold, color: colors.ink }),
		...lines(others, otherSizes, { face: faces.bold, color: colors.ink }),
		...lines(details.join(" · "), detailSizes, { face: faces.regular, color: colors.quiet }),
	].map((part) => ({ ...part, height: part.size * 1.25 + 2.5 }));
	const size = parts[0]?.size ?? 0;
	const height = parts.reduce((sum, part) => sum + part.height, 23);
	flow.canvas.box(left, flow.y - height, { width, height }, tints[marks[state]]);
	drawLargeMark(flow.canvas, marks[state], { x: left + 25, y: flow.y - 12 - size * 0.65, size: 20 });
	let y = flow.y - 12;
	for (const { line, height: own, ...style } of parts) {
		flow.canvas.text(line, left + 48, y - style.size, style);
		y -= own;
	}
	flow.y -= height + 16;
}

const codeSize = 106;
const roleHeight = 33;
const noteSize = 6.5;

/** Fills the first page from below: the code, lines to sign, what the figures mean. Returns where it begins. */
function writeFoot({ verdict, sha256 }: Printed, flow: Flow, options: RenderOptions): number {
	const { faces, left, width, canvas } = flow;
	const { verifyUrl, layout } = options;
	const say = wordsIn(layout.language);
	const quiet = { face: faces.regular, size: noteSize, color: colors.quiet };
	const signed = verifyUrl === null ? width : width - codeSize - 18;
	let y = margins.bottom + 4 + signingRoles.length * roleHeight;
	const top = y + 12;
	if (verifyUrl !== null) writeCode(printedUrl(verifyUrl, sha256), { sha256, words: say("verdict.scan") }, flow);
	for (const role of signingRoles) {
		let x = left;
		for (const [words, share, gap] of [
			[say("sign.name", { role: say(`role.${role}`) }), 0.38, 10] as const,
			[say("sign.date"), 0.2, 10] as const,
			[say("sign.signature"), 0.42, 0] as const,
		]) {
			const end = x + signed * share - gap;
			canvas.line([x, y - 22], [end, y - 22], { color: colors.quiet, width: 0.6 });
			canvas.text(faces.shown(words), x, y - 30, quiet);
			x += signed * share;
		}
		y -= roleHeight;
	}
	y = top + 14;
	const style = { face: faces.regular, size: noteSize, width };
	const lines = [...verdict.notes, methodNote(verdict, layout)].flatMap((note) => wrapped(faces.shown(note), style, 2));
	for (const [index, line] of lines.entries()) canvas.text(line, left, y + (lines.length - 1 - index) * 8.6, quiet);
	return y + lines.length * 8.6 + 6;
}

function methodNote({ rows }: Verdict, { language }: ReportLayout): string {
	return wordsIn(language)(hasKinetic(rows) ? "verdict.methodWithKinetic" : "verdict.method");
}

function writeCode(
	url: string,
	{ sha256, words }: { sha256: string; words: string },
	{ faces, left, width, canvas, page }: Flow,
): void {
	const [x, y] = [left + width - codeSize, margins.bottom + 4];
	const drawn = drawCode(canvas, url, { x, y: y + 8, most: codeSize });
	const small = { face: faces.regular, size: 5, color: colors.quiet, align: "center" } as const;
	const middle = x + drawn / 2;
	canvas.text(faces.shown(words), middle, y + drawn + 11, { ...small, face: faces.bold, size: 6.5 });
	canvas.text(sha256.slice(0, 32), middle, y + 6, small);
	canvas.text(sha256.slice(32), middle, y - 1, small);
	page.addLinkAnnotation({ rect: { x, y: y + 8, width: drawn, height: drawn }, uri: url });
}

function hasKinetic(rows: readonly VerdictRow[]): boolean {
	return rows.some(({ kinetic }) => kinetic !== "");
}

function writeLegend({ isOpen }: Verdict, { faces, left, canvas, ...flow }: Flow, { language }: ReportLayout): void {
	const say = wordsIn(language);
	const entries: [CellState, string][] = [
		["within", say("legend.within")],
		["out", say("legend.out")],
		["unknown", say("legend.unknown")],
		["none", say(isOpen ? "legend.noneYet" : "legend.none")],
	];
	let x = left + markMiddle - 3;
	for (const [state, entry] of entries) {
		const words = faces.shown(entry);
		drawMark(canvas, state, { x: x + 3, y: flow.y + 0.6, size: 6.6 });
		canvas.text(words, x + 11, flow.y - 2, { face: faces.regular, size: 7, color: colors.quiet });
		x += faces.regular.widthOf(words, 7) + 28;
	}
}

const headHeight = 27;
const lineHeight = 9;
const markWidth = 15;
const markMiddle = 6;
const nameWidth = 108;
const valueWidth = 27;
const lengthWidth = 43;
const mostCellWidth = 9;
const rowRule = { color: colors.faintRule, width: 0.5 };

/** `floor`: where the first page's foot begins. Other pages repeat the head. */
type Rows = { flow: Flow; layout: ReportLayout; floor: number };

function writeRows(verdict: Verdict, { flow, layout, floor }: Rows): void {
	const say = wordsIn(layout.language);
	const { faces, left, width } = flow;
	const { rows, walls, unit } = verdict;
	const values = [
		[say("verdict.min"), "min"],
		[say("verdict.mean"), "mean"],
		[say("verdict.max"), "max"],
		...(hasKinetic(rows) ? [[say("verdict.mkt"), "kinetic"] as const] : []),
	] as const;
	const fixed = markWidth + values.length * valueWidth + 2 * lengthWidth + 8;
	const cell = Math.min(mostCellWidth, (width - fixed - nameWidth) / Math.max(walls.length, 1));
	const cellsLeft = left + width - cell * walls.length;
	const lengthsEnd = cellsLeft - 8;
	const valuesLeft = lengthsEnd - 2 * lengthWidth - values.length * valueWidth;
	const nameLeft = left + markWidth;
	const own = { face: faces.bold, size: 8, width: valuesLeft - nameLeft };
	const under = { face: faces.regular, size: 6.5, width: own.width, color: colors.quiet };
	const right = (position: number) => valuesLeft + (position + 1) * valueWidth;
	const fitted = (text: string, most: number) => Math.min(7, (7 * most) / Math.max(faces.regular.widthOf(text, 7), 1));
	const labels = cellLabels(unit, walls, layout.language);
	const signedPages = flow.pages.length;
	let shownDevice: string | null = null;

	function drawHead(): void {
		const { canvas } = flow;
		const head = { face: faces.bold, size: 6.5 };
		canvas.box(left, flow.y - headHeight, { width, height: headHeight }, colors.head);
		const base = flow.y - headHeight + 7;
		canvas.text(faces.shown(say("verdict.deviceChannel")), nameLeft, base, head);
		for (const [position, [title]] of values.entries()) {
			canvas.text(faces.shown(title), right(position), base, { ...head, align: "right" });
		}
		const outOf = wrapped(faces.shown(say("chart.outOfLimits")), { ...head, width: lengthWidth - 10 }, 2);
		for (const [index, line] of outOf.reverse().entries()) {
			canvas.text(line, lengthsEnd - lengthWidth, base + index * lineHeight, { ...head, align: "right" });
		}
		canvas.text(faces.shown(say("verdict.unknown")), lengthsEnd, base, { ...head, align: "right" });
		for (const [index, { upper, lower }] of labels.entries()) {
			const x = cellsLeft + index * cell;
			canvas.text(lower, x + cell / 2, base, { face: faces.regular, size: 5.5, align: "center" });
			if (hasRoom(index)) canvas.text(upper, x, base + lineHeight, { ...head, size: 6 });
		}
		flow.y -= headHeight;
		canvas.line([left, flow.y], [left + width, flow.y], { color: colors.accent, width: 0.9 });
		shownDevice = null;
	}

	function hasRoom(index: number): boolean {
		const upper = labels[index]?.upper ?? "";
		const next = labels.findIndex((label, position) => position > index && label.upper !== "");
		const end = next === -1 ? labels.length : next;
		return faces.bold.widthOf(upper, 6) <= (end - index) * cell + 4;
	}

	function textsOf(row: VerdictRow): { text: string; style: typeof own & { color?: Color } }[] {
		const what = [row.channel, row.limits].filter(Boolean).join(" · ");
		const names = row.device === shownDevice ? [] : wrapped(faces.shown(row.device), own, 2);
		return [
			...names.map((text) => ({ text, style: own })),
			...(what === "" ? [] : [{ text: shortened(faces.shown(what), under), style: under }]),
		];
	}

	function drawRow(row: VerdictRow, texts: ReturnType<typeof textsOf>): void {
		const { canvas, y } = flow;
		const first = y - 10.5;
		drawMark(canvas, marks[row.state], { x: left + markMiddle, y: first + 2.6, size: 6.6 });
		for (const [index, { text, style }] of texts.entries()) {
			canvas.text(text, nameLeft, first - index * lineHeight, style);
		}
		if (row.min === "" && row.state === "silent") {
			canvas.text(faces.shown(say("verdict.noReadingsOfRow")), right(values.length - 1), first, {
				...under,
				size: 7,
				align: "right",
			});
		}
		for (const [position, [, name]] of values.entries()) {
			const size = fitted(row[name], valueWidth - 3);
			canvas.text(row[name], right(position), first, { face: faces.regular, size, align: "right" });
		}
		const { outMs, unknownMs } = row;
		const lengths = [
			{
				ms: outMs,
				none: row.state === "silent" ? "" : outMs === null ? say("legend.none") : say("verdict.none"),
				end: lengthsEnd - lengthWidth,
			},
			{ ms: unknownMs, none: say("verdict.none"), end: lengthsEnd },
		];
		for (const { ms, none, end } of lengths) {
			const text = ms ? durationText(ms, layout) : none;
			const size = fitted(text, lengthWidth - 5);
			const style = ms ? { face: faces.bold } : { face: faces.regular, color: colors.quiet };
			canvas.text(text, end, first, { ...style, size, align: "right" });
		}
		const below = outNote(row, say);
		const size = Math.min(6.5, fitted(below, lengthWidth - 3));
		canvas.text(below, lengthsEnd - lengthWidth, first - lineHeight, { ...under, size, align: "right" });
		for (const [index, wall] of walls.entries()) {
			const state = row.cells.get(wall);
			if (!state) continue;
			drawMark(canvas, state, { x: cellsLeft + (index + 0.5) * cell, y: first + 2.6, size: Math.min(cell, 6.6) });
		}
	}

	writeLegend(verdict, flow, layout);
	flow.y -= 10;
	drawHead();
	for (const row of rows) {
		const height = () => Math.max(textsOf(row).length, outNote(row, say) === "" ? 1 : 2) * lineHeight + 7;
		const bottom = flow.pages.length === signedPages ? floor : margins.bottom;
		if (flow.y - height() < bottom) {
			flow.startPage();
			drawHead();
		}
		const own = height();
		drawRow(row, textsOf(row));
		shownDevice = row.device;
		flow.y -= own;
		flow.canvas.line([left, flow.y], [left + width, flow.y], rowRule);
	}
}

function outNote({ excursions, isOpen }: VerdictRow, say: ReportFileTranslate): string {
	if (excursions === 0) return "";
	if (!isOpen) return say("verdict.excursions", { count: excursions });
	return excursions === 1 ? say("verdict.oneNotOver") : say("verdict.excursionsNotOver", { count: excursions });
}
