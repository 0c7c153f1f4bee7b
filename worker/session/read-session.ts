import type { AuthErrorName } from "../../shared/auth-errors";
import type { AccessClaims, IdClaims } from "../../shared/token-verifier";
import { countForAddress } from "../middleware/rate-limit";
import type { Services } from "../services";
import { areDue, verifyTokens } from "./check-tokens";
import { cookieWriterOf } from "./cookie-writer";
import {
	adoptCookies,
	clearEverywhere,
	clearSession,
	type FoundCookies,
	findSessionCookies,
	type SessionTokens,
	type StoredSession,
	writeSession,
} from "./session-cookies";
import { revokeTokens } from "./sign-out";
import { clockDrift } from "./unverified-claims";
import type { Visit } from "./visit";

export type SignedIn = {
	status: "signed-in";
	tokens: SessionTokens;
	access: AccessClaims;
	id: IdClaims | null;
	isRefreshed: boolean;
	setCookies: string[];
};

/** `setCookies` belongs into whatever answer is given: a session that ended must not come back. */
export type Session =
	| SignedIn
	| { status: "signed-out"; error: AuthErrorName; setCookies: string[] }
	/** Neither yes nor no: the keys or the user pool could not be asked. */
	| { status: "unchecked"; error: AuthErrorName; setCookies: string[]; retryAfterSeconds?: number };

/** The session of a request's cookies, refreshed where it is due. */
export async function readSession(services: Services, visit: Visit): Promise<Session> {
	const { warmSessions } = services;
	const warm = warmSessions.recall(visit.cookieHeader);
	const session = warm ?? (await checkSession(services, visit));
	if (session.status !== "signed-in") return session;
	if (services.signedOut.has(session.tokens)) {
		return signedOut("UserUnAuthenticatedException", endSession(services, visit, "signed out meanwhile"));
	}
	if (!warm && session.setCookies.length === 0) warmSessions.remember(visit.cookieHeader, session);
	return session;
}

/**
 * The session of a request that the backend will not see, which is asked whether it has ended it: `now`, or at most
 * every half minute. While it cannot be asked, the session is `unchecked` for `now` and goes by its tokens for `lately`.
 */
export async function readOngoingSession(services: Services, visit: Visit, asked: "now" | "lately"): Promise<Session> {
	const session = await readSession(services, visit);
	if (session.status !== "signed-in") return session;
	const { ask, recallOrAsk } = services.endedSessions;
	const standing = await (asked === "now" ? ask : recallOrAsk)(visit, session);
	if (standing === "ended") return signedOut("SessionEnded", endFromInside(services, visit, session.tokens));
	if (standing === "alive" || asked === "lately") return session;
	return { status: "unchecked", error: "UpstreamUnreachable", setCookies: session.setCookies };
}

async function checkSession(services: Services, visit: Visit): Promise<Session> {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	if (found.isAmbiguous) {
		visit.log({ event: "session-ambiguous" });
		return signedOut(
			"UserUnAuthenticatedException",
			clearEverywhere(found, cookieWriterOf(services, visit), visit.url),
		);
	}
	const { stored } = found;
	// As in Amplify's token store: somebody is named, and has no access token.
	if (stored === null) return signedOut(found.isNamed ? "NoSessionFoundException" : "UserUnAuthenticatedException", []);
	const context = { services, visit, found, stored };
	const verified = await verifyTokens(services.verifier, stored);
	switch (verified.status) {
		case "valid": {
			if (areDue(verified, services.now())) return refreshStored(context);
			const setCookies = found.isAdopted ? [] : (adoptCookies(found, cookieWriterOf(services, visit)) ?? []);
			return { ...signedIn(stored, verified), isRefreshed: false, setCookies };
		}
		case "expired":
			return refreshStored(context);
		case "invalid":
			return refused(context, verified.reason);
		case "unavailable":
			visit.log({ event: "session-unchecked", reason: verified.reason });
			return { status: "unchecked", error: "NetworkError", setCookies: [] };
	}
}

/** Refreshes whatever the clock says: for a token that the backend no longer takes. */
export async function refreshSession(services: Services, visit: Visit): Promise<Session> {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	if (found.stored === null) return signedOut("UserUnAuthenticatedException", []);
	return refreshStored({ services, visit, found, stored: found.stored });
}

