import { headerNames } from "../../shared/limits";
import { sessionEndPath } from "../../shared/session";
import type { AccessClaims } from "../../shared/token-verifier";
import type { UserPoolOperation } from "../cognito/user-pool-client";
import { countForAddress } from "../middleware/rate-limit";
import type { Services } from "../services";
import { challengeExpiry } from "./challenge-cookie";
import { cookieWriterOf } from "./cookie-writer";
import type { SessionTokens } from "./session-cookies";
import { clearEverywhere, clearSession, findSessionCookies } from "./session-cookies";
import { unverifiedClaims } from "./unverified-claims";
import type { Visit } from "./visit";

/** Whoever signs out does not wait for a backend that is out. */
const backendDeadlineMs = 3_000;

type Ending = {
	/** Those in force, where this request has renewed the ones it came with. */
	tokens?: SessionTokens;
	/** Ends the person's other sessions at Cognito too. */
	isEverywhere?: boolean;
};

/**
 * Ends the session at Cognito and at the backend as far as it can, and returns what clears it here. Never fails for the person: who asks
 * too often, or with tokens that are none of the pool's, is signed out in this browser all the same.
 */
export async function signOut(services: Services, visit: Visit, ending: Ending = {}): Promise<string[]> {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	const tokens = ending.tokens ?? found.stored;
	const access = tokens && (await verifiedOrLogged(services, visit, tokens));
	if (tokens !== null && access !== null) {
		// First, so that whatever is answered from here on finds it.
		services.signedOut.add(tokens);
		await Promise.all([
			endAtBackend(services, visit, { tokens, access }),
			endAtUserPool(services, visit, { ...ending, tokens }),
		]);
	}
	visit.log({ event: "sign-out" });
	const writer = cookieWriterOf(services, visit);
	const cleared = found.isAmbiguous ? clearEverywhere(found, writer, visit.url) : clearSession(found, writer);
	return [...cleared, ...challengeExpiry(services, visit)];
}

/** Anybody can send a sign-out: what the pool has not signed must not become calls to anybody. */
async function verifiedOrLogged({ verifier }: Services, visit: Visit, { accessToken }: SessionTokens) {
	const verified = await verifier.verifyAccessTokenOfAnyAge(accessToken);
	if (verified.status === "valid") return verified.claims;
	const reason = verified.status === "expired" ? verified.status : verified.reason;
	visit.log({ event: "revoke-failed", name: verified.status, reason });
	return null;
}

type AtBackend = { tokens: SessionTokens; access: AccessClaims };

/** This product's own backend closes the sign-in's live sockets, and takes its tokens no more. */
async function endAtBackend({ settings, callLimit }: Services, visit: Visit, { tokens, access }: AtBackend) {
	if (settings.upstream.kind === "url") return;
	const fail = (reason: string) => visit.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason });
	if (callLimit !== null && !(await callLimit.limit({ key: `sub ${access.sub}` })).success)
		return fail("over the limit");
	const headers = new Headers({
		authorization: `Bearer ${tokens.accessToken}`,
		[headerNames.requestId]: visit.requestId,
	});
	const signal = AbortSignal.timeout(backendDeadlineMs);
	try {
		const url = new URL(sessionEndPath, visit.url).href;
		const answer = await settings.upstream.backend.fetch(url, { method: "POST", headers, signal });
		await answer.body?.cancel();
		if (!answer.ok) fail(`status ${answer.status}`);
	} catch (error) {
		fail(error instanceof Error ? error.name : "unknown");
	}
}

type AtUserPool = { tokens: SessionTokens; isEverywhere?: boolean };

async function endAtUserPool(services: Services, visit: Visit, { tokens, isEverywhere }: AtUserPool): Promise<void> {
	if ((await countForAddress(services.addressLimit, visit.clientAddress())) !== null) {
		const reason = "refused before the user pool was asked";
		visit.log({ event: "revoke-failed", name: "TooManyRequestsException", reason });
		return;
	}
	if (isEverywhere) {
		const failure = await failureOf(services, "GlobalSignOut", { AccessToken: tokens.accessToken });
		if (failure === null) visit.log({ event: "sign-out-everywhere" });
		else visit.log({ event: "sign-out-everywhere-failed", ...failure });
	}
	await revokeTokens(services, visit, tokens);
}

/** Ends what hangs on a refresh token at Cognito. That it could not is for the log. */
export async function revokeTokens(services: Services, visit: Visit, tokens: SessionTokens): Promise<void> {
	const { settings, sharedRefresh } = services;
	const { refreshToken } = tokens;
	if (refreshToken === null) return;
	sharedRefresh.forget(refreshToken);
	// Cognito puts origin_jti into tokens of clients that have revocation on, and refuses the call for others.
	if (unverifiedClaims(tokens.accessToken).originJti === null) return;
	const secret = settings.clientSecret === null ? {} : { ClientSecret: settings.clientSecret };
	const body = { ClientId: settings.clientId, Token: refreshToken, ...secret };
	const failure = await failureOf(services, "RevokeToken", body);
	if (failure !== null) visit.log({ event: "revoke-failed", ...failure });
}

type Failure = { name: string; reason: string };

async function failureOf({ userPool }: Services, operation: UserPoolOperation, body: object): Promise<Failure | null> {
	const answer = await userPool(operation, { ...body });
	if (answer.status === "done") return null;
	return { name: answer.status, reason: answer.status === "refused" ? answer.name : answer.reason };
}
