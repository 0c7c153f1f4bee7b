import type { PDF } from "@libpdf/core";
import type { ReportLook } from "../render-options";
import { type Color, colors } from "./canvas";
import type { Flow } from "./flow";
import { shortened, wrapped } from "./line-breaks";

const factSize = 8.5;
const factHeight = 12.5;

const logoHeight = 34;
const logoWidth = 150;

export type Letterhead = { companyName: string; look?: ReportLook | undefined; pdf: PDF; titleSize?: number };

export function writeHeading({ companyName, look, pdf, titleSize = 21 }: Letterhead, title: string, flow: Flow): void {
	const { faces, left, width } = flow;
	flow.canvas.box(left, flow.y + 14, { width, height: 3 }, look?.accent ? colorOf(look.accent) : colors.accent);
	if (look?.logo) writeLogo(pdf, look.logo, flow);
	flow.paragraph(companyName, { face: faces.bold, size: 10, color: colors.quiet });
	for (const line of look?.letter ?? []) flow.paragraph(line, { face: faces.regular, size: 8, color: colors.quiet });
	flow.y -= 4;
	flow.paragraph(title, { face: faces.bold, size: titleSize, lead: 1.25 });
}

function writeLogo(pdf: PDF, bytes: Uint8Array, flow: Flow): void {
	const logo = pdf.embedPng(bytes);
	const scale = Math.min(logoHeight / logo.height, logoWidth / logo.width);
	const size = { width: logo.width * scale, height: logo.height * scale };
	flow.page.drawImage(logo, { x: flow.left, y: flow.y - size.height, ...size });
	flow.y -= size.height + 8;
}

function colorOf(color: string): Color {
	const digits = Number.parseInt(color.slice(1), 16);
	return [(digits >> 16) / 255, ((digits >> 8) & 0xff) / 255, (digits & 0xff) / 255];
}

export function writeFacts(facts: readonly [label: string, value: string][], flow: Flow, labelWidth: number): void {
	const { faces, left, width } = flow;
	const text = { face: faces.regular, size: factSize, width: width - labelWidth };
	const name = { face: faces.bold, size: factSize, width: labelWidth - 8, color: colors.quiet };
	for (const [label, value] of facts) {
		for (const [index, line] of wrapped(faces.shown(value), text).entries()) {
			flow.needs(factHeight);
			if (index === 0) flow.canvas.text(shortened(faces.shown(label), name), left, flow.y - 9, name);
			flow.canvas.text(line, left + labelWidth, flow.y - 9, text);
			flow.y -= factHeight;
		}
		flow.y -= 1.5;
	}
}
