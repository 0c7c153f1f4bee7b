import type { Services } from "../services";
import { clearEverywhere, clearSession, findSessionCookies, type StoredSession } from "./session-cookies";
import { unverifiedClaims } from "./unverified-claims";
import type { Visit } from "./visit";

/** Revokes the session at Cognito as far as it can, and returns what clears it here. Never fails for the person. */
export async function signOut(services: Services, visit: Visit): Promise<string[]> {
	const { clientId } = services.settings;
	const found = findSessionCookies(visit.cookieHeader, clientId);
	if (found.stored !== null) await revoke(services, visit, found.stored);
	visit.log({ event: "sign-out" });
	const writer = { clientId, isSecure: visit.isSecure };
	return found.isAmbiguous ? clearEverywhere(found, writer, visit.url) : clearSession(found, writer);
}

async function revoke({ settings, userPool, sharedRefresh }: Services, visit: Visit, stored: StoredSession) {
	const { refreshToken } = stored;
	if (refreshToken === null) return;
	sharedRefresh.forget(refreshToken);
	// Cognito puts origin_jti into tokens of clients that have revocation on, and refuses the call for others.
	if (unverifiedClaims(stored.accessToken).originJti === null) return;
	const secret = settings.clientSecret === null ? {} : { ClientSecret: settings.clientSecret };
	const answer = await userPool("RevokeToken", { ClientId: settings.clientId, Token: refreshToken, ...secret });
	if (answer.status === "done") return;
	const reason = answer.status === "refused" ? answer.name : answer.reason;
	visit.log({ event: "revoke-failed", name: answer.status, reason });
}