/** Refreshes a session that this request has read already, so that its tokens say what has just been changed. */
export async function renewSession(services: Services, visit: Visit, session: SignedIn): Promise<Session> {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	if (found.stored === null) return signedOut("UserUnAuthenticatedException", []);
	// What a refresh of a moment ago brought is remembered, and older than the change.
	if (session.tokens.refreshToken !== null) services.sharedRefresh.forget(session.tokens.refreshToken);
	return refreshStored({ services, visit, found, stored: { ...found.stored, ...session.tokens } });
}

/** Expires the cookies of a session that somebody has said must end. */
export function endSession(services: Services, visit: Visit, reason: string): string[] {
	const found = findSessionCookies(visit.cookieHeader, services.settings.clientId);
	visit.log({ event: "session-ended", reason });
	return clearSession(found, cookieWriterOf(services, visit));
}

/**
 * The same for one that the backend has ended. The user pool knows nothing of that yet, so what a copy of the
 * cookies could go on with is revoked there. What another party's backend means by it stays in this browser.
 */
export function endFromInside(services: Services, visit: Visit, tokens: SessionTokens): string[] {
	if (services.settings.upstream.kind === "binding") visit.keepAlive(revokeTokens(services, visit, tokens));
	return endSession(services, visit, "ended by the backend");
}

type Stored = { services: Services; visit: Visit; found: FoundCookies; stored: StoredSession };

async function refreshStored({ services, visit, found, stored }: Stored): Promise<Session> {
	if (stored.refreshToken === null) {
		const error = stored.isOAuthSignIn ? "TokenRefreshException" : "UserUnAuthenticatedException";
		visit.log({ event: "session-ended", name: error, reason: "expired without a refresh token" });
		return signedOut(error, clearSession(found, cookieWriterOf(services, visit)));
	}
	const address = services.settings.isAddressPropagated ? visit.clientAddress() : null;
	const request = { refreshToken: stored.refreshToken, deviceKey: stored.deviceKey, address };
	const outcome = await services.sharedRefresh.refresh(request, {
		keepAlive: visit.keepAlive,
		countCall: () => countForAddress(services.addressLimit, visit.clientAddress()),
	});
	switch (outcome.status) {
		case "refreshed": {
			const tokens = { ...outcome.tokens, refreshToken: outcome.tokens.refreshToken ?? stored.refreshToken };
			return storeRefreshed({ services, visit, found, stored }, tokens);
		}
		case "ended":
			visit.log({ event: "session-ended", name: outcome.name, reason: "refresh refused" });
			return signedOut("UserUnAuthenticatedException", clearSession(found, cookieWriterOf(services, visit)));
		case "unavailable":
			visit.log({ event: "refresh-failed", name: outcome.error, reason: outcome.reason });
			return {
				status: "unchecked",
				error: outcome.error,
				setCookies: [],
				retryAfterSeconds: outcome.retryAfterSeconds,
			};
	}
}

async function storeRefreshed(context: Stored, tokens: SessionTokens): Promise<Session> {
	const { services, visit, found, stored } = context;
	const { username, signInDetails } = stored;
	const clockDriftMs = clockDrift(tokens.accessToken, services.now());
	const session = { ...tokens, username, signInDetails, clockDriftMs };
	const setCookies = writeSession(session, found, cookieWriterOf(services, visit));
	if (setCookies === null) {
		visit.log({ event: "refresh-failed", name: "SessionTooLarge" });
		return { status: "unchecked", error: "SessionTooLarge", setCookies: [] };
	}
	const verified = await verifyTokens(services.verifier, tokens);
	if (verified.status === "valid") {
		visit.log({ event: "refresh", sub: verified.access.sub });
		return { ...signedIn(tokens, verified), isRefreshed: true, setCookies };
	}
	if (verified.status === "unavailable") {
		visit.log({ event: "session-unchecked", reason: verified.reason });
		// A rotated refresh token is gone for good unless it is stored now.
		return { status: "unchecked", error: "NetworkError", setCookies };
	}
	return refused(context, "refreshed tokens do not verify");
}

function signedIn(tokens: SessionTokens, { access, id }: { access: AccessClaims; id: IdClaims | null }) {
	return { status: "signed-in", tokens, access, id } as const;
}

function refused({ services, visit, found }: Stored, reason: string): Session {
	visit.log({ event: "session-refused", reason });
	return signedOut("InvalidAuthTokens", clearSession(found, cookieWriterOf(services, visit)));
}

function signedOut(error: AuthErrorName, setCookies: string[]): Session {
	return { status: "signed-out", error, setCookies };
}
