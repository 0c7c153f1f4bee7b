import superjson, { type SuperJSONResult } from "superjson";
import { serverLimits } from "../../shared/base/limits";
import type { ErrorCode } from "../../shared/errors/error-codes";
import type { GetLogs, LogPage } from "../../shared/log/log";
import type { AccountObjects, Identity } from "../base/context";
import { denialOf, forwardedHeaders } from "../base/internal-headers";
import { accountByAddress } from "../base/requested-account";
import type { AccountLookup } from "../db/account-lookup";
import { aliveIn, requestAccount, type SessionCalls, type Standing } from "../db/reach-account";
import { CallDeniedError } from "./export-denial";

export type AccountCallParts = {
	lookup: AccountLookup;
	accounts: AccountObjects<Pick<Fetcher, "fetch"> & SessionCalls>;
};

/** Throws CallDeniedError. Other errors may be temporary. */
export type AccountCall = (path: string, input: unknown) => Promise<unknown>;

type Asker = { request: Request; identity: Identity; requestId: string };

/** Queries in the user's name: each checks role, scope and session. */
export function createAccountCall({ lookup, accounts }: AccountCallParts, asker: Asker): AccountCall {
	const { request, identity, requestId } = asker;
	const requested = accountByAddress(request.url);

	type Called = { accountId: string; standing: Standing; path: string; input: unknown };

	function fetchFrom({ accountId, standing, path, input }: Called): Promise<Response> {
		const url = new URL(`/api/proxy/${path}`, request.url);
		url.searchParams.set("input", JSON.stringify(superjson.serialize(input)));
		const headers = forwardedHeaders(request.headers, { identity, accountId, requestId, ...standing });
		return accounts.get(accounts.idFromName(accountId)).fetch(url, { headers });
	}

	return async function call(path, input) {
		const reached = await requestAccount(lookup, identity, {
			asked: requested,
			denialOf,
			isAlive: aliveIn(accounts, identity),
			isRead: true,
			request: (accountId, standing) => fetchFrom({ accountId, standing, path, input }),
			discard: (response) => response.body?.cancel(),
		});
		if (reached.status === "none") throw new CallDeniedError({ reason: "NO_ACCOUNT" });
		if (reached.status === "elsewhere") throw new CallDeniedError({ reason: "NO_ACCESS" });
		return dataOf(reached.response);
	};
}

/** The format of this backend's own router. */
type Wire = { result: { data: SuperJSONResult }; error?: undefined } | { error: SuperJSONResult };
type WireError = { data: { reason?: ErrorCode; fields?: Record<string, string> } };

async function dataOf(response: Response): Promise<unknown> {
	if (response.status >= 500) {
		await response.body?.cancel();
		throw new Error(`The account answered ${response.status}`);
	}
	const wire: Wire = await response.json();
	if (wire.error === undefined) return superjson.deserialize(wire.result.data);
	throw new CallDeniedError(superjson.deserialize<WireError>(wire.error).data);
}

const waitsMs = [200, 1_000];

/** Retries a page twice, then throws, so that an incomplete export does not look complete. */
export async function* logPages(call: AccountCall, query: GetLogs): AsyncGenerator<LogPage, void> {
	let cursor: string | null = null;
	do {
		const input: GetLogs = {
			...query,
			order: "oldest-first",
			limit: serverLimits.logEntriesPerExportPage,
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
			return await requestPage(call, input);
		} catch (error) {
			if (error instanceof CallDeniedError) throw error;
			await new Promise((resolve) => setTimeout(resolve, waitMs));
		}
	}
	return requestPage(call, input);
}

async function requestPage(call: AccountCall, input: GetLogs): Promise<LogPage> {
	// The router of this backend responds, so its types hold.
	return (await call("log.getLogs", input)) as LogPage;
}
