import { PDF } from "@libpdf/core";
import { languageName } from "../../../../shared/message/language";
import type { ReportLayout, SignatureMeaning } from "../../../../shared/report/report";
import type { IdentityProof } from "../../../../shared/session/identity-confirmation";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type { ReadFont } from "../render-options";
import { colors } from "./canvas";
import { createFlow, type Flow } from "./flow";
import { shortened, wrapped } from "./line-breaks";
import { edgeTexts, writeEdges, writeStandInNote } from "./page-edges";
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
	/** Absent: English. */
	language?: string | undefined;
	signatures: {
		name: string;
		email: string;
		meaning: SignatureMeaning;
		reason: string;
		timeText: string;
		/** Absent: a queue body of the previous release. */
		proof?: IdentityProof | null | undefined;
	}[];
};

const labelWidth = 92;

/** Saves incrementally: the edition begins with the signed file, byte for byte. */
export async function editionOf(signed: Uint8Array, page: SignaturePage, readFont?: ReadFont): Promise<Uint8Array> {
	const pdf = await PDF.load(signed);
	await writeSignatures(pdf, page, { kind: "edition", readFont });
	return pdf.save({ incremental: true, subsetFonts: true });
}

export async function certificateOf(page: SignaturePage, readFont?: ReadFont): Promise<Uint8Array> {
	const pdf = PDF.create();
	pdf.setTitle(wordsIn(page.language)("signatures.title", { name: page.fileName }), { showInWindowTitleBar: true });
	pdf.setAuthor(page.companyName);
	pdf.setSubject(page.runId);
	pdf.setCreator(page.productName);
	pdf.setProducer(page.productName);
	pdf.setLanguage(page.language ?? "en");
	await writeSignatures(pdf, page, { kind: "certificate", readFont });
	return pdf.save({ subsetFonts: true });
}

type Signing = { kind: "edition" | "certificate"; readFont: ReadFont | undefined };

async function writeSignatures(pdf: PDF, page: SignaturePage, { kind, readFont }: Signing): Promise<void> {
	const { language } = page;
	const say = wordsIn(language);
	const faces = embedTypefaces(pdf, { language, readFont });
	const edges = {
		...page,
		layout: page,
		title: say("signatures.title", { name: page.reportName }),
		clockText: page.fileName,
		kind: "signatures" as const,
	};
	const signers = page.signatures.map(({ name, email, reason, timeText }) => [name, email, reason, timeText]);
	await faces.prepare(edgeTexts(edges), page.reportName, page.periodText, signers);
	const flow = createFlow({ pdf, faces, paper: page.paper });
	flow.startPage();
	writeHeading({ companyName: page.companyName, pdf }, say("table.signatures"), flow);
	flow.y -= 4;
	flow.paragraph(say(`signatures.${kind}`), { face: faces.regular, size: 8.5, color: colors.quiet });
	flow.y -= 8;
	writeFacts(
		[
			[say("fact.report"), page.reportName],
			[say("fact.period"), page.periodText],
			[say("fact.file"), page.fileName],
			["SHA-256", page.sha256],
			[say("fact.run"), page.runId],
			...(language === undefined || language === "en"
				? []
				: ([[say("fact.language"), languageName(language)]] satisfies [string, string][])),
		],
		flow,
		labelWidth,
	);
	flow.y -= 8;
	for (const signature of page.signatures) writeSignature(signature, flow, language);
	writeStandInNote(flow, page, "console");
	writeEdges(flow.pages, flow, edges);
}

function writeSignature(
	signature: SignaturePage["signatures"][number],
	flow: Flow,
	language: SignaturePage["language"],
): void {
	const say = wordsIn(language);
	const { faces, left, width } = flow;
	const { name, email, reason, timeText, proof } = signature;
	const meaning = say(`signature.${signature.meaning}`);
	const facts: [string, string][] = [
		[say("signature.signedBy"), name],
		[say("signature.address"), email],
		[say("signature.meaning"), meaning],
		[say("signature.time"), timeText],
		[say("signature.proof"), proof ? proofText(proof, say) : ""],
		[say("signature.reason"), reason],
	];
	const reasonLines = wrapped(reason, { face: faces.regular, size: 8.5, width: width - labelWidth }).length;
	flow.needs(Math.min(36 + (facts.length + reasonLines) * 14, 300));
	flow.canvas.line([left, flow.y], [left + width, flow.y], { color: colors.rule, width: 0.8 });
	flow.y -= 8;
	const heading = { face: faces.bold, size: 11, width };
	flow.canvas.text(shortened(faces.shown(say("signature.heading", { meaning, name })), heading), left, flow.y - 11, {
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

function proofText(proof: IdentityProof, say: ReturnType<typeof wordsIn>): string {
	if (proof.by === "code") return say("signature.proof.code", { address: proof.address });
	if (proof.by === "sso") return say("signature.proof.sso", { provider: proof.provider });
	return say(`signature.proof.${proof.by}`);
}
