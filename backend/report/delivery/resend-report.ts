import type { ResendReport, RevokeReportLink } from "../../../shared/report/report";
import type { MemberContext, Verb } from "../../base/context";
import { domainError } from "../../base/errors";
import { findContact } from "../../db/contact-rows";
import { listSentFileIds, revokeLinks } from "../../db/report-link-rows";
import { findVersion } from "../../db/report-rows";
import { type FileRow, findRun, listFiles, type RunRow } from "../../db/report-run-rows";
import { readableOrThrow } from "../report-scope";
import { isWhole, recipientIds, sendFile } from "./deliver-run";

/**
 * Sends a run's files again to one of those who get them: what they were sent before, else what the report has for them.
 * Throws REPORT_RUN_NOT_FOUND, REPORT_HAS_NO_FILE, CONTACT_NOT_FOUND, NOT_PERMITTED.
 */
export function resendReport({ ctx, input }: Verb<ResendReport>): { files: number } {
	const run = readableRunOrThrow(ctx, input.runId);
	const { contactId } = input;
	const definition = findVersion(ctx.db, run.reportId, run.definitionVersion);
	const files = listFiles(ctx.db, [run.id]);
	if (!isWhole(run) || definition === null || files.length === 0) throw domainError("REPORT_HAS_NO_FILE", input);
	const sent = listSentFileIds(ctx.db, { runId: run.id, contactId });
	const isNamedFor = (file: FileRow) => recipientIds(ctx, definition.delivery, file).includes(contactId);
	const isTheirs = sent.length > 0 ? ({ id }: FileRow) => sent.includes(id) : isNamedFor;
	const theirs = files.filter((file) => file.kind === "report" && isTheirs(file));
	if (theirs.length === 0 || !findContact(ctx.db, contactId)) throw domainError("CONTACT_NOT_FOUND", input);
	ctx.db.transaction(() => {
		for (const file of theirs) sendFile(ctx, { run, definition, file }, contactId);
		ctx.audit.act({ report: [run.reportId], contact: [contactId] }, { run: run.id });
	});
	ctx.hints.changed("messages", "all");
	return { files: theirs.length };
}

/** Of every message of a run to a contact. What was attached to one is theirs. */
export function revokeReportLink({ ctx, input }: Verb<RevokeReportLink>): { revoked: number } {
	const { reportId, id: runId } = readableRunOrThrow(ctx, input.runId);
	const { contactId } = input;
	return ctx.db.transaction(() => {
		const revoked = revokeLinks(ctx.db, { runId, contactId }, ctx.now);
		ctx.audit.act({ report: [reportId], contact: [contactId] }, { run: runId, links: revoked });
		return { revoked };
	});
}

/** Throws REPORT_RUN_NOT_FOUND, and NOT_PERMITTED where its report is about more than the caller sees. */
export function readableRunOrThrow(ctx: MemberContext, runId: string): RunRow {
	const run = findRun(ctx.db, runId);
	if (!run) throw domainError("REPORT_RUN_NOT_FOUND", { runId });
	readableOrThrow(ctx, run.reportId);
	return run;
}
