import type { RenderOptions } from "../render-options";
import { colors } from "./canvas";
import { addLink, type Flow, type FlowPage, margins } from "./flow";
import { shortened } from "./line-breaks";
import { standIn } from "./typefaces";

type Edges = Pick<RenderOptions, "companyName" | "productName" | "runId" | "verifyUrl" | "look"> & {
	title: string;
	clockText: string;
	pageWord?: string;
};

const size = 7;

/** Writes page heads and feet, which need the page count. The first page has its title instead of a head. */
export function writeEdges(pages: readonly FlowPage[], { faces, left }: Flow, edges: Edges): void {
	const { companyName, productName, runId, verifyUrl, clockText, look, pageWord = "Page" } = edges;
	const quiet = { face: faces.regular, size, color: colors.quiet };
	const rule = { color: colors.rule, width: 0.6 };
	const link = verifyUrl === null ? "" : faces.shown(`Check this file at ${verifyUrl}`);
	const words = look?.footer ?? "";
	for (const [index, { page, canvas, section }] of pages.entries()) {
		const width = page.width - 2 * margins.side;
		const right = left + width;
		const half = { face: faces.regular, size, width: width * 0.62 };
		const title = shortened(faces.shown(edges.title), { ...half, width: width / 2 - 8 });
		const made = shortened(faces.shown(`${companyName} · made by ${productName}`), half);
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
		canvas.text(`${pageWord} ${index + 1} of ${pages.length}`, right, top - 11, {
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

export function writeStandInNote({ pages: [first], faces, left }: Flow, furtherText: string): void {
	if (!faces.hasStandIns()) return;
	const words = `Where this file's fonts lack a letter, ${standIn} stands for it. ${furtherText}`;
	first?.canvas.text(words, left, margins.bottom - 9, { face: faces.regular, size, color: colors.quiet });
}
