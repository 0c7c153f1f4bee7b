import { limits } from "../../shared/limits";
import type { GetLogs, LogPage } from "../../shared/log";
import type { AccountCall } from "./account-call";
import { CallRefusedError } from "./call-refused-error";

const waitsMs = [200, 1_000];

/**
 * Every page of a query, oldest first, each asked for when the one before is used up. A page that fails is asked for
 * twice more; then the error is thrown, as an export must not end as if it were whole.
 */
export async function* logPages(call: AccountCall, query: GetLogs): AsyncGenerator<LogPage, void> {
	let cursor: string | null = null;
	do {
		const input: GetLogs = {
			...query,
			order: "oldest-first",
			limit: limits.logEntriesPerPage,
			...(cursor !== null && { cursor }),
		};
		const page: LogPage = await pageOf(call, input);
		yield page;
		cursor = page.nextCursor;
	} while (cursor !== null);
}

async function pageOf(call: AccountCall, input: GetLogs): Promise<LogPage> {
	for (const waitMs of waitsMs) {
		try {
			return await ask(call, input);
		} catch (error) {
			if (error instanceof CallRefusedError) throw error;
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		}
	}
	return ask(call, input);
}

async function ask(call: AccountCall, input: GetLogs): Promise<LogPage> {
	// The router of this very backend answers, and its types hold what it answers.
	return (await call("log.getLogs", input)) as LogPage;
}
