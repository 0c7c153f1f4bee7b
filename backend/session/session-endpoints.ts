import type { AccessClaims, TokenVerifier } from "../../shared/session/token-verifier";
import type { AccountObjects, LiveAccess, RowStore, SignIn } from "../base/context";
import { logWarning } from "../base/event-log";
import { bearerToken, denyUnidentified, identify } from "../base/identify";
import type { AccountLookup } from "../db/account-lookup";
import type { SessionCalls } from "../db/reach-account";
import { endSignIn, findCaller } from "../db/session-rows";
import { recordSession, sessionEndedResponse, signInKey } from "./sign-ins";

type SessionParts = { verifier: TokenVerifier; lookup: AccountLookup; accounts: AccountObjects<SessionCalls> };

/**
 * Answers `GET /api/session`: 204 where a token's session goes on, 401 with `x-session: ended` where it was ended
 * from inside: by each account whose active member they are, or any of them could sign a consultant out of all. Who
 * belongs to no account has a session that no one can have ended there.
 */
export function createSessionEndpoint({ verifier, lookup, accounts }: SessionParts) {
	return async function sessionEndpoint(request: Request, requestId: string): Promise<Response> {
		const identification = await identify(request.headers, { verifier, requestId });
		if (identification.status !== "known") return denyUnidentified(identification.status, requestId);
		const { sub, signIn } = identification.identity;
		const isEnded = (accountId: string) => accounts.get(accounts.idFromName(accountId)).isSessionEnded(sub, signIn);
		const alive = () => new Response(null, { status: 204 });
		let found = await lookup.find(sub);
		const [first] = found.accountIds;
		if (first !== undefined && (await isEnded(first)) === false) return alive();
		if (found.isFromCache) found = await lookup.findAgain(sub);
		const ends = await Promise.all(found.accountIds.map(isEnded));
		return ends.includes(true) && !ends.includes(false) ? sessionEndedResponse(requestId) : alive();
	};
}

type SessionEndParts = {
	verifier: TokenVerifier;
	lookup: AccountLookup;
	accounts: AccountObjects<{ endOwnSession(sub: string, signIn: SignIn): Promise<boolean> }>;
};

/** Returns the console's `POST /api/session/end`: bearer token → accounts → the end of that sign-in in each. */
export function createSessionEnd({ verifier, lookup, accounts }: SessionEndParts) {
	return async function sessionEnd({ headers }: Request, requestId: string): Promise<Response> {
		const verified = await verifier.verifyAccessTokenOfAnyAge(bearerToken(headers) ?? "");
		if (verified.status !== "valid") {
			logWarning({ event: "not-identified", requestId, reason: verified.status });
			return denyUnidentified(verified.status === "unavailable" ? "unavailable" : "refused", requestId);
		}
		const { sub, originJti, authTime } = verified.claims;
		const { accountIds } = await lookup.findAgain(sub);
		const endings = accountIds.map((accountId) =>
			accounts.get(accounts.idFromName(accountId)).endOwnSession(sub, { originJti, authTime }),
		);
		// One that cannot be reached must not keep the others from ending it.
		const failed = (await Promise.allSettled(endings)).find(({ status }) => status === "rejected");
		if (failed?.status === "rejected") throw failed.reason;
		return new Response(null, { status: 204 });
	};
}

type Parts = RowStore & { live: LiveAccess };

/** Ends the very sign-in that asks, also one that was never seen here: its tokens are denied from now on. */
export function endOwnSession({ live, ...store }: Parts, sub: AccessClaims["sub"], signIn: SignIn): boolean {
	const key = signInKey(signIn);
	const caller = findCaller(store.db, sub, key);
	if (!caller) return false;
	if (key === null) return true;
	recordSession(store, { caller, signIn, userAgent: null });
	endSignIn(store.db, { userId: caller.user.id, signIn: key, endedAt: new Date(store.now) });
	live.accessChanged(caller.user.id);
	return true;
}
