import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import type { FailedWorkTarget } from "../../shared/errors/failed-work";
import { type Said, said } from "../../shared/log/said";
import { type Statement, storedOf } from "../../shared/log/said-text";
import type { AccountDb } from "../base/context";
import type { Job } from "../base/job";
import { deleteFailedJob, type FailedJobRow, listFailedJobs, saveFailedJob } from "../db/failed-job-rows";

/** A waiting failed subject hides other subjects of its job. They are checked this often. */
const hiddenCheckMs = 15 * minuteMs;
const firstWaitMs = 30_000;
const longestWaitMs = hourMs;
const longestUrgentWaitMs = minuteMs;
const setAsideWaitMs = dayMs;
export const attemptsBeforeSetAside = 8;

type JobFailure = { work: string; subject: string; error: string; isUrgent: boolean };

type FailedJobs = {
	of(work: string): ReadonlyMap<string, FailedJobRow>;
	/** `isNewlySetAside` is true once for each job. `now` is epoch ms. */
	add(failure: JobFailure, now: number): { isNewlySetAside: boolean };
	remove(work: string, subject: string): void;
	all(): FailedJobRow[];
	retry(target: FailedWorkTarget, now: number): void;
};

/** Cached: only this object writes failed jobs, and every write of the account reads them. */
export function createFailedJobs(db: AccountDb): FailedJobs {
	let known: Map<string, Map<string, FailedJobRow>> | null = null;

	function jobs(): Map<string, Map<string, FailedJobRow>> {
		known ??= jobsByWork(listFailedJobs(db));
		return known;
	}

	function jobsOf(work: string): Map<string, FailedJobRow> {
		return mapIn(jobs(), work);
	}

	return {
		of: jobsOf,

		add({ work, subject, error, isUrgent }, now) {
			const before = jobsOf(work).get(subject);
			const attempts = (before?.attempts ?? 0) + 1;
			const isSetAside = !isUrgent && attempts >= attemptsBeforeSetAside;
			const row: FailedJobRow = {
				work,
				subject,
				attempts,
				lastError: error,
				nextAttemptAt: now + (isSetAside ? setAsideWaitMs : waitMs(attempts, isUrgent)),
				setAsideAt: before?.setAsideAt ?? (isSetAside ? new Date(now) : null),
				failingSince: before ? before.failingSince : new Date(now),
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

		all: () => [...jobs().values()].flatMap((ofWork) => [...ofWork.values()]),

		retry({ work, subject }, now) {
			const before = jobsOf(work).get(subject);
			if (!before) return;
			const row = { ...before, nextAttemptAt: now };
			saveFailedJob(db, row);
			jobsOf(work).set(subject, row);
		},
	};
}

function waitMs(attempts: number, isUrgent: boolean): number {
	return Math.min(firstWaitMs * 2 ** (attempts - 1), isUrgent ? longestUrgentWaitMs : longestWaitMs);
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

type Failed = ReadonlyMap<string, FailedJobRow>;

export function readySubjects(work: Job, { failed, now, limit }: { failed: Failed; now: number; limit: number }) {
	const isWaiting = (subject: string) => (failed.get(subject)?.nextAttemptAt ?? 0) > now;
	// Failed subjects may be the longest due: request that many more, or they would hide the rest.
	return work
		.due(now, limit + failed.size)
		.filter((subject) => !isWaiting(subject))
		.slice(0, limit);
}

/** Omits subjects that wait after a failure. Epoch ms. */
export function nextReadyAt(work: Job, failed: Failed, now: number): number | null {
	if (failed.size === 0) return work.nextDueAt();
	const [ready] = readySubjects(work, { failed, now, limit: 1 });
	const dueAt = work.nextDueAt();
	if (ready !== undefined || dueAt === null || dueAt > now) return dueAt;
	const retries = [...failed.values()].map(({ nextAttemptAt }) => nextAttemptAt);
	return Math.min(now + hiddenCheckMs, smallestOf(retries.filter((at) => at > now)));
}

type JobLabels = {
	title: string;
	titleSaid: Said | null;
	subjectName: string | null;
	deviceId: string | null;
};

export function jobLabels(works: readonly Job[], { work, subject }: { work: string; subject: string }): JobLabels {
	const known = works.find(({ name }) => name === work);
	const { text: title, said: titleSaid } = storedOf(known?.title ?? `Work "${work}"`);
	if (subject === "") return { title, titleSaid, subjectName: null, deviceId: null };
	const { name, deviceId } = known?.describe?.(subject) ?? { name: subject, deviceId: null };
	return { title, titleSaid, subjectName: name, deviceId };
}

export function jobName({ title, titleSaid, subjectName }: JobLabels): Statement {
	const work = titleSaid ?? title;
	return subjectName === null ? work : said("work.of", { work, subject: subjectName });
}
