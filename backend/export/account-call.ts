import superjson, { type SuperJSONResult } from "superjson";
import type { ErrorCode } from "../../shared/error-codes";
import type { AccountObject } from "../account-object";
import type { Identity } from "../context";
import type { AccountLookup, FoundAccount } from "../directory/account-lookup";
import { forwardedHeaders, notMemberOf } from "../internal-headers";
import { CallRefusedError } from "./call-refused-error";

export type AccountCallParts = { lookup: AccountLookup; accounts: DurableObjectNamespace<AccountObject> };

/** Asks one query of the account's router. Throws CallRefusedError; any other error may pass with the next try. */
export type AccountCall = (path: string, input: unknown) => Promise<unknown>;

type Asker = { request: Request; identity: Identity; requestId: string };

/** Queries of the person's own account, in their name: role, scope and the session's end count at every one. */
export function createAccountCall({ lookup, accounts }: AccountCallParts, asker: Asker): AccountCall {
	const { request, identity, requestId } = asker;
	let account: FoundAccount | null = null;

	function fetchFrom(accountId: string, path: string, input: unknown): Promise<Response> {
		const url = new URL(`/api/proxy/${path}`, request.url);
		url.searchParams.set("input", JSON.stringify(superjson.serialize(input)));
		const headers = forwardedHeaders(request.headers, { identity, accountId, requestId });
		return accounts.get(accounts.idFromName(accountId)).fetch(url, { headers });
	}

	return async function call(path, input) {
		account ??= await lookup.find(identity.sub);
		if (!account) throw new CallRefusedError({ reason: "NO_ACCOUNT" });
		const response = await fetchFrom(account.accountId, path, input);
		const told = notMemberOf(response);
		if (!account.isFromCache || told === null) return dataOf(response);
		const again = await lookup.findAgain(identity.sub, told);
		if (again?.accountId === account.accountId) return dataOf(response);
		await response.body?.cancel();
		account = again;
		if (!again) throw new CallRefusedError({ reason: "NO_ACCOUNT" });
		return dataOf(await fetchFrom(again.accountId, path, input));
	};
}

/** As this backend's own router writes it. */
type Wire = { result: { data: SuperJSONResult }; error?: undefined } | { error: SuperJSONResult };
type WireError = { data: { reason?: ErrorCode; fields?: Record<string, string> } };

async function dataOf(response: Response): Promise<unknown> {
	if (response.status >= 500) {
		await response.body?.cancel();
		throw new Error(`The account answered ${response.status}`);
	}
	const wire: Wire = await response.json();
	if (wire.error === undefined) return superjson.deserialize(wire.result.data);
	throw new CallRefusedError(superjson.deserialize<WireError>(wire.error).data);
}
