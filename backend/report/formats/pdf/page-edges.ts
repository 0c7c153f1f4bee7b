import type { ReportLayout } from "../../../../shared/report/report";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type { RenderOptions } from "../render-options";
import { colors } from "./canvas";
import { addLink, type Flow, type FlowPage, margins } from "./flow";
import { shortened } from "./line-breaks";
import { standIn, type Texts } from "./typefaces";

type Language = Pick<ReportLayout, "language">;

type Edges = Pick<RenderOptions, "companyName" | "productName" | "runId" | "verifyUrl" | "look"> & {
	layout: Language;
	title: string;
	clockText: string;
	/** Each kind of pages counts its own. */
	kind?: "page" | "verdict" | "signatures";
};

const size = 7;

/** Writes page heads and feet, which need the page count. The first page has its title instead of a head. */
export function writeEdges(pages: readonly FlowPage[], { faces, left }: Flow, edges: Edges): void {
	const { companyName, productName, runId, verifyUrl, clockText, look, layout, kind = "page" } = edges;
	const say = wordsIn(layout.language);
	const quiet = { face: faces.regular, size, color: colors.quiet };
	const rule = { color: colors.rule, width: 0.6 };
	const link = verifyUrl === null ? "" : faces.shown(say("edge.checkAt", { url: verifyUrl }));
	const words = look?.footer ?? "";
	for (const [index, { page, canvas, section }] of pages.entries()) {
		const width = page.width - 2 * margins.side;
		const right = left + width;
		const half = { face: faces.regular, size, width: width * 0.62 };
		const title = shortened(faces.shown(edges.title), { ...half, width: width / 2 - 8 });
		const made = shortened(faces.shown(say("edge.madeBy", { company: companyName, product: productName })), half);
		const times = shortened(faces.shown(clockText), half);
		const linkWidth = link === "" ? 0 : words === "" ? width : width * 0.62;
		const footer = words === "" ? "" : shortened(faces.shown(words), { ...half, width: width - linkWidth - 12 });
		if (index > 0) {
			const top = page.height - margins.top + 14;
			canvas.text(title, left, top + 5, quiet);
			const shown = shortened(faces.shown(section), { ...half, width: width / 2 - 8 });
			canvas.text(shown, right, top + 5, { ...quiet, align: "right" });
			canvas.line([left, top], [right, top], rule);
		}
		const top = margins.bottom - 14;
		canvas.line([left, top], [right, top], rule);
		canvas.text(made, left, top - 11, quiet);
		const number = { page: String(index + 1), pages: String(pages.length) };
		canvas.text(faces.shown(say(`edge.${kind}`, number)), right, top - 11, {
			...quiet,
			face: faces.bold,
			align: "right",
		});
		canvas.text(times, left, top - 21, quiet);
		canvas.text(runId, right, top - 21, { ...quiet, align: "right" });
		canvas.text(footer, right, top - 31, { ...quiet, align: "right" });
		if (verifyUrl !== null) {
			canvas.text(shortened(link, { ...half, width: linkWidth }), left, top - 31, { ...quiet, color: colors.accent });
			const rect = { x: left, y: top - 34, width: Math.min(faces.regular.widthOf(link, size), linkWidth), height: 10 };
			addLink(page, { rect, uri: verifyUrl });
		}
		canvas.finish();
	}
}

export function writeStandInNote(
	{ pages: [first], faces, left }: Flow,
	{ language }: Language,
	letters: "otherFormats" | "console",
): void {
	if (!faces.hasStandIns()) return;
	const words = wordsIn(language)(`standIns.${letters}`, { sign: standIn });
	first?.canvas.text(faces.shown(words), left, margins.bottom - 9, { face: faces.regular, size, color: colors.quiet });
}

/** Every page shows these, and a word of the language, so that its letters are there. */
export function edgeTexts({ title, clockText, companyName, productName, look, layout }: Edges): Texts[] {
	const own = wordsIn(layout.language)("legend.within");
	return [title, clockText, companyName, productName, look?.letter, look?.footer, own];
}
