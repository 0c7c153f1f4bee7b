import { minuteMs } from "../../shared/base/durations";
import type { Statement } from "../../shared/log/said-text";

/** Wait before a removal retries devices that a long read holds. */
export const heldWaitMs = 5 * minuteMs;

/** Due at once, epoch ms. An alarm accepts no earlier time. */
export const overdueAt = 1;

/** A subject is one device, one month of a device, or one import. Times are epoch ms. */
export type Job = {
	name: string;
	title: Statement;
	/** A user waits for it. A failed job is retried within a minute and never set aside. */
	isUrgent?: true;
	/** Waits while the account is on hold. `holding` in backend/recovery/hold.ts sets it. */
	isHeld?: true;
	describe?(subject: string): WorkSubject;
	/** Preloads data for `nextDueAt` and `due`, which may also run without it. */
	load?(): Promise<void>;
	/** Null: none is due. Runs at every write, so it must be cheap. */
	nextDueAt(): number | null;
	due(now: number, limit: number): string[];
	/** Processes one subject until it is no longer due. Idempotent. */
	run(subject: string, now: number): Promise<void>;
	/** All or none: if it throws, each subject runs alone. */
	runTogether?(subjects: string[], now: number): Promise<void>;
};

export type WorkSubject = { name: string; deviceId: string | null };

export function doneTogether(nextDueAt: () => number | null, everyMs: number): Pick<Job, "nextDueAt" | "due"> {
	const isDue = (now: number) => (nextDueAt() ?? Number.POSITIVE_INFINITY) <= now;
	return { nextDueAt, due: (now) => (isDue(now) ? [String(Math.floor(now / everyMs))] : []) };
}
