import type { AccountDb } from "../base/context";
import { deleteRunningWork, findRunningWork, type RunningWork, saveRunningWork } from "../db/failed-job-rows";

type Job = { work: string; subject: string };

const unnamed: RunningWork = { work: null, subject: null };

/** Exceeding memory or time ends an object without a catch, so a row stores which job runs. */
export function createRunningWork(db: AccountDb, storage: Pick<DurableObjectStorage, "sync">) {
	let known: RunningWork | null = null;
	let isNaming = false;

	return {
		/** Call at the start of a slice. Returns the job that ended the object in the previous slice, if known. */
		takeEnded(): Job | null {
			known = findRunningWork(db);
			isNaming = known !== null && known.work === null;
			if (known === null || known.work === null || known.subject === null) return null;
			const { work, subject } = known;
			deleteRunningWork(db);
			known = null;
			return { work, subject };
		},

		/** True after a slice that did not end: each job then runs alone, to find the one that ends the object. */
		isNaming: () => isNaming,

		/** Call before a job runs. The row is durable once this resolves. */
		async begin(job: Job, hasFailed: boolean): Promise<void> {
			const running = isNaming || hasFailed ? job : unnamed;
			if (known?.work === running.work && known.subject === running.subject) return;
			saveRunningWork(db, running);
			known = running;
			await storage.sync();
		},

		end(): void {
			if (known) deleteRunningWork(db);
			known = null;
		},
	};
}
