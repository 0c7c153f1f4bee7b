import { minuteMs, secondMs } from "../../../shared/base/durations";
import { said } from "../../../shared/log/said";
import type { Statement } from "../../../shared/log/said-text";
import type { AccountDb, Invalidations } from "../../base/context";
import { recordFault } from "../../base/event-log";
import { createNewId } from "../../base/ids";
import type { Job } from "../../base/job";
import { findAccount } from "../../db/account-rows";
import {
	countTaken,
	dropBegun,
	listDueRuns,
	nextRunLookAt,
	postponeRuns,
	type RunRow,
	updateRun,
} from "../../db/report-run-rows";
import { consumerGoneMs, endRun } from "./end-run";
import type { RunHandOver } from "./run-calls";
import type { RunHooks } from "./run-hooks";

export const runsAtOnce = 4;
export const mostAttempts = 3;
/** Wait before an unclaimed run is handed over again. */
const unclaimedMs = minuteMs;
/** A fallback: the end of a run wakes the next. */
const waitingMs = 10 * minuteMs;

export type RunQueue = { send(body: RunHandOver): Promise<unknown> };

type Parts = { db: AccountDb; invalidations: Invalidations; queue: RunQueue; hooks: RunHooks };

/** Runs for all at once, because they share one order. Takes back runs of lost consumers. */
export function handOverRunsWork(parts: Parts): Job {
	const { db } = parts;
	return {
		name: "report runs",
		title: said("work.is.makingReports"),
		isUrgent: true,
		nextDueAt: () => nextRunLookAt(db),
		due: (now) => {
			const [first] = listDueRuns(db, now);
			return first ? [first.id] : [];
		},
		run: (_, now) => handOver(parts, now),
	};
}

async function handOver(parts: Parts, now: number): Promise<void> {
	const { db, queue } = parts;
	const account = findAccount(db);
	if (!account) throw new Error("An object without an account runs reports");
	const toSend = db.transaction(() => {
		const waiting = listDueRuns(db, now).flatMap((run) => takeBack(parts, run, now) ?? []);
		const free = Math.max(0, runsAtOnce - countTaken(db, now));
		postponeRuns(
			db,
			waiting.slice(free).map(({ id }) => id),
			now + waitingMs,
		);
		const next = waiting.slice(0, free);
		for (const { id } of next) updateRun(db, id, { leaseUntil: now + unclaimedMs, dueAt: now + unclaimedMs });
		return next;
	});
	for (const { id, attempt } of toSend) {
		try {
			await queue.send({ accountId: account.id, runId: id, attempt: attempt + 1 });
		} catch (error) {
			recordFault(error, "account", { event: "hand-over-failed", queue: "report runs", runId: id });
		}
	}
}

function takeBack({ db, invalidations, hooks }: Parts, run: RunRow, now: number): RunRow | null {
	if (run.state === "queued") {
		updateRun(db, run.id, { leaseUntil: null });
		return { ...run, leaseUntil: null };
	}
	const store = { db, now, invalidations, newId: createNewId(now) };
	return tryAgain(store, run, { error: said("run.interrupted"), hooks });
}

type Store = Parameters<RunHooks["runFailed"]>[0];

/** Starts again, up to `mostAttempts`; returns null if it failed for good. Call in a transaction. */
export function tryAgain(store: Store, run: RunRow, { error, hooks }: { error: Statement; hooks: RunHooks }) {
	if (run.attempt >= mostAttempts) {
		hooks.runFailed(store, endRun(store, run, { state: "failed", error }));
		return null;
	}
	dropBegun(store.db, run.id, store.now + consumerGoneMs);
	// The wait grows, because a fault may pass.
	const dueAt = store.now + run.attempt * 5 * secondMs;
	const waiting = { state: "queued", leaseUntil: null, dueAt, uploadId: null, done: null } as const;
	updateRun(store.db, run.id, waiting);
	store.invalidations.changed("reports", "all");
	return { ...run, ...waiting };
}
