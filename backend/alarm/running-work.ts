import type { AccountDb } from "../base/context";
import { deleteRunningWork, findRunningWork, type RunningWork, saveRunningWork } from "../db/failed-job-rows";

type Job = { work: string; subject: string };

/** A slice as a whole. */
const unnamed: RunningWork = { work: null, subject: null };

/**
 * Remembers in a row what the alarm is at, as work that takes more memory or time than an object has ends it without
 * a catch. A slice is one row, written and deleted. Its subjects are named there only after a slice that did not end,
 * and those that have failed before.
 */
export function createRunningWork(db: AccountDb, storage: Pick<DurableObjectStorage, "sync">) {
	/** As the row is; null: there is none. */
	let known: RunningWork | null = null;
	let isNaming = false;

	return {
		/** To be called at the beginning of a slice: the job in which the object ended in the one before, where that is known. */
		takeEnded(): Job | null {
			known = findRunningWork(db);
			isNaming = known !== null && known.work === null;
			if (known === null || known.work === null || known.subject === null) return null;
			const { work, subject } = known;
			deleteRunningWork(db);
			known = null;
			return { work, subject };
		},

		/** To be called before a job is run. It lasts once this resolves. */
		async begin(job: Job, hasFailed: boolean): Promise<void> {
			const running = isNaming || hasFailed ? job : unnamed;
			if (known?.work === running.work && known.subject === running.subject) return;
			saveRunningWork(db, running);
			known = running;
			await storage.sync();
		},

		/** To be called where a slice ends by itself. */
		end(): void {
			if (known) deleteRunningWork(db);
			known = null;
		},
	};
}
