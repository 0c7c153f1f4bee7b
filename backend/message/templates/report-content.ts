import { verifyPagePath } from "../../../shared/report/verify-file";
import type { CauseFacts } from "../causes";
import { type ContentBlock, longestInstruction, type MessageContent, type Reader } from "./message-parts";
import { namePart, oneLine, paragraph } from "./plain-text";

type ReportFacts = CauseFacts["report"];

export function reportContent(report: ReportFacts, reader: Reader): MessageContent {
	const { say, company } = reader;
	const { reportName, groupName, fileName, bytes, sha256, notes, path } = report;
	const own = namePart(reportName, 80);
	const name = groupName === null ? own : say("report.nameInGroup", { report: own, group: namePart(groupName) });
	const message = paragraph(report.message, longestInstruction);
	const again = report.wasSentBefore ? [{ kind: "text", text: say("report.sentBefore") } as const] : [];
	const period = oneLine(report.period, 100);
	return {
		subject: say("report.subject", { name, period }),
		title: name,
		blocks: [
			{ kind: "text", text: say(sendsKeys[report.state] ?? "report.sends", { company }) },
			...again,
			...(message === "" ? [] : [{ kind: "text", text: message } as const]),
			...fileBlocks(report, reader),
			...notes.map((note) => ({ kind: "text", text: oneLine(note, 300) }) as const),
			{
				kind: "facts",
				rows: [
					[say("report.period"), oneLine(report.period, 160)],
					[say("report.file"), namePart(fileName, 120)],
					[say("report.size"), sizeText(bytes, reader)],
					["SHA-256", sha256],
				],
			},
			{ kind: "links", links: [{ label: say("report.verify"), url: reader.url(verifyPagePath) }] },
		],
		short: say(report.wasSentBefore ? "report.readyAgain" : "report.ready", { name, period }),
		url: reader.page(path),
	};
}

const sendsKeys: Partial<Record<ReportFacts["state"], "report.sends.empty" | "report.sends.partial">> = {
	empty: "report.sends.empty",
	partial: "report.sends.partial",
};

function fileBlocks({ linkId, link, bytes, isTooLarge }: ReportFacts, reader: Reader): ContentBlock[] {
	const { links, url, say } = reader;
	if (!link) return [{ kind: "text", text: say("report.signIn") }];
	if (link.form === "attached") return [{ kind: "text", text: say("report.attached") }];
	const path = links.reports[linkId];
	if (path === undefined) return [];
	const time = reader.time(link.expiresAt);
	return [
		{
			kind: "text",
			text: isTooLarge
				? say("report.tooLarge", { size: sizeText(bytes, reader), time })
				: say("report.notAttached", { time }),
		},
		{ kind: "link", label: say("report.openFile"), url: url(path) },
		{ kind: "quiet", text: say("report.anyone") },
	];
}

function sizeText(bytes: number, { count, say }: Pick<Reader, "count" | "say">): string {
	if (bytes < 1_000) return say("report.size.bytes", { bytes });
	if (bytes < 1_000_000) return `${count(Math.round(bytes / 1_000))} kB`;
	return `${count(Number((bytes / 1_000_000).toFixed(1)))} MB`;
}

export function reportFailedContent(
	{ reportName, period, error, path }: CauseFacts["reportFailed"],
	{ say, page }: Reader,
) {
	const name = namePart(reportName, 80);
	const sentence = say("reportFailed.sentence", { name, period: oneLine(period, 160) });
	const url = page(path);
	return {
		subject: say("reportFailed.subject", { name }),
		title: say("reportFailed.title"),
		blocks: [
			{ kind: "text", text: sentence },
			...(error === "" ? [] : [{ kind: "text", text: oneLine(error, 300) } as const]),
			{ kind: "link", label: say("open.report"), url },
		],
		short: sentence,
		url,
	} satisfies MessageContent;
}
