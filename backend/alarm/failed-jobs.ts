import type { AccountDb } from "../context";
import { deleteFailedJob, type FailedJobRow, listFailedJobs, saveFailedJob } from "./failed-job-rows";

const firstWaitMs = 30_000;
const longestWaitMs = 60 * 60 * 1000;
const setAsideWaitMs = 24 * 60 * 60 * 1000;
export const attemptsBeforeSetAside = 8;

export type FailedJobs = {
	/** By subject: the failed jobs of a work. */
	of(work: string): ReadonlyMap<string, FailedJobRow>;
	/** Counts a failed attempt at `now`, epoch ms. `isNewlySetAside` is said once in the life of a job. */
	add(failure: { work: string; subject: string; error: string }, now: number): { isNewlySetAside: boolean };
	remove(work: string, subject: string): void;
};

/** The account's failed jobs, read once: this object alone writes them, and they are asked for at every write. */
export function createFailedJobs(db: AccountDb): FailedJobs {
	let known: Map<string, Map<string, FailedJobRow>> | null = null;

	function jobsOf(work: string): Map<string, FailedJobRow> {
		known ??= jobsByWork(listFailedJobs(db));
		return mapIn(known, work);
	}

	return {
		of: jobsOf,

		add({ work, subject, error }, now) {
			const before = jobsOf(work).get(subject);
			const attempts = (before?.attempts ?? 0) + 1;
			const isSetAside = attempts >= attemptsBeforeSetAside;
			const row: FailedJobRow = {
				work,
				subject,
				attempts,
				lastError: error,
				nextAttemptAt: now + (isSetAside ? setAsideWaitMs : waitMs(attempts)),
				setAsideAt: before?.setAsideAt ?? (isSetAside ? new Date(now) : null),
			};
			saveFailedJob(db, row);
			jobsOf(work).set(subject, row);
			return { isNewlySetAside: isSetAside && !before?.setAsideAt };
		},

		remove(work, subject) {
			if (!jobsOf(work).has(subject)) return;
			deleteFailedJob(db, { work, subject });
			jobsOf(work).delete(subject);
		},
	};
}

function waitMs(attempts: number): number {
	return Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);
}

function jobsByWork(rows: FailedJobRow[]): Map<string, Map<string, FailedJobRow>> {
	const byWork = new Map<string, Map<string, FailedJobRow>>();
	for (const row of rows) mapIn(byWork, row.work).set(row.subject, row);
	return byWork;
}

function mapIn(maps: Map<string, Map<string, FailedJobRow>>, key: string): Map<string, FailedJobRow> {
	const found = maps.get(key) ?? new Map<string, FailedJobRow>();
	maps.set(key, found);
	return found;
}
