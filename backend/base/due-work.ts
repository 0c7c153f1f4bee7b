/**
 * One kind of work for the object's single alarm. A subject is what is worked on: a device, a device's month, an
 * import. All times are epoch ms.
 */
export type DueWork = {
	/** Names the work in the rows of failed jobs and in the log: `seal`, `archive`, `device status`. */
	name: string;
	/** What people call it: `Sealing`. */
	title: string;
	/** How a subject is shown to people; absent: as it is. */
	describe?(subject: string): WorkSubject;
	/** Brings into memory what the two below answer from, where that takes an await. They may be called without it. */
	load?(): Promise<void>;
	/** When the earliest of it is due; null: nothing is waiting. Called at every write, so it must be cheap. */
	nextDueAt(): number | null;
	/** Subjects that are due, the longest due first, at most `limit`. */
	due(now: number, limit: number): string[];
	/** Works on one subject, so that it is not due any more. Idempotent: it may be run again after it was through. */
	run(subject: string, now: number): Promise<void>;
};

/** `deviceId` null: it concerns the account. */
export type WorkSubject = { name: string; deviceId: string | null };
