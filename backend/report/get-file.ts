import type { GetReportFile, StoredReportFile } from "../../shared/report";
import type { Verb } from "../base/context";
import { domainError } from "../base/errors";
import { findFile, findRun } from "../db/report-run-rows";
import { readableOrThrow } from "./report-scope";

/** Where a whole file is, for the endpoint that sends it. Throws REPORT_FILE_NOT_FOUND, NOT_PERMITTED. */
export function getFile({ ctx, input }: Verb<GetReportFile>): StoredReportFile {
	const file = findFile(ctx.db, input.fileId);
	const run = file && findRun(ctx.db, file.runId);
	if (!file || !run) throw domainError("REPORT_FILE_NOT_FOUND", { fileId: input.fileId });
	readableOrThrow(ctx, run.reportId);
	const { name, mediaType, objectKey, bytes, sha256 } = file;
	return { name, mediaType, objectKey, bytes, sha256 };
}
