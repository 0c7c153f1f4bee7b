import type { TokenVerifier } from "../../shared/token-verifier";
import type { AccountObject } from "../account-object";
import type { AccountLookup } from "../directory/account-lookup";
import { identify } from "../identify";
import { forwardedHeaders, notMemberOf } from "../internal-headers";
import { refuseListener } from "./refuse-listener";

type LiveParts = {
	verifier: TokenVerifier;
	lookup: AccountLookup;
	accounts: DurableObjectNamespace<AccountObject>;
};

/** Answers `GET /api/live`: bearer token → account → that account's object, which keeps the socket. */
export function createLiveDoor({ verifier, lookup, accounts }: LiveParts) {
	return async function liveDoor(request: Request, requestId: string): Promise<Response> {
		if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return refuseListener("noHandshake", requestId);
		const identification = await identify(request.headers, verifier);
		if (identification.status !== "known") {
			console.warn(JSON.stringify({ event: "not-identified", requestId, reason: identification.reason }));
			return refuseListener(identification.status === "refused" ? "signedOut" : "unchecked", requestId);
		}
		const { identity } = identification;
		const ask = (accountId: string | null): Promise<Response> | Response =>
			accountId === null
				? refuseListener("noAccess", requestId)
				: accounts
						.get(accounts.idFromName(accountId))
						.fetch(
							new Request(request, { headers: forwardedHeaders(request.headers, { identity, accountId, requestId }) }),
						);
		const found = await lookup.find(identity.sub);
		const response = await ask(found?.accountId ?? null);
		const told = notMemberOf(response);
		if (!found?.isFromCache || told === null) return response;
		const foundAgain = await lookup.findAgain(identity.sub, told);
		return foundAgain?.accountId === found.accountId ? response : ask(foundAgain?.accountId ?? null);
	};
}
