import type { ReportSignature, SignReport } from "../../../shared/report/report";
import type { Call } from "../../base/context";
import { domainError } from "../../base/errors";
import { findVersionAuthor } from "../../db/report-rows";
import { updateRun } from "../../db/report-run-rows";
import { isWhole } from "../delivery/deliver-run";
import { visibleFileOrThrow, visibleRunOrThrow } from "../run/visible-runs";
import { signFile } from "./sign-file";

/**
 * Throws REPORT_RUN_NOT_FOUND, REPORT_HAS_NO_FILE, REPORT_FILE_NOT_FOUND, IDENTITY_NOT_CONFIRMED, and InputError for a
 * meaning that the company keeps to other people.
 */
export function signReport({ ctx, input }: Call<SignReport>): ReportSignature {
	const { runId, fileId, meaning, reason } = input;
	const run = visibleRunOrThrow(ctx, runId);
	if (!isWhole(run)) throw domainError("REPORT_HAS_NO_FILE", { runId });
	const file = visibleFileOrThrow(ctx, fileId);
	if (file.runId !== runId || file.kind !== "report") throw domainError("REPORT_FILE_NOT_FOUND", { fileId });
	const signature = signFile(ctx, {
		file,
		meaning,
		reason,
		authors: [findVersionAuthor(ctx.db, run.reportId, run.definitionVersion), run.requesterId],
		target: { report: [run.reportId] },
		// Exempts signed runs from retention.
		signed: () => updateRun(ctx.db, runId, { keptUntil: null }),
	});
	ctx.invalidations.changed("reports", "all");
	return signature;
}
