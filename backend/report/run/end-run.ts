import { minuteMs } from "../../../shared/base/durations";
import { type Statement, storedOf } from "../../../shared/log/said-text";
import type { ReportRunState } from "../../../shared/report/report";
import { retentionMs } from "../../../shared/report/report-settings";
import type { AccountDb, Invalidations } from "../../base/context";
import { accountOrThrow } from "../../db/account-rows";
import { setLastRun } from "../../db/report-rows";
import { dropBegun, firstLookMs, type RunRow, updateRun, wakeNextRun } from "../../db/report-run-rows";
import { countUsage } from "../../db/usage-rows";

/** Exceeds a queue consumer's lifetime: until then it can still write. */
export const consumerGoneMs = 20 * minuteMs;

type Ended = { state: ReportRunState; error?: Statement | null } & Partial<
	Pick<RunRow, "rows" | "excursions" | "notes">
>;

/** The columns of why a run has no report; null: it has one. */
export function errorColumns(error: Statement | null): Pick<RunRow, "error" | "errorSaid"> {
	if (error === null) return { error: null, errorSaid: null };
	const { text, said } = storedOf(error);
	return { error: text, errorSaid: said };
}

type Store = { db: AccountDb; now: number; invalidations: Invalidations };

/** Ends a run and wakes the next. Call in a transaction. Returns the ended run. */
export function endRun({ db, now, invalidations }: Store, run: RunRow, { error, ...ended }: Ended): RunRow {
	const over = { leaseUntil: null, uploadId: null, done: null, of: null, finishedAt: now };
	const isWhole = ended.state === "ok" || ended.state === "empty" || ended.state === "partial";
	const dueAt = isWhole ? now + firstLookMs : null;
	const texts = error === undefined ? {} : errorColumns(error);
	const change = { ...over, dueAt, keptUntil: keptUntil(db, now), ...ended, ...texts };
	updateRun(db, run.id, change);
	dropBegun(db, run.id, now + consumerGoneMs);
	if (isWhole) countUsage(db, { meter: "reportRuns", now });
	if (isWhole || ended.state === "failed") setLastRun(db, run.reportId, now);
	wakeNextRun(db, now);
	invalidations.changed("reports", "all");
	return { ...run, ...change };
}

/** When a run and its files are deleted, unless signed; epoch ms. */
export function keptUntil(db: AccountDb, now: number): number {
	return now + retentionMs(accountOrThrow(db).reportRetention);
}
