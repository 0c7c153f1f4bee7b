import type { AccountObject } from "../account-object";
import { listAccountsDueBefore, noteAccountDue } from "../directory/account-due-rows";
import { reportFault } from "../report-error";
import { errorText } from "./error-text";

const overdueMs = 15 * 60 * 1000;
const accountsPerRun = 100;
const atOnce = 10;

type Parts = { directory: D1Database; accounts: DurableObjectNamespace<AccountObject> };

/** Has the accounts do what is due whose alarm did not go off. `now` is epoch ms. */
export async function pokeOverdueAccounts({ directory, accounts }: Parts, now: number): Promise<void> {
	const due = await listAccountsDueBefore(directory, { before: now - overdueMs, limit: accountsPerRun });
	for (let start = 0; start < due.length; start += atOnce) {
		await Promise.all(due.slice(start, start + atOnce).map((accountId) => poke(accountId)));
	}

	async function poke(accountId: string): Promise<void> {
		try {
			await accounts.get(accounts.idFromName(accountId)).poke(now);
		} catch (error) {
			console.error(JSON.stringify({ event: "poke-failed", accountId, message: errorText(error) }));
			reportFault(error, { place: "backend", event: "poke-failed" });
			await putBehind(accountId);
		}
	}

	/** A hundred that cannot be woken must not keep the rest waiting. */
	async function putBehind(accountId: string): Promise<void> {
		try {
			await noteAccountDue(directory, accountId, now);
		} catch (error) {
			// Nor must a directory that fails: at the next run this account is looked at again.
			console.error(JSON.stringify({ event: "due-note-failed", accountId, message: errorText(error) }));
		}
	}
}
