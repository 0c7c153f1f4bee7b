import { said } from "../../../shared/log/said";
import type { AccountDb, Invalidations } from "../../base/context";
import { recordFault } from "../../base/event-log";
import type { Job } from "../../base/job";
import { neededByExportUntil } from "../../db/data-export-rows";
import {
	deleteGarbage,
	deleteRuns,
	findGarbage,
	isRunSigned,
	listExpiredRuns,
	listGarbage,
	nextExpiryAt,
	nextGarbageAt,
	putGarbage,
	updateRun,
} from "../../db/report-run-rows";

/** Deletes expired runs with their files, except signed ones. Subject: a run's id. */
export function oldRunsWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	return {
		name: "old report runs",
		title: said("work.is.oldReports"),
		nextDueAt: () => nextExpiryAt(db),
		due: (now, limit) => listExpiredRuns(db, now, limit).map(({ id }) => id),
		run: async (id, now) => {
			db.transaction(() => {
				if (isRunSigned(db, id)) updateRun(db, id, { keptUntil: null });
				else deleteRuns(db, [id], now);
			});
			invalidations.changed("reports", "all");
		},
	};
}

/** Deletes objects that no run names. Subject: an object's key. */
export function sweepReportsWork({ db, bucket }: { db: AccountDb; bucket: R2Bucket }): Job {
	return {
		name: "report sweep",
		title: said("work.is.sweepingReports"),
		nextDueAt: () => nextGarbageAt(db),
		due: (now, limit) => listGarbage(db, now, limit),
		run: async (objectKey, now) => {
			const neededUntil = neededByExportUntil(db, objectKey, now);
			if (neededUntil !== null) return putGarbage(db, { objectKey, uploadId: null, dueAt: neededUntil });
			const uploadId = findGarbage(db, objectKey)?.uploadId ?? null;
			if (uploadId !== null) await abortUpload(bucket, objectKey, uploadId);
			await bucket.delete(objectKey);
			deleteGarbage(db, objectKey);
		},
	};
}

/** Ignores uploads that are already closed; unfinished ones expire after a week. */
export async function abortUpload(bucket: R2Bucket, objectKey: string, uploadId: string): Promise<void> {
	try {
		await bucket.resumeMultipartUpload(objectKey, uploadId).abort();
	} catch (error) {
		recordFault(error, "account", { event: "upload-not-aborted", subject: objectKey });
	}
}
