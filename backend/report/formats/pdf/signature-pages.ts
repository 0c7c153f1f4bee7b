import { PDF } from "@libpdf/core";
import type { ReportLayout } from "../../../../shared/report/report";
import { colors } from "./canvas";
import { createFlow, type Flow } from "./flow";
import { shortened, wrapped } from "./line-breaks";
import { writeEdges, writeStandInNote } from "./page-edges";
import { writeFacts, writeHeading } from "./title-block";
import { embedTypefaces } from "./typefaces";

export type SignaturePage = {
	companyName: string;
	productName: string;
	fileName: string;
	sha256: string;
	runId: string;
	reportName: string;
	periodText: string;
	verifyUrl: string | null;
	paper: ReportLayout["paper"];
	signatures: { name: string; email: string; meaning: string; reason: string; timeText: string }[];
};

const labelWidth = 92;

/** Saves incrementally: the edition begins with the signed file, byte for byte. */
export async function editionOf(signed: Uint8Array, page: SignaturePage): Promise<Uint8Array> {
	const pdf = await PDF.load(signed);
	writeSignatures(pdf, page, "The pages before this one are the file that was signed, byte for byte.");
	return pdf.save({ incremental: true, subsetFonts: true });
}

export async function certificateOf(page: SignaturePage): Promise<Uint8Array> {
	const pdf = PDF.create();
	pdf.setTitle(`Signatures: ${page.fileName}`, { showInWindowTitleBar: true });
	pdf.setAuthor(page.companyName);
	pdf.setSubject(page.runId);
	pdf.setCreator(page.productName);
	pdf.setProducer(page.productName);
	pdf.setLanguage("en");
	writeSignatures(pdf, page, "This page tells who signed the file that is named here. The file itself is unchanged.");
	return pdf.save({ subsetFonts: true });
}

function writeSignatures(pdf: PDF, page: SignaturePage, aboutText: string): void {
	const faces = embedTypefaces(pdf);
	const flow = createFlow({ pdf, faces, paper: page.paper });
	flow.startPage();
	writeHeading({ companyName: page.companyName, pdf }, "Signatures", flow);
	flow.y -= 4;
	flow.paragraph(aboutText, { face: faces.regular, size: 8.5, color: colors.quiet });
	flow.y -= 8;
	writeFacts(
		[
			["Report", page.reportName],
			["Period", page.periodText],
			["File", page.fileName],
			["SHA-256", page.sha256],
			["Run", page.runId],
		],
		flow,
		labelWidth,
	);
	flow.y -= 8;
	for (const signature of page.signatures) writeSignature(signature, flow);
	writeStandInNote(flow, "The console has the letters themselves.");
	writeEdges(flow.pages, flow, {
		...page,
		title: `Signatures: ${page.reportName}`,
		clockText: page.fileName,
		pageWord: "Signatures, page",
	});
}

function writeSignature(signature: SignaturePage["signatures"][number], flow: Flow): void {
	const { faces, left, width } = flow;
	const { name, email, meaning, reason, timeText } = signature;
	const facts: [string, string][] = [
		["Signed by", name],
		["Address", email],
		["Meaning", meaning],
		["Time", timeText],
		["Reason", reason],
	];
	const reasonLines = wrapped(reason, { face: faces.regular, size: 8.5, width: width - labelWidth }).length;
	flow.needs(Math.min(36 + (facts.length + reasonLines) * 14, 300));
	flow.canvas.line([left, flow.y], [left + width, flow.y], { color: colors.rule, width: 0.8 });
	flow.y -= 8;
	const heading = { face: faces.bold, size: 11, width };
	flow.canvas.text(shortened(faces.shown(`${meaning}: ${name}`), heading), left, flow.y - 11, {
		...heading,
		color: colors.accent,
	});
	flow.y -= 20;
	writeFacts(
		facts.filter(([, value]) => value !== ""),
		flow,
		labelWidth,
	);
	flow.y -= 8;
}
