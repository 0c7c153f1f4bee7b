import type { FailedJob } from "../../shared/failed-job";
import type { Verb } from "../context";
import { groupsInScope, isDeviceInScope } from "../group/scope";
import { listFailedJobs } from "./failed-job-rows";
import { jobName, jobWords } from "./work-words";

/** Failed work, the next to be tried first; for a scope of groups that of its devices alone. */
export function getFailedJobs({ ctx }: Verb): FailedJob[] {
	const isWhole = groupsInScope(ctx) === "all";
	return listFailedJobs(ctx.db).flatMap(({ work, subject, attempts, lastError, nextAttemptAt, setAsideAt }) => {
		const words = jobWords(ctx.db, { work, subject });
		const isVisible = isWhole || (words.deviceId !== null && isDeviceInScope(ctx, words.deviceId));
		if (!isVisible) return [];
		const { subjectName } = words;
		const facts = { attempts, lastError, nextAttemptAt: new Date(nextAttemptAt), setAsideAt };
		return [{ name: jobName(words), work, subjectName, ...facts }];
	});
}
