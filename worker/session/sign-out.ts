import type { UserPoolOperation } from "../cognito/user-pool-client";
import { countForAddress } from "../middleware/rate-limit";
import type { Services } from "../services";
import { challengeExpiry } from "./challenge-cookie";
import { cookieWriterOf } from "./cookie-writer";
import type { SessionTokens } from "./session-cookies";
import { clearEverywhere, clearSession, findSessionCookies } from "./session-cookies";
import { unverifiedClaims } from "./unverified-claims";
import type { Visit } from "./visit";

type Ending = {
	/** Those in force, where this request has renewed the ones it came with. */
	tokens?: SessionTokens;
	/** Ends the person's other sessions at Cognito too. */
	isEverywhere?: boolean;
};

/**
 * Ends the session at Cognito as far as it can, and returns what clears it here. Never fails for the person: who asks
 * too often, or with tokens that are none of the pool's, is signed out in this browser all the same.
 */
export async function signOut(services: Services, visit: Visit, ending: Ending = {}): Promise<string[]> {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	const tokens = ending.tokens ?? found.stored;
	if (tokens !== null && (await mayAskUserPool(services, visit, tokens))) {
		if (ending.isEverywhere) await endEverywhere(services, visit, tokens);
		await revokeTokens(services, visit, tokens);
	}
	visit.log({ event: "sign-out" });
	const writer = cookieWriterOf(services, visit);
	const cleared = found.isAmbiguous ? clearEverywhere(found, writer, visit.url) : clearSession(found, writer);
	return [...cleared, ...challengeExpiry(services, visit)];
}

/** Anybody can send a sign-out: what the pool has not signed must not become calls to it, nor a flood of what it has. */
async function mayAskUserPool({ verifier, addressLimit }: Services, visit: Visit, tokens: SessionTokens) {
	const verified = await verifier.verifyAccessTokenOfAnyAge(tokens.accessToken);
	if (verified.status !== "valid") {
		const reason = verified.status === "expired" ? verified.status : verified.reason;
		visit.log({ event: "revoke-failed", name: verified.status, reason });
		return false;
	}
	const waitSeconds = await countForAddress(addressLimit, visit.clientAddress());
	if (waitSeconds === null) return true;
	const reason = "refused before the user pool was asked";
	visit.log({ event: "revoke-failed", name: "TooManyRequestsException", reason });
	return false;
}

async function endEverywhere(services: Services, visit: Visit, { accessToken }: SessionTokens): Promise<void> {
	const failure = await failureOf(services, "GlobalSignOut", { AccessToken: accessToken });
	if (failure === null) visit.log({ event: "sign-out-everywhere" });
	else visit.log({ event: "sign-out-everywhere-failed", ...failure });
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
