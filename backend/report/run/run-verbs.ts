import { limits } from "../../../shared/base/limits";
import type {
	GetReportFile,
	GetReportRuns,
	ReportRun,
	ReportRunPage,
	ReportRunTarget,
	RunReport,
	StoredReportFile,
} from "../../../shared/report/report";
import type { MemberContext, Verb } from "../../base/context";
import { domainError, InputError } from "../../base/errors";
import { assertPlanRoom } from "../../billing/plan-limits";
import { countOpenRuns, findFile, findRun, listRuns, type RunRow } from "../../db/report-run-rows";
import { readableOrThrow, reportOrThrow } from "../report-scope";
import { endRun } from "./end-run";
import { toRuns } from "./run-projection";
import { currentPeriod, startRun } from "./start-run";

const runsPerPage = 50;

/** Throws NOT_PERMITTED for a report that is about more than the caller sees, REPORT_RUN_LIMIT. */
export function runReport({ ctx, input }: Verb<RunReport>): ReportRun {
	const { reportId, period, isSent } = input;
	const report = readableOrThrow(ctx, reportId);
	if (countOpenRuns(ctx.db) >= limits.openReportRuns) throw domainError("REPORT_RUN_LIMIT", { reportId });
	assertPlanRoom(ctx.db, "reportRuns", { field: "period", now: ctx.now });
	const { from, to } = period ?? currentPeriod(ctx.db, report, ctx.now);
	if (from >= to) throw new InputError({ period: "The period is empty. Choose another one." });
	const run = ctx.audit.change({}, () => {
		ctx.audit.makes();
		ctx.audit.act({ report: [reportId] }, { from: new Date(from).toISOString(), to: new Date(to).toISOString() });
		const trigger = isRevised(ctx, { reportId, from, to }) ? "revision" : "manual";
		return startRun(ctx, report, { from, to, trigger, requestedBy: ctx.user.name, isSent });
	});
	ctx.hints.changed("reports", "all");
	if (!run) throw domainError("REPORT_NOT_FOUND", { reportId });
	return toRun(ctx, run);
}

/** Whether a run of this period lacks what came later. */
function isRevised({ db }: MemberContext, { reportId, from, to }: { reportId: string; from: number; to: number }) {
	const recent = listRuns(db, { reportId, before: null, limit: limits.openReportRuns });
	return recent.some((run) => run.from === from && run.to === to && run.revision !== null);
}

/** Nothing of it is left behind. Throws REPORT_RUN_OVER. */
export function cancelRun({ ctx, input }: Verb<ReportRunTarget>): ReportRun {
	const run = runOrThrow(ctx, input.runId);
	const { id } = readableOrThrow(ctx, run.reportId);
	if (run.state !== "queued" && run.state !== "running") throw domainError("REPORT_RUN_OVER", { runId: run.id });
	const ended = ctx.audit.change({}, () => {
		ctx.audit.act({ report: [id] }, { run: run.id });
		return endRun(ctx, run, { state: "canceled", error: `Canceled by ${ctx.user.name}.` });
	});
	return toRun(ctx, ended);
}

export function getRun({ ctx, input }: Verb<ReportRunTarget>): ReportRun {
	const run = runOrThrow(ctx, input.runId);
	readableOrThrow(ctx, run.reportId);
	return toRun(ctx, run);
}

/** Newest first. */
export function getRuns({ ctx, input }: Verb<GetReportRuns>): ReportRunPage {
	const { reportId, cursor = null, limit = runsPerPage } = input;
	readableOrThrow(ctx, reportId);
	const found = listRuns(ctx.db, { reportId, before: cursor, limit: limit + 1 });
	const runs = toRuns(ctx, found.slice(0, limit));
	return { runs, nextCursor: found.length > limit ? (runs.at(-1)?.id ?? null) : null };
}

function runOrThrow(ctx: MemberContext, runId: string): RunRow {
	const run = findRun(ctx.db, runId);
	if (!run) throw domainError("REPORT_RUN_NOT_FOUND", { runId });
	reportOrThrow(ctx, run.reportId);
	return run;
}

function toRun(ctx: MemberContext, run: RunRow): ReportRun {
	const [view] = toRuns(ctx, [run]);
	if (!view) throw new Error("A run without a view");
	return view;
}

/** Where a whole file is, for the endpoint that sends it. Throws REPORT_FILE_NOT_FOUND, NOT_PERMITTED. */
export function getFile({ ctx, input }: Verb<GetReportFile>): StoredReportFile {
	const file = findFile(ctx.db, input.fileId);
	const run = file && findRun(ctx.db, file.runId);
	if (!file || !run) throw domainError("REPORT_FILE_NOT_FOUND", { fileId: input.fileId });
	readableOrThrow(ctx, run.reportId);
	const { name, mediaType, objectKey, bytes, sha256 } = file;
	return { name, mediaType, objectKey, bytes, sha256 };
}
