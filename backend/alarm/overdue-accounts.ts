import { minuteMs } from "../../shared/base/durations";
import type { AccountDb, AccountObjects } from "../base/context";
import { logFault, recordFault } from "../base/event-log";
import { faultText } from "../base/report-error";
import { findAccount } from "../db/account-rows";
import { listAccountsDueBefore, saveAccountDue } from "../db/directory-rows";

const overdueMs = 15 * minuteMs;
const accountsPerRun = 100;
const atOnce = 10;

/** False: the account does not exist. */
export type OverdueCalls = { runOverdue(now: number): Promise<boolean> };

type Parts = { directory: D1Database; accounts: AccountObjects<OverdueCalls> };

export async function runOverdueAccounts({ directory, accounts }: Parts, now: number): Promise<void> {
	const due = await listAccountsDueBefore(directory, { before: now - overdueMs, limit: accountsPerRun });
	for (let start = 0; start < due.length; start += atOnce) {
		await Promise.all(due.slice(start, start + atOnce).map((accountId) => runOverdue(accountId)));
	}

	async function runOverdue(accountId: string): Promise<void> {
		try {
			const isThere = await accounts.get(accounts.idFromName(accountId)).runOverdue(now);
			if (!isThere) await saveAccountDue(directory, accountId, null);
		} catch (error) {
			recordFault(error, "backend", { event: "poke-failed", accountId, ...faultText(error) });
			await putBehind(accountId);
		}
	}

	/** A hundred failing accounts must not keep the others waiting. */
	async function putBehind(accountId: string): Promise<void> {
		try {
			await saveAccountDue(directory, accountId, now);
		} catch (error) {
			// If the directory fails too, the next run retries this account.
			logFault({ event: "due-note-failed", accountId, ...faultText(error) });
		}
	}
}

type RecordParts = { db: AccountDb; directory: D1Database; waitUntil(work: Promise<unknown>): void };

/** Does not wait: a lost record only costs a needless run. */
export function createRecordDue({ db, directory, waitUntil }: RecordParts): (dueAt: number | null) => void {
	return (dueAt) => {
		const account = findAccount(db);
		if (account) waitUntil(saveAccountDue(directory, account.id, dueAt).catch(logUnrecorded));
	};
}

function logUnrecorded(error: unknown): void {
	logFault({ event: "due-note-failed", ...faultText(error) });
}
