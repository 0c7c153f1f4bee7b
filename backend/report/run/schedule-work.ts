import { minuteMs } from "../../../shared/base/durations";
import { said } from "../../../shared/log/said";
import { nextRuns } from "../../../shared/report/report-times";
import type { AccountDb, Invalidations } from "../../base/context";
import { createNewId } from "../../base/ids";
import type { Job } from "../../base/job";
import { fullPlan } from "../../billing/plan-limits";
import { type DefinedReport, findReport, listDueReports, nextReportDueAt, setNextRun } from "../../db/report-rows";
import { currentPeriod, nextRunOf, startRun } from "./start-run";

/** Earlier missed runs share one row. */
const mostMissed = 31;
/** More than a year of hourly runs; older ones are not counted. */
const mostCounted = 10_000;

/** Requests runs that are due by schedule. Subject: a report's id. */
export function reportScheduleWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	return {
		name: "report schedules",
		title: said("work.is.scheduledReports"),
		isUrgent: true,
		describe: (id) => ({ name: findReport(db, id)?.name ?? id, deviceId: null }),
		nextDueAt: () => nextReportDueAt(db),
		due: (now, limit) => listDueReports(db, now, limit),
		run: async (id, now) => {
			const report = findReport(db, id);
			if (report) db.transaction(() => startDue(db, report, now));
			invalidations.changed("reports", "all");
		},
	};
}

function startDue(db: AccountDb, report: DefinedReport, now: number): void {
	const { definition, nextRunAt, isEnabled } = report;
	setNextRun(db, report.id, { nextRunAt: nextRunOf(definition, now) });
	if (!isEnabled || !definition.schedule || nextRunAt === null) return;
	const delayMs = definition.schedule.delayMinutes * minuteMs;
	const first = nextRunAt.getTime() - delayMs;
	const endsAt = Math.min(definition.schedule.endsAt ?? now, now - delayMs);
	const until = { ...definition.schedule, endsAt };
	const missed = nextRuns(until, definition.zone, { after: first - 1, count: mostCounted });
	// Ids of one instant have no order, and runs are made by id.
	const storeOf = (position: number) => ({ db, now, newId: createNewId(now + position) });
	const requested = { trigger: "schedule", requestedBy: null, isSent: true } as const;
	const left = missed.slice(0, Math.max(0, missed.length - mostMissed));
	const [oldest, newest] = [left[0], left.at(-1)];
	if (oldest !== undefined && newest !== undefined) {
		const { from } = currentPeriod(db, report, oldest);
		const { to } = currentPeriod(db, report, newest);
		const skipped = said("run.missed", { runs: left.length, most: mostMissed });
		if (from < to) startRun(storeOf(0), report, { ...requested, from, to, skipped });
	}
	for (const [position, at] of missed.slice(left.length).entries()) {
		const { from, to } = currentPeriod(db, report, at);
		const full = fullPlan(db, "reportRuns", { now });
		if (from < to)
			startRun(storeOf(position + 1), report, {
				...requested,
				from,
				to,
				...(full && { skipped: said("run.planFull", full) }),
			});
	}
}
