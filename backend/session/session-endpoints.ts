import { shortestIdleMinutes } from "../../shared/session/session-limits";
import type { AccessClaims } from "../../shared/session/token-verifier";
import type { AccountObjects, LiveAccess, RowStore, SignIn } from "../base/context";
import { logWarning } from "../base/event-log";
import { bearerToken, denyUnidentified, type IdentifyParts, identify } from "../base/identify";
import type { AccountLookup } from "../db/account-lookup";
import type { SessionCalls } from "../db/reach-account";
import { endSignIn, findCaller } from "../db/session-rows";
import { browserLabel, recordSession, sessionEndedResponse, signInKey } from "./sign-ins";

type SessionParts = IdentifyParts & { lookup: AccountLookup; accounts: AccountObjects<SessionCalls> };

/**
 * Serves `GET /api/session`: 401 with `x-session: ended` if every account of the member has ended it, else 204. An idle
 * browser is over for all accounts once it is for one.
 */
export function createSessionEndpoint({ verifier, people, lookup, accounts }: SessionParts) {
	return async function sessionEndpoint(request: Request, requestId: string): Promise<Response> {
		const identification = await identify(request.headers, { verifier, people, requestId });
		if (identification.status !== "known") return denyUnidentified(identification.status, requestId);
		const { identity } = identification;
		const { sub, signIn, idleMinutes = null } = identity;
		const standingIn = (accountId: string) =>
			accounts.get(accounts.idFromName(accountId)).isSessionEnded(sub, signIn, idleMinutes);
		const alive = () => new Response(null, { status: 204 });
		let found = await lookup.find(identity);
		const [first] = found.accountIds;
		const mayBeIdle = idleMinutes !== null && idleMinutes > shortestIdleMinutes;
		if (!mayBeIdle && first !== undefined && (await standingIn(first)) === false) return alive();
		if (found.isFromCache) found = await lookup.findAgain(identity);
		const standings = await Promise.all(found.accountIds.map(standingIn));
		if (standings.includes("idle")) return sessionEndedResponse(requestId, "idle");
		if (standings.includes(false)) return alive();
		if (standings.includes(true)) return sessionEndedResponse(requestId);
		const why = standings.find((standing) => typeof standing === "string");
		return why === undefined ? alive() : sessionEndedResponse(requestId, why);
	};
}

type SessionEndParts = IdentifyParts & {
	lookup: AccountLookup;
	accounts: AccountObjects<{ endOwnSession(sub: string, signIn: SignIn): Promise<boolean> }>;
};

/** Serves `POST /api/session/end`: ends this sign-in in each account. */
export function createSessionEnd({ verifier, people, lookup, accounts }: SessionEndParts) {
	return async function sessionEnd({ headers }: Request, requestId: string): Promise<Response> {
		const verified = await verifier.verifyAccessTokenOfAnyAge(bearerToken(headers) ?? "");
		if (verified.status !== "valid") {
			logWarning({ event: "not-identified", requestId, reason: verified.status });
			return denyUnidentified(verified.status === "unavailable" ? "unavailable" : "refused", requestId);
		}
		const { originJti, authTime } = verified.claims;
		const person = await people.personOf(verified.claims, null);
		const { accountIds } = await lookup.findAgain(person);
		const endings = accountIds.map((accountId) =>
			accounts.get(accounts.idFromName(accountId)).endOwnSession(person.sub, { originJti, authTime }),
		);
		// An unreachable account must not stop the others.
		const failed = (await Promise.allSettled(endings)).find(({ status }) => status === "rejected");
		if (failed?.status === "rejected") throw failed.reason;
		return new Response(null, { status: 204 });
	};
}

type Parts = RowStore & { live: LiveAccess };

/** Ends the caller's sign-in, even one not recorded before: its tokens are denied from now on. */
export function endOwnSession({ live, ...store }: Parts, sub: AccessClaims["sub"], signIn: SignIn): boolean {
	const key = signInKey(signIn);
	const caller = findCaller(store.db, sub, key);
	if (!caller) return false;
	if (key === null) return true;
	recordSession(store, { caller, signIn, browser: browserLabel(null) });
	endSignIn(store.db, { userId: caller.user.id, signIn: key, endedAt: new Date(store.now) });
	live.accessChanged(caller.user.id);
	return true;
}
