import { minuteMs } from "../../shared/base/durations";

/** Until what removes readings looks again at devices that something reads. */
export const heldWaitMs = 5 * minuteMs;

/** Due at once, epoch ms: an alarm takes no earlier time. */
export const overdueAt = 1;

/** One kind of work for the alarm. A subject is one device, one month of a device, one import. Times are epoch ms. */
export type Job = {
	name: string;
	title: string;
	/** A user waits for it: after a failure it is tried again within a minute, and it is never set aside. */
	isUrgent?: true;
	/** It reaches beyond the account, and waits while that is held: written by `holding` of backend/recovery/hold.ts. */
	isHeld?: true;
	describe?(subject: string): WorkSubject;
	/** Preloads what the two below read, if that takes an await. They may be called without it. */
	load?(): Promise<void>;
	/** When the earliest subject is due; null: none. Called at every write, so it must be cheap. */
	nextDueAt(): number | null;
	due(now: number, limit: number): string[];
	/** Processes one subject until it is no longer due. Idempotent: it may run again after it finished. */
	run(subject: string, now: number): Promise<void>;
	/** Several subjects for less than each by itself costs. All or none: where it throws, each is run by itself. */
	runTogether?(subjects: string[], now: number): Promise<void>;
};

/** `deviceId` null: it concerns the account. */
export type WorkSubject = { name: string; deviceId: string | null };

/** The times of a work that is done for all at once, at most once in `everyMs`: its subject is the period. */
export function doneTogether(nextDueAt: () => number | null, everyMs: number): Pick<Job, "nextDueAt" | "due"> {
	const isDue = (now: number) => (nextDueAt() ?? Number.POSITIVE_INFINITY) <= now;
	return { nextDueAt, due: (now) => (isDue(now) ? [String(Math.floor(now / everyMs))] : []) };
}
