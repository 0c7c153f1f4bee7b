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
import type { LinkAction, LinkStore } from "./link-action";

type Why = "report.runDeleted" | "report.withdrawn" | "report.expired" | "report.fileDeleted";

export const reportAction: LinkAction = {
	targets: (store, claims) => {
		const found = findOpen(store, claims);
		return "open" in found ? { report: [found.open.run.reportId] } : {};
	},
	view: (store, claims, { say, companyName: company, timeZone, formats }) => {
		const found = findOpen(store, claims);
		if ("denied" in found) return { title: say("report.closed"), text: [say(found.denied)], choices: [] };
		const { link, run, file } = found.open;
		const { name, bytes, sha256, mediaType, objectKey } = file;
		const until = messageTimeText(link.expiresAt, zoneOffsetMinutes(timeZone, link.expiresAt), {
			...formats,
			language: say.language,
		});
		const definition = findVersion(store.db, run.reportId, run.definitionVersion);
		const reportName = findReport(store.db, run.reportId)?.name ?? definition?.name ?? name;
		return {
			title: namePart(reportName, 100),
			text: [
				say("report.of", { company, period: periodOf(run, definition, formats) }),
				say("report.file", { name: namePart(name, 120), bytes, size: countDigits(bytes, formats) }),
				say("report.until", { time: until }),
				say("report.checksum", { checksum: sha256 }),
			],
			choices: [{ value: "download", label: say("report.download"), asksNumber: false }],
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

type Found = { open: { link: ReportLinkRow; run: RunRow; file: FileRow } } | { denied: Why };

function findOpen({ db, now }: LinkStore, { subject, recipient }: LinkClaims): Found {
	const link = findReportLink(db, subject ?? "");
	const isTheirs = link?.contactId === recipient.contactId;
	if (!link || !isTheirs) return { denied: "report.runDeleted" };
	if (link.revokedAt !== null) return { denied: "report.withdrawn" };
	if (link.expiresAt <= now) return { denied: "report.expired" };
	const [run, file] = [findRun(db, link.runId), findFile(db, link.fileId)];
	if (!run || !file) return { denied: "report.fileDeleted" };
	return { open: { link, run, file } };
}
