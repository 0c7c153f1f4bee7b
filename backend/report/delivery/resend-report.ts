import { serverLimits } from "../../../shared/base/limits";
import type { ResendReport, RevokeReportLink } from "../../../shared/report/report";
import type { Call } from "../../base/context";
import { domainError } from "../../base/errors";
import { contactOrThrow } from "../../contact/contact-projection";
import { countLinks, listSentFileIds, revokeLinks } from "../../db/report-link-rows";
import { findVersion } from "../../db/report-rows";
import { type FileRow, listFiles } from "../../db/report-run-rows";
import { visibleRunOrThrow } from "../run/visible-runs";
import { isWhole, recipientIds, sendFile } from "./deliver-run";

/** Throws REPORT_RUN_NOT_FOUND, REPORT_HAS_NO_FILE, REPORT_SENDS_LIMIT, CONTACT_NOT_FOUND. */
export function resendReport({ ctx, input }: Call<ResendReport>): { files: number } {
	const run = visibleRunOrThrow(ctx, input.runId);
	const { id: contactId } = contactOrThrow(ctx, input.contactId);
	const definition = findVersion(ctx.db, run.reportId, run.definitionVersion);
	const files = listFiles(ctx.db, [run.id]);
	if (!isWhole(run) || definition === null || files.length === 0) throw domainError("REPORT_HAS_NO_FILE", input);
	const sent = listSentFileIds(ctx.db, { runId: run.id, contactId });
	const isNamedFor = (file: FileRow) => recipientIds(ctx, definition.delivery, file).includes(contactId);
	const isTheirs = sent.length > 0 ? ({ id }: FileRow) => sent.includes(id) : isNamedFor;
	const theirs = files.filter((file) => file.kind === "report" && isTheirs(file));
	if (theirs.length === 0) throw domainError("CONTACT_NOT_FOUND", input);
	if (theirs.some(({ id: fileId }) => countLinks(ctx.db, { fileId, contactId }) >= serverLimits.sendsPerReportFile)) {
		throw domainError("REPORT_SENDS_LIMIT", input);
	}
	ctx.db.transaction(() => {
		for (const file of theirs) sendFile(ctx, { run, definition, file }, contactId);
		ctx.audit.act({ report: [run.reportId], contact: [contactId] }, { run: run.id });
	});
	ctx.invalidations.changed("messages", "all");
	return { files: theirs.length };
}

/** Revokes all links of a run to a visible contact; attached files cannot be revoked. */
export function revokeReportLink({ ctx, input }: Call<RevokeReportLink>): { revoked: number } {
	const { reportId, id: runId } = visibleRunOrThrow(ctx, input.runId);
	const { id: contactId } = contactOrThrow(ctx, input.contactId);
	return ctx.db.transaction(() => {
		const revoked = revokeLinks(ctx.db, { runId, contactId }, ctx.now);
		ctx.audit.act({ report: [reportId], contact: [contactId] }, { run: runId, links: revoked });
		return { revoked };
	});
}
