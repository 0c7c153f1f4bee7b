import { minuteMs } from "../../../shared/base/durations";
import type { Statement } from "../../../shared/log/said-text";
import type { ReportDefinition, ReportTrigger } from "../../../shared/report/report";
import { nextRuns, periodOf } from "../../../shared/report/report-times";
import type { AccountDb } from "../../base/context";
import type { NewId } from "../../base/ids";
import type { DefinedReport } from "../../db/report-rows";
import { insertRun, previousEndOf, type RunRow } from "../../db/report-run-rows";
import { errorColumns, keptUntil } from "./end-run";

type Store = { db: AccountDb; now: number; newId: NewId };

type Wanted = {
	from: number;
	to: number;
	trigger: ReportTrigger;
	requestedBy: { id: string; name: string } | null;
	isSent: boolean;
	/** Why the run is skipped; absent: queued. */
	skipped?: Statement;
};

/** Returns null and writes nothing if the schedule had this period before. */
export function startRun({ db, now, newId }: Store, report: DefinedReport, requested: Wanted): RunRow | null {
	const { from, to, trigger, requestedBy, isSent, skipped } = requested;
	const isOver = skipped !== undefined;
	const over = isOver ? { finishedAt: now, keptUntil: keptUntil(db, now) } : { finishedAt: null, keptUntil: null };
	const run: RunRow = {
		id: newId("reportRun"),
		reportId: report.id,
		definitionVersion: report.version,
		from,
		to,
		trigger,
		requestedBy: requestedBy?.name ?? null,
		requesterId: requestedBy?.id ?? null,
		isSent,
		periodKey: trigger === "schedule" ? `${from}:${to}` : null,
		state: isOver ? "skipped" : "queued",
		attempt: 0,
		leaseUntil: null,
		dueAt: isOver ? null : now,
		keptFrom: null,
		seq: null,
		calibrated: null,
		uploadId: null,
		done: null,
		of: null,
		rows: null,
		excursions: null,
		notes: [],
		notesSaid: null,
		...errorColumns(skipped ?? null),
		language: report.definition.layout.language ?? null,
		revision: null,
		method: null,
		queuedAt: now,
		startedAt: null,
		...over,
	};
	return insertRun(db, run) ? run : null;
}

export function currentPeriod(db: AccountDb, { id, definition }: Pick<DefinedReport, "id" | "definition">, at: number) {
	const { range, zone } = definition;
	return periodOf(range, { zone, at, previousEnd: previousEndOf(db, id) });
}

/** The schedule's next run after `now`, with its delay, epoch ms; null: none or disabled. */
export function nextRunOf({ isEnabled, schedule, zone }: ReportDefinition, now: number): number | null {
	if (!isEnabled || !schedule) return null;
	const delayMs = schedule.delayMinutes * minuteMs;
	const [next] = nextRuns(schedule, zone, { after: now - delayMs, count: 1 });
	return next === undefined ? null : next + delayMs;
}
