import type { FailedJob } from "../../shared/failed-job";
import type { Verb } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { listFailedJobs } from "../db/failed-job-rows";
import { groupsInScope, isDeviceInScope } from "../group/scope";
import { jobLabels, jobName } from "./failed-jobs";

export const failedJobRouter = router({
	getFailedJobs: procedureFor("editDevices").query(({ ctx }) => getFailedJobs({ ctx, input: undefined })),
});

/** Failed work, the next to be tried first; for a scope of groups that of its devices alone. */
function getFailedJobs({ ctx }: Verb): FailedJob[] {
	const isWhole = groupsInScope(ctx) === "all";
	return listFailedJobs(ctx.db).flatMap(({ work, subject, attempts, lastError, nextAttemptAt, setAsideAt }) => {
		const labels = jobLabels(ctx.works, { work, subject });
		const isVisible = isWhole || (labels.deviceId !== null && isDeviceInScope(ctx, labels.deviceId));
		if (!isVisible) return [];
		const { subjectName } = labels;
		const facts = { attempts, lastError, nextAttemptAt: new Date(nextAttemptAt), setAsideAt };
		return [{ name: jobName(labels), work, subjectName, ...facts }];
	});
}
