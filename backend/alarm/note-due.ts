import { findAccount } from "../account/account-rows";
import type { AccountDb } from "../context";
import { noteAccountDue } from "../directory/account-due-rows";
import { errorText } from "./error-text";

type Parts = { db: AccountDb; directory: D1Database; waitUntil(work: Promise<unknown>): void };

/** Keeps in the directory when the account is due next, beside what goes on: a lost note costs a needless poke. */
export function createNoteDue({ db, directory, waitUntil }: Parts): (dueAt: number | null) => void {
	return (dueAt) => {
		const account = findAccount(db);
		if (account) waitUntil(noteAccountDue(directory, account.id, dueAt).catch(logFailure));
	};
}

function logFailure(error: unknown): void {
	console.error(JSON.stringify({ event: "due-note-failed", message: errorText(error) }));
}
