import type { TokenVerifier } from "../../shared/token-verifier";
import type { AccountObject } from "../account-object";
import type { AccountLookup } from "../directory/account-lookup";
import { identify } from "../identify";
import { trpcErrorResponse } from "../trpc-error-response";
import { sessionEndedResponse } from "./session-ended-response";

type SessionParts = {
	verifier: TokenVerifier;
	lookup: AccountLookup;
	accounts: DurableObjectNamespace<AccountObject>;
};

/**
 * Answers `GET /api/session`: 204 where a token's session goes on, 401 with `x-session: ended` where it was ended
 * from inside. Who belongs to no account has a session that nobody can have ended there.
 */
export function createSessionEndpoint({ verifier, lookup, accounts }: SessionParts) {
	return async function sessionEndpoint(request: Request, requestId: string): Promise<Response> {
		const identification = await identify(request.headers, verifier);
		if (identification.status !== "known") {
			console.warn(JSON.stringify({ event: "not-identified", requestId, reason: identification.reason }));
			if (identification.status === "refused") return trpcErrorResponse("SIGNED_OUT", "Not signed in", requestId);
			return trpcErrorResponse("SESSION_UNCHECKED", "No signing keys to check the session with", requestId);
		}
		const { sub, signIn } = identification.identity;
		const ask = async (accountId: string | null): Promise<boolean | null> =>
			accountId === null ? null : accounts.get(accounts.idFromName(accountId)).isSessionEnded(sub, signIn);

		const found = await lookup.find(sub);
		let isEnded = await ask(found?.accountId ?? null);
		if (isEnded === null && found?.isFromCache) {
			const foundAgain = await lookup.findAgain(sub, "unknown");
			if (foundAgain?.accountId !== found.accountId) isEnded = await ask(foundAgain?.accountId ?? null);
		}
		return isEnded ? sessionEndedResponse(requestId) : new Response(null, { status: 204 });
	};
}
