import type { MemberContext } from "../../base/context";
import { domainError } from "../../base/errors";
import { findVersion } from "../../db/report-rows";
import {
	countRunsByVersion,
	type FileRow,
	findFile,
	findRun,
	lastRuns,
	listRuns,
	listRunsOfPeriod,
	type RunRow,
} from "../../db/report-run-rows";
import { definitionTest, reportOrThrow } from "../report-scope";

type RunTest = (run: Pick<RunRow, "reportId" | "definitionVersion">) => boolean;

/** A run without its version may be of any type. */
const unknownVersion = { scope: "all", type: "setUp" } as const;

/** Tests the version that made the run's files; without it, only members with the whole account see the run. */
function runTest(ctx: MemberContext): RunTest {
	const isVisible = definitionTest(ctx);
	const known = new Map<string, boolean>();
	return ({ reportId, definitionVersion }) => {
		const key = `${reportId} ${definitionVersion}`;
		const isSeen = known.get(key) ?? isVisible(findVersion(ctx.db, reportId, definitionVersion) ?? unknownVersion);
		known.set(key, isSeen);
		return isSeen;
	};
}

export function onlyVisibleRuns<Run extends Parameters<RunTest>[0]>(ctx: MemberContext, runs: Run[]): Run[] {
	return runs.filter(runTest(ctx));
}

/** Throws REPORT_RUN_NOT_FOUND, also for a hidden run. */
export function visibleRunOrThrow(ctx: MemberContext, runId: string): RunRow {
	const run = findRun(ctx.db, runId);
	if (!run || !runTest(ctx)(run)) throw domainError("REPORT_RUN_NOT_FOUND", { runId });
	reportOrThrow(ctx, run.reportId);
	return run;
}

/** Throws REPORT_RUN_NOT_FOUND if one run is hidden. */
export function visibleRunsOrThrow(ctx: MemberContext, runIds: readonly string[]): RunRow[] {
	const isVisible = runTest(ctx);
	return [...new Set(runIds)].map((runId) => {
		const run = findRun(ctx.db, runId);
		if (!run || !isVisible(run)) throw domainError("REPORT_RUN_NOT_FOUND", { runId });
		return run;
	});
}

/** Throws REPORT_FILE_NOT_FOUND, also for a file of a hidden run. */
export function visibleFileOrThrow(ctx: MemberContext, fileId: string): FileRow {
	const file = findFile(ctx.db, fileId);
	const run = file && findRun(ctx.db, file.runId);
	if (!file || !run || !runTest(ctx)(run)) throw domainError("REPORT_FILE_NOT_FOUND", { fileId });
	return file;
}

type Page = { reportId: string; before: string | null; limit: number };

/** Newest first. `hidden`: count of the report's hidden runs, on every page. */
export function listVisibleRuns(ctx: MemberContext, page: Page): { runs: RunRow[]; hidden: number } {
	const { visible, hidden } = runsByVersion(ctx, page.reportId);
	return { runs: listRuns(ctx.db, { ...page, versions: visible }), hidden };
}

/** Throws REPORT_RUNS_HIDDEN if the report has a hidden run. */
export function assertSeesAllRuns(ctx: MemberContext, reportId: string): void {
	const { hidden } = runsByVersion(ctx, reportId);
	if (hidden > 0) throw domainError("REPORT_RUNS_HIDDEN", { reportId, hidden });
}

function runsByVersion(ctx: MemberContext, reportId: string): { visible: number[]; hidden: number } {
	const isVisible = runTest(ctx);
	const all = countRunsByVersion(ctx.db, reportId);
	const seen = all.filter(({ definitionVersion }) => isVisible({ reportId, definitionVersion }));
	const sum = (counts: typeof all) => counts.reduce((total, { runs }) => total + runs, 0);
	return { visible: seen.map(({ definitionVersion }) => definitionVersion), hidden: sum(all) - sum(seen) };
}

type OfPeriod = Parameters<typeof listRunsOfPeriod>[1];

export function listVisibleRunsOfPeriod(ctx: MemberContext, period: OfPeriod): RunRow[] {
	return listRunsOfPeriod(ctx.db, period).filter(runTest(ctx));
}

export function lastVisibleRuns(ctx: MemberContext, reportIds: readonly string[]): Map<string, RunRow> {
	const isVisible = runTest(ctx);
	return new Map([...lastRuns(ctx.db, reportIds)].filter(([, run]) => isVisible(run)));
}
