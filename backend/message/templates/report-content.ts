import { verifyPagePath } from "../../../shared/report/verify-file";
import type { CauseFacts } from "../causes";
import { type ContentBlock, longestInstruction, type MessageContent, type Reader } from "./message-parts";
import { namePart, oneLine, paragraph } from "./plain-text";

type ReportFacts = CauseFacts["report"];

export function reportContent(report: ReportFacts, reader: Reader): MessageContent {
	const { reportName, groupName, period, fileName, bytes, sha256, state, notes, path } = report;
	const name = [namePart(reportName, 80), ...(groupName === null ? [] : [namePart(groupName)])].join(", ");
	const message = paragraph(report.message, longestInstruction);
	const again = report.wasSentBefore ? [{ kind: "text", text: "You were sent this file before." } as const] : [];
	const url = reader.page(path);
	return {
		subject: `${name}: ${oneLine(period, 100)}`,
		title: name,
		blocks: [
			{ kind: "text", text: `${reader.company} sends you this report. ${stateSentences[state] ?? ""}`.trim() },
			...again,
			...(message === "" ? [] : [{ kind: "text", text: message } as const]),
			...fileBlocks(report, reader),
			...notes.map((note) => ({ kind: "text", text: oneLine(note, 300) }) as const),
			{
				kind: "facts",
				rows: [
					["Period", oneLine(period, 160)],
					["File", namePart(fileName, 120)],
					["Size", sizeText(bytes, reader)],
					["SHA-256", sha256],
				],
			},
			{ kind: "links", links: [{ label: "See whether a file is unchanged", url: reader.url(verifyPagePath) }] },
		],
		short: `${report.wasSentBefore ? "Sent again: the" : "The"} report ${name} is ready, for ${oneLine(period, 100)}`,
		url,
	};
}

const stateSentences: Partial<Record<ReportFacts["state"], string>> = {
	empty: "There was nothing in its period.",
	partial: "It is not complete.",
};

function fileBlocks({ linkId, link, bytes, isTooLarge }: ReportFacts, reader: Reader): ContentBlock[] {
	const { links, url, time } = reader;
	if (!link) return [{ kind: "text", text: "Sign in at the console to download it." }];
	if (link.form === "attached") return [{ kind: "text", text: "The file is attached." }];
	const path = links.reports[linkId];
	if (path === undefined) return [];
	const why = isTooLarge
		? `With ${sizeText(bytes, reader)} the file is too large for a mail`
		: "The file is not attached";
	return [
		{ kind: "text", text: `${why}: it opens by this link, until ${time(link.expiresAt)}.` },
		{ kind: "link", label: "Open the file", url: url(path) },
		{ kind: "quiet", text: "Anyone with this mail can open the file: pass it on only to people who may see it." },
	];
}

function sizeText(bytes: number, { count }: Pick<Reader, "count">): string {
	if (bytes < 1_000) return `${bytes} bytes`;
	if (bytes < 1_000_000) return `${count(Math.round(bytes / 1_000))} kB`;
	return `${count(Number((bytes / 1_000_000).toFixed(1)))} MB`;
}

export function reportFailedContent({ reportName, period, error, path }: CauseFacts["reportFailed"], reader: Reader) {
	const name = namePart(reportName, 80);
	const sentence = `The report “${name}” could not be made for ${oneLine(period, 160)}.`;
	const url = reader.page(path);
	return {
		subject: `${name} could not be made`,
		title: "A report could not be made",
		blocks: [
			{ kind: "text", text: sentence },
			...(error === "" ? [] : [{ kind: "text", text: oneLine(error, 300) } as const]),
			{ kind: "link", label: "Open the report", url },
		],
		short: sentence,
		url,
	} satisfies MessageContent;
}
