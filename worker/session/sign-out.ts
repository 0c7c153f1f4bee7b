import type { Services } from "../services";
import { challengeExpiry } from "./challenge-cookie";
import { cookieWriterOf } from "./cookie-writer";
import type { SessionTokens } from "./session-cookies";
import { clearEverywhere, clearSession, findSessionCookies } from "./session-cookies";
import { unverifiedClaims } from "./unverified-claims";
import type { Visit } from "./visit";

/**
 * Revokes the session at Cognito as far as it can, and returns what clears it here. Never fails for the person.
 * `tokens`: those in force, where this request has renewed the ones it came with.
 */
export async function signOut(services: Services, visit: Visit, tokens?: SessionTokens): Promise<string[]> {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	const revoked = tokens ?? found.stored;
	if (revoked !== null) await revokeTokens(services, visit, revoked);
	visit.log({ event: "sign-out" });
	const writer = cookieWriterOf(services, visit);
	const cleared = found.isAmbiguous ? clearEverywhere(found, writer, visit.url) : clearSession(found, writer);
	return [...cleared, ...challengeExpiry(services, visit)];
}

/** Ends what hangs on a refresh token at Cognito. That it could not is for the log. */
export async function revokeTokens(services: Services, visit: Visit, tokens: SessionTokens): Promise<void> {
	const { settings, userPool, sharedRefresh } = services;
	const { refreshToken } = tokens;
	if (refreshToken === null) return;
	sharedRefresh.forget(refreshToken);
	// Cognito puts origin_jti into tokens of clients that have revocation on, and refuses the call for others.
	if (unverifiedClaims(tokens.accessToken).originJti === null) return;
	const secret = settings.clientSecret === null ? {} : { ClientSecret: settings.clientSecret };
	const answer = await userPool("RevokeToken", { ClientId: settings.clientId, Token: refreshToken, ...secret });
	if (answer.status === "done") return;
	const reason = answer.status === "refused" ? answer.name : answer.reason;
	visit.log({ event: "revoke-failed", name: answer.status, reason });
}
