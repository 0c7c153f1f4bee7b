import type { DueWork } from "./due-work";
import type { FailedJobRow } from "./failed-job-rows";

/** While a failed job waits it hides what else its work has to do; so often it is looked behind it. */
const hiddenCheckMs = 15 * 60 * 1000;

type Failed = ReadonlyMap<string, FailedJobRow>;

/** Subjects of a work that are due at `now` and not waiting after a failure, at most `limit`. */
export function readySubjects(work: DueWork, { failed, now, limit }: { failed: Failed; now: number; limit: number }) {
	const isWaiting = (subject: string) => (failed.get(subject)?.nextAttemptAt ?? 0) > now;
	// The waiting ones may be the longest due: room for all of them, or they would hide the rest.
	return work
		.due(now, limit + failed.size)
		.filter((subject) => !isWaiting(subject))
		.slice(0, limit);
}

/** When a work has to be looked at next, epoch ms: its earliest subject, but for those that wait after a failure. */
export function nextReadyAt(work: DueWork, failed: Failed, now: number): number | null {
	if (failed.size === 0) return work.nextDueAt();
	const [ready] = readySubjects(work, { failed, now, limit: 1 });
	const dueAt = work.nextDueAt();
	if (ready !== undefined || dueAt === null || dueAt > now) return dueAt;
	const retries = [...failed.values()].map(({ nextAttemptAt }) => nextAttemptAt);
	return Math.min(now + hiddenCheckMs, ...retries.filter((at) => at > now));
}
