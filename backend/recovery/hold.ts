import { said } from "../../shared/log/said";
import { addSystemEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import { recordFault } from "../base/event-log";
import type { Job } from "../base/job";
import { findAccount } from "../db/account-rows";
import { listBegunRecoveries } from "../db/directory-recovery-rows";
import { listUnfinishedMessages } from "../db/message-rows";
import { findHold, findRecovery, insertRecovery } from "../db/recovery-rows";
import { finishMessage, type OutcomeStore } from "../message/message-outcome";

/** Wait after a failed request to the directory. */
const retryMs = 5_000;
const sentBeforeError = "The account was set back to a point before it was finished: nobody knows whether it was sent";

type Parts = Omit<OutcomeStore, "now"> & {
	db: AccountDb;
	invalidations: Invalidations;
	directory: D1Database;
	clock(): number;
};

export type Hold = {
	/** True while a restored account is not released, or while the directory is unavailable. */
	mustWait(): Promise<boolean>;
	/** Wraps a job that reaches beyond the account: it waits while the account is on hold. */
	holding(work: Job): Job;
};

/** The directory reports a restore, because the account's own rows are older. */
export function createHold({ directory, clock, ...store }: Parts): Hold {
	const { db } = store;
	let request: Promise<void> | null = null;
	let isRequested = false;
	let retriedAt = 0;

	async function fetch(): Promise<void> {
		const account = findAccount(db);
		if (!account) return;
		try {
			const begun = await listBegunRecoveries(directory, account.id);
			for (const { id, restoreTo } of begun) if (findRecovery(db, id) === null) hold(id, restoreTo);
			isRequested = true;
		} catch (error) {
			retriedAt = clock() + retryMs;
			recordFault(error, "account", { event: "recoveries-unknown", accountId: account.id });
		}
	}

	function hold(id: string, restoredTo: number): void {
		const now = clock();
		db.transaction(() => {
			insertRecovery(db, { id, restoredTo, heldAt: now, releasedAt: null });
			// Messages that were on their way have most likely arrived.
			for (const message of listUnfinishedMessages(db, new Date(restoredTo))) {
				finishMessage({ ...store, now }, message, { state: "unknown", error: sentBeforeError });
			}
			const text = said("recovery.held", { at: new Date(restoredTo).toISOString() });
			addSystemEvent({ ...store, now }, { deviceId: null, text });
		});
		store.invalidations.changed("account", "all");
	}

	async function mustWait(): Promise<boolean> {
		if (!isRequested && clock() >= retriedAt) {
			request ??= fetch().finally(() => {
				request = null;
			});
			await request;
		}
		return !isRequested || findHold(db) !== null;
	}

	return {
		mustWait,
		holding: (work) => ({
			...work,
			isHeld: true,
			nextDueAt() {
				const at = findHold(db) === null ? work.nextDueAt() : null;
				return at === null || isRequested ? at : Math.max(at, retriedAt);
			},
			due: (now, limit) => (isRequested && findHold(db) === null ? work.due(now, limit) : []),
		}),
	};
}
