import { errorKey } from "../../../shared/base/error-key";
import { serverLimits } from "../../../shared/base/limits";
import { said } from "../../../shared/log/said";
import type {
	GetReportFile,
	GetReportRuns,
	ReportRun,
	ReportRunPage,
	ReportRunTarget,
	RunReport,
	StoredReportFile,
} from "../../../shared/report/report";
import type { Call, MemberContext } from "../../base/context";
import { domainError, InputError } from "../../base/errors";
import { assertPlanRoom } from "../../billing/plan-limits";
import { countOpenRuns, type RunRow } from "../../db/report-run-rows";
import { sizeDenial } from "../preview-resolver";
import { readableOrThrow, reportOrThrow } from "../report-scope";
import { endRun } from "./end-run";
import { toRuns } from "./run-projection";
import { currentPeriod, startRun } from "./start-run";
import { listVisibleRuns, visibleFileOrThrow, visibleRunOrThrow } from "./visible-runs";

const runsPerPage = 50;

/** Throws NOT_PERMITTED beyond the caller's scope, REPORT_RUN_LIMIT, InputError for an empty or too large period. */
export async function runReport({ ctx, input }: Call<RunReport>): Promise<ReportRun> {
	const { reportId, period, isSent } = input;
	const { definition } = readableOrThrow(ctx, reportId);
	if (definition.study) throw new InputError({ period: errorKey("study.fromGroup") });
	const denial = await sizeDenial(ctx, { definition, reportId, period });
	if (denial !== null) throw new InputError({ period: denial.text });
	// Read again: another user may have changed it meanwhile.
	const report = readableOrThrow(ctx, reportId);
	if (countOpenRuns(ctx.db) >= serverLimits.openReportRuns) throw domainError("REPORT_RUN_LIMIT", { reportId });
	assertPlanRoom(ctx.db, "reportRuns", { field: "period", now: ctx.now });
	const { from, to } = period ?? currentPeriod(ctx.db, report, ctx.now);
	if (from >= to) throw new InputError({ period: errorKey("report.emptyPeriod") });
	const run = ctx.audit.change({}, () => {
		ctx.audit.makes();
		ctx.audit.act({ report: [reportId] }, { from: new Date(from).toISOString(), to: new Date(to).toISOString() });
		const trigger = isRevised(ctx, { reportId, from, to }) ? "revision" : "manual";
		return startRun(ctx, report, { from, to, trigger, requestedBy: ctx.user, isSent });
	});
	ctx.invalidations.changed("reports", "all");
	if (!run) throw domainError("REPORT_NOT_FOUND", { reportId });
	return toRun(ctx, run);
}

function isRevised(ctx: MemberContext, { reportId, from, to }: { reportId: string; from: number; to: number }) {
	const recent = listVisibleRuns(ctx, { reportId, before: null, limit: serverLimits.openReportRuns });
	return recent.runs.some((run) => run.from === from && run.to === to && run.revision !== null);
}

/** Leaves no file. Throws REPORT_RUN_NOT_FOUND, REPORT_RUN_OVER. */
export function cancelRun({ ctx, input }: Call<ReportRunTarget>): ReportRun {
	const run = visibleRunOrThrow(ctx, input.runId);
	if (run.state !== "queued" && run.state !== "running") throw domainError("REPORT_RUN_OVER", { runId: run.id });
	const ended = ctx.audit.change({}, () => {
		ctx.audit.act({ report: [run.reportId] }, { run: run.id });
		return endRun(ctx, run, { state: "canceled", error: said("run.canceled", { name: ctx.user.name }) });
	});
	return toRun(ctx, ended);
}

export function getRun({ ctx, input }: Call<ReportRunTarget>): ReportRun {
	return toRun(ctx, visibleRunOrThrow(ctx, input.runId));
}

/** Newest first: visible runs, even if the report covers more by now. */
export function getRuns({ ctx, input }: Call<GetReportRuns>): ReportRunPage {
	const { reportId, cursor = null, limit = runsPerPage } = input;
	reportOrThrow(ctx, reportId);
	const { runs: found, hidden } = listVisibleRuns(ctx, { reportId, before: cursor, limit: limit + 1 });
	const runs = toRuns(ctx, found.slice(0, limit));
	return { runs, hidden, nextCursor: found.length > limit ? (runs.at(-1)?.id ?? null) : null };
}

function toRun(ctx: MemberContext, run: RunRow): ReportRun {
	const [view] = toRuns(ctx, [run]);
	if (!view) throw new Error("A run without a view");
	return view;
}

/** Throws REPORT_FILE_NOT_FOUND. */
export function getFile({ ctx, input }: Call<GetReportFile>): StoredReportFile {
	const { name, mediaType, objectKey, bytes, sha256 } = visibleFileOrThrow(ctx, input.fileId);
	return { name, mediaType, objectKey, bytes, sha256 };
}
