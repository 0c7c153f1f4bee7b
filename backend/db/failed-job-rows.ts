import { and, asc, eq } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { saveInto } from "./queries";
import { failedJobs, runningWork } from "./schema";

const onlyRowId = 1;

export type FailedJobRow = typeof failedJobs.$inferSelect;

export function listFailedJobs(db: AccountDb): FailedJobRow[] {
	return db.select().from(failedJobs).orderBy(asc(failedJobs.nextAttemptAt)).all();
}

export const saveFailedJob = saveInto(failedJobs, failedJobs.work, failedJobs.subject);

export function deleteFailedJob(db: AccountDb, { work, subject }: Pick<FailedJobRow, "work" | "subject">): void {
	db.delete(failedJobs)
		.where(and(eq(failedJobs.work, work), eq(failedJobs.subject, subject)))
		.run();
}

export type RunningWork = Pick<typeof runningWork.$inferSelect, "work" | "subject">;

export function findRunningWork(db: AccountDb): RunningWork | null {
	return db.select({ work: runningWork.work, subject: runningWork.subject }).from(runningWork).get() ?? null;
}

export function saveRunningWork(db: AccountDb, running: RunningWork): void {
	db.insert(runningWork)
		.values({ id: onlyRowId, ...running })
		.onConflictDoUpdate({ target: runningWork.id, set: running })
		.run();
}

export function deleteRunningWork(db: AccountDb): void {
	db.delete(runningWork).run();
}
