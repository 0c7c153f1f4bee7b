import { countDigits, type TimeStyle } from "../../shared/formats/display-formats";
import type { ReportDefinition } from "../../shared/report/report";
import { messageTimeText, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { countOpening, findReportLink, type ReportLinkRow } from "../db/report-link-rows";
import { findReport, findVersion } from "../db/report-rows";
import { type FileRow, findFile, findRun, type RunRow } from "../db/report-run-rows";
import type { LinkClaims } from "../keys/link-tokens";
import { namePart } from "../message/templates/plain-text";
import { periodText } from "../report/document/report-facts";
import { momentText, zoneClock } from "../report/source/report-clock";
import type { LinkAction, LinkStore, PageContent } from "./link-action";

const denied = (why: string): Found => ({
	denied: {
		title: "This link opens no file any more",
		text: [`${why} Ask whoever sent it to send the report again.`],
		choices: [],
	},
});

export const reportAction: LinkAction = {
	targets: (store, claims) => {
		const found = findOpen(store, claims);
		return "open" in found ? { report: [found.open.run.reportId] } : {};
	},
	view: (store, claims, { companyName, timeZone, formats }) => {
		const found = findOpen(store, claims);
		if ("denied" in found) return found.denied;
		const { link, run, file } = found.open;
		const { name, bytes, sha256, mediaType, objectKey } = file;
		const until = messageTimeText(link.expiresAt, zoneOffsetMinutes(timeZone, link.expiresAt), formats);
		const definition = findVersion(store.db, run.reportId, run.definitionVersion);
		const reportName = findReport(store.db, run.reportId)?.name ?? definition?.name ?? name;
		return {
			title: namePart(reportName, 100),
			text: [
				`A report of ${companyName} for ${periodOf(run, definition, formats)}.`,
				`${namePart(name, 120)}, ${countDigits(bytes, formats)} bytes.`,
				`This link opens it until ${until}. It was made for you: pass it on only to people who may see the file.`,
				`SHA-256 checksum, for checking it: ${sha256}`,
			],
			choices: [{ value: "download", label: "Download the file", asksNumber: false }],
			file: { objectKey, name, mediaType, bytes },
		};
	},
	act: ({ db }, { subject }) => countOpening(db, subject ?? ""),
};

function periodOf(run: RunRow, definition: ReportDefinition | null, { dateOrder, hourCycle }: TimeStyle): string {
	if (definition) {
		const layout = { ...definition.layout, dateOrder, hourCycle };
		return periodText({ definition: { ...definition, layout }, from: run.from, to: run.to });
	}
	const [from, to] = [run.from, run.to].map((at) => momentText(at, zoneClock("UTC"), { dateOrder, hourCycle }));
	return `${from} to ${to}`;
}

type Found = { open: { link: ReportLinkRow; run: RunRow; file: FileRow } } | { denied: PageContent };

function findOpen({ db, now }: LinkStore, { subject, recipient }: LinkClaims): Found {
	const link = findReportLink(db, subject ?? "");
	const isTheirs = link?.contactId === recipient.contactId;
	if (!link || !isTheirs) return denied("The run that it was made for is deleted.");
	if (link.revokedAt !== null) return denied("It was withdrawn.");
	if (link.expiresAt <= now) return denied("It has expired.");
	const [run, file] = [findRun(db, link.runId), findFile(db, link.fileId)];
	if (!run || !file) return denied("The file was deleted.");
	return { open: { link, run, file } };
}
