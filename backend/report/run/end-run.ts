import { minuteMs } from "../../../shared/base/durations";
import type { ReportRunState } from "../../../shared/report/report";
import { retentionMs } from "../../../shared/report/report-settings";
import type { AccountDb, Invalidations } from "../../base/context";
import { accountOrThrow } from "../../db/account-rows";
import { setLastRun } from "../../db/report-rows";
import { dropBegun, type RunRow, updateRun, wakeNextRun } from "../../db/report-run-rows";
import { countUsage } from "../../db/usage-rows";
import { firstLookAt } from "./revise-runs";

/** Longer than any consumer of a queue lives: until then it may still write what is begun. */
export const consumerGoneMs = 20 * minuteMs;

type Ended = { state: ReportRunState } & Partial<Pick<RunRow, "error" | "rows" | "excursions" | "notes">>;

type Store = { db: AccountDb; now: number; invalidations: Invalidations };

/** The last change of a run; hands over the next one. Call in a transaction. Returns it as it is now. */
export function endRun({ db, now, invalidations }: Store, run: RunRow, ended: Ended): RunRow {
	const over = { leaseUntil: null, uploadId: null, done: null, of: null, finishedAt: now };
	const isWhole = ended.state === "ok" || ended.state === "empty" || ended.state === "partial";
	const dueAt = isWhole ? firstLookAt(now) : null;
	const change = { ...over, dueAt, keptUntil: keptUntil(db, now), ...ended };
	updateRun(db, run.id, change);
	// What is not its file by now is swept.
	dropBegun(db, run.id, now + consumerGoneMs);
	if (isWhole) countUsage(db, { meter: "reportRuns", now });
	if (isWhole || ended.state === "failed") setLastRun(db, run.reportId, now);
	wakeNextRun(db, now);
	invalidations.changed("reports", "all");
	return { ...run, ...change };
}

/** When a run goes with its files, unless a user signs one. */
export function keptUntil(db: AccountDb, now: number): number {
	return now + retentionMs(accountOrThrow(db).reportRetention);
}
